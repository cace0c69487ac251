//! The handle of an actor.

use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_house::command::Request;
use croupier_house::ids::{HouseId, PersonId, TableId};
use croupier_nodes::{ClientAnswer, CommandAnswer};
use tokio::sync::oneshot;

use super::executed::Executed;
use super::house_actor::{ActorSettings, HouseActor};
use super::keyed_request::KeyedRequest;
use super::mailbox::Mailbox;
use super::message::{Message, Outcome, Read, Reply, Subscription};
use super::reader::HouseReader;
use super::replay::ReplayError;
use super::shared::SharedState;
use crate::clock::wall;
use crate::node::{ForwardedCommand, NodeLink, NodeRequest, OnAnswer, decode};
use crate::telemetry::set_held;
use crate::wire::{CommandResult, Problem, ProblemCode};

/// The maximum number of messages in the mailbox of an actor.
pub(crate) const MAILBOX_MAX: usize = 16_384;

/// The maximum time to wait until what a command led to at another node is here too.
const CATCH_UP: Duration = Duration::from_secs(1);

/// The handle of the actor of a house. Clones refer to the same actor.
#[derive(Clone)]
pub struct HouseHandle {
    /// The house.
    pub id: HouseId,
    mailbox: Arc<Mailbox<Message>>,
    shared: Arc<SharedState>,
    /// The node that drives the house, if one does: commands go to it, because another node may own the house.
    link: Option<NodeLink>,
}

impl HouseHandle {
    /// Opens a house from its newest snapshot and the journal after it, and starts its actor.
    ///
    /// # Errors
    /// When the journal cannot be read, or no thread can be started.
    pub fn open(settings: ActorSettings) -> Result<Self, ReplayError> {
        let mailbox = Arc::new(Mailbox::new(MAILBOX_MAX));
        let shared = Arc::new(SharedState::new(settings.learning.clone()));
        let (id, link) = (settings.house, settings.link.clone());
        let actor = HouseActor::open(settings, Arc::clone(&mailbox), Arc::clone(&shared))?;
        shared.set_open(true);
        let thread = std::thread::Builder::new().name(format!("house-{}", id.0));
        thread.spawn(move || actor.run()).map_err(|error| ReplayError(error.to_string()))?;
        let handle = Self { id, mailbox, shared, link };
        if let Some(link) = &handle.link {
            link.send(NodeRequest::Serve { house: id, actor: Box::new(handle.clone()) });
        }
        Ok(handle)
    }

    /// The node that drives the house, if one does.
    pub(crate) const fn link(&self) -> Option<&NodeLink> {
        self.link.as_ref()
    }

    pub(super) fn put_always(&self, message: Message) {
        self.mailbox.put_always(message);
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
        tracing::error!(house = self.id.0, "automatic tables do not deal: {why}");
        set_held(self.id, true);
        self.shared.hold(why);
    }

    /// Marks a person as a robot.
    pub fn mark_robot(&self, person: PersonId) {
        self.shared.mark_robot(person);
    }

    fn put(&self, message: Message) -> Result<(), Problem> {
        self.mailbox.put(message).map_err(|_| busy())
    }

    /// Sends a command to the actor, or to the node that drives the house.
    fn send(&self, order: KeyedRequest, at_version: Option<u64>, reply: Reply) {
        self.shared.note_runtime();
        let Some(link) = &self.link else {
            let message = Message::Command { order: Box::new(order), at_version, reply };
            if let Err(Message::Command { reply, .. }) = self.mailbox.put(message) {
                reply.send(Err(busy()));
            }
            return;
        };
        let KeyedRequest { request, made, in_round, .. } = order;
        let shared = Arc::clone(&self.shared);
        let command = ForwardedCommand { request, made, in_round, at_version };
        match command.keyed(wall()) {
            Err(problem) => reply.send(Err(problem)),
            Ok(command) => {
                let answer: OnAnswer = Box::new(move |answer| reply.send(outcome_of(answer, &shared)));
                link.send(NodeRequest::Command { house: self.id, command, answer });
            }
        }
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
        self.execute(order, at_version).await.map(|executed| executed.result)
    }

    /// The same as [`Self::submit`], with the entry of a bet.
    ///
    /// # Errors
    /// The rejection by the house, or that the house cannot answer.
    pub async fn execute(
        &self,
        order: impl Into<KeyedRequest>,
        at_version: Option<u64>,
    ) -> Result<Executed, Problem> {
        let (sender, receiver) = oneshot::channel();
        self.send(order.into(), at_version, Reply::Channel(sender));
        let executed = receiver.await.unwrap_or_else(|_| Err(no_answer()))?;
        self.catch_up(executed.result.sequence).await;
        Ok(executed)
    }

    /// Waits until what a command led to is here too: its owner may be another node. That takes at most a second; then the
    /// answer holds all the same.
    pub(crate) async fn catch_up(&self, sequence: u64) {
        if let Some(link) = self.link.as_ref().filter(|_| self.shared.stored_to() < sequence) {
            link.read(self.id, sequence).await;
        }
    }

    /// Sends a command and returns at once. The callback gets the result when the events are on disk, or the
    /// rejection.
    pub fn submit_then(
        &self,
        order: impl Into<KeyedRequest>,
        callback: impl FnOnce(Result<CommandResult, Problem>) + Send + 'static,
    ) {
        self.execute_then(order, move |outcome| callback(outcome.map(|executed| executed.result)));
    }

    /// The same as [`Self::submit_then`], with the entry of a bet.
    pub fn execute_then(
        &self,
        order: impl Into<KeyedRequest>,
        callback: impl FnOnce(Result<Executed, Problem>) + Send + 'static,
    ) {
        self.send(order.into(), None, Reply::Callback(Box::new(callback)));
    }

    /// Sends a command and waits without a runtime, for use before the server runs.
    ///
    /// # Errors
    /// The rejection by the house, or that the house cannot answer.
    pub fn submit_blocking(&self, order: impl Into<KeyedRequest>) -> Result<CommandResult, Problem> {
        let (sender, receiver) = std::sync::mpsc::sync_channel(1);
        self.submit_then(order, move |outcome| drop(sender.send(outcome)));
        let done = receiver.recv().unwrap_or_else(|_| Err(no_answer()))?;
        let until = Instant::now() + CATCH_UP;
        while self.link.is_some() && self.shared.stored_to() < done.sequence && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(done)
    }

    /// Sends a command and ignores its result.
    pub fn submit_and_forget(&self, order: Request) {
        self.send(order.into(), None, Reply::Nobody);
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

/// What a client gets for the answer of the node.
fn outcome_of(answer: ClientAnswer, shared: &SharedState) -> Outcome {
    match answer {
        ClientAnswer::House(CommandAnswer::Done { sequence, body, .. }) => {
            shared.note_answered(sequence);
            Executed::decode(&body)
        }
        ClientAnswer::House(CommandAnswer::Refused { body, .. }) => {
            Err(decode(&body).unwrap_or_else(|problem| problem))
        }
        ClientAnswer::House(_) => Err(Problem::internal()),
        ClientAnswer::Busy => Err(busy()),
        ClientAnswer::Unavailable => Err(Problem::unavailable("no node that owns the house has answered")),
        ClientAnswer::Suspended(reason) => {
            Err(Problem::unavailable(format!("the house is suspended: {reason}")))
        }
        ClientAnswer::NotServing => Err(Problem::unavailable("this node serves nobody now")),
    }
}

fn busy() -> Problem {
    Problem::new(ProblemCode::Unavailable, "the house is busy", "try again in a moment")
}

fn no_answer() -> Problem {
    Problem::unavailable("the house did not answer")
}
