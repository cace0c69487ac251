//! The game-mathematics report of a table (PAR), in the form that test laboratories use.

mod html;
mod printed;
mod tables;
mod text;

pub use html::REPORT_STYLE;

use croupier_kit::Money;
use croupier_maths::proof::proofs;
use croupier_maths::{Price, PriceQuery, Strategy};
use croupier_rules::book::Provision;
use jiff::civil::Date;
use serde_json::{Value, json};

use crate::error::ReportError;
use crate::price_json::price_json;
use crate::progress::ReportProgress;
use crate::report_table::{ReportTable, table_prices};
use crate::risk::{BettingPlan, RiskOf, risk_json, risks};
use crate::settings::{EdgeChange, SettingWorth, in_force, in_force_json, worths};
use crate::strategy::strategy_json;

/// The player for whom the report shows risks: one unit per round, 60 rounds per hour, 1000 rounds, a bankroll of 100
/// units.
const PLAN: BettingPlan = BettingPlan {
    bet: Money::from_minor(100),
    bankroll: Some(Money::from_minor(10_000)),
    rounds: 1000,
    per_hour: 60,
};

/// The contents of a report.
pub struct ParReport<'s> {
    table: ReportTable<'s>,
    day: Date,
    prices: Vec<Price>,
    /// Best play, if the game has decisions; or why it is not known.
    strategy: Result<Option<Strategy>, String>,
    risks: Vec<RiskOf>,
    worths: Vec<SettingWorth>,
    program: String,
}

impl<'s> ParReport<'s> {
    /// The report on a table under the law of a day. `stake` is the bet that is priced, where a commission is rounded, and
    /// `program` the digest of the program.
    ///
    /// # Errors
    /// When it cannot be computed, or whoever waits for it has stopped it.
    pub fn new(
        table: ReportTable<'s>,
        day: Date,
        stake: Option<Money>,
        program: String,
        progress: &dyn ReportProgress,
    ) -> Result<Self, ReportError> {
        let ask = PriceQuery { stake, ..PriceQuery::default() };
        progress.say(&format!("pricing {}", table.name()));
        let prices = table_prices(&table, &ask)?;
        if progress.is_stopped() {
            return Err(ReportError::Stopped);
        }
        progress.say("solving best play");
        let strategy = croupier_maths::strategy(&table.rules, &ask).map_err(|error| error.to_string());
        let worths = worths(table.book, table.game, &table.chosen, &prices, progress, &|_| true)?;
        progress.say("computing risks");
        let risks = risks(&prices, &PLAN)?;
        Ok(Self { table, day, prices, strategy, risks, worths, program })
    }

    /// The provisions of the game that are in force on the given day.
    fn provisions(&self) -> impl Iterator<Item = &'s Provision> {
        let (game, day) = (self.table.game.id(), self.day);
        let concerns = move |provision: &&Provision| {
            let named = provision.games.is_empty() || provision.games.iter().any(|id| id == game);
            named && provision.holds_on(day)
        };
        self.table.book.provisions().iter().filter(concerns)
    }

    /// The particulars of the report.
    fn particulars(&self) -> Vec<(&'static str, String)> {
        let book = self.table.book;
        vec![
            ("Game", self.table.game.title().to_owned()),
            ("Rules", book.title().to_owned()),
            ("Table", self.table.name()),
            ("Law of", self.day.to_string()),
            ("Rulebook, blake3", book.digest().to_owned()),
            ("Program", format!("croupier {}", env!("CARGO_PKG_VERSION"))),
            ("Program, blake3", self.program.clone()),
        ]
    }

    /// The settings in force, with the provisions that limit them.
    fn settings(&self) -> Vec<(String, String, String, String)> {
        let of = |(key, value): (String, String)| {
            let setting = self.table.game.settings().iter().find(|setting| *setting.key == *key);
            let bounds = setting.map_or_else(|| "an amount".to_owned(), |setting| setting.bounds.to_string());
            let cites = setting.map_or(self.table.game.conduct().limits, |setting| setting.cites);
            (key, value, bounds, self.table.cite(cites).join(", "))
        };
        in_force(self.table.game, &self.table.chosen).into_iter().map(of).collect()
    }

    /// The methods used to compute the prices, each listed once.
    fn methods(&self) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for price in self.prices.iter().filter(|price| !price.method.is_empty()) {
            let bound = match price.edge.exact() {
                Some(_) => String::new(),
                None => format!(" (edge within {:.1e})", price.edge.within()),
            };
            let text = format!("{}{bound}.", price.method.trim_end_matches('.'));
            if !found.contains(&text) {
                found.push(text);
            }
        }
        found
    }

    fn proofs(&self) -> Vec<String> {
        proofs(self.table.book, &self.table.name(), &self.table.rules, &self.prices)
    }

    /// The odds that the table offers.
    fn pays(&self) -> Vec<(String, String)> {
        let terms = self.table.game.terms(&self.table.chosen);
        terms.pays.iter().map(|term| (term.key.to_string(), term.is.to_string())).collect()
    }

    /// The report as JSON.
    pub fn json(&self) -> Value {
        let provision = |p: &Provision| json!({ "id": p.id, "gist": p.gist, "reading": p.reading });
        let strategy = match &self.strategy {
            Ok(Some(strategy)) => strategy_json(strategy),
            Ok(None) => Value::Null,
            Err(why) => json!({ "unsolved": why }),
        };
        let worth = |worth: &SettingWorth| {
            let edges: Vec<Value> = worth.edges.iter().map(EdgeChange::json).collect();
            json!({ "setting": worth.key, "now": worth.now, "value": worth.value, "cites": worth.cites, "wagers": edges })
        };
        json!({
            "report": "game mathematics",
            "rules": self.table.name(),
            "title": self.table.game.title(),
            "law_of": self.day.to_string(),
            "rulebook": { "title": self.table.book.title(), "digest": self.table.book.digest() },
            "program": { "version": env!("CARGO_PKG_VERSION"), "digest": self.program },
            "house": in_force_json(self.table.game, &self.table.chosen),
            "provisions": self.provisions().map(provision).collect::<Vec<_>>(),
            "wagers": self.prices.iter().map(|price| price_json(self.table.book, price)).collect::<Vec<_>>(),
            "strategy": strategy,
            "risk": self.prices.iter().zip(&self.risks).map(|(price, of)| risk_json(price, of, &PLAN)).collect::<Vec<_>>(),
            "settings": self.worths.iter().map(worth).collect::<Vec<_>>(),
            "method": self.methods(),
            "proof": self.proofs(),
        })
    }
}
