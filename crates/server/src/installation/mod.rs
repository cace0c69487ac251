//! An installation: a data folder with its houses. It is opened before the port. `several` has what is different where its houses
//! are in a database that several nodes serve.

mod several;

use std::path::Path;
use std::sync::Arc;

use croupier_house::command::{Command, Founding, Request};
use croupier_house::ids::{Actor, HouseId, PersonId};
use croupier_house::office::{AcceptedLoss, NewIncarnation, Role};
use croupier_house::snapshot::SealedSnapshot;
use croupier_house::store::Store;
use croupier_rules::book::Shelf;
use croupier_transparency::SignedCheckpoint;
use tokio::sync::mpsc;

use crate::actor::{ActorSettings, ChangeSender, HouseHandle, SnapshotSettings, SnapshotWriter, TableChange};
use crate::checkpoints::{CheckpointLog, CheckpointSigner, DUE_MAX, contradiction, origin_of, read_known};
use crate::clock::wall;
use crate::config::{Config, HouseConfig};
use crate::copies::MANIFEST_FILE;
use crate::dealing::{
    DocumentKey, KEY_FILE, KeyFile, KeyVault, KeyVerdict, SelfTest, last_chain, noted, recognise,
};
use crate::error::{ServeError, failed};
use crate::folder::{self, FolderLock};
use crate::houses::{HouseKind, Houses, OpenHouse};
use crate::index_progress::{await_index, complete_index};
use crate::node::{RunningNode, start_node};
use crate::sessions::{ACCOUNTS, Accounts, LinkPurpose, secret};
use crate::setup::{FoundedHouse, FoundingOrder};
use crate::storage::{DatabaseState, HouseStore, Tables, kind_of, mark_demo, open_store};
use crate::wire::{CommandResult, Problem, ProblemCode};

/// A data folder with its houses.
pub struct Installation {
    /// The configuration.
    pub config: Config,
    /// The store with the journals.
    pub store: Arc<HouseStore>,
    /// The houses.
    pub houses: Houses,
    /// The rulebooks.
    pub shelf: &'static Shelf,
    /// Passwords and sessions.
    pub(crate) accounts: Arc<Accounts>,
    /// The keys of its houses.
    pub(crate) key: KeyFile,
    /// What signs the heads of its houses.
    pub(crate) checkpoints: Arc<CheckpointSigner>,
    /// Houses that want a checkpoint out of turn.
    pub(crate) checkpoints_due: mpsc::Receiver<HouseId>,
    due_sender: mpsc::Sender<HouseId>,
    /// What makes snapshots of its houses.
    pub(crate) snapshots: Vec<SnapshotWriter>,
    /// Changes to tables, for the scheduler.
    pub(crate) changes: mpsc::UnboundedReceiver<TableChange>,
    change_sender: ChangeSender,
    /// The orders to found the first house, from the set-up.
    pub(crate) foundings: mpsc::Receiver<FoundingOrder>,
    pub(crate) founding_sender: mpsc::Sender<FoundingOrder>,
    /// The node that this server is; `None` for houses in a data folder.
    pub(crate) node: Option<RunningNode>,
    /// Houses of the database that are not founded yet.
    unfounded: Vec<HouseHandle>,
    /// The token with which a folder without a house is set up. It is printed, and stored nowhere.
    pub set_up_token: Option<String>,
    _lock: FolderLock,
}

/// How the houses of a folder begin a new incarnation.
pub(crate) struct RestoredHouse {
    /// Whether the operator states that the original is gone.
    pub(crate) original_gone: bool,
    /// The loss that was accepted, if this is no restore.
    pub(crate) loss: Option<AcceptedLoss>,
}

