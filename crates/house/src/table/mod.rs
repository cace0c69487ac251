//! Tables: closed or open, with who sits at them, what lies on them, and their papers.

mod asked;
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

use rustc_hash::FxHashMap;

use crate::command::Mode;
use crate::ids::{PersonId, TableId};
use crate::ledger::{Kind, Transaction};
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
    /// The rounds that each person has played here, as spans of rounds.
    played: FxHashMap<PersonId, Vec<(u64, u64)>>,
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
            played: FxHashMap::default(),
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

    /// Whoever stakes something, or has something decided, plays this round.
    pub(crate) fn note_played(&mut self, transaction: &Transaction) {
        if matches!(transaction.kind, Kind::Stake | Kind::Settle | Kind::Return | Kind::BankTaken) {
            let people = transaction.legs.iter().filter_map(|leg| leg.from.person().or(leg.to.person()));
            people.for_each(|person| span(&mut self.played, person, self.rounds));
        }
    }

    /// Whoever holds the bank or has a stake standing plays the round that begins.
    pub(crate) fn note_carried(&mut self) {
        let Some(sitting) = &self.sitting else { return };
        let stands = sitting.stakes().filter(|(_, held)| held.returned.is_none());
        let people = sitting.bank.map(|(holder, _)| holder).into_iter();
        for person in people.chain(stands.map(|(_, held)| held.person)) {
            span(&mut self.played, person, self.rounds);
        }
    }

    /// Whether a person has played a round here.
    pub fn has_played(&self, person: PersonId, round: u64) -> bool {
        let spans = self.played.get(&person).map_or(&[][..], |spans| spans);
        spans.iter().any(|(first, last)| (*first..=*last).contains(&round))
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

fn span(played: &mut FxHashMap<PersonId, Vec<(u64, u64)>>, person: PersonId, round: u64) {
    let spans = played.entry(person).or_default();
    match spans.last_mut() {
        Some((_, last)) if *last + 1 >= round => *last = round,
        _ => spans.push((round, round)),
    }
}

fn closed(name: &str) -> Refusal {
    Refusal::order(format!("{name} is closed"), "it is opened first")
}
