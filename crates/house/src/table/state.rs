//! A table of the house, open or closed: its players, paperwork and rounds.

use std::collections::{BTreeMap, BTreeSet};

use super::live::{LiveTable, RulesInForce, WheelChips};
use super::mode::Mode;
use super::phase::{Pace, Phase};
use super::reader::OutcomeReaders;
use super::recent::{RecentLinks, RecentPlayers, is_remembered};
use super::suspension::Suspension;
use crate::ids::{PersonId, TableId};
use crate::ledger::{Transaction, TransactionKind};
use crate::office::PendingExchanges;
use crate::paper::Papers;
use crate::rejection::Rejection;

/// The absence of a seated player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Absence {
    /// When the player was noted as gone, in milliseconds since 1970.
    pub since: i64,
    /// The name of the player, by which the rules know who has to decide.
    pub(crate) name: Box<str>,
}

/// A call for an inspector that nobody has answered yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InspectorCall {
    /// Who called.
    pub by: PersonId,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The reason.
    pub reason: Box<str>,
}

/// A table of a house.
#[derive(Clone)]
pub struct TableState<'b> {
    /// Its number.
    pub id: TableId,
    /// Its name in the house file.
    pub name: Box<str>,
    /// Its game, as `RULEBOOK/GAME`.
    pub game: Box<str>,
    /// The live table, while it is open.
    pub live: Option<LiveTable<'b>>,
    /// Why it takes no round although it is open; it has no live table then.
    pub suspension: Option<Suspension<'b>>,
    /// The people seated at it.
    pub seated: BTreeSet<PersonId>,
    /// The coloured chips of its players.
    pub wheel: BTreeMap<PersonId, WheelChips>,
    /// Exchanges requested at this table.
    pub exchanges: PendingExchanges,
    /// Its counts, slips and proposals.
    pub papers: Papers,
    /// The number of rounds so far.
    pub rounds: u64,
    /// The number of records so far.
    pub records: u64,
    /// The time of the last event at it.
    pub since: i64,
    /// The time from which the phase is timed: its beginning, the first bet, or the last decision.
    pub phase_since: i64,
    /// The state after the last entry: the phase, and whether there was anything to play for.
    pub(crate) last_seen: (Phase, bool),
    /// The cards that had fallen or been turned after the last entry, and those of them that did so when the timer started.
    pub(crate) fallen: (u16, u16),
    /// Players who have reported that they have finished betting in this phase.
    pub ready: BTreeSet<PersonId>,
    /// Seated players who are gone, and since when. Nobody waits for them.
    pub away: BTreeMap<PersonId, Absence>,
    /// The devices that read its outcomes.
    pub readers: OutcomeReaders,
    /// When staff last dealt here: announced, entered, or acted for a player. In milliseconds since 1970; 0 before.
    pub dealt_by_staff: i64,
    /// The call for an inspector that nobody has answered yet.
    pub called: Option<InspectorCall>,
    /// The seeds that its players have given.
    pub seeds: BTreeMap<PersonId, Box<[u8]>>,
    /// The positions of its latest links in the journal.
    pub links: RecentLinks,
    /// The people who have played its latest rounds.
    pub(crate) players: RecentPlayers,
}

impl<'b> TableState<'b> {
    pub(crate) fn new(id: TableId, name: &str, game: &str) -> Self {
        Self {
            id,
            name: name.into(),
            game: game.into(),
            live: None,
            suspension: None,
            seated: BTreeSet::new(),
            wheel: BTreeMap::new(),
            exchanges: PendingExchanges::default(),
            papers: Papers::default(),
            rounds: 0,
            records: 0,
            since: 0,
            phase_since: 0,
            last_seen: (Phase::Closed, false),
            fallen: (0, 0),
            ready: BTreeSet::new(),
            away: BTreeMap::new(),
            readers: OutcomeReaders::default(),
            dealt_by_staff: 0,
            called: None,
            seeds: BTreeMap::new(),
            links: RecentLinks::default(),
            players: RecentPlayers::default(),
        }
    }

