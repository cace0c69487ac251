//! Checks a house against the books that its tables name.

use std::ops::Range;

use croupier_kit::Odds;
use jiff::civil::Date;
use toml::Spanned;

use super::case::Case;
use super::file::HouseFile;
use super::requirements::answer;
use super::table::HouseTable;
use crate::book::{Chosen, Shelf};
use crate::fixed::Term;
use crate::law::{Cites, Refusal};

/// A property of a house that a book does not permit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach {
    /// The position, in bytes of the house file.
    pub at: Range<usize>,
    /// The table.
    pub table: String,
    /// The id of the book.
    pub rulebook: String,
    /// What was found.
    pub found: String,
    /// What is allowed.
    pub allowed: String,
    /// The provisions; none if the book is silent.
    pub cites: Vec<String>,
}

/// Every breach of the books that the tables of a house name, in the order of the file. A house file without a day is
/// checked as of `today`.
pub fn check(house: &HouseFile, shelf: &Shelf, today: Date) -> Vec<Breach> {
    let mut breaches: Vec<Breach> = Vec::new();
    for table in &house.tables {
        for breach in check_table(house, table, shelf, today) {
            // A fault of a bank or a licence is one breach, however many tables it affects.
            let known = |other: &Breach| {
                (&other.at, &other.cites, &other.found) == (&breach.at, &breach.cites, &breach.found)
            };
            if !breaches.iter().any(known) {
                breaches.push(breach);
            }
        }
    }
    breaches.sort_by_key(|breach| (breach.at.start, breach.at.end));
    breaches
}

/// Every breach at one table of a house, as in [`check`].
pub fn check_table(house: &HouseFile, table: &HouseTable, shelf: &Shelf, today: Date) -> Vec<Breach> {
    let day = house.day(today);
    // A house file with an unknown game could not have been read.
    let Ok((book, game)) = shelf.game_on(table.game.get_ref(), day) else { return Vec::new() };
    let case = Case { house, table, book, game, day, chosen: table.chosen(game) };
    let mut breaches: Vec<Breach> =
        found(&case).into_iter().map(|(at, refusal)| case.breach(at, &refusal)).collect();
    breaches.sort_by_key(|breach| (breach.at.start, breach.at.end));
    breaches
}

/// The refusals for one table, with their positions.
fn found(case: &Case<'_>) -> Vec<(Range<usize>, Refusal)> {
    let mut found = Vec::new();
    found.extend(check_date(case));
    found.extend(check_limits(case));
    found.extend(check_settings(case));
    found.extend(check_pays(case));
    found.extend(check_requirements(case));
    found
}

/// Checks that the book of the table is in force.
fn check_date(case: &Case<'_>) -> Option<(Range<usize>, Refusal)> {
    let in_force = case.book.in_force().filter(|in_force| case.day < in_force.from)?;
    let found = format!("a house of {}", case.day);
    let allowed = format!("{} is in force from {}", case.book.id(), in_force.from);
    let at = case.house.date.as_ref().map_or_else(|| case.table.game.span(), Spanned::span);
    Some((at, Refusal::new(in_force.cite, found, allowed)))
}

/// Checks that limits are amounts, and that the minimum does not exceed the maximum.
fn check_limits(case: &Case<'_>) -> Vec<(Range<usize>, Refusal)> {
    let (table, envelope) = (case.table, case.game.envelope());
    let mut chosen = Chosen::default();
    let mut found = Vec::new();
    for (key, limit) in [("min", &table.min), ("max", &table.max)] {
        if let Some(limit) = limit
            && let Err(refusal) = chosen.choose(key, limit.get_ref(), &envelope)
        {
            found.push((limit.span(), refusal));
        }
    }
    let at = table.max.as_ref().map_or_else(|| table.name.span(), Spanned::span);
    found.extend(chosen.check(&envelope).err().map(|refusal| (at, refusal)));
    found
}

/// Checks that the house's choices are within the book's bounds, and that its statements on fixed terms are correct.
fn check_settings(case: &Case<'_>) -> Vec<(Range<usize>, Refusal)> {
    let envelope = case.game.envelope();
    let terms = case.game.terms(&case.chosen);
    let mut found = Vec::new();
    for (key, value) in &case.table.settings {
        let refused = match terms.rules.iter().find(|term| *term.key == **key) {
            Some(term) => check_term(term, value.get_ref()),
            None => Chosen::default().choose(key, value.get_ref(), &envelope),
        };
        found.extend(refused.err().map(|refusal| (value.span(), refusal)));
    }
    found
}

fn check_term(term: &Term, value: &str) -> Result<(), Refusal> {
    if *term.is == *value {
        return Ok(());
    }
    let allowed = format!("{} is {}, and no house changes it", term.key, term.is);
    Err(Refusal::new(term.cites, format!("{}={value}", term.key), allowed))
}

/// Checks that every wager is in the book and is paid at the book's odds.
fn check_pays(case: &Case<'_>) -> Vec<(Range<usize>, Refusal)> {
    let terms = case.game.terms(&case.chosen);
    let mut found = Vec::new();
    for (wager, odds) in &case.table.pays {
        let refused = match terms.pays.iter().find(|term| *term.key == **wager) {
            Some(term) => check_odds(term, odds.get_ref().as_ref()),
            None => Err(Refusal::new(
                case.game.conduct().no_such_wager,
                format!("a wager `{wager}`"),
                format!("{} has no such wager", case.table.game.get_ref()),
            )),
        };
        found.extend(refused.err().map(|refusal| (odds.span(), refusal)));
    }
    found
}

/// Odds are equal if they pay the same: 4 to 2 is 2 to 1.
fn check_odds(term: &Term, odds: &str) -> Result<(), Refusal> {
    let ratio = |text: &str| text.parse().ok().map(Odds::ratio);
    if ratio(odds) == ratio(&term.is) {
        return Ok(());
    }
    let allowed = format!("{} is paid {}", term.key, term.is);
    Err(Refusal::new(term.cites, format!("{} paid {odds}", term.key), allowed))
}

/// Checks the book's requirements for a house with such a table.
fn check_requirements(case: &Case<'_>) -> Vec<(Range<usize>, Refusal)> {
    let due = case.book.requirements().iter().filter(|requirement| {
        requirement.concerns(case.game.id()) && requirement.applies(|key| case.value(key))
    });
    due.filter_map(|requirement| {
        let lack = answer(requirement.ask, case).err()?;
        Some((lack.at, Refusal::new(Cites::from(requirement.cite), lack.found, lack.allowed)))
    })
    .collect()
}

impl Case<'_> {
    fn breach(&self, at: Range<usize>, refusal: &Refusal) -> Breach {
        Breach {
            at,
            table: self.table.name.get_ref().clone(),
            rulebook: self.book.id().to_owned(),
            found: refusal.found.to_string(),
            allowed: refusal.allowed.to_string(),
            cites: refusal.cites.iter().map(|rule| self.book.citations().text(rule).to_owned()).collect(),
        }
    }
}
