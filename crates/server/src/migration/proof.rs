//! The proof that both ends of a migration have the same house.

use croupier_house::House;
use croupier_house::ids::{DAY_MS, HouseId, KEY_DAYS, StreamId};
use croupier_house::journal::Entry;
use croupier_house::store::Store;
use croupier_rules::book::Shelf;

use super::end::MigrationEnd;
use crate::actor::replay_house;
use crate::clock::wall;
use crate::error::{ServeError, failed};

/// The number of entries that are compared at once.
const PAGE: usize = 1_024;

/// A house that is the same at both ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvedHouse {
    /// Its number.
    pub house: u16,
    /// Its entries.
    pub entries: u64,
    /// The rounds that were played again.
    pub rounds: u64,
    /// The hash of its last entry.
    pub head: String,
    /// The digest of its state, replayed at each end.
    pub state: String,
}

/// Compares a house at both ends: every entry, key and balance, and the state that its journal leads to when every round is
/// judged and paid again.
pub(super) fn prove(
    from: &MigrationEnd,
    to: &MigrationEnd,
    house: HouseId,
    shelf: &'static Shelf,
    report: &mut dyn FnMut(&str),
) -> Result<ProvedHouse, ServeError> {
    let differ = |what: &str| ServeError(format!("house {} differs at the two ends: {what}", house.0));
    let (one, other) = (from.store(), to.store());
    let head = one.head(house).map_err(failed)?.unwrap_or_default();
    if other.head(house).map_err(failed)? != Some(head) {
        return Err(differ("its last entry"));
    }
    let sorted = |store: &dyn Store| -> Result<Vec<(i64, i64)>, ServeError> {
        let mut balances = store.balances(house).map_err(failed)?;
        balances.retain(|(_, minor)| *minor != 0);
        balances.sort_unstable();
        Ok(balances)
    };
    if sorted(one)? != sorted(other)? {
        return Err(differ("its balances"));
    }
    report(&format!("house {}: comparing {} entries and their keys", house.0, head.sequence));
    compare_entries(one, other, house).map_err(|what| differ(&what))?;
    report(&format!("house {}: judging every round again at both ends", house.0));
    let state = |store: &dyn Store| -> Result<(House<'static>, [u8; 32]), ServeError> {
        let replayed = replay_house(house, shelf, store).map_err(failed)?;
        let digest = replayed.state_digest().map_err(failed)?;
        Ok((replayed, digest))
    };
    let ((replayed, digest), (_, again)) = (state(one)?, state(other)?);
    if digest != again {
        return Err(differ("the state that its journal leads to"));
    }
    for table in std::iter::once(None).chain(replayed.tables().iter().map(|table| Some(table.id))) {
        let stream = StreamId { house, table };
        if one.version(stream).map_err(failed)? != other.version(stream).map_err(failed)? {
            return Err(differ("the version of a journal"));
        }
    }
    let hex = |hash: [u8; 32]| blake3::Hash::from_bytes(hash).to_hex().to_string();
    let rounds = replayed.tables().iter().map(|table| table.rounds).sum();
    Ok(ProvedHouse {
        house: house.0,
        entries: head.sequence,
        rounds,
        head: hex(head.hash),
        state: hex(digest),
    })
}

/// Compares every entry, and the place of every key that is not too old to be stored.
fn compare_entries(one: &dyn Store, other: &dyn Store, house: HouseId) -> Result<(), String> {
    let oldest = wall().saturating_sub(KEY_DAYS * DAY_MS);
    let mut next = 1;
    loop {
        let read = |store: &dyn Store| store.entries(house, next, PAGE).map_err(|error| error.to_string());
        let (page, same) = (read(one)?, read(other)?);
        if page != same {
            return Err(format!("an entry from {next} on"));
        }
        let Some(last) = page.last() else { return Ok(()) };
        next = last.sequence + 1;
        for stored in page {
            let sequence = stored.sequence;
            let entry =
                Entry::read(stored.stream, sequence, stored.bytes).map_err(|error| error.to_string())?;
            let Some((key, _)) = entry.body.key.filter(|_| entry.body.at >= oldest) else { continue };
            let find = |store: &dyn Store| store.find_key(key).map_err(|error| error.to_string());
            let (known, same) = (find(one)?, find(other)?);
            if known.is_none() || known != same {
                return Err(format!("the key of entry {sequence}"));
            }
        }
    }
}
