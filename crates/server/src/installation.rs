//! An installation: a data folder with its houses. It is opened before the port.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use croupier_house::command::{Command, Request};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, HouseId, StreamId};
use croupier_house::journal::Entry;
use croupier_house::office::Role;
use croupier_house::store::Store;
use croupier_rules::book::Shelf;
use croupier_store::{MIGRATION_CHUNK, Migration, MigrationProgress, SqliteStore, StoreOptions};
use tokio::sync::mpsc;

use crate::actor::{ActorSettings, ChangeSender, HouseHandle, TableChange};
use crate::clock::wall;
use crate::config::{Config, HouseConfig};
use crate::dealing::{DocumentKey, KEY_FILE, KeyVault};
use crate::error::{ServeError, failed};
use crate::folder::{self, FolderLock};
use crate::houses::{HouseKind, Houses, OpenHouse};
use crate::sessions::{Accounts, LinkPurpose, secret};

/// A data folder with its houses.
pub struct Installation {
    /// The configuration.
    pub config: Config,
    /// The store with the journals.
    pub store: Arc<SqliteStore>,
    /// The houses.
    pub houses: Houses,
    /// The rulebooks.
    pub shelf: &'static Shelf,
    /// Passwords and sessions.
    pub(crate) accounts: Arc<Accounts>,
    /// Changes to tables, for the scheduler.
    pub(crate) changes: mpsc::UnboundedReceiver<TableChange>,
    change_sender: ChangeSender,
    _lock: FolderLock,
}

/// The version of the software, which is recorded with the rounds.
fn build() -> String {
    format!("croupier {}", env!("CARGO_PKG_VERSION"))
}

impl Installation {
    /// Opens a data folder and all its houses.
    ///
    /// # Errors
    /// When the folder cannot be used, or a journal cannot be read.
    pub fn open(config: Config, shelf: &'static Shelf) -> Result<Self, ServeError> {
        let folder = &config.data;
        folder::make(folder)?;
        let lock = folder::lock(folder)?;
        let mut report = report_migration;
        let migration = Migration { chunk: MIGRATION_CHUNK, report: &mut report };
        let options = StoreOptions { pages_max: config.pages_max, busy: config.busy };
        let store = Arc::new(SqliteStore::open_with(folder, options, migration).map_err(failed)?);
        let accounts = Arc::new(Accounts::open(&folder.join("accounts.db")).map_err(failed)?);
        let (change_sender, changes) = ChangeSender::channel();
        let houses = Vec::new();
        let mut installation =
            Self { config, store, houses, shelf, accounts, changes, change_sender, _lock: lock };
        installation.check_keys()?;
        installation.open_existing()?;
        installation.found_configured()?;
        Ok(installation)
    }

    /// Opens the houses that have a journal.
    fn open_existing(&mut self) -> Result<(), ServeError> {
        for number in 1.. {
            let id = HouseId(number);
            if self.store.version(StreamId { house: id, table: None }).map_err(failed)? == 0 {
                return Ok(());
            }
            let kind = if self.demo_mark(id).exists() { HouseKind::Demo } else { HouseKind::Real };
            let actor = self.start_actor(id, Vec::new())?;
            self.add(actor, kind)?;
        }
        Ok(())
    }

    /// Checks that no key is missing. A lost key must not be replaced by a new one, because the data it encrypted
    /// would be unreadable.
    fn check_keys(&self) -> Result<(), ServeError> {
        let path = self.config.data.join(KEY_FILE);
        if path.exists() {
            return Ok(());
        }
        for id in (1..).map(HouseId) {
            if self.store.version(StreamId { house: id, table: None }).map_err(failed)? == 0 {
                break;
            }
            if has_chains(&*self.store, id)? {
                return Err(ServeError(format!(
                    "{} is missing, and house {} has seeds that are encrypted with it: restore the file from a copy of the \
                     data folder (`croupier backup` copies it); open rounds cannot go on without it",
                    path.display(),
                    id.0
                )));
            }
        }
        Ok(())
    }

    fn demo_mark(&self, id: HouseId) -> PathBuf {
        self.config.data.join(format!("demo-{}", id.0))
    }

    /// Founds the configured houses that do not exist yet, in order.
    fn found_configured(&mut self) -> Result<(), ServeError> {
        for place in self.houses.len()..self.config.houses.len() {
            let file = self.config.houses[place].file.clone();
            let text = read(&file)?;
            let learning = self.config.houses[place].learning.clone();
            self.found(&text, HouseKind::Real, learning)?;
        }
        Ok(())
    }

    /// Founds a house with a house file.
    ///
    /// # Errors
    /// When the house file has faults, or the house cannot be stored.
    pub fn found(
        &mut self,
        file: &str,
        kind: HouseKind,
        learning: Vec<Box<str>>,
    ) -> Result<Arc<OpenHouse>, ServeError> {
        let id = HouseId(u16::try_from(self.houses.len() + 1).map_err(failed)?);
        if kind == HouseKind::Demo {
            std::fs::write(self.demo_mark(id), "").map_err(failed)?;
        }
        let actor = self.start_actor(id, learning)?;
        let command = Command::AdoptHouseFile { file: file.to_owned() };
        submit(&actor, Request { key: None, by: Actor::House, command })?;
        self.add(actor, kind)
    }

