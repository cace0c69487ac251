//! A group of commands that are written together, and the effects that wait until they are on disk.

use std::sync::Arc;

use croupier_store::PendingCommit;
use tokio::sync::watch;

use super::message::{Deferred, Outcome, Reply};
use super::notify::{ChangeSender, TableChange};
use super::snapshot::TableSnapshot;
use crate::wire::{Balances, Problem};

/// An effect that waits until a group is on disk.
pub(super) enum Effect {
    Reply(Reply, Outcome),
    Run(Deferred),
    PublishTable(Arc<watch::Sender<Arc<TableSnapshot>>>, Arc<TableSnapshot>),
    PublishBalance(Arc<watch::Sender<Arc<Balances>>>, Arc<Balances>),
    Notify(ChangeSender, TableChange),
}

/// A group of commands that is to be written.
pub(super) type CommandGroup = PendingCommit<Effect>;

/// The handling of the effects of a group.
pub(super) trait Effects {
    /// The group is on disk: replies are sent and changes are published.
    fn release(&mut self);

    /// The group is not on disk: whoever waits for a command must send it again.
    fn fail(&mut self, why: &str);
}

impl Effects for CommandGroup {
    fn release(&mut self) {
        for effect in self.waiting.drain(..) {
            match effect {
                Effect::Reply(reply, outcome) => reply.send(outcome),
                Effect::Run(deferred) => deferred(),
                Effect::PublishTable(feed, snapshot) => drop(feed.send_replace(snapshot)),
                Effect::PublishBalance(feed, balances) => drop(feed.send_replace(balances)),
                Effect::Notify(sender, change) => sender.send(change),
            }
        }
    }

    fn fail(&mut self, why: &str) {
        for effect in self.waiting.drain(..) {
            if let Effect::Reply(reply, _) = effect {
                reply.send(Err(Problem::unavailable(why)));
            }
        }
    }
}
