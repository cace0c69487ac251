//! The handle of an actor.

use std::sync::Arc;

use croupier_house::command::Request;
use croupier_house::ids::{HouseId, PersonId, TableId};
use tokio::sync::oneshot;

use super::house_actor::{ActorSettings, HouseActor};
use super::keyed_request::KeyedRequest;
use super::mailbox::Mailbox;
use super::message::{Message, Outcome, Read, Reply, Subscription};
use super::reader::HouseReader;
use super::replay::ReplayError;
use super::shared::SharedState;
use crate::wire::{CommandResult, Problem, ProblemCode};

/// The maximum number of messages in the mailbox of an actor.
pub(crate) const MAILBOX_MAX: usize = 16_384;

/// The handle of the actor of a house. Clones refer to the same actor.
#[derive(Clone)]
pub struct HouseHandle {
    /// The house.
    pub id: HouseId,
    mailbox: Arc<Mailbox<Message>>,
    shared: Arc<SharedState>,
}

impl HouseHandle {
    /// Opens a house from its newest snapshot and the journal after it, and starts its actor.
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

    /// The state of the house that is shared outside its actor.
    pub fn shared(&self) -> &SharedState {
        &self.shared
    }

    /// Whether the house accepts commands.
    pub fn is_open(&self) -> bool {
        self.shared.is_open()
    }

    /// Refuses all commands, for this reason, until the server is started again. Reading goes on.
    pub fn freeze(&self, why: String) {
        self.shared.freeze(why);
    }

    /// Stops automatic tables from dealing, for this reason, until the server is started again.
    pub fn hold(&self, why: String) {
        self.shared.hold(why);
    }

    /// Notes that another node has taken the house over. No commands are accepted until it is owned again.
    pub(crate) fn lose(&self) {
        self.mailbox.put_first(Message::Lost);
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

    /// Sends a command and waits until its events are on disk. If a version is given, the journal of the command's
    /// table must be at that version.
    ///
    /// # Errors
    /// The rejection by the house, or that the house cannot answer.
    pub async fn submit(
        &self,
        order: impl Into<KeyedRequest>,
        at_version: Option<u64>,
    ) -> Result<CommandResult, Problem> {
        let (sender, receiver) = oneshot::channel();
        let order = Box::new(order.into());
        self.shared.note_runtime();
        self.put(Message::Command { order, at_version, reply: Reply::Channel(sender) })?;
        receiver.await.unwrap_or_else(|_| Err(no_answer()))
    }

    /// Sends a command and returns at once. The callback gets the result when the events are on disk, or the
    /// rejection.
    pub fn submit_then(
        &self,
        order: impl Into<KeyedRequest>,
        callback: impl FnOnce(Outcome) + Send + 'static,
    ) {
        let reply = Reply::Callback(Box::new(callback));
        self.shared.note_runtime();
        let message = Message::Command { order: Box::new(order.into()), at_version: None, reply };
        if let Err(Message::Command { reply, .. }) = self.mailbox.put(message) {
            reply.send(Err(Problem::unavailable("the house is busy")));
        }
    }

    /// Sends a command and waits without a runtime, for use before the server runs.
    ///
    /// # Errors
    /// The rejection by the house, or that the house cannot answer.
    pub fn submit_blocking(&self, order: Request) -> Result<CommandResult, Problem> {
        let (sender, receiver) = std::sync::mpsc::sync_channel(1);
        self.submit_then(order, move |outcome| drop(sender.send(outcome)));
        receiver.recv().unwrap_or_else(|_| Err(no_answer()))
    }

    /// Sends a command and ignores its result.
    pub fn submit_and_forget(&self, order: Request) {
        drop(self.mailbox.put(Message::Command {
            order: Box::new(order.into()),
            at_version: None,
            reply: Reply::Nobody,
        }));
    }

    /// Reads the state of the house. The answer comes when the state it is based on is on disk.
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

    /// Reads the state and waits without a runtime, for use before the server runs.
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

    /// Subscribes to a table, as a person or anonymously.
    ///
    /// # Errors
    /// When there is no such table, or the house cannot answer.
    pub async fn subscribe(&self, table: TableId, person: Option<PersonId>) -> Result<Subscription, Problem> {
        let (sender, receiver) = oneshot::channel();
        self.put(Message::Subscribe { table, person, reply: sender })?;
        receiver.await.map_err(|_| no_answer())?
    }

    /// The same as [`Self::close`], without a runtime.
    pub fn close_blocking(&self) {
        let (sender, receiver) = oneshot::channel();
        self.mailbox.put_first(Message::Close(sender));
        drop(receiver.blocking_recv());
    }

    /// Stops accepting commands, and returns when everything is on disk.
    pub async fn close(&self) {
        let (sender, receiver) = oneshot::channel();
        self.mailbox.put_first(Message::Close(sender));
        drop(receiver.await);
    }
}

fn no_answer() -> Problem {
    Problem::unavailable("the house did not answer")
}
