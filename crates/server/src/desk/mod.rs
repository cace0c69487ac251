//! The desk of a house: one thread that has the house, and what others ask of it.
//!
//! Commands are carried out in memory one after another and kept in groups: all that has come in while one group went to
//! the disk is the next, and nobody is told of anything before it is there. A group is kept whole or not at all; so a
//! store that fails leaves the journal as it was, and the house is read from it again.

mod board;
mod group;
mod keeping;
mod keys;
mod listeners;
mod mailbox;
mod passbook;
mod publish;
mod rebuild;
mod run;
mod told;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use croupier_house::House;
use croupier_house::command::Request;
use croupier_house::ids::{HouseId, Now, PersonId, TableId};
use croupier_house::store::Store;
use croupier_house::table::{OutcomeSource, Pace};
use croupier_rules::book::Shelf;
use rustc_hash::FxHashSet;
use tokio::sync::{oneshot, watch};

pub use board::Board;
pub use passbook::{Moved, Passbook, Passbooks, Played};
pub use publish::{Own, Snapshot};
pub use rebuild::Unopened;
pub(crate) use rebuild::{check_balances, told};
pub(crate) use told::name as event_name;

use crate::floor::Beats;
use crate::wire::{Balances, Done, Kind, Problem};
use mailbox::Mailbox;

/// The most commands and questions that wait for a desk.
const WAITING_MAX: usize = 16_384;

/// What a desk is opened with.
pub struct Settings {
    /// The house.
    pub house: HouseId,
    /// The books, for as long as the program runs.
    pub shelf: &'static Shelf,
    /// The software, for the rounds it plays.
    pub build: String,
    /// How long the phases of automatic tables last.
    pub pace: Pace,
    /// Where it is kept.
    pub store: Arc<dyn Store>,
    /// What falls at automatic tables.
    pub chance: Box<dyn OutcomeSource + Send>,
    /// Who is told when a phase has changed.
    pub beats: Option<Beats>,
    /// The tables to learn at, by name.
    pub learning: Vec<Box<str>>,
}

/// What is known of a house while its state is looked at.
pub struct Room<'a> {
    /// The house.
    pub house: &'a House<'static>,
    /// What was written down of its tables beside it.
    pub boards: &'a [Board],
    /// What each player has played.
    pub passbooks: &'a Passbooks,
    /// What time it is.
    pub now: Now,
    /// What others have said of it.
    pub shared: &'a Shared,
}

impl Room<'_> {
    /// What is remembered of a table.
    pub fn board(&self, id: TableId) -> Option<&Board> {
        self.boards.get(usize::from(id.0).wrapping_sub(1))
    }
}

type Look = Box<dyn FnOnce(&Room<'_>) -> Release + Send>;
type Release = Box<dyn FnOnce() + Send>;
type Answered = Result<Done, Problem>;

/// What is asked of a desk.
enum Ask {
    Give { order: Request, at_version: Option<u64>, tell: Tell },
    Look(Look),
    Listen { table: TableId, person: Option<PersonId>, tell: oneshot::Sender<Result<Listening, Problem>> },
    Close(oneshot::Sender<()>),
}

/// Who is told how a command came out.
enum Tell {
    Asked(oneshot::Sender<Answered>),
    Called(Box<dyn FnOnce(Answered) + Send>),
    Nobody,
}

impl Tell {
    fn tell(self, answer: Answered) {
        match self {
            Self::Asked(tell) => drop(tell.send(answer)),
            Self::Called(tell) => tell(answer),
            Self::Nobody => {}
        }
    }
}

/// A listener at a table: as long as it is kept, the table is published for its person.
pub struct Listening {
    /// The table as it was when this person came.
    pub first: Arc<Snapshot>,
    /// The table whenever it changes.
    pub table: watch::Receiver<Arc<Snapshot>>,
    /// What the person has, whenever it changes.
    pub balances: Option<watch::Receiver<Arc<Balances>>>,
    /// Who listens.
    pub(crate) here: Arc<()>,
}

/// What is known of a house outside its desk.
#[derive(Default)]
pub struct Shared {
    /// The people who are robots.
    robots: RwLock<FxHashSet<PersonId>>,
    /// The tables to learn at, by name.
    learning: Mutex<Vec<Box<str>>>,
    /// Whether commands are taken.
    open: AtomicBool,
}

impl Shared {
    /// Whether a person is a robot of a demo house.
    pub fn is_robot(&self, person: PersonId) -> bool {
        self.robots.read().unwrap_or_else(PoisonError::into_inner).contains(&person)
    }

    /// Whether a table is one to learn at.
    pub fn is_learning(&self, table: &str) -> bool {
        self.learning.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|known| **known == *table)
    }
}

