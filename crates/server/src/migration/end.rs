//! One end of a migration: a data folder whose journals are in it, or in a database.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use croupier_house::ids::HouseId;
use croupier_house::store::{Store, StoreError};
use croupier_postgres::{ClaimOutcome, LEASE, PostgresOptions, PostgresStore, PostgresTables};
use croupier_store::{SqliteStore, StoreOptions};

use crate::checkpoints::CheckpointLog;
use crate::config::StoreAddress;
use crate::dealing::KEY_FILE;
use crate::error::{ServeError, failed};
use crate::folder;
use crate::houses::HouseKind;
use crate::sessions::{ACCOUNTS, Accounts};
use crate::storage::{DatabaseState, Tables, kind_of, mark_demo, values};

/// The name in the leases of houses while they are moved.
const NODE: &str = "migration";
/// The pause between two tries to claim a house, and between two renewals.
const PAUSE: Duration = Duration::from_millis(250);

/// One end of a migration.
pub(super) struct MigrationEnd {
    folder: PathBuf,
    journals: EndJournals,
    pub(super) accounts: Accounts,
    pub(super) checkpoints: CheckpointLog,
}

enum EndJournals {
    Folder(Box<SqliteStore>),
    Database(Arc<PostgresStore>, Renewing),
}

/// The thread that renews the leases.
struct Renewing {
    stops: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Renewing {
    fn drop(&mut self) {
        self.stops.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

impl MigrationEnd {
    pub(super) fn open(folder: &Path, address: Option<&StoreAddress>) -> Result<Self, ServeError> {
        let own = folder.to_owned();
        let Some(address) = address else {
            let store = SqliteStore::open(folder, StoreOptions::default()).map_err(failed)?;
            let accounts = Accounts::open(&folder.join(ACCOUNTS)).map_err(failed)?;
            let checkpoints = CheckpointLog::open(folder)?;
            return Ok(Self {
                folder: own,
                journals: EndJournals::Folder(Box::new(store)),
                accounts,
                checkpoints,
            });
        };
        let store = PostgresStore::open(address.text(), PostgresOptions::named(NODE)).map_err(failed)?;
        let store = Arc::new(store);
        let (accounts, checkpoints) = (
            Accounts::at(Tables::Database(store.tables())),
            CheckpointLog::at(Tables::Database(store.tables())),
        );
        let renewing = renew(&store)?;
        Ok(Self { folder: own, journals: EndJournals::Database(store, renewing), accounts, checkpoints })
    }

    pub(super) fn store(&self) -> &dyn Store {
        match &self.journals {
            EndJournals::Folder(store) => &**store,
            EndJournals::Database(store, _) => &**store,
        }
    }

    fn tables(&self) -> Option<PostgresTables> {
        match &self.journals {
            EndJournals::Folder(_) => None,
            EndJournals::Database(store, _) => Some(store.tables()),
        }
    }

    /// Where the houses were moved to before; empty if they were not.
    pub(super) fn moved_to(&self) -> Result<String, ServeError> {
        match self.tables() {
            None => Ok(folder::moved_to(&self.folder)?.unwrap_or_default()),
            Some(tables) => Ok(DatabaseState::read(&Tables::Database(tables)).map_err(failed)?.moved),
        }
    }

    /// Claims the houses, so that no server changes them meanwhile. A data folder is locked as a whole.
    pub(super) fn own(&self, houses: &[HouseId], report: &mut dyn FnMut(&str)) -> Result<(), ServeError> {
        let EndJournals::Database(store, _) = &self.journals else { return Ok(()) };
        let until = Instant::now() + LEASE * 3;
        for house in houses {
            let mut is_said = false;
            while let ClaimOutcome::Held { owner, .. } = store.claim(*house).map_err(failed)? {
                if Instant::now() > until {
                    let text =
                        format!("house {} is served by node `{owner}`: stop that server first", house.0);
                    return Err(ServeError(text));
                }
                if !std::mem::replace(&mut is_said, true) {
                    report(&format!("waiting whether node `{owner}` still serves house {}", house.0));
                }
                std::thread::sleep(PAUSE);
            }
        }
        Ok(())
    }

    /// Checks that nothing was begun on the houses here that is not finished.
    pub(super) fn check(&self) -> Result<(), ServeError> {
        match self.tables() {
            None => Ok(()),
            Some(tables) => DatabaseState::read(&Tables::Database(tables)).map_err(failed)?.check_work(None),
        }
    }

    /// Nobody may serve what is moved here until that is finished. A folder has a mark of its own.
    pub(super) fn begin(&self, work: &str) -> Result<(), ServeError> {
        let Some(tables) = self.tables().map(Tables::Database) else { return Ok(()) };
        DatabaseState::read(&tables).map_err(failed)?.check_work(Some(work))?;
        DatabaseState::begin_work(&tables, work).map_err(failed)
    }

    /// The houses here are served where they were moved to, from now on.
    pub(super) fn close(&self, to: &Path) -> Result<(), ServeError> {
        match self.tables() {
            None => folder::mark_moved(&self.folder, &to.display().to_string()),
            Some(tables) => {
                let (sql, to) = ("update cluster set moved = $1", to.display().to_string());
                Tables::Database(tables).query(sql, &values![&*to]).map(drop).map_err(failed)
            }
        }
    }

    /// The houses that were moved here can be served.
    pub(super) fn finish(self) -> Result<(), ServeError> {
        let Self { folder, journals, .. } = self;
        if let EndJournals::Database(store, renewing) = journals {
            drop(renewing);
            for (house, _) in store.owned() {
                store.release(house).map_err(failed)?;
            }
            DatabaseState::end_work(&Tables::Database(store.tables())).map_err(failed)?;
            folder::mark_store(&folder)?;
        }
        folder::end_work(&folder)
    }
}

/// Renews the leases of a store until this is dropped. Whoever loses one notices it at the next write, and at the end.
fn renew(store: &Arc<PostgresStore>) -> Result<Renewing, ServeError> {
    let stops = Arc::new(AtomicBool::new(false));
    let (store, stopped) = (Arc::clone(store), Arc::clone(&stops));
    let work = move || {
        while !stopped.load(Ordering::Relaxed) {
            for (house, _) in store.owned() {
                if let Err(error @ StoreError::NotOwner { .. }) = store.renew(house) {
                    tracing::warn!(house = house.0, %error, "another node has claimed the house that is being moved");
                }
            }
            std::thread::sleep(PAUSE);
        }
    };
    let thread = std::thread::Builder::new().name("leases".to_owned()).spawn(work).map_err(failed)?;
    Ok(Renewing { stops, thread: Some(thread) })
}

/// Copies the house key.
pub(super) fn copy_key(from: &Path, to: &Path) -> Result<(), ServeError> {
    let (from, to) = (from.join(KEY_FILE), to.join(KEY_FILE));
    if !from.exists() {
        return Ok(());
    }
    let key = std::fs::read(&from).map_err(failed)?;
    if to.exists() {
        if std::fs::read(&to).map_err(failed)? == key {
            return Ok(());
        }
        return Err(ServeError(format!("{} is another key than that of the houses", to.display())));
    }
    croupier_store::make_private(&to).map_err(failed)?;
    std::fs::write(&to, key).map_err(failed)
}

/// Marks the houses that are for trying out.
pub(super) fn copy_demo_marks(
    from: &MigrationEnd,
    to: &MigrationEnd,
    houses: &[HouseId],
) -> Result<(), ServeError> {
    for house in houses {
        if kind_of(from.tables(), &from.folder, *house)? == HouseKind::Demo {
            mark_demo(to.tables(), &to.folder, *house)?;
        }
    }
    Ok(())
}
