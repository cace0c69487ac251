//! `croupier check`: checks a house file against the regulations of its tables.

use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::process::ExitCode;

use clap::{Args, ValueHint};
use croupier_maths::PriceQuery;
use croupier_report::{ReportProgress, faults_json, favours_text};
use croupier_rules::book::{Chosen, Faults, Shelf, TextPlaces};
use croupier_rules::games::AnyGame;
use croupier_rules::house::{Breach, HouseFile, HousePlan, check};
use croupier_rules::offer::listings;
use croupier_server::file_reader::read_house_file;
use jiff::civil::Date;
use serde_json::{Value, json};

use crate::diagnostic;
use crate::failure::Failure;
use crate::input_file::{display_name, read_text};
use crate::output::{print, print_json, print_styled};
use crate::spinner::Spinner;

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// The house file, or `-` for standard input
    #[arg(value_name = "HOUSE.toml|-", required_unless_present_any = ["schema", "template"], value_hint = ValueHint::FilePath)]
    file: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print the format of a house file as a JSON Schema
    #[arg(long, conflicts_with = "file")]
    schema: bool,
    /// Print a house file with a table for each game of a rulebook, or for one game; can be repeated
    #[arg(long, value_name = "RULEBOOK[/GAME]", conflicts_with_all = ["file", "schema", "json"])]
    template: Vec<String>,
}

/// A house file and its breaches.
struct Checked<'a> {
    file: &'a str,
    text: &'a str,
    house: &'a HouseFile,
    day: Date,
    breaches: &'a [Breach],
    /// What is permitted and still worth knowing.
    notes: Vec<String>,
}

