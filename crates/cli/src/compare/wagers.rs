//! The wagers of several tables side by side. They are matched by their words and by what they cover, so that a wager
//! with another name stands in the same row.

use std::collections::BTreeSet;

use croupier_rules::book::Conduct;
use croupier_rules::games::AnyGame;
use croupier_rules::offer::{Laid, Listing, quote};
use croupier_rules::table::Outcome;

/// The wagers of one table.
pub(super) struct TableWagers<'t> {
    pub(super) listings: &'t [Listing],
    pub(super) rules: &'t AnyGame,
    pub(super) conduct: &'t Conduct,
}

/// One wager at every table that has it.
pub(super) struct WagerRow {
    /// How it is written, the first way first.
    pub(super) forms: Vec<String>,
    /// Its listing at each table.
    pub(super) listings: Vec<Option<usize>>,
    laid: Laid,
    /// What wins, for each way of making it.
    covers: BTreeSet<String>,
}

/// The words of a table for a wager, where they are not those of the row.
pub(super) fn own_name(row: &WagerRow, listing: &Listing) -> String {
    match row.forms.iter().find(|form| listing.forms.contains(form)) {
        Some(form) if *form != row.forms[0] => format!("`{form}`: "),
        _ => String::new(),
    }
}

/// A row for every wager of any table, in the order in which they first occur.
pub(super) fn wager_rows(tables: &[TableWagers<'_>]) -> Vec<WagerRow> {
    let mut rows: Vec<WagerRow> = Vec::new();
    for (at, table) in tables.iter().enumerate() {
        for (place, listing) in table.listings.iter().enumerate() {
            for form in &listing.forms {
                add(&mut rows, tables.len(), (at, place), listing, form, covered(table, listing, form));
            }
        }
    }
    without_repeats(rows)
}

fn add(
    rows: &mut Vec<WagerRow>,
    tables: usize,
    (at, place): (usize, usize),
    listing: &Listing,
    form: &str,
    covers: BTreeSet<String>,
) {
    let free = |row: &WagerRow| row.listings[at].is_none() && row.laid == listing.laid;
    let by_word = rows.iter().position(|row| free(row) && row.forms.iter().any(|known| known == form));
    let by_cover = || rows.iter().position(|row| free(row) && !row.covers.is_disjoint(&covers));
    match by_word.or_else(by_cover) {
        Some(found) => {
            let row = &mut rows[found];
            row.listings[at] = Some(place);
            row.covers.extend(covers);
            if !row.forms.iter().any(|known| known == form) {
                row.forms.push(form.to_owned());
            }
        }
        None => {
            let mut listings = vec![None; tables];
            listings[at] = Some(place);
            rows.push(WagerRow { forms: vec![form.to_owned()], listings, laid: listing.laid, covers });
        }
    }
}

/// What wins with each wager that is written in this form.
fn covered(table: &TableWagers<'_>, listing: &Listing, form: &str) -> BTreeSet<String> {
    let head = |text: &str| text.split(' ').next().map(ToOwned::to_owned);
    let words = listing.words.iter().filter(|words| head(words) == head(form));
    let wins = |words: &String| {
        let words: Vec<&str> = words.split_whitespace().collect();
        let quote = quote(table.rules, table.conduct, &words).ok()?;
        let won = quote.endings.iter().filter(|ending| ending.outcome() == Outcome::Won);
        let mut falls: Vec<String> = won
            .flat_map(|end| if end.falls.is_empty() { vec![end.when.clone()] } else { end.falls.clone() })
            .collect();
        falls.sort();
        (!falls.is_empty()).then(|| falls.join(", "))
    };
    words.filter_map(wins).collect()
}

/// Leaves out a row that only repeats, in other words, what another row has for more tables.
fn without_repeats(rows: Vec<WagerRow>) -> Vec<WagerRow> {
    let count = |row: &WagerRow| row.listings.iter().flatten().count();
    let repeats = |row: &WagerRow, other: &WagerRow| {
        let mut pairs = row.listings.iter().zip(&other.listings);
        count(other) > count(row) && pairs.all(|(own, other)| own.is_none() || own == other)
    };
    let keep: Vec<bool> = rows.iter().map(|row| !rows.iter().any(|other| repeats(row, other))).collect();
    rows.into_iter().zip(keep).filter_map(|(row, keep)| keep.then_some(row)).collect()
}