    fn start_actor(&self, house: HouseId, learning: Vec<Box<str>>) -> Result<HouseHandle, ServeError> {
        let chance = Box::new(KeyVault::open(&self.config.data).map_err(ServeError)?);
        let store = Arc::clone(&self.store) as Arc<dyn Store>;
        let configured = self.config.houses.get(usize::from(house.0).wrapping_sub(1));
        let learning = match configured {
            Some(configured) if learning.is_empty() => configured.learning.clone(),
            _ => learning,
        };
        HouseHandle::open(ActorSettings {
            house,
            shelf: self.shelf,
            build: build(),
            pace: self.config.pace,
            store,
            chance,
            changes: Some(self.change_sender.clone()),
            learning,
            clock: self.config.clock,
        })
        .map_err(failed)
    }

    fn add(&mut self, actor: HouseHandle, kind: HouseKind) -> Result<Arc<OpenHouse>, ServeError> {
        let charter = actor.read_blocking(|state| {
            state.house.office.house_file.as_ref().map(|charter| {
                (charter.licence_holder.clone(), charter.currency.clone(), charter.time_zone.clone())
            })
        });
        let (name, currency, time_zone) = charter.map_err(|p| ServeError(p.message))?.unwrap_or_default();
        let id = actor.id;
        let configured = self.config.houses.get(usize::from(id.0).wrapping_sub(1));
        let documents = DocumentKey::open(&self.config.data, id);
        // A demo house is open to everybody.
        let policy =
            configured.filter(|_| kind == HouseKind::Real).map(HouseConfig::policy).unwrap_or_default();
        let house = Arc::new(OpenHouse { actor, name, currency, time_zone, kind, documents, policy });
        self.houses.push((id, Arc::clone(&house)));
        Ok(house)
    }

    /// Whether an account has a password.
    pub(crate) fn has_account(&self, house: HouseId, handle: &str) -> Result<bool, ServeError> {
        self.accounts.has(house, handle).map_err(failed)
    }

    /// Sets the password of an account.
    pub(crate) fn put_account(&self, house: HouseId, handle: &str, hash: &str) -> Result<(), ServeError> {
        self.accounts.put(house, handle, hash).map_err(failed)
    }

    /// The houses whose managers have neither a password nor a link to set one: nobody can log in to manage them.
    pub(crate) fn without_access(&self) -> Result<Vec<HouseId>, ServeError> {
        let mut found = Vec::new();
        for (id, house) in &self.houses {
            let managers = house.actor.read_blocking(|state| {
                let people = state.house.office.people().filter(|(_, person)| person.role == Role::Manager);
                people.map(|(_, person)| person.handle.to_string()).collect::<Vec<_>>()
            });
            let managers = managers.map_err(|problem| ServeError(problem.message))?;
            let mut has_access = managers.is_empty();
            for handle in &managers {
                has_access |= self.accounts.has(*id, handle).map_err(failed)?;
                has_access |=
                    self.accounts.has_link(*id, handle, LinkPurpose::Password, wall()).map_err(failed)?;
            }
            if !has_access {
                found.push(*id);
            }
        }
        Ok(found)
    }

    /// Creates a one-time token for each house that has no manager yet.
    pub(crate) fn first_manager_tokens(&self) -> Result<Vec<FirstManagerToken>, ServeError> {
        let mut tokens = Vec::new();
        for (id, house) in &self.houses {
            let is_manager = |role| role == Role::Manager;
            let managed = house
                .actor
                .read_blocking(move |state| state.house.office.people().any(|(_, p)| is_manager(p.role)));
            if !managed.map_err(|p| ServeError(p.message))? {
                let token = secret().map_err(failed)?;
                tokens.push(FirstManagerToken { house: *id, name: house.name.clone(), token });
            }
        }
        Ok(tokens)
    }
}

/// The token with which the first manager of a house creates an account.
pub(crate) struct FirstManagerToken {
    pub(crate) house: HouseId,
    /// The name of the house.
    pub(crate) name: String,
    pub(crate) token: String,
}

/// Reports how far the migration of an older database is.
fn report_migration(progress: MigrationProgress) -> ControlFlow<()> {
    let MigrationProgress { stage, done, of } = progress;
    tracing::info!(
        ?stage,
        done,
        of,
        "migrating the journal; it can be interrupted and continues at the next start"
    );
    ControlFlow::Continue(())
}

/// Whether a house has encrypted seeds.
fn has_chains(store: &dyn Store, house: HouseId) -> Result<bool, ServeError> {
    let mut found = false;
    store
        .read_all(house, 1, &mut |stored| {
            // Unreadable entries are reported when the house is opened.
            let entry = Entry::read(stored.stream, stored.sequence, stored.bytes).ok();
            found |= entry.is_some_and(|entry| matches!(entry.body.event, Event::ChainOpened { .. }));
            Ok(())
        })
        .map_err(failed)?;
    Ok(found)
}

fn read(file: &Path) -> Result<String, ServeError> {
    std::fs::read_to_string(file)
        .map_err(|error| ServeError(format!("cannot read {}: {error}", file.display())))
}

/// Sends a command before the server runs.
pub(crate) fn submit(actor: &HouseHandle, order: Request) -> Result<(), ServeError> {
    actor.submit_blocking(order).map(drop).map_err(|problem| ServeError(problem.message))
}
