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
    /// Whether wagers of the same name win on different things at these tables.
    pub(super) differs: bool,
}

/// The words of a table for a wager, where they are not those of the row.
pub(super) fn own_name(row: &WagerRow, listing: &Listing) -> String {
    match row.forms.iter().find(|form| listing.forms.contains(form)) {
        Some(form) if *form != row.forms[0] => format!("`{form}`: "),
        _ => String::new(),
    }
}

/// One way of writing a wager of a table.
struct WrittenWager<'t> {
    /// The table, and its listing.
    at: usize,
    place: usize,
    laid: Laid,
    form: &'t str,
    covers: BTreeSet<String>,
}

/// A row for every wager of any table, in the order in which they first occur.
pub(super) fn wager_rows(tables: &[TableWagers<'_>]) -> Vec<WagerRow> {
    let mut rows: Vec<WagerRow> = Vec::new();
    for (at, table) in tables.iter().enumerate() {
        let mut written: Vec<WrittenWager<'_>> = Vec::new();
        for (place, listing) in table.listings.iter().enumerate() {
            written.extend(listing.forms.iter().map(|form| {
                let covers = covered(table, listing, form);
                WrittenWager { at, place, laid: listing.laid, form, covers }
            }));
        }
        // `place 4` and `put 4` both win on 4 before 7: the one with a similar name is the `place-win 4` of another table.
        written
            .retain(|wager| !joins(&mut rows, wager, &|row| row.forms.iter().any(|form| form == wager.form)));
        written.retain(|wager| {
            let alike = |row: &WagerRow| row.forms.iter().any(|form| similar(form, wager.form));
            !joins(&mut rows, wager, &|row| alike(row) && !row.covers.is_disjoint(&wager.covers))
        });
        written.retain(|wager| !joins(&mut rows, wager, &|row| !row.covers.is_disjoint(&wager.covers)));
        for WrittenWager { place, laid, form, covers, .. } in written {
            let mut listings = vec![None; tables.len()];
            listings[at] = Some(place);
            rows.push(WagerRow { forms: vec![form.to_owned()], listings, laid, covers, differs: false });
        }
    }
    without_repeats(rows)
}

/// Puts a wager into the first row that it matches, and says whether there is one.
fn joins(rows: &mut [WagerRow], wager: &WrittenWager<'_>, matches: &dyn Fn(&WagerRow) -> bool) -> bool {
    let free = |row: &WagerRow| row.listings[wager.at].is_none() && row.laid == wager.laid;
    let Some(row) = rows.iter_mut().find(|row| free(row) && matches(row)) else { return false };
    row.listings[wager.at] = Some(wager.place);
    row.differs |=
        row.covers.is_disjoint(&wager.covers) && !row.covers.is_empty() && !wager.covers.is_empty();
    row.covers.extend(wager.covers.iter().cloned());
    if !row.forms.iter().any(|known| known == wager.form) {
        row.forms.push(wager.form.to_owned());
    }
    true
}

/// Whether the names of two wagers begin with the same word.
fn similar(one: &str, other: &str) -> bool {
    let begins = |form: &str| form.split([' ', '-']).next().map(ToOwned::to_owned);
    begins(one) == begins(other)
}

/// What wins, and against what, with each wager that is written in this form. The cases of a wager only change its odds.
fn covered(table: &TableWagers<'_>, listing: &Listing, form: &str) -> BTreeSet<String> {
    let head = |text: &str| text.split(' ').next().map(ToOwned::to_owned);
    let is_one = listing.words.iter().any(|words| words == form);
    let words =
        listing.words.iter().filter(|words| if is_one { *words == form } else { head(words) == head(form) });
    let decided = |words: &String| {
        let words: Vec<&str> = words.split_whitespace().collect();
        let quote = quote(table.rules, table.conduct, &words).ok()?;
        let of = |outcome: Outcome| {
            quote.endings.iter().filter(move |end| end.outcome() == outcome && !end.is_case)
        };
        let won: BTreeSet<String> = of(Outcome::Won)
            .flat_map(|end| if end.falls.is_empty() { vec![end.when.clone()] } else { end.falls.clone() })
            .collect();
        // On the numbers that lose wheels differ; `any other number` is the same on all of them.
        let lost: BTreeSet<&str> = of(Outcome::Lost).map(|end| &*end.when).collect();
        (!won.is_empty()).then(|| format!("{won:?} against {lost:?}"))
    };
    words.filter_map(decided).collect()
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
