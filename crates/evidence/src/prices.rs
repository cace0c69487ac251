//! The exact prices of every wager of every game, at the usual settings.

use croupier_kit::Ratio;
use croupier_maths::{Figure, Price, PriceQuery};
use croupier_report::{
    ReportError, ReportProgress, ReportTable, figure_text, odds_words, prices_json, table_prices,
};
use croupier_rules::book::{Book, Chosen, Shelf};
use jiff::civil::Date;
use serde_json::Value;

use crate::artefact::Artefact;
use crate::books::books_on;

/// A wager with its price.
#[derive(Clone, Debug)]
pub struct PricedWager {
    /// The game, as `RULEBOOK/GAME`.
    pub game: String,
    /// The wager.
    pub wager: String,
    /// What it pays.
    pub odds: String,
    /// The chances of the bet to be won, lost, and returned.
    pub chances: [Figure; 3],
    /// The house's expected gain, per unit of the bet as made.
    pub edge: Figure,
    /// How it was computed.
    pub method: String,
    /// The provisions of the wager.
    pub provisions: Vec<String>,
}

impl PricedWager {
    fn of(game: &str, book: &Book, price: &Price) -> Self {
        let text = |rule: &croupier_rules::law::Rule| book.citations().text(*rule).to_owned();
        Self {
            game: game.to_owned(),
            wager: price.wager.clone(),
            odds: odds_words(price),
            chances: [price.win.clone(), price.lose.clone(), price.void.clone()],
            edge: price.edge.clone(),
            method: price.method.clone(),
            provisions: price.cites.iter().map(text).collect(),
        }
    }

    /// What a player gets back of a unit of the bet, in theory.
    pub fn returned(&self) -> f64 {
        1.0 - self.edge.value()
    }

    /// The return as a fraction where there is one, otherwise as a decimal.
    fn return_text(&self) -> String {
        let exact = self.edge.exact().map(|edge| Ratio::one() - edge.clone());
        exact.map_or_else(|| format!("{:.12}", self.returned()), |fraction| fraction.to_string())
    }

    fn row(self) -> [String; 11] {
        let [win, lose, void] = self.chances.each_ref().map(figure_text);
        let (returned, return_text) = (self.returned(), self.return_text());
        [
            self.game,
            self.wager,
            self.odds,
            win,
            lose,
            void,
            figure_text(&self.edge),
            return_text,
            format!("{returned:.9}"),
            self.method,
            self.provisions.join("; "),
        ]
    }
}

const HEADS: [&str; 11] = [
    "game",
    "wager",
    "odds",
    "won",
    "lost",
    "void",
    "edge",
    "return",
    "return_decimal",
    "method",
    "provisions",
];

/// The tables of all games at their usual settings.
fn tables(shelf: &Shelf, day: Option<Date>) -> impl Iterator<Item = ReportTable<'_>> {
    books_on(shelf, day)
        .flat_map(|book| book.games().iter().map(move |game| ReportTable::new(book, game, Chosen::default())))
}

/// The prices of all wagers of all games at their usual settings.
///
/// # Errors
/// When a game cannot be priced, or whoever waits has stopped it.
pub fn priced_wagers(
    shelf: &Shelf,
    day: Option<Date>,
    progress: &dyn ReportProgress,
) -> Result<Vec<PricedWager>, ReportError> {
    let mut wagers = Vec::new();
    each_table(shelf, day, progress, |table, prices| {
        let name = table.name();
        wagers.extend(prices.iter().map(|price| PricedWager::of(&name, table.book, price)));
    })?;
    Ok(wagers)
}

fn each_table(
    shelf: &Shelf,
    day: Option<Date>,
    progress: &dyn ReportProgress,
    mut with: impl FnMut(&ReportTable<'_>, &[Price]),
) -> Result<(), ReportError> {
    let of = tables(shelf, day).count();
    for (step, table) in (1..).zip(tables(shelf, day)) {
        if progress.is_stopped() {
            return Err(ReportError::Stopped);
        }
        progress.say_step(&format!("pricing {}", table.name()), step, of);
        let prices = table_prices(&table, &PriceQuery::default())?;
        with(&table, &prices);
    }
    Ok(())
}

/// The prices as JSON, with every payment, and as a table.
pub(crate) fn price_artefacts(
    shelf: &Shelf,
    day: Option<Date>,
    progress: &dyn ReportProgress,
) -> Result<Vec<Artefact>, ReportError> {
    let (mut all, mut rows): (Vec<Value>, Vec<[String; 11]>) = (Vec::new(), Vec::new());
    each_table(shelf, day, progress, |table, prices| {
        let name = table.name();
        all.push(prices_json(table, &PriceQuery::default(), prices));
        rows.extend(prices.iter().map(|price| PricedWager::of(&name, table.book, price).row()));
    })?;
    Ok(vec![
        Artefact::csv(
            "prices.csv",
            "edge and theoretical return of every wager at the usual settings",
            HEADS,
            rows,
        ),
        Artefact::json(
            "prices.json",
            "the same with the probability of every payment, as `croupier odds --json` writes it",
            &Value::Array(all),
        ),
    ])
}