/// The incarnation of a house.
fn incarnation_of(actor: &HouseHandle) -> Result<u32, ServeError> {
    let number = actor.read_blocking(|state| state.house.office.incarnation.number);
    number.map_err(|problem| ServeError(problem.message))
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
        folder::check_usable(&config.data, config.data.join(MANIFEST_FILE).exists())?;
        let mut installation = Self::open_folder(config, shelf, None)?;
        installation.open_existing()?;
        installation.found_configured()?;
        installation.set_up_token = installation.needs_set_up().then(secret).transpose().map_err(failed)?;
        Ok(installation)
    }

    /// Opens a data folder without its houses, for work that was begun on them, or to serve them.
    fn open_folder(config: Config, shelf: &'static Shelf, work: Option<&str>) -> Result<Self, ServeError> {
        let folder = &config.data;
        folder::make(folder)?;
        let lock = folder::lock(folder)?;
        folder::check_store(folder, config.store.is_some())?;
        let store = Arc::new(open_store(&config)?);
        let (accounts, log) = match store.tables() {
            Some(tables) => {
                DatabaseState::read(&Tables::Database(tables.clone())).map_err(failed)?.check(work)?;
                let accounts = Accounts::at(Tables::Database(tables.clone()));
                (accounts, CheckpointLog::at(Tables::Database(tables)))
            }
            None => {
                let accounts = Accounts::open(&folder.join(ACCOUNTS)).map_err(failed)?;
                (accounts, CheckpointLog::open(folder)?)
            }
        };
        let (accounts, log) = (Arc::new(accounts), Arc::new(log));
        let checkpoints = Arc::new(CheckpointSigner::new(
            log,
            Arc::clone(&store) as Arc<dyn Store>,
            Arc::clone(store.tree()),
        ));
        let (change_sender, changes) = ChangeSender::channel();
        let (due_sender, due) = mpsc::channel(DUE_MAX);
        // Only one set-up at a time is carried out.
        let (founding_sender, foundings) = mpsc::channel(1);
        let mut key = KeyFile::read(&config.data);
        let node = start_node(&config, &store, &mut key)?;
        let houses = Vec::new();
        Ok(Self {
            config,
            store,
            houses,
            shelf,
            accounts,
            key,
            checkpoints,
            snapshots: Vec::new(),
            changes,
            change_sender,
            foundings,
            founding_sender,
            node,
            unfounded: Vec::new(),
            set_up_token: None,
            checkpoints_due: due,
            due_sender,
            _lock: lock,
        })
    }

    /// Opens a data folder to restore or repair it: nothing is founded, noted or compared. `work` is what was begun on the
    /// houses for that.
    pub(crate) fn open_offline(
        config: Config,
        shelf: &'static Shelf,
        work: &str,
    ) -> Result<Self, ServeError> {
        let mut installation = Self::open_folder(config, shelf, Some(work))?;
        for id in installation.store.houses().map_err(failed)? {
            let (kind, actor) = (
                kind_of(installation.store.tables(), &installation.config.data, id)?,
                installation.start_actor(id, Vec::new())?,
            );
            installation.await_ownership(&actor)?;
            installation.add(actor, kind)?;
        }
        Ok(installation)
    }

    /// Begins a new incarnation of a house. With a new key, that key is noted.
    pub(crate) fn begin_incarnation(
        &self,
        house: HouseId,
        restored: &RestoredHouse,
        new_key: bool,
    ) -> Result<(), ServeError> {
        let actor = &self.house(house)?.actor;
        let head = self.store.head(house).map_err(failed)?;
        let head = head.ok_or_else(|| ServeError(format!("house {} has no journal to continue", house.0)))?;
        let new = NewIncarnation {
            copied: (head.sequence, head.hash),
            original_gone: restored.original_gone,
            checkpoint: self.checkpoints.log().latest(house)?.map(|latest| latest.note),
            loss: restored.loss,
        };
        let known = actor.read_blocking(|state| state.house.office.incarnation.key);
        let known = known.map_err(|problem| ServeError(problem.message))?;
        let chain = if known.is_none() { last_chain(&*self.store, house)? } else { None };
        if let KeyVerdict::Held(why) = recognise(&self.key, known, chain.as_ref()) {
            // Without the right key no seed can be revealed.
            actor.hold(why);
        }
        let request = |command| Request { key: None, by: Actor::House, command };
        submit(actor, request(Command::BeginIncarnation(new)))?;
        match self.key.keys().filter(|_| new_key) {
            Some(keys) => submit(actor, request(Command::NoteKey(noted(keys.current())))),
            None => Ok(()),
        }
    }

    /// Completes the index of a house and puts a snapshot, so that the next start need not replay its journal. Where that
    /// is not possible, this is said, and the next start takes as long as the replay.
    pub(crate) fn put_snapshot(
        &self,
        house: HouseId,
        report: &mut dyn FnMut(&str),
    ) -> Result<(), ServeError> {
        let actor = &self.house(house)?.actor;
        let known = actor.read_blocking(|state| state.house.office.incarnation.key);
        let known = known.map_err(|problem| ServeError(problem.message))?;
        // A house without its key is replayed.
        let is_own = matches!(recognise(&self.key, known, None), KeyVerdict::Right);
        let Some(keys) = self.key.keys().filter(|_| is_own).cloned() else { return Ok(()) };
        let sealed = actor.read_blocking(move |state| SealedSnapshot::seal(state.house, &keys));
        let sealed = sealed.map_err(|problem| ServeError(problem.message))?.map_err(failed)?;
        let stored = complete_index(&self.store, house, sealed.sequence, report)
            .and_then(|()| self.store.put_snapshot(house, sealed.sequence, &sealed.to_bytes()));
        if let Err(error) = stored {
            report(&format!("the next start replays house {}: {error}", house.0));
        }
        Ok(())
    }

    /// The people of a house with these names.
    pub(crate) fn people_named(
        &self,
        house: HouseId,
        names: &[String; 2],
    ) -> Result<[PersonId; 2], ServeError> {
        let wanted = names.clone();
        let found = self.house(house)?.actor.read_blocking(move |state| {
            wanted.map(|name| state.house.office.person_named(&name).ok_or(name))
        });
        let [first, second] = found.map_err(|problem| ServeError(problem.message))?;
        let known = |found: Result<PersonId, String>| {
            found.map_err(|name| ServeError(format!("house {} has nobody with the name {name}", house.0)))
        };
        Ok([known(first)?, known(second)?])
    }

    fn house(&self, id: HouseId) -> Result<&Arc<OpenHouse>, ServeError> {
        let found = self.houses.iter().find(|(known, _)| *known == id);
        found.map(|(_, house)| house).ok_or_else(|| ServeError(format!("there is no house {}", id.0)))
    }

    /// Closes the houses, and returns when everything is on disk.
    pub(crate) fn close_offline(mut self) {
        drop(self.snapshots);
        for (_, house) in &self.houses {
            house.actor.close_blocking();
        }
        if let Some(node) = &mut self.node {
            node.end();
        }
    }

    /// Opens the houses that have a journal.
    fn open_existing(&mut self) -> Result<(), ServeError> {
        let given = match &self.config.known_checkpoint {
            Some(path) => read_known(path)?,
            None => Vec::new(),
        };
        for id in self.store.houses().map_err(failed)? {
            self.open_house(id, &given)?;
        }
        Ok(())
    }

    /// Opens a house that has a journal.
    fn open_house(&mut self, id: HouseId, given: &[SignedCheckpoint]) -> Result<Arc<OpenHouse>, ServeError> {
        let kind = kind_of(self.store.tables(), &self.config.data, id)?;
        let actor = self.start_actor(id, Vec::new())?;
        await_index(&self.store, id)?;
        if self.is_contradicted(&actor, given)? {
            return self.add(actor, kind);
        }
        self.await_owner(id);
        self.recognise_key(&actor)?;
        store_editions(&actor)?;
        self.add(actor, kind)
    }

    /// Compares a house with the checkpoints that it has published. A house that one of them contradicts can be read,
    /// but takes no commands.
    fn is_contradicted(&self, actor: &HouseHandle, given: &[SignedCheckpoint]) -> Result<bool, ServeError> {
        let incarnation = incarnation_of(actor)?;
        let Some(origin) = origin_of(&*self.store, actor.id, incarnation)? else { return Ok(false) };
        let log = self.checkpoints.log();
        let Some(why) = contradiction(&*self.store, log, origin, given, self.key.keys())? else {
            return Ok(false);
        };
        tracing::error!(house = actor.id.0, "the house takes no commands: {why}");
        actor.freeze(why);
        Ok(true)
    }

    /// Compares the key of the folder with the one that a house deals with. A house whose key is missing or wrong is
    /// open, but its automatic tables do not deal, and nothing of it is signed.
    fn recognise_key(&mut self, actor: &HouseHandle) -> Result<(), ServeError> {
        if let Err(fault) = SelfTest::at_start() {
            actor.hold(fault.to_string());
        }
        let read = actor.read_blocking(|state| state.house.office.incarnation.key);
        let known = read.map_err(|problem| ServeError(problem.message))?;
        let chain = if known.is_none() { last_chain(&*self.store, actor.id)? } else { None };
        match recognise(&self.key, known, chain.as_ref()) {
            KeyVerdict::Right => {}
            KeyVerdict::ToNote(key) => {
                submit(actor, Request { key: None, by: Actor::House, command: Command::NoteKey(key) })?;
            }
            KeyVerdict::Held(why) => {
                actor.hold(why);
                return Ok(());
            }
        }
        let Some(keys) = self.key.keys() else { return Ok(()) };
        self.checkpoints.add(actor.id, incarnation_of(actor)?, keys.current())?;
        if self.node.is_some() {
            let owner = actor.clone();
            self.checkpoints.sign_while(actor.id, move || owner.shared().is_owned());
        }
        let settings = SnapshotSettings {
            house: actor.id,
            shelf: self.shelf,
            store: Arc::clone(&self.store),
            keys: keys.clone(),
            every: self.config.snapshot_every,
            from: actor.shared().opening().from,
            first: actor.shared().take_first_snapshot(),
        };
        self.snapshots.push(SnapshotWriter::start(settings).map_err(failed)?);
        Ok(())
    }

    /// The key for a new house. The first house of a folder makes it; another house must find it.
    fn key_for_new_house(&mut self) -> Result<(), ServeError> {
        match &self.key {
            KeyFile::Keys(_) => Ok(()),
            KeyFile::Missing if self.houses.is_empty() => {
                self.key = KeyFile::create(&self.config.data).map_err(ServeError)?;
                Ok(())
            }
            KeyFile::Missing | KeyFile::Unreadable(_) => Err(ServeError(format!(
                "{} is missing or cannot be read: restore it before another house is founded in this folder",
                self.config.data.join(KEY_FILE).display()
            ))),
        }
    }

    /// Founds the configured houses that do not exist yet, in order.
    fn found_configured(&mut self) -> Result<(), ServeError> {
        for place in self.houses.len()..self.config.houses.len() {
            let file = self.config.houses[place].file.clone();
            let text = read(&file)?;
            let learning = self.config.houses[place].learning.clone();
            self.found(&text, self.config.kind, learning)?;
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
        let command = Command::AdoptHouseFile { file: file.to_owned() };
        self.found_by(command, kind, learning)
            .map(|(house, _)| house)
            .map_err(|problem| ServeError(problem.message))
    }

    /// Founds a house with its first command. If it is refused, the folder has no house more than before.
    fn found_by(
        &mut self,
        command: Command,
        kind: HouseKind,
        learning: Vec<Box<str>>,
    ) -> Result<(Arc<OpenHouse>, CommandResult), Problem> {
        let broken = |error: ServeError| Problem::unavailable(error.0);
        let id = HouseId(u16::try_from(self.houses.len() + 1).map_err(|error| broken(failed(error)))?);
        self.key_for_new_house().map_err(broken)?;
        if kind == HouseKind::Demo {
            mark_demo(self.store.tables(), &self.config.data, id).map_err(broken)?;
        }
        if let Some(node) = &self.node {
            node.add_house(id).map_err(broken)?;
        }
        let actor = self.start_actor(id, learning).map_err(broken)?;
        self.await_ownership(&actor).map_err(broken)?;
        let done = actor.submit_blocking(Request { key: None, by: Actor::House, command });
        let done = done.inspect_err(|_| actor.close_blocking())?;
        self.recognise_key(&actor).map_err(broken)?;
        Ok((self.add(actor, kind).map_err(broken)?, done))
    }

    /// Whether the folder has no house, and none is configured: it is set up.
    pub(crate) fn needs_set_up(&self) -> bool {
        self.houses.is_empty() && self.config.houses.is_empty() && self.config.kind == HouseKind::Real
    }

    /// Founds the first house as its set-up orders it.
    pub(crate) fn set_up(&mut self, founding: Founding) -> Result<FoundedHouse, Problem> {
        if !self.needs_set_up() {
            return Err(Problem::new(ProblemCode::Order, "this server has a house already", "log in to it"));
        }
        let command = Command::Found(Box::new(founding));
        let (house, done) = self.found_by(command, HouseKind::Real, Vec::new())?;
        let manager = done.number.map(PersonId).ok_or_else(Problem::internal)?;
        Ok((house, manager))
    }

    fn start_actor(&self, house: HouseId, learning: Vec<Box<str>>) -> Result<HouseHandle, ServeError> {
        let chance = Box::new(KeyVault::new(&self.key).map_err(ServeError)?);
        let store = Arc::clone(&self.store);
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
            keys: self.key.keys().cloned(),
            snapshot_every: self.config.snapshot_every,
            chance,
            changes: Some(self.change_sender.clone()),
            beside: self.config.write_beside,
            checkpoints: Some(self.due_sender.clone()),
            learning,
            clock: self.config.clock,
            link: self.node.as_ref().map(|node| node.link.clone()),
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
        // A house whose key is not known gets no snapshots.
        drop(actor.shared().take_first_snapshot());
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

fn read(file: &Path) -> Result<String, ServeError> {
    std::fs::read_to_string(file)
        .map_err(|error| ServeError(format!("cannot read {}: {error}", file.display())))
}

/// Lets a house store the texts of the rulebooks that it plays by, if its journal does not have them.
fn store_editions(actor: &HouseHandle) -> Result<(), ServeError> {
    let lacks = actor.read_blocking(|state| state.house.lacks_editions());
    match lacks.map_err(|problem| ServeError(problem.message))? {
        true => submit(actor, Request { key: None, by: Actor::House, command: Command::StoreEditions }),
        false => Ok(()),
    }
}

/// Sends a command before the server runs.
pub(crate) fn submit(actor: &HouseHandle, order: Request) -> Result<(), ServeError> {
    actor.submit_blocking(order).map(drop).map_err(|problem| ServeError(problem.message))
}
