//! A table: a game of a rulebook on a day, with the settings of a house.

use croupier_kit::Money;
use croupier_maths::{Advisor, Known, Precision, PriceQuery, parse_shoe};
use croupier_report::{ReportTable, in_force_json};
use croupier_rules::book::{Chosen, Shelf, TextPlaces};
use croupier_rules::games::AnyGame;
use croupier_rules::house::{HouseFile, check_table};
use croupier_rules::offer::quote;
use croupier_sim::job::Shoes;
use jiff::civil::Date;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::batch::NativeBatch;
use crate::device::DeviceRequest;
use crate::errors;
use crate::figures;
use crate::shelf::wagers;
use crate::simulate::{Profits, SimulationRequest, simulate};
use crate::sitting::{NativeAdvisor, NativeSitting};

/// What table is wanted: a game, settings, and a house file with its text and the name of its table.
pub(crate) struct TableRequest {
    pub(crate) name: String,
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) house: Option<(String, String, Option<String>)>,
}

/// A table.
#[pyclass(frozen, module = "croupier._croupier")]
pub(crate) struct NativeTable {
    pub(crate) shelf: &'static Shelf,
    pub(crate) name: String,
    pub(crate) day: Date,
    pub(crate) chosen: Chosen,
}

/// What is asked about prices or best play.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Asked {
    shoe: Option<String>,
    exact: bool,
    known: Option<String>,
    stake: Option<String>,
    chart: Option<String>,
    against: Vec<(String, String)>,
}

impl NativeTable {
    pub(crate) fn new(
        py: Python<'_>,
        shelf: &'static Shelf,
        request: TableRequest,
        day: Date,
    ) -> PyResult<Self> {
        let (day, mut chosen) = match &request.house {
            Some(house) => of_house(py, shelf, &request.name, house, day)?,
            None => (day, Chosen::default()),
        };
        let (book, game) = shelf.game_on(&request.name, day).map_err(|error| errors::unknown(py, &error))?;
        if let Some(in_force) = book.in_force()
            && day < in_force.from
        {
            return Err(errors::usage(
                py,
                format!("{} is in force from {}, not on {day}", book.id(), in_force.from),
            ));
        }
        let envelope = game.envelope();
        for (key, value) in &request.settings {
            chosen.choose(key, value, &envelope).map_err(|refusal| errors::refused(py, book, &refusal))?;
        }
        chosen.check(&envelope).map_err(|refusal| errors::refused(py, book, &refusal))?;
        Ok(Self { name: request.name, day, chosen, shelf })
    }

    /// The table as reports take it. Its game was found when it was made.
    pub(crate) fn table(&self) -> ReportTable<'static> {
        let (book, game) = self.shelf.game_on(&self.name, self.day).expect("the game was found before");
        ReportTable::new(book, game, self.chosen.clone())
    }

    pub(crate) fn rules(&self) -> AnyGame {
        self.table().rules
    }

    fn query(&self, py: Python<'_>, asked: &Asked) -> PyResult<PriceQuery> {
        let table = self.table();
        let shoe = asked.shoe.as_ref().map(|text| parse_shoe(&table.rules, text)).transpose();
        let shoe = shoe.map_err(|error| errors::usage(py, error))?;
        let known = asked.known.as_deref().map(|known| match known {
            "replaced" => Ok(Known::Replaced),
            "totals" => Ok(Known::Totals),
            "bankers-cards" => Ok(Known::BankersCards),
            "both-cards" => Ok(Known::BothCards),
            other => Err(errors::usage(
                py,
                format!("known=`{other}`: there are replaced, totals, bankers-cards, both-cards"),
            )),
        });
        let against = asked.against.iter().map(|(wager, amount)| {
            let words: Vec<&str> = wager.split_whitespace().collect();
            let quote = quote(&table.rules, table.game.conduct(), &words);
            let quote = quote.map_err(|refusal| errors::refused(py, table.book, &refusal))?;
            Ok((quote.wager, money(py, amount)?))
        });
        Ok(PriceQuery {
            spread: shoe.as_ref().is_some_and(|written| written.spread),
            shoe: shoe.map(|written| written.shoe),
            precision: if asked.exact { Precision::Fractions } else { Precision::Decimals },
            known: known.transpose()?,
            chart: asked.chart.clone(),
            stake: asked.stake.as_deref().map(|stake| money(py, stake)).transpose()?,
            against: against.collect::<PyResult<_>>()?,
        })
    }
}

