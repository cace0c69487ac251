//! `croupier rules`: lists rulebooks, games, provisions, readings and settings.

use std::process::ExitCode;

use clap::Args;
use croupier_report::rulebook_json;
use croupier_rules::book::{Book, GameBook, Provision, Shelf};
use jiff::civil::Date;
use serde_json::Value;

use crate::coverage::{self, Account};
use crate::envelope;
use crate::failure::Failure;
use crate::layout::paragraph;
use crate::output::{print, print_json, table};
use crate::scope::Scope;

#[derive(Args)]
pub(crate) struct RulesArgs {
    /// A rulebook, or one game of it [default: all rulebooks]
    #[arg(value_name = "RULEBOOK[/GAME]")]
    name: Option<String>,
    /// Show what is fixed, what is bounded and what is free at a table
    #[arg(long, requires = "name", conflicts_with_all = ["gaps", "coverage"])]
    envelope: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Show how each provision is covered: enforced, recorded or outside, with the law test and the mutation that prove it
    #[arg(long, conflicts_with = "gaps")]
    coverage: bool,
    /// Show where a rulebook is silent or unclear, how it is read, and what another reading is worth
    #[arg(long)]
    gaps: bool,
    /// Exit with status 1 where an enforced provision is not proved (--coverage), or is silent or unclear (--gaps)
    #[arg(long)]
    strict: bool,
    /// Print the format of a rulebook file as a JSON Schema
    #[arg(long, conflicts_with_all = ["name", "envelope", "coverage", "gaps"])]
    schema: bool,
}

pub(crate) fn run(command: &RulesArgs, shelf: &Shelf, day: Option<Date>) -> Result<ExitCode, Failure> {
    if command.schema {
        print_json(&croupier_rules::book::schema())?;
        return Ok(ExitCode::SUCCESS);
    }
    let scopes = Scope::named(command.name.as_deref(), shelf, day)?;
    if command.coverage || command.gaps {
        let account = if command.gaps { Account::Gaps } else { Account::Coverage };
        coverage::print_account(account, &scopes, command.json)?;
        let fails = command.strict && !coverage::is_complete(account, &scopes);
        return Ok(if fails { ExitCode::from(1) } else { ExitCode::SUCCESS });
    }
    if command.strict {
        return Err(Failure::usage("--strict belongs to --coverage or --gaps".to_owned()));
    }
    match (command.name.is_some(), command.json) {
        (false, true) => print_json(&scopes.iter().map(book_json).collect())?,
        (false, false) => print(scopes.iter().map(summary).collect::<Vec<_>>().join("\n\n"))?,
        (true, json) if command.envelope => {
            scopes.iter().try_for_each(|scope| envelope::print(scope.book, scope.games(), json))?
        }
        (true, true) => scopes.iter().try_for_each(|scope| print_json(&book_json(scope)))?,
        (true, false) => scopes.iter().try_for_each(|scope| print(book_text(scope)))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn book_json(scope: &Scope<'_>) -> Value {
    rulebook_json(scope.book, scope.games(), scope.provisions())
}

/// A summary of a rulebook in a few lines.
fn summary(scope: &Scope<'_>) -> String {
    let book = scope.book;
    let games: Vec<String> =
        book.games().iter().map(|game| format!("  {}/{} — {}", book.id(), game.id(), game.title())).collect();
    format!("{}\n{}", heading(book), games.join("\n"))
}

fn heading(book: &Book) -> String {
    let in_force = book.in_force().map_or_else(
        || "the source names no day of commencement".to_owned(),
        |in_force| {
            let note = in_force.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
            format!("in force from {}{note}", in_force.from)
        },
    );
    let title = paragraph(&format!("{}: {}", book.id(), book.title()));
    let facts = format!(
        "  {in_force}; {} provisions; later changes of the law are not included",
        book.provisions().len()
    );
    format!("{title}\n{}", paragraph(&facts))
}

/// A rulebook with its provisions and settings, as text.
fn book_text(scope: &Scope<'_>) -> String {
    let book = scope.book;
    let mut parts = vec![heading(book)];
    for game in scope.games() {
        parts.push(format!("{}/{} — {}\n{}", book.id(), game.id(), game.title(), settings_table(game, book)));
    }
    parts.push(provisions_table(scope));
    parts.join("\n\n")
}

fn settings_table(game: &GameBook, book: &Book) -> String {
    let mut table = table(["setting", "may be", "default", "provision"]);
    let limits: Vec<&str> = game.conduct().limits.iter().map(|rule| book.citations().text(rule)).collect();
    table.add_row(["min, max", "amounts, min not above max", "none", limits.join(", ").as_str()]);
    for setting in game.settings() {
        let cites: Vec<&str> = setting.cites.iter().map(|rule| book.citations().text(rule)).collect();
        let default = setting.default.as_deref().unwrap_or("as in the rulebook");
        table.add_row([&*setting.key, &setting.bounds.to_string(), default, cites.join(", ").as_str()]);
    }
    table.to_string()
}

fn provisions_table(scope: &Scope<'_>) -> String {
    let mut table = table(["provision", "what it says", "how it is covered"]);
    for provision in scope.provisions() {
        let reading = provision
            .reading
            .as_ref()
            .map(|reading| format!("\nHow it is read: {reading}"))
            .unwrap_or_default();
        table.add_row([provision.id.clone(), format!("{}{reading}", provision.gist), done(provision)]);
    }
    table.to_string()
}

/// How a provision is covered, in words.
fn done(provision: &Provision) -> String {
    let detail = match (&provision.recorded_by, &provision.because) {
        (Some(event), _) => format!(" by {event}"),
        (_, Some(why)) => format!(": {why}"),
        _ if provision.enforced_by.is_empty() => String::new(),
        _ => format!(" (law test: {})", provision.enforced_by.join(", ")),
    };
    let rest = if provision.enforced_by.is_empty() { "awaits" } else { "the rest awaits" };
    let awaits = provision.awaits.as_ref().map(|what| format!("; {rest} the {what}")).unwrap_or_default();
    format!("{}{detail}{awaits}", provision.kind.name())
}
