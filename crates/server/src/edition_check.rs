//! An edition of a rulebook that a house could adopt: its faults, and what it changes against the adopted one.
//!
//! Nothing here runs on the thread of a house: reading, checking and pricing take milliseconds to seconds. Nothing of the
//! edition remains: only what two people adopt is stored.

use std::collections::BTreeMap;

use croupier_fair::Digest;
use croupier_house::Rejection;
use croupier_maths::{PriceQuery, odds};
use croupier_rules::book::{Book, Shelf};
use croupier_rules::house::{HouseTable, check};

use crate::charter_check::{InForce, RULES_PRICED, edge_changes, faults_of};
use crate::wire::{BreachView, EditionCheck};

/// What an edition is compared with, and how.
pub(crate) struct Examined {
    /// The text of the edition.
    pub text: String,
    /// Whether it must be a successor: a text that somebody brings. What the house has stored may be adopted again.
    pub is_new: bool,
    /// The books and the house file in force.
    pub in_force: InForce,
    /// The text of the house file in force.
    pub file_text: Box<str>,
}

/// The edges of a game, by wager; none if it cannot be priced.
type Edges = Vec<(String, f64)>;

/// The whole examination of an edition.
pub(crate) fn examine(examined: &Examined) -> EditionCheck {
    let Examined { text, is_new, in_force, file_text } = examined;
    let digest = Digest::new(*blake3::hash(text.as_bytes()).as_bytes()).to_string();
    let mut found = EditionCheck { digest, ..EditionCheck::default() };
    let read = match is_new {
        true => in_force.library.read_successor(text, in_force.today),
        false => Book::read("the edition", text),
    };
    let book = match read {
        Ok(book) => book,
        Err(error) => {
            found.faults = faults_of(&error);
            // An edition that is older or of another day can be read: its name is shown with its fault.
            if let Ok(book) = Book::read("the edition", text) {
                (found.rulebook, found.title) = (Some(book.id().to_owned()), Some(book.title().to_owned()));
            }
            return found;
        }
    };
    (found.rulebook, found.title) = (Some(book.id().to_owned()), Some(book.title().to_owned()));
    let adopted = in_force.library.law().book(book.id()).ok();
    (found.before, found.after) = (adopted.map(Book::text).unwrap_or_default().to_owned(), text.clone());
    let fits = in_force.library.check_fit(&book, file_text);
    found.unfit = fits.err().map(|Rejection { found, .. }| found);
    if let (None, Some(file)) = (&found.unfit, &in_force.file) {
        let law = in_force.library.law_with(&book);
        let known = check(file, in_force.library.law(), in_force.today);
        let is_new = |breach: &croupier_rules::house::Breach| {
            !known.iter().any(|old| {
                (&old.table, &old.found, &old.cites) == (&breach.table, &breach.found, &breach.cites)
            })
        };
        found.breaches =
            check(file, &law, in_force.today).into_iter().filter(is_new).map(BreachView::from).collect();
        price(&mut found, &file.tables, &book, in_force);
    }
    found
}

/// Finds the wagers whose edge changes at the tables of the book.
fn price(found: &mut EditionCheck, tables: &[HouseTable], book: &Book, in_force: &InForce) {
    let mut priced: BTreeMap<String, Option<Edges>> = BTreeMap::new();
    for table in tables.iter().filter(|table| table.game.get_ref().split('/').next() == Some(book.id())) {
        let (name, today) = (table.game.get_ref(), in_force.today);
        let before = in_force.library.game_on(name, today).ok();
        let after = Shelf::game_of(book, name, today).ok();
        let mut edges: [Edges; 2] = [Vec::new(), Vec::new()];
        let mut is_priced = true;
        for (edges, of) in edges.iter_mut().zip([before, after]) {
            let Some((book, game)) = of else { continue };
            let chosen = table.chosen(game);
            let options: Vec<String> = chosen.iter().map(|(key, value)| format!("{key}={value}")).collect();
            let key = format!("{} {} {options:?}", book.digest(), game.id());
            if !priced.contains_key(&key) && priced.len() == RULES_PRICED {
                is_priced = false;
                continue;
            }
            let compute = || {
                let prices = odds(&game.table(&chosen), &PriceQuery::default()).ok()?.prices;
                Some(prices.into_iter().map(|price| (price.wager, price.edge.value())).collect())
            };
            match priced.entry(key).or_insert_with(compute) {
                Some(known) => edges.clone_from(known),
                None => is_priced = false,
            }
        }
        let [before, after] = edges
            .each_ref()
            .map(|edges| edges.iter().map(|(wager, edge)| (wager.as_str(), *edge)).collect::<Vec<_>>());
        match is_priced {
            true => found.edges.extend(edge_changes(table.name.get_ref(), name, &before, &after)),
            false => found.unpriced.push(table.name.get_ref().clone()),
        }
    }
}
