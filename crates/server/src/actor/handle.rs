//! The way to an actor.

use std::sync::Arc;

use croupier_house::command::Request;
use croupier_house::ids::{HouseId, PersonId, TableId};
use tokio::sync::oneshot;

use super::house_actor::{ActorSettings, HouseActor};
use super::mailbox::Mailbox;
use super::message::{Message, Outcome, Read, Reply, Subscription};
use super::reader::HouseReader;
use super::replay::ReplayError;
use super::shared::SharedState;
use crate::wire::{CommandResult, Problem, ProblemCode};

/// The most messages that wait for an actor.
const MAILBOX_MAX: usize = 16_384;

/// The way to the actor of a house. Clones lead to the same actor.
#[derive(Clone)]
pub struct HouseHandle {
    /// The house.
    pub id: HouseId,
    mailbox: Arc<Mailbox<Message>>,
    shared: Arc<SharedState>,
}

impl HouseHandle {
    /// Replays a house from its journal and starts its actor.
    ///
    /// # Errors
    /// When the journal cannot be read, or no thread can be started.
    pub fn open(settings: ActorSettings) -> Result<Self, ReplayError> {
        let mailbox = Arc::new(Mailbox::new(MAILBOX_MAX));
        let shared = Arc::new(SharedState::new(settings.learning.clone()));
        let id = settings.house;
        let actor = HouseActor::open(settings, Arc::clone(&mailbox), Arc::clone(&shared))?;
        shared.set_open(true);
        let thread = std::thread::Builder::new().name(format!("house-{}", id.0));
        thread.spawn(move || actor.run()).map_err(|error| ReplayError(error.to_string()))?;
        Ok(Self { id, mailbox, shared })
    }

    /// What is known of the house outside its actor.
    pub fn shared(&self) -> &SharedState {
        &self.shared
    }

    /// Whether the house accepts commands.
    pub fn is_open(&self) -> bool {
        self.shared.is_open()
    }

    /// Marks a person as a robot.
    pub fn mark_robot(&self, person: PersonId) {
        self.shared.mark_robot(person);
    }

    fn put(&self, message: Message) -> Result<(), Problem> {
        self.mailbox
            .put(message)
            .map_err(|_| Problem::new(ProblemCode::Unavailable, "the house is busy", "try again in a moment"))
    }

    /// Gives a command, and waits until its events are on disk. With a version, the journal of the command's table must be
    /// at it.
    ///
    /// # Errors
    /// The refusal of the house, or that the house cannot answer.
    pub async fn submit(&self, order: Request, at_version: Option<u64>) -> Result<CommandResult, Problem> {
        let (sender, receiver) = oneshot::channel();
        self.put(Message::Command { order, at_version, reply: Reply::Channel(sender) })?;
        receiver.await.unwrap_or_else(|_| Err(no_answer()))
    }

    /// Gives a command and returns at once. The callback gets the outcome when its events are on disk, or the refusal.
    pub fn submit_then(&self, order: Request, callback: impl FnOnce(Outcome) + Send + 'static) {
        let reply = Reply::Callback(Box::new(callback));
        let message = Message::Command { order, at_version: None, reply };
        if let Err(Message::Command { reply, .. }) = self.mailbox.put(message) {
            reply.send(Err(Problem::unavailable("the house is busy")));
        }
    }

    /// Gives a command and waits without a runtime: before anything is served.
    ///
    /// # Errors
    /// The refusal of the house, or that the house cannot answer.
    pub fn submit_blocking(&self, order: Request) -> Result<CommandResult, Problem> {
        let (sender, receiver) = std::sync::mpsc::sync_channel(1);
        self.submit_then(order, move |outcome| drop(sender.send(outcome)));
        receiver.recv().unwrap_or_else(|_| Err(no_answer()))
    }

    /// Gives a command and ignores its outcome.
    pub fn submit_and_forget(&self, order: Request) {
        drop(self.mailbox.put(Message::Command { order, at_version: None, reply: Reply::Nobody }));
    }

    /// Reads the state of the house. The answer comes when everything it rests on is on disk.
    ///
    /// # Errors
    /// When the house cannot answer.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&HouseReader<'_>) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let (sender, receiver) = oneshot::channel();
        let read: Read = Box::new(move |state| {
            let found = read(state);
            Box::new(move || drop(sender.send(found)))
        });
        self.put(Message::Read(read))?;
        receiver.await.map_err(|_| no_answer())
    }

    /// Reads the state and waits without a runtime: before anything is served.
    ///
    /// # Errors
    /// When the house cannot answer.
    pub fn read_blocking<T: Send + 'static>(
        &self,
        read: impl FnOnce(&HouseReader<'_>) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let (sender, receiver) = std::sync::mpsc::sync_channel(1);
        let read: Read = Box::new(move |state| {
            let found = read(state);
            Box::new(move || drop(sender.send(found)))
        });
        self.put(Message::Read(read))?;
        receiver.recv().map_err(|_| no_answer())
    }

    /// Subscribes to a table, as a person or as anybody.
    ///
    /// # Errors
    /// When there is no such table, or the house cannot answer.
    pub async fn subscribe(&self, table: TableId, person: Option<PersonId>) -> Result<Subscription, Problem> {
        let (sender, receiver) = oneshot::channel();
        self.put(Message::Subscribe { table, person, reply: sender })?;
        receiver.await.map_err(|_| no_answer())?
    }

    /// Accepts no more commands, and returns when everything is on disk.
    pub async fn close(&self) {
        let (sender, receiver) = oneshot::channel();
        self.mailbox.put_first(Message::Close(sender));
        drop(receiver.await);
    }
}

fn no_answer() -> Problem {
    Problem::unavailable("the house did not answer")
}