/// The way to a desk. Clones lead to the same one.
#[derive(Clone)]
pub struct Desk {
    /// The house.
    pub id: HouseId,
    mailbox: Arc<Mailbox<Ask>>,
    shared: Arc<Shared>,
}

impl Desk {
    /// Reads a house from its journal and starts its thread.
    ///
    /// # Errors
    /// When the journal cannot be read, or no thread can be had.
    pub fn open(settings: Settings) -> Result<Self, Unopened> {
        let mailbox = Arc::new(Mailbox::new(WAITING_MAX));
        let shared = Arc::new(Shared::default());
        shared.learning.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&settings.learning);
        let id = settings.house;
        let running = run::Running::open(settings, Arc::clone(&mailbox), Arc::clone(&shared))?;
        shared.open.store(true, Ordering::Release);
        let thread = std::thread::Builder::new().name(format!("house-{}", id.0));
        thread.spawn(move || running.run()).map_err(|error| Unopened(error.to_string()))?;
        Ok(Self { id, mailbox, shared })
    }

    /// What is known of the house outside its desk.
    pub fn shared(&self) -> &Shared {
        &self.shared
    }

    /// Whether the house takes commands.
    pub fn is_open(&self) -> bool {
        self.shared.open.load(Ordering::Acquire)
    }

    /// Says that a person is a robot.
    pub fn mark_robot(&self, person: PersonId) {
        self.shared.robots.write().unwrap_or_else(PoisonError::into_inner).insert(person);
    }

    fn put(&self, ask: Ask) -> Result<(), Problem> {
        self.mailbox
            .put(ask)
            .map_err(|_| Problem::new(Kind::Unavailable, "the house is busy", "try again in a moment"))
    }

    /// Gives a command, and waits until what it wrote is on disk. With a version, the journal of the command's table
    /// must stand at it.
    ///
    /// # Errors
    /// The refusal of the house, or that the house cannot answer.
    pub async fn give(&self, order: Request, at_version: Option<u64>) -> Answered {
        let (tell, told) = oneshot::channel();
        self.put(Ask::Give { order, at_version, tell: Tell::Asked(tell) })?;
        told.await.unwrap_or_else(|_| Err(closed()))
    }

    /// Gives a command and goes on at once; `tell` is called when what it wrote is on disk, or it was refused.
    pub fn give_then(&self, order: Request, tell: impl FnOnce(Answered) + Send + 'static) {
        let tell = Tell::Called(Box::new(tell));
        if let Err(Ask::Give { tell, .. }) = self.mailbox.put(Ask::Give { order, at_version: None, tell }) {
            tell.tell(Err(Problem::unavailable("the house is busy")));
        }
    }

    /// Gives a command about which nobody waits to hear.
    pub fn give_and_go(&self, order: Request) {
        drop(self.mailbox.put(Ask::Give { order, at_version: None, tell: Tell::Nobody }));
    }

    /// Asks something of the house as it is; the answer comes when all it rests on is on disk.
    ///
    /// # Errors
    /// When the house cannot answer.
    pub async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Room<'_>) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let (tell, told) = oneshot::channel();
        let look: Look = Box::new(move |room| {
            let seen = look(room);
            Box::new(move || drop(tell.send(seen)))
        });
        self.put(Ask::Look(look))?;
        told.await.map_err(|_| closed())
    }

    /// The same, waiting without a runtime: before anything is served.
    ///
    /// # Errors
    /// When the house cannot answer.
    pub fn look_now<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Room<'_>) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let (tell, told) = std::sync::mpsc::sync_channel(1);
        let look: Look = Box::new(move |room| {
            let seen = look(room);
            Box::new(move || drop(tell.send(seen)))
        });
        self.put(Ask::Look(look))?;
        told.recv().map_err(|_| closed())
    }

    /// Listens at a table, as a person or as anybody.
    ///
    /// # Errors
    /// When there is no such table, or the house cannot answer.
    pub async fn listen(&self, table: TableId, person: Option<PersonId>) -> Result<Listening, Problem> {
        let (tell, told) = oneshot::channel();
        self.put(Ask::Listen { table, person, tell })?;
        told.await.map_err(|_| closed())?
    }

    /// Takes no more commands, and returns when everything is on disk.
    pub async fn close(&self) {
        let (tell, told) = oneshot::channel();
        self.mailbox.put_first(Ask::Close(tell));
        drop(told.await);
    }
}

fn closed() -> Problem {
    Problem::unavailable("the house has not answered")
}
