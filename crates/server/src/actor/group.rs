//! A group of commands that are written together, and what happens when they are on disk.

use std::sync::Arc;

use croupier_house::store::Batch;
use tokio::sync::watch;

use super::message::{Deferred, Outcome, Reply};
use super::notify::{ChangeSender, TableChange};
use super::snapshot::TableSnapshot;
use crate::wire::{Balances, Problem};

/// What is done when a group is on disk.
pub(super) enum Effect {
    Reply(Reply, Outcome),
    Run(Deferred),
    PublishTable(Arc<watch::Sender<Arc<TableSnapshot>>>, Arc<TableSnapshot>),
    PublishBalance(Arc<watch::Sender<Arc<Balances>>>, Arc<Balances>),
    Notify(ChangeSender, TableChange),
}

/// A group of commands on its way to the disk.
#[derive(Default)]
pub(super) struct CommandGroup {
    pub(super) batch: Batch,
    pub(super) effects: Vec<Effect>,
    pub(super) commands: u64,
}

impl CommandGroup {
    /// Does something when the group is on disk.
    pub(super) fn then(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// The group is on disk: everybody hears of it.
    pub(super) fn release(&mut self) {
        for effect in self.effects.drain(..) {
            match effect {
                Effect::Reply(reply, outcome) => reply.send(outcome),
                Effect::Run(deferred) => deferred(),
                Effect::PublishTable(feed, snapshot) => drop(feed.send_replace(snapshot)),
                Effect::PublishBalance(feed, balances) => drop(feed.send_replace(balances)),
                Effect::Notify(sender, change) => sender.send(change),
            }
        }
    }

    /// The group is not on disk: those who wait for a command must send it again.
    pub(super) fn fail(&mut self, why: &str) {
        for effect in self.effects.drain(..) {
            if let Effect::Reply(reply, _) = effect {
                reply.send(Err(Problem::unavailable(why)));
            }
        }
    }
}