    /// The phase of the round.
    pub fn phase(&self) -> Phase {
        self.live.as_ref().map_or(Phase::Closed, LiveTable::phase)
    }

    /// Notes the time of an entry. The timer of the phase restarts when the phase changes, when somebody decides, and
    /// when there is something to play for where there was nothing before.
    pub(crate) fn note_time(&mut self, at: i64, acted: bool) {
        self.since = at;
        let phase = self.phase();
        let stands = (phase, self.is_played_for());
        let decided = acted && phase == Phase::Decision;
        let first_bet = phase == self.last_seen.0 && stands.1 && !self.last_seen.1;
        let fallen = self.live.as_ref().map_or(0, LiveTable::fallen);
        // A new round begins without cards.
        let fell = fallen.checked_sub(self.fallen.0).unwrap_or(fallen);
        if phase != self.last_seen.0 || decided || first_bet {
            // One command can have several entries, all at the same time.
            let before = if at == self.phase_since { self.fallen.1 } else { 0 };
            self.phase_since = at;
            self.fallen.1 = before.saturating_add(fell);
        }
        self.fallen.0 = fallen;
        // Players who are ready remain ready for the final bets.
        if phase != self.last_seen.0 && phase != Phase::FinalBets {
            self.ready.clear();
        }
        self.last_seen = stands;
    }

    /// Notes who plays this round: people whose stake was placed or settled.
    pub(crate) fn note_played(&mut self, transaction: &Transaction) {
        if matches!(
            transaction.kind,
            TransactionKind::Stake
                | TransactionKind::Settle
                | TransactionKind::Return
                | TransactionKind::BankTaken
        ) {
            let people = transaction.legs.iter().filter_map(|leg| leg.from.person().or(leg.to.person()));
            people.for_each(|person| self.players.note(person, self.rounds));
        }
    }

    /// Notes who plays the round that begins: people who hold the bank or have a standing stake.
    pub(crate) fn note_carried(&mut self) {
        self.players.forget_before(self.rounds);
        let Some(live) = &self.live else { return };
        let stands = live.stakes().filter(|(_, placed)| placed.returned.is_none());
        let people = live.bank.map(|(holder, _)| holder).into_iter();
        for person in people.chain(stands.map(|(_, placed)| placed.person)) {
            self.players.note(person, self.rounds);
        }
    }

    /// Whether the table remembers who played a round.
    pub fn remembers(&self, round: u64) -> bool {
        is_remembered(round, self.rounds)
    }

    /// Whether a person has played a round here that the table remembers.
    pub fn has_played(&self, person: PersonId, round: u64) -> bool {
        self.remembers(round) && self.players.has(person, round)
    }

    /// Whether there is anything to deal, spin or throw for.
    fn is_played_for(&self) -> bool {
        self.live.as_ref().is_some_and(|live| live.rules.check_begin().is_ok())
    }

    /// The phase as it is timed and shown: dice that lie are a payment.
    pub(crate) fn shown_phase(&self) -> Phase {
        match self.last_seen.0 {
            Phase::Waiting if self.live.as_ref().is_some_and(LiveTable::is_thrown) => Phase::Payment,
            phase => phase,
        }
    }

    /// The timer starts again: the phase lasts its full time from now on.
    pub(crate) fn restart_timer(&mut self, at: i64) {
        if self.live.as_ref().is_some_and(|live| live.mode == Mode::Automatic) {
            self.phase_since = at;
        }
    }

    /// The time at which the timer of an automatic table ticks; `None` while the table waits for somebody.
    pub fn deadline(&self, pace: &Pace) -> Option<i64> {
        self.live.as_ref().filter(|live| live.mode == Mode::Automatic)?;
        let waits = match self.last_seen.0 {
            Phase::Closed => true,
            Phase::Waiting | Phase::Payment => self.seated.is_empty(),
            Phase::PlaceYourBets | Phase::FinalBets => !self.last_seen.1,
            _ => false,
        };
        (!waits).then(|| self.phase_since.saturating_add(self.timer(pace)))
    }

