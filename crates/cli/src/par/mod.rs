//! `croupier par`: the game-mathematics report of a table, in the form that test laboratories use.

mod html;
mod printed;
mod tables;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum, ValueHint};
use croupier_kit::Money;
use croupier_maths::proof::proofs;
use croupier_maths::{Price, PriceQuery, Strategy};
use croupier_rules::book::{Provision, Shelf};
use jiff::civil::Date;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::odds::{self, BettingPlan, RiskOf, price_json, risk_json, risks};
use crate::output::{print, write, write_pdf};
use crate::settings::{EdgeChange, SettingWorth, in_force, in_force_json, worths};
use crate::spinner::Spinner;
use crate::strategy;
use crate::table::{SelectedTable, TableArgs};
use crate::version::program_digest;

#[derive(Args)]
pub(crate) struct ParArgs {
    #[command(flatten)]
    table: TableArgs,
    /// The format
    #[arg(long, value_enum, default_value_t = Format::Html)]
    format: Format,
    /// The bet that is priced, where a commission is rounded [default: the smallest on which nothing is]
    #[arg(long, value_name = "AMOUNT")]
    stake: Option<String>,
    /// Print JSON; short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write a PDF to this file; short for --format pdf --output FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["format", "json", "output"])]
    pdf: Option<PathBuf>,
    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A page to print
    Html,
    /// For a terminal
    Text,
    /// For programs
    Json,
    /// A document to print
    Pdf,
}

/// The player for whom the report shows risks: one unit per round, 60 rounds per hour, 1000 rounds, a bankroll of 100
/// units.
const PLAN: BettingPlan = BettingPlan {
    bet: Money::from_minor(100),
    bankroll: Some(Money::from_minor(10_000)),
    rounds: 1000,
    per_hour: 60,
};

/// The contents of a report.
pub(crate) struct ParReport<'t, 's> {
    table: &'t SelectedTable<'s>,
    day: Date,
    prices: Vec<Price>,
    /// Best play, if the game has decisions; or why it is not known.
    strategy: Result<Option<Strategy>, String>,
    risks: Vec<RiskOf>,
    worths: Vec<SettingWorth>,
    program: String,
}

pub(crate) fn run(command: &ParArgs, shelf: &Shelf, day: Date) -> Result<ExitCode, Failure> {
    let table = command.table.on(shelf, day)?;
    let stake = command.stake.as_deref().map(odds::read_stake).transpose()?;
    let report = ParReport::of(&table, day, stake)?;
    let made = match command.format() {
        Format::Html => report.html(),
        Format::Text => report.text(),
        Format::Json => format!("{:#}\n", report.json()),
        Format::Pdf => {
            let path = command.pdf.as_deref().or(command.output.as_deref());
            write_pdf(path, &report.printout().pdf())?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    match &command.output {
        None => print(made.trim_end())?,
        Some(path) => write(path, &made)?,
    }
    Ok(ExitCode::SUCCESS)
}

impl ParArgs {
    fn format(&self) -> Format {
        match (self.json, &self.pdf) {
            (true, _) => Format::Json,
            (false, Some(_)) => Format::Pdf,
            (false, None) => self.format,
        }
    }
}

impl<'t, 's> ParReport<'t, 's> {
    fn of(table: &'t SelectedTable<'s>, day: Date, stake: Option<Money>) -> Result<Self, Failure> {
        let ask = PriceQuery { stake, ..PriceQuery::default() };
        let prices = odds::all(odds::priced(table, &ask)?);
        let spinner = Spinner::start("solving best play");
        let strategy = croupier_maths::strategy(&table.rules, &ask).map_err(|error| error.to_string());
        let worths = worths(table.book, table.game, &table.chosen, &prices, &spinner, &|_| true);
        spinner.say("computing risks");
        let risks = risks(&prices, &PLAN)?;
        Ok(Self { table, day, prices, strategy, risks, worths, program: program_digest() })
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

    fn json(&self) -> Value {
        let provision = |p: &Provision| json!({ "id": p.id, "gist": p.gist, "reading": p.reading });
        let strategy = match &self.strategy {
            Ok(Some(strategy)) => strategy::strategy_json(strategy),
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