pub(crate) fn run(command: &CheckArgs, shelf: &Shelf, today: Date) -> Result<ExitCode, Failure> {
    if !command.template.is_empty() {
        print(template(&command.template, shelf, today)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let Some(path) = command.file.as_deref() else {
        print_json(&croupier_rules::house::schema())?;
        return Ok(ExitCode::SUCCESS);
    };
    let (file, text) = (display_name(path), read_text(path)?);
    let house = match read_house_file(file, &text, shelf) {
        Ok(house) => house,
        Err(error) if command.json => {
            print_json(&faults_json(file, &error))?;
            return Ok(ExitCode::from(2));
        }
        Err(error) => return Err(Failure::Book(error)),
    };
    let breaches = check(&house, shelf, today);
    let checked = Checked::new(file, &text, &house, &breaches, (shelf, today));
    match command.json {
        true => print_json(&checked.json())?,
        false if std::io::stdout().is_terminal() => print_styled(&checked.drawn())?,
        false => print(checked.plain())?,
    }
    Ok(if breaches.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// What the check of a house file says, for programs.
pub(crate) fn check_json(file: &str, text: &str, shelf: &Shelf, today: Date) -> Result<Value, Failure> {
    let house = read_house_file(file, text, shelf).map_err(Failure::Book)?;
    let breaches = check(&house, shelf, today);
    Ok(Checked::new(file, text, &house, &breaches, (shelf, today)).json())
}

/// A house file for the games of these rulebooks. What no book knows is to be changed: the names, and licences and approvals.
fn template(names: &[String], shelf: &Shelf, today: Date) -> Result<String, Failure> {
    let mut games: Vec<String> = Vec::new();
    for name in names {
        match name.contains('/') {
            true => games.push(name.clone()),
            false => {
                let book = shelf.book(name).map_err(|unknown| Failure::usage(unknown.to_string()))?;
                games.extend(book.games().iter().map(|game| format!("{name}/{}", game.id())));
            }
        }
    }
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    let plan = HousePlan::of_games(shelf, &games, today);
    let plan = plan.map_err(|unknown| Failure::usage(unknown.to_string()))?;
    let plan = HousePlan {
        licence_holder: "The licence holder".to_owned(),
        premises: "The premises".to_owned(),
        currency: "EUR".to_owned(),
        time_zone: "UTC".to_owned(),
        escalated_to: "The authority".to_owned(),
        ..plan
    };
    Ok(plan.write().trim_end().to_owned())
}

/// The wagers of a table at which the player has the edge; not the bank that a player holds against others.
fn favours(rules: &AnyGame) -> Option<String> {
    let mut prices = match croupier_maths::odds(rules, &PriceQuery::default()) {
        Ok(list) => list.prices,
        Err(error) => return Some(format!("not priced, so that nobody knows who has the edge: {error}")),
    };
    let listed = listings(rules);
    prices.retain(|price| listed.iter().any(|listing| listing.name == price.wager));
    favours_text(&prices)
}

/// The tables at which the player has the edge. Tables with the same rules are priced once.
fn notes(house: &HouseFile, shelf: &Shelf, day: Date) -> Vec<String> {
    let spinner = Spinner::start("pricing the tables");
    let mut priced: Vec<(&str, Chosen, Option<String>)> = Vec::new();
    let mut notes = Vec::new();
    for table in &house.tables {
        let id = table.game.get_ref().as_str();
        let Ok((_, game)) = shelf.game_on(id, day) else { continue };
        let chosen = table.chosen(game);
        let known = priced.iter().find(|(other, with, _)| *other == id && *with == chosen);
        let said = known.map_or_else(
            || {
                spinner.say(&format!("pricing {}", table.name.get_ref()));
                favours(&game.table(&chosen))
            },
            |(_, _, said)| said.clone(),
        );
        notes.extend(said.as_ref().map(|text| format!("{}: {text}", table.name.get_ref())));
        priced.push((id, chosen, said));
    }
    notes
}

/// The provisions of a breach, with their rulebook.
fn provisions(breach: &Breach) -> String {
    if breach.cites.is_empty() {
        return format!("{}, which cites no provision", breach.rulebook);
    }
    format!("{} {}", breach.rulebook, breach.cites.join(", "))
}

/// A breach on one line, with its position in the file.
pub(crate) fn breach_line(breach: &Breach, file: &str, places: &mut TextPlaces<'_>) -> String {
    let (line, column) = places.of(breach.at.start);
    let Breach { table, found, allowed, .. } = breach;
    format!("{file}:{line}:{column}: {table}: {found}; {allowed} ({})", provisions(breach))
}

fn breach_json(breach: &Breach, places: &mut TextPlaces<'_>) -> Value {
    let (line, column) = places.of(breach.at.start);
    json!({
        "line": line,
        "column": column,
        "table": breach.table,
        "found": breach.found,
        "allowed": breach.allowed,
        "rulebook": breach.rulebook,
        "cites": breach.cites,
    })
}

impl<'a> Checked<'a> {
    fn new(
        file: &'a str,
        text: &'a str,
        house: &'a HouseFile,
        breaches: &'a [Breach],
        (shelf, today): (&Shelf, Date),
    ) -> Self {
        let day = house.day(today);
        // A table in breach cannot be opened as it is.
        let notes = if breaches.is_empty() { notes(house, shelf, day) } else { Vec::new() };
        Self { file, text, house, day, breaches, notes }
    }

    fn json(&self) -> Value {
        let mut places = TextPlaces::new(self.text);
        let breaches: Vec<Value> =
            self.breaches.iter().map(|breach| breach_json(breach, &mut places)).collect();
        json!({
            "file": self.file,
            "date": self.day.to_string(),
            "tables": self.house.tables.len(),
            "breaches": breaches,
            "notes": self.notes,
        })
    }

    /// One line per breach, then their number.
    fn plain(&self) -> String {
        let mut places = TextPlaces::new(self.text);
        let lines = self.breaches.iter().map(|breach| breach_line(breach, self.file, &mut places));
        lines.chain(self.notes.iter().cloned()).chain([self.summary()]).collect::<Vec<_>>().join("\n")
    }

    /// Each breach shown with its line of the file, then their number.
    fn drawn(&self) -> String {
        let mut faults = Faults::default();
        for breach in self.breaches {
            let help = format!("{} ({})", breach.allowed, provisions(breach));
            faults.add_with_help(breach.at.clone(), format!("{}: {}", breach.table, breach.found), help);
        }
        let report = faults.report("house in order", self.file, self.text);
        let drawn = diagnostic::draw(&report).into_iter().chain(self.notes.iter().cloned());
        drawn.chain([self.summary()]).collect::<Vec<_>>().join("\n\n")
    }

    fn summary(&self) -> String {
        let tables = counted(self.house.tables.len(), "table");
        let as_of = format!("as of {}; later changes of the law are not included", self.day);
        if self.breaches.is_empty() {
            return format!("{}: {tables}, no breach ({as_of})", self.file);
        }
        let broken: BTreeSet<(&str, &str)> = self
            .breaches
            .iter()
            .filter_map(|breach| Some((breach.rulebook.as_str(), breach.cites.first()?.as_str())))
            .collect();
        let breaches = match self.breaches.len() {
            1 => "1 breach".to_owned(),
            many => format!("{many} breaches"),
        };
        let broken = counted(broken.len(), "provision");
        format!("{}: {tables}, {breaches} of {broken} ({as_of})", self.file)
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
