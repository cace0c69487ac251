//! Comparing a database with what the index of a node's folder has seen of its houses. A database that was restored to an earlier
//! moment would deal rounds again whose seeds are known.

use std::path::Path;

use croupier_house::store::{Store, StoreError};
use croupier_nodes::SuspensionReason;
use croupier_postgres::PostgresStore;
use croupier_store::index::{KnownHouse, known_houses};

use super::database_state::DatabaseState;
use super::tables::Tables;
use crate::dealing::KeyFile;

/// Checks that the database has every entry that the folder has seen, or has begun a new incarnation since. Otherwise the house is
/// suspended, so that no other node writes to it either.
///
/// # Errors
/// When an entry is missing, or something cannot be read.
pub(super) fn check_known_houses(folder: &Path, store: &PostgresStore) -> Result<(), StoreError> {
    for known in known_houses(folder)? {
        if known.is_in(store)? {
            continue;
        }
        if known.is_followed_by_an_incarnation(store)? {
            let (house, sequence) = (known.house.0, known.head.sequence);
            tracing::warn!(house, sequence, "a new incarnation has begun: the index is made again");
            continue;
        }
        return Err(refuse(folder, store, &known)?);
    }
    Ok(())
}

/// Why a node of this folder must not serve the database.
fn refuse(folder: &Path, store: &PostgresStore, known: &KnownHouse) -> Result<StoreError, StoreError> {
    let KnownHouse { house, head, .. } = known;
    let (seen, folder_name) = (head.sequence, folder.display());
    let Some(found) = store.head(*house)?.map(|found| found.sequence) else {
        return Ok(StoreError::Failed(format!(
            "{folder_name} has seen entry {seen} of house {}, and the database does not have that house: is it another \
             database? If the house is to be served from here all the same, name another folder",
            house.0
        )));
    };
    // Somebody else's database is left alone.
    if DatabaseState::read(&Tables::Database(store.tables()))?.fits(&KeyFile::read(folder)) {
        let reason = match found < seen {
            true => SuspensionReason::Ahead { applied: seen, found },
            false => SuspensionReason::Forked { sequence: seen },
        };
        store.suspend(*house, reason)?;
    }
    let there = match found < seen {
        true => format!("ends at entry {found}"),
        false => "has another entry there".to_owned(),
    };
    Ok(StoreError::Failed(format!(
        "{folder_name} has seen entry {seen} of house {}, and the database {there}: it was restored to an earlier moment, or a \
         standby was promoted without the tail, and it would deal rounds that are known. Promote the right one, or begin a \
         new incarnation with `croupier restore --in-place`",
        house.0
    )))
}
