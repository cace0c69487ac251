//! Tables: closed or open, with who sits at them, what lies on them, and their papers.

pub(crate) mod attend;
mod begin;
mod bet;
mod correct;
mod deal;
mod decide;
pub(crate) mod fair;
mod papers;
mod seats;
mod settle;
mod sitting;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use bet::Stake;
pub use deal::{Chance, Pace};
pub(crate) use decide::Taken;
pub use fair::{Bound, Dealing, Given, LINKS, Vault};
pub use settle::Held;
pub(crate) use sitting::Around;
pub use sitting::{Declared, Law, OnTable, Phase, Sitting, WheelChips};

use crate::command::Mode;
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
    /// The time from which its phase is reckoned: when it began, when the first bet came, when somebody decided.
    pub phase_since: i64,
    /// What was so after the last entry: the phase, and whether there was anything to play for.
    pub(crate) stood: (Phase, bool),
    /// Who waits for nobody in this phase.
    pub ready: BTreeSet<PersonId>,
    /// The seeds that its players have given.
    pub seeds: BTreeMap<PersonId, Box<[u8]>>,
    /// Where its chains stand in the journal.
    pub chains: Vec<u64>,
    /// Where its links stand in the journal.
    pub links: Vec<LinkPlace>,
}

/// Where a link stands in the journal of its table, by versions; 0 where it is not yet so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkPlace {
    /// The first round that was dealt from it.
    pub round: u64,
    /// Its chain.
    pub chain: u64,
    /// The commitment.
    pub committed: u64,
    /// The players' seeds.
    pub closed: u64,
    /// The seed.
    pub revealed: u64,
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
            phase_since: 0,
            stood: (Phase::Closed, false),
            ready: BTreeSet::new(),
            seeds: BTreeMap::new(),
            chains: Vec::new(),
            links: Vec::new(),
        }
    }

    /// Where it is in its round.
    pub fn phase(&self) -> Phase {
        self.sitting.as_ref().map_or(Phase::Closed, Sitting::phase)
    }

    /// Notes at what time something was written: the phase is reckoned anew where it changed, where there is now
    /// something to play for, and where somebody has decided.
    pub(crate) fn note_time(&mut self, at: i64, acted: bool) {
        self.since = at;
        let phase = self.phase();
        let stands = (phase, self.is_played_for());
        let decided = acted && phase == Phase::Decision;
        let first_bet = phase == self.stood.0 && stands.1 && !self.stood.1;
        if phase != self.stood.0 || decided || first_bet {
            self.phase_since = at;
        }
        // Who was ready for the last bets has made them.
        if phase != self.stood.0 && phase != Phase::FinalBets {
            self.ready.clear();
        }
        self.stood = stands;
    }

    /// Whether there is anything to deal, spin or throw for.
    fn is_played_for(&self) -> bool {
        self.sitting.as_ref().is_some_and(|sitting| sitting.rules.check_begin().is_ok())
    }

    /// When the phase of an automatic table is over: then its timer ticks. `None` where it waits for somebody.
    pub fn deadline(&self, pace: &Pace) -> Option<i64> {
        self.sitting.as_ref().filter(|sitting| sitting.mode == Mode::Automatic)?;
        let waits = match self.stood.0 {
            Phase::Closed => true,
            Phase::Waiting | Phase::Payment => self.seated.is_empty(),
            Phase::PlaceYourBets | Phase::FinalBets => !self.stood.1,
            _ => false,
        };
        (!waits).then(|| self.phase_since.saturating_add(self.lasts(pace)))
    }

    /// How long the phase lasts: no longer than anybody is waited for.
    pub(crate) fn lasts(&self, pace: &Pace) -> i64 {
        let betting = matches!(self.stood.0, Phase::PlaceYourBets | Phase::FinalBets);
        let all_ready =
            !self.seated.is_empty() && self.seated.iter().all(|person| self.ready.contains(person));
        if betting && all_ready { 0 } else { pace.of(self.stood.0) }
    }

    /// Whether the phase is not over. A clock that was put back makes nobody wait longer than the phase lasts.
    pub(crate) fn is_early(&self, pace: &Pace, now: i64) -> bool {
        let lasts = self.lasts(pace);
        let left = self.phase_since.saturating_add(lasts).saturating_sub(now);
        0 < left && left <= lasts
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
