//! A group of commands that go to the disk together, and whom to tell when they are there.

use std::sync::Arc;

use croupier_house::store::Batch;
use tokio::sync::watch;

use super::{Answered, Release, Snapshot, Tell};
use crate::floor::{Beat, Beats};
use crate::wire::{Balances, Problem};

/// What is done when a group is on disk.
pub(super) enum Then {
    Answer(Tell, Answered),
    Release(Release),
    Table(Arc<watch::Sender<Arc<Snapshot>>>, Arc<Snapshot>),
    Balance(Arc<watch::Sender<Arc<Balances>>>, Arc<Balances>),
    Beat(Beats, Beat),
}

/// A group that is being made, or is on its way to the disk.
#[derive(Default)]
pub(super) struct Group {
    pub(super) batch: Batch,
    pub(super) then: Vec<Then>,
    pub(super) commands: u64,
}

impl Group {
    /// Tells everybody: it is on disk.
    pub(super) fn release(&mut self) {
        for then in self.then.drain(..) {
            match then {
                Then::Answer(tell, answer) => tell.tell(answer),
                Then::Release(release) => release(),
                Then::Table(feed, snapshot) => drop(feed.send_replace(snapshot)),
                Then::Balance(feed, balances) => drop(feed.send_replace(balances)),
                Then::Beat(beats, beat) => beats.tell(beat),
            }
        }
    }

    /// Tells those who wait that it is not: what they asked must be asked again.
    pub(super) fn fail(&mut self, why: &str) {
        for then in self.then.drain(..) {
            if let Then::Answer(tell, _) = then {
                tell.tell(Err(Problem::unavailable(why)));
            }
        }
    }
}