/// The day and the settings of a table of a house file that breaks no provision.
fn of_house(
    py: Python<'_>,
    shelf: &Shelf,
    game: &str,
    (file, text, named): &(String, String, Option<String>),
    today: Date,
) -> PyResult<(Date, Chosen)> {
    let house = HouseFile::read(file, text, shelf).map_err(|error| errors::book_error(py, &error))?;
    let of_game = house.tables.iter().filter(|table| table.game.get_ref() == game);
    let found: Vec<_> =
        of_game.filter(|table| named.as_ref().is_none_or(|name| table.name.get_ref() == name)).collect();
    let [table] = found.as_slice() else {
        let names: Vec<&str> = house.tables.iter().map(|table| table.name.get_ref().as_str()).collect();
        let which = named
            .as_ref()
            .map_or_else(|| format!("{} tables", found.len()), |name| format!("no table `{name}`"));
        return Err(errors::usage(
            py,
            format!("{file} has {which} of {game}; its tables are {}", names.join(", ")),
        ));
    };
    let breaches = check_table(&house, table, shelf, today);
    if let Some(breach) = breaches.first() {
        let (line, column) = TextPlaces::new(text).of(breach.at.start);
        let because = breach.cites.join(", ");
        let message = format!(
            "{file}:{line}:{column}: {}: {}; {} ({because})",
            breach.table, breach.found, breach.allowed
        );
        return Err(errors::breach(py, message, line, column, &breach.cites));
    }
    let day = house.day(today);
    let (_, game) = shelf.game_on(game, day).map_err(|error| errors::unknown(py, &error))?;
    Ok((day, table.chosen(game)))
}

/// An amount.
pub(crate) fn money(py: Python<'_>, text: &str) -> PyResult<Money> {
    text.parse().map_err(|error| errors::usage(py, format!("`{text}` {error}")))
}

#[pymethods]
impl NativeTable {
    /// The table in words, as JSON: name, family, day, settings, wagers.
    fn describe(&self) -> String {
        let table = self.table();
        json!({
            "name": table.name(),
            "family": table.rules.family().name(),
            "day": self.day.to_string(),
            "settings": in_force_json(table.game, &table.chosen),
            "wagers": wagers(&table.rules),
        })
        .to_string()
    }

    /// The price of every wager, as JSON.
    fn odds(&self, py: Python<'_>, asked: Asked, wager: Option<String>) -> PyResult<String> {
        let table = self.table();
        let ask = self.query(py, &asked)?;
        let list = py.detach(|| croupier_maths::odds(&table.rules, &ask));
        let list = list.map_err(|error| errors::usage(py, format!("{}: {error}", table.name())))?;
        let prices: Vec<_> = list.prices.into_iter().chain(list.combined).collect();
        let prices = match wager {
            None => prices,
            Some(words) => {
                let one = py.detach(|| {
                    croupier_maths::price_of(&table.rules, table.game.conduct(), &words, &ask, &prices)
                });
                vec![one.map_err(|error| errors::usage(py, error))?]
            }
        };
        let prices: Vec<Value> = prices.iter().map(|price| figures::price(table.book, price)).collect();
        Ok(Value::from(prices).to_string())
    }

    /// Best play, as JSON; `None` if nothing is decided after the bets.
    fn strategy(&self, py: Python<'_>, asked: Asked) -> PyResult<Option<String>> {
        let table = self.table();
        let ask = self.query(py, &asked)?;
        let strategy = py.detach(|| croupier_maths::strategy(&table.rules, &ask));
        let strategy = strategy.map_err(|error| errors::usage(py, format!("{}: {error}", table.name())))?;
        Ok(strategy.map(|found| figures::strategy(&found).to_string()))
    }

    /// The best chart of a blackjack table as a file.
    fn chart(&self, py: Python<'_>, asked: Asked) -> PyResult<String> {
        let table = self.table();
        let ask = self.query(py, &asked)?;
        let chart = py.detach(|| croupier_maths::chart_file(&table.rules, &ask));
        chart.map_err(|error| errors::usage(py, format!("{}: {error}", table.name())))
    }

    /// A simulation: its report as JSON, and for each wager the profits in parts of the stake with their counts.
    fn simulate(
        &self,
        py: Python<'_>,
        request: SimulationRequest,
        device: DeviceRequest,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(String, Vec<Profits>)> {
        simulate(py, self, request, device, progress)
    }

    /// Blackjack tables that are stepped together.
    #[pyo3(signature = (tables, seed, cut=None, parallel=false))]
    fn batch(
        &self,
        py: Python<'_>,
        tables: usize,
        seed: u64,
        cut: Option<u8>,
        parallel: bool,
    ) -> PyResult<NativeBatch> {
        let shoes = cut.map_or(Shoes::Fresh, Shoes::Cut);
        NativeBatch::new(py, &self.rules(), shoes, tables, seed, parallel)
    }

    /// Best play that can be asked at every decision of a sitting.
    fn advisor(&self, py: Python<'_>) -> PyResult<NativeAdvisor> {
        let rules = self.rules();
        let advisor = py.detach(|| Advisor::new(&rules));
        advisor.map(NativeAdvisor).map_err(|error| errors::usage(py, error))
    }

    /// A sitting at the table: people who bet and decide, and a dealer who deals from a seed.
    fn sitting(&self, py: Python<'_>, people: Vec<String>, seed: u64) -> PyResult<NativeSitting> {
        NativeSitting::new(py, self, people, seed)
    }
}
