//! Copying the journal of a house: its entries, and what follows from them.

use croupier_house::EntryRange;
use croupier_house::ids::{DAY_MS, HouseId, KEY_DAYS};
use croupier_house::journal::Entry;
use croupier_house::store::{BalanceChange, Batch, Store, StoreError, StoredEntry, StoredKey, changes_of};

use super::end::MigrationEnd;
use crate::clock::wall;
use crate::error::{ServeError, failed};

/// The number of entries that are copied at once.
const PAGE: usize = 1_024;
/// The number of entries after which progress is reported.
const REPORT_EVERY: u64 = 100_000;

/// The entries of a house from a sequence on, so many at most.
pub(crate) type ReadPage<'a> = dyn Fn(u64, usize) -> Result<Vec<StoredEntry>, StoreError> + 'a;

/// Copies what the other end lacks.
pub(super) fn copy(
    from: &MigrationEnd,
    to: &MigrationEnd,
    house: HouseId,
    report: &mut dyn FnMut(&str),
) -> Result<(), ServeError> {
    let end = from.store().head(house).map_err(failed)?.unwrap_or_default().sequence;
    copy_to(&|next, most| from.store().entries(house, next, most), to.store(), house, end, report)
}

/// Copies what a store lacks of the journal of a house, up to an entry that is the last of a command.
pub(crate) fn copy_to(
    read: &ReadPage<'_>,
    to: &dyn Store,
    house: HouseId,
    end: u64,
    report: &mut dyn FnMut(&str),
) -> Result<(), ServeError> {
    let begun = to.head(house).map_err(failed)?.unwrap_or_default().sequence;
    if begun > end {
        return Err(ServeError(format!(
            "house {} has more entries where it is to go: is it served there?",
            house.0
        )));
    }
    if begun > 0 {
        report(&format!("house {}: {begun} of {end} entries were copied before", house.0));
    }
    let (mut next, mut said) = (begun + 1, begun);
    while next <= end {
        let mut page = read(next, PAGE).map_err(failed)?;
        page.retain(|entry| entry.sequence <= end);
        let batch = batch_of(page, end)?;
        let last = batch.entries.last().ok_or_else(|| missing(house, next))?.sequence;
        to.append(batch).map_err(failed)?;
        next = last + 1;
        if last - said >= REPORT_EVERY || last == end {
            said = last;
            report(&format!("house {}: {last} of {end} entries are copied", house.0));
        }
    }
    Ok(())
}

fn missing(house: HouseId, sequence: u64) -> ServeError {
    ServeError(format!("house {} has no entry {sequence}", house.0))
}

/// The batch of a page: its entries up to the end of the last command that is whole, their balances and keys.
fn batch_of(page: Vec<StoredEntry>, end: u64) -> Result<Batch, ServeError> {
    let decoded =
        page.iter().cloned().map(|stored| Entry::read(stored.stream, stored.sequence, stored.bytes));
    let decoded: Vec<Entry> = decoded.collect::<Result<_, _>>().map_err(failed)?;
    let is_last_page = page.last().is_none_or(|entry| entry.sequence == end);
    let whole = if is_last_page { decoded.len() } else { whole_commands(&decoded) };
    let (mut batch, oldest_key) = (Batch::default(), wall().saturating_sub(KEY_DAYS * DAY_MS));
    for entry in &decoded[..whole] {
        batch.changes.extend(changes_of(entry).into_iter().map(|change| {
            // Within one command an account may be negative for a moment; the end of the journal was checked when it was written.
            BalanceChange { may_overdraw: true, ..change }
        }));
        if entry.body.at >= oldest_key {
            add_key(&mut batch.keys, entry);
        }
    }
    batch.entries = page.into_iter().take(whole).collect();
    Ok(batch)
}

/// How many entries there are before those of the last command, which may go on behind the page.
fn whole_commands(entries: &[Entry]) -> usize {
    let Some(last) = entries.last() else { return 0 };
    let of_last = |entry: &&Entry| last.body.key.is_some() && entry.body.key == last.body.key;
    let whole = entries.len() - entries.iter().rev().take_while(of_last).count();
    // A command with more entries than a page is copied as one: there is none, and it would not be lost.
    if whole == 0 { entries.len() } else { whole }
}

fn add_key(keys: &mut Vec<StoredKey>, entry: &Entry) {
    let Some((key, digest)) = entry.body.key else { return };
    let (version, sequence, at) = (entry.body.version, entry.body.sequence, entry.body.at);
    match keys.last_mut().filter(|known| known.key == key) {
        Some(known) => (known.range.to, known.range.sequence) = (version, sequence),
        None => {
            let range = EntryRange { stream: entry.stream, from: version, to: version, sequence };
            keys.push(StoredKey { key, digest, range, at });
        }
    }
}
