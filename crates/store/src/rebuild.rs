//! Making again what follows from the entries, in any store. Entries are never touched.

use croupier_house::ids::{DAY_MS, HouseId, KEY_DAYS, StreamId};
use croupier_house::journal::Entry;
use croupier_house::store::{HouseHead, StoreError, StoredEntry, StoredKey};
use rustc_hash::FxHashMap;

use crate::derived::{BalanceSums, KeyedCommands, PAGE, RebuiltRows, each_entry};
use crate::findings::JournalPart;

/// Makes a part of a house again from its entries. Keys of commands that are too old at `now`, in milliseconds since 1970,
/// are left out.
///
/// # Errors
/// When an entry cannot be read, something cannot be written, or the part does not follow from the entries.
pub fn rebuild(
    rows: &mut dyn RebuiltRows,
    house: HouseId,
    part: JournalPart,
    now: i64,
) -> Result<(), StoreError> {
    match part {
        JournalPart::Head => head(rows, house),
        JournalPart::Versions => versions(rows, house),
        JournalPart::Balances => balances(rows, house),
        JournalPart::Keys => keys(rows, house, now),
        JournalPart::Entries | JournalPart::Acknowledged | JournalPart::Marks | JournalPart::HeadFile => {
            Err(StoreError::Failed(format!("the {} cannot be made again here", part.name())))
        }
    }
}

fn head(rows: &mut dyn RebuiltRows, house: HouseId) -> Result<(), StoreError> {
    let mut last = None;
    each_entry(rows, house, &mut |stored| {
        last = Some(HouseHead { sequence: stored.sequence, hash: stored.hash });
        Ok(())
    })?;
    rows.put_head(house, last)
}

fn versions(rows: &mut dyn RebuiltRows, house: HouseId) -> Result<(), StoreError> {
    let mut versions: FxHashMap<StreamId, u64> = FxHashMap::default();
    each_entry(rows, house, &mut |stored| {
        versions.insert(stored.stream, stored.version);
        Ok(())
    })?;
    let mut versions: Vec<(StreamId, u64)> = versions.into_iter().collect();
    versions.sort_unstable();
    rows.put_versions(house, &versions)
}

fn balances(rows: &mut dyn RebuiltRows, house: HouseId) -> Result<(), StoreError> {
    let mut sums = BalanceSums::default();
    each_entry(rows, house, &mut |stored| {
        let entry = decoded(stored)?;
        let too_large = |account| StoreError::Damaged(format!("account {account} becomes too large"));
        sums.add(&entry).map_err(too_large)
    })?;
    rows.put_balances(house, &sums.sorted())
}

fn keys(rows: &mut dyn RebuiltRows, house: HouseId, now: i64) -> Result<(), StoreError> {
    let oldest = now.saturating_sub(KEY_DAYS * DAY_MS);
    rows.remove_keys(house)?;
    let (mut commands, mut from) = (KeyedCommands::default(), 0);
    loop {
        let page = rows.entries(house, from, PAGE)?;
        let end = page.last().map(|last| last.sequence + 1);
        let mut ended: Vec<StoredKey> = Vec::new();
        for stored in page {
            let sequence = stored.sequence;
            ended.extend(commands.next(&decoded(stored)?, sequence));
        }
        if end.is_none() {
            ended.extend(commands.end());
        }
        ended.retain(|command| command.at >= oldest);
        rows.put_keys(&ended)?;
        match end {
            Some(next) => from = next,
            None => return Ok(()),
        }
    }
}

fn decoded(stored: StoredEntry) -> Result<Entry, StoreError> {
    let sequence = stored.sequence;
    Entry::read(stored.stream, sequence, stored.bytes)
        .map_err(|error| StoreError::Damaged(format!("entry {sequence}: {error}")))
}