    /// The time from the start of the timer to its end: what fell is shown, then the phase lasts.
    fn timer(&self, pace: &Pace) -> i64 {
        self.shown_for(pace) + self.phase_length(pace)
    }

    /// The showing time of what fell when the timer started.
    fn shown_for(&self, pace: &Pace) -> i64 {
        let Some(live) = self.live.as_ref().filter(|live| live.mode == Mode::Automatic) else { return 0 };
        let falls = match self.shown_phase() {
            Phase::Payment if live.rules.wheel().is_some() || live.rules.throws_dice() => 1,
            Phase::Insurance | Phase::Decision | Phase::Payment => self.fallen.1,
            _ => 0,
        };
        live.showing(pace) * i64::from(falls)
    }

    /// The players whom "ready" waits for: those who are there, and have bet in this round or in the one before.
    pub fn awaited(&self) -> impl Iterator<Item = PersonId> {
        let rounds = [self.rounds.checked_sub(1), Some(self.rounds)];
        let bets = move |person: &PersonId| {
            rounds.into_iter().flatten().any(|round| self.has_played(*person, round))
        };
        self.seated.iter().copied().filter(|person| !self.away.contains_key(person)).filter(bets)
    }

    /// The duration of the phase; 0 when nobody is waited for: everybody who bets is ready, or who has to decide is gone.
    pub(crate) fn phase_length(&self, pace: &Pace) -> i64 {
        let phase = self.last_seen.0;
        let is_over = match phase {
            Phase::PlaceYourBets | Phase::FinalBets => {
                !self.ready.is_empty() && self.awaited().all(|person| self.ready.contains(&person))
            }
            Phase::Decision => self.is_decider_gone(),
            _ => false,
        };
        if is_over { 0 } else { pace.of(self.shown_phase()) }
    }

    /// Whether the player who has to decide is gone.
    fn is_decider_gone(&self) -> bool {
        let Some(live) = self.live.as_ref().filter(|_| !self.away.is_empty()) else { return false };
        let speaker = live.due().and_then(|due| due.speaker);
        speaker.is_some_and(|speaker| self.away.values().any(|absence| *absence.name == *speaker))
    }

    /// Whether the phase is not over yet. If the clock was set back, nobody waits longer than the duration of the
    /// phase.
    pub(crate) fn is_early(&self, pace: &Pace, now: i64) -> bool {
        let length = self.timer(pace);
        let left = self.phase_since.saturating_add(length).saturating_sub(now);
        0 < left && left <= length
    }

    /// The live table.
    ///
    /// # Errors
    /// When the table is closed or suspended.
    pub fn open(&self) -> Result<&LiveTable<'b>, Rejection> {
        self.live.as_ref().ok_or_else(|| self.not_live())
    }

    /// The rejection of an act at a table that is closed or suspended.
    fn not_live(&self) -> Rejection {
        let suspended = self.suspension.as_ref().map(|suspension| suspension.rejection(&self.name));
        suspended.unwrap_or_else(|| Self::closed(&self.name))
    }

    /// Whether the table is open, suspended or not.
    pub fn is_open(&self) -> bool {
        self.live.is_some() || self.suspension.is_some()
    }

    /// The rules it was opened under; `None` while it is closed, or if they are not available.
    pub fn in_force(&self) -> Option<&RulesInForce<'b>> {
        let live = self.live.as_ref().map(|live| &live.in_force);
        live.or_else(|| self.suspension.as_ref().and_then(|suspension| suspension.in_force.as_ref()))
    }

    /// The mode in which it is run; `None` while it is closed.
    pub fn mode(&self) -> Option<Mode> {
        let live = self.live.as_ref().map(|live| live.mode);
        live.or_else(|| self.suspension.as_ref().map(|suspension| suspension.mode))
    }

    /// The rejection of an act at a closed table.
    pub(crate) fn closed(name: &str) -> Rejection {
        Rejection::order(format!("{name} is closed"), "open it first")
    }
}
