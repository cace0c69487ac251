//! Comparing a database with what the index of a node's folder has seen of its houses. A database that was restored to an earlier
//! moment would deal rounds again whose seeds are known.

use std::path::Path;

use croupier_house::store::{Store, StoreError};
use croupier_nodes::SuspensionReason;
use croupier_postgres::PostgresStore;
use croupier_store::index::{KnownHouse, KnownStanding, known_houses};

use super::database_state::DatabaseState;
use super::tables::Tables;
use crate::dealing::KeyFile;

/// Checks that the database has every entry that the folder has seen, or has begun a new incarnation since. A house that lacks entries is
/// suspended, so that no other node writes to it either.
///
/// # Errors
/// When an entry is missing, or something cannot be read.
pub(super) fn check_known_houses(folder: &Path, store: &PostgresStore) -> Result<(), StoreError> {
    for known in known_houses(folder)? {
        match known.standing(store)? {
            KnownStanding::Complete => {}
            KnownStanding::Restored => {
                let (house, sequence) = (known.house.0, known.head.sequence);
                tracing::warn!(house, sequence, "a new incarnation has begun: the index is made again");
            }
            KnownStanding::Rolled => return Err(roll_back(folder, store, &known)?),
            KnownStanding::Foreign => return Err(foreign(folder, &known)),
        }
    }
    Ok(())
}

fn foreign(folder: &Path, known: &KnownHouse) -> StoreError {
    StoreError::Failed(format!(
        "{} has seen an incarnation of house {} that the database does not have: is it another database, or was it restored to an \
         earlier moment? Name the right one, or begin a new incarnation with `croupier restore --in-place`",
        folder.display(),
        known.house.0
    ))
}

/// Suspends a house that lacks entries, and says why a node of this folder must not serve it.
fn roll_back(folder: &Path, store: &PostgresStore, known: &KnownHouse) -> Result<StoreError, StoreError> {
    let (house, seen, name) = (known.house, known.head.sequence, folder.display());
    let Some(found) = store.head(house)?.map(|found| found.sequence) else {
        return Ok(StoreError::Failed(format!(
            "{name} has seen entry {seen} of house {}, and the database does not have that house: is it another database? If it \
             is to be served with this one all the same, name another folder",
            house.0
        )));
    };
    let (reason, there) = match found < seen {
        true => (SuspensionReason::Ahead { applied: seen, found }, format!("ends at entry {found}")),
        false => (SuspensionReason::Forked { sequence: seen }, "has another entry there".to_owned()),
    };
    // Somebody else's database is left alone.
    if DatabaseState::read(&Tables::Database(store.tables()))?.fits(&KeyFile::read(folder)) {
        store.suspend(house, reason)?;
    }
    Ok(StoreError::Failed(format!(
        "{name} has seen entry {seen} of house {}, and the database {there}: it was restored to an earlier moment, or a standby was \
         promoted without the tail, and it would deal rounds that are known. Promote the right one, or begin a new incarnation \
         with `croupier restore --in-place`",
        house.0
    )))
}
