//! A database whose houses are copied while nodes serve them.
//!
//! Entries never change, so the picture is fixed by the heads, which are read in one statement: what is written meanwhile is not in it,
//! and no transaction stays open that would keep old rows alive.

use std::path::Path;

use croupier_house::ids::HouseId;
use croupier_house::store::{HouseHead, Store};
use croupier_postgres::PostgresReader;
use croupier_store::{SqliteStore, StoreOptions};

use super::secrets::key_of;
use crate::checkpoints::CheckpointLog;
use crate::config::StoreAddress;
use crate::dealing::{KEY_FILE, KeyFile};
use crate::error::{ServeError, failed};
use crate::houses::HouseKind;
use crate::migration::{copy_published, copy_to};
use crate::sealed_secrets::SecretFile;
use crate::sessions::{ACCOUNTS, Accounts};
use crate::storage::{DatabaseState, Tables, kind_of, mark_demo};

/// A database whose houses are copied.
pub(super) struct CopiedDatabase {
    reader: PostgresReader,
    checkpoints: CheckpointLog,
    state: DatabaseState,
}

impl CopiedDatabase {
    /// Opens the database of an address. Nothing in it is changed.
    pub(super) fn open(address: &StoreAddress) -> Result<Self, ServeError> {
        let reader = PostgresReader::open(address.text()).map_err(failed)?;
        let state = DatabaseState::read(&Tables::Database(reader.tables())).map_err(failed)?;
        state.check(None)?;
        let checkpoints = CheckpointLog::at(Tables::Database(reader.tables()));
        Ok(Self { reader, checkpoints, state })
    }

    /// The secrets: the key, which is in the data folder of every node, and the accounts of the database.
    pub(super) fn secrets(&self, data: &Path) -> Result<Vec<SecretFile>, ServeError> {
        let path = data.join(KEY_FILE);
        match KeyFile::read(data) {
            key @ KeyFile::Keys(_) if self.state.fits(&key) => {}
            KeyFile::Keys(_) => {
                return Err(ServeError(format!("{} is not the key of these houses", path.display())));
            }
            KeyFile::Missing => {
                return Err(ServeError(format!(
                    "{} is missing: name the data folder of a node with --data, or leave the secrets behind",
                    path.display()
                )));
            }
            KeyFile::Unreadable(why) => return Err(ServeError(format!("{}: {why}", path.display()))),
        }
        let accounts = Accounts::at(Tables::Database(self.reader.tables()));
        Ok(vec![key_of(data)?, (ACCOUNTS.to_owned(), accounts.picture().map_err(failed)?)])
    }

    /// Copies journals, checkpoints and marks of demo houses into a folder.
    pub(super) fn copy(&self, to: &Path, report: &mut dyn FnMut(&str)) -> Result<(), ServeError> {
        // A checkpoint that is published after this may name a later entry than the copy has.
        let published = self.published()?;
        let heads = self.reader.heads().map_err(failed)?;
        if heads.is_empty() {
            return Err(ServeError("the database does not contain a house".to_owned()));
        }
        report(&format!(
            "copying the journals, {} entries",
            heads.iter().map(|(_, head)| head.sequence).sum::<u64>()
        ));
        let store = SqliteStore::open(to, StoreOptions::default()).map_err(failed)?;
        for (house, head) in &heads {
            self.copy_journal(&store, *house, head, report)?;
        }
        drop(store);
        let checkpoints = CheckpointLog::open(to)?;
        for (house, last) in published {
            copy_published(&self.checkpoints, &checkpoints, house, last)?;
        }
        for (house, _) in &heads {
            if kind_of(Some(self.reader.tables()), to, *house)? == HouseKind::Demo {
                mark_demo(None, to, *house)?;
            }
        }
        Ok(())
    }

    /// The number of the last checkpoint of each house.
    fn published(&self) -> Result<Vec<(HouseId, u64)>, ServeError> {
        let mut published = Vec::new();
        for (house, _) in self.reader.heads().map_err(failed)? {
            published.extend(self.checkpoints.latest(house)?.map(|latest| (house, latest.number)));
        }
        Ok(published)
    }

    fn copy_journal(
        &self,
        store: &SqliteStore,
        house: HouseId,
        head: &HouseHead,
        report: &mut dyn FnMut(&str),
    ) -> Result<(), ServeError> {
        let read = |next, most| self.reader.entries(house, next, most);
        copy_to(&read, store, house, head.sequence, report)?;
        if store.head(house).map_err(failed)?.as_ref() == Some(head) {
            return Ok(());
        }
        Err(ServeError(format!("the journal of house {} became another one while it was copied", house.0)))
    }
}
