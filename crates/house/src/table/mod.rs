//! Tables: closed or open, with who sits at them, what lies on them, and their papers.

pub(crate) mod attend;
mod begin;
mod bet;
mod correct;
mod deal;
mod decide;
mod papers;
mod seats;
mod settle;
mod sitting;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use bet::Stake;
pub use deal::{Chance, Pace};
pub(crate) use decide::Taken;
pub use settle::Held;
pub(crate) use sitting::Around;
pub use sitting::{Declared, Law, OnTable, Phase, Sitting, WheelChips};

use crate::ids::{PersonId, TableId};
use crate::office::Desk;
use crate::paper::Papers;
use crate::refusal::Refusal;

/// A table of a house.
#[derive(Clone)]
pub struct Table<'b> {
    /// Its number.
    pub id: TableId,
    /// Its name in the house file.
    pub name: Box<str>,
    /// Its game, as `RULEBOOK/GAME`.
    pub game: Box<str>,
    /// What goes on at it, while it is open.
    pub sitting: Option<Sitting<'b>>,
    /// Who sits at it.
    pub seated: BTreeSet<PersonId>,
    /// The coloured chips of its players.
    pub wheel: BTreeMap<PersonId, WheelChips>,
    /// What is laid out at it.
    pub desk: Desk,
    /// Its counts, slips and proposals.
    pub papers: Papers,
    /// How many rounds it has seen.
    pub rounds: u64,
    /// How many records.
    pub records: u64,
    /// When something last happened at it.
    pub since: i64,
}

impl<'b> Table<'b> {
    pub(crate) fn new(id: TableId, name: &str, game: &str) -> Self {
        Self {
            id,
            name: name.into(),
            game: game.into(),
            sitting: None,
            seated: BTreeSet::new(),
            wheel: BTreeMap::new(),
            desk: Desk::default(),
            papers: Papers::default(),
            rounds: 0,
            records: 0,
            since: 0,
        }
    }

    /// Where it is in its round.
    pub fn phase(&self) -> Phase {
        self.sitting.as_ref().map_or(Phase::Closed, Sitting::phase)
    }

    /// What goes on at it.
    ///
    /// # Errors
    /// While it is closed.
    pub fn open(&self) -> Result<&Sitting<'b>, Refusal> {
        self.sitting.as_ref().ok_or_else(|| closed(&self.name))
    }

    /// The same, to go on with it.
    pub(crate) fn open_mut(&mut self) -> Result<&mut Sitting<'b>, Refusal> {
        let Self { sitting, name, .. } = self;
        sitting.as_mut().ok_or_else(|| closed(name))
    }
}

fn closed(name: &str) -> Refusal {
    Refusal::order(format!("{name} is closed"), "it is opened first")
}
