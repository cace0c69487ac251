//! What is remembered of a table beside its state: the lines of its round, its last outcomes, where its rounds begin.

use std::collections::VecDeque;
use std::sync::Arc;

use croupier_house::event::Event;
use croupier_house::journal::Entry;
use croupier_house::table::{Phase, TableState};

use super::told::told;
use crate::wire::{Fell, SeenOutcome, Told, Written};

/// The outcomes that are shown.
const LAST: usize = 10;
/// The outcomes that a history board has.
const BOARD: usize = 200;
/// The events that a slow listener can still be told one by one.
const RECENT: usize = 64;
/// One mark every so many rounds says where in the journal to begin to look.
const MARK_EVERY: u64 = 32;

/// What is remembered of a table.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// The lines of the round so far.
    lines: Vec<Box<str>>,
    /// The last outcomes, the latest first.
    last: VecDeque<SeenOutcome>,
    /// What has happened lately, for listeners.
    recent: VecDeque<Written<Told>>,
    /// Rounds with the version their journal stood at when they began.
    marks: Vec<(u64, u64)>,
    /// The last round, with the version at which it began.
    latest: (u64, u64),
    /// The round whose outcome was noted last.
    noted: u64,
    /// Every opening of the table: the round before it, and its version.
    openings: Vec<(u64, u64)>,
}

impl Board {
    /// Notes an entry that the table has taken up.
    pub(super) fn note(&mut self, entry: &Entry, table: &TableState<'_>) {
        let body = &entry.body;
        match &body.event {
            Event::RoundBegan { round, .. } => {
                self.lines.clear();
                self.latest = (*round, body.version);
                if round % MARK_EVERY == 1 {
                    self.marks.push((*round, body.version));
                }
            }
            Event::Acted { lines, .. } | Event::Revealed { lines } => {
                self.lines.extend(lines.lines().map(Into::into));
            }
            Event::Opened { .. } => self.openings.push((table.rounds, body.version)),
            Event::Corrected { round, from, to, .. } => self.correct(*round, from, to, table),
            Event::RoundVoided { round, .. } => self.void(*round, body.at),
            _ => {}
        }
        self.note_outcome(table, body.at);
    }

    /// Keeps what has happened for those who listen.
    pub(super) fn tell(&mut self, entry: &Entry, by: &str) {
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(told(entry, by).into());
    }

    fn note_outcome(&mut self, table: &TableState<'_>, at: i64) {
        let round = table.rounds;
        let over = table.phase() == Phase::Payment || self.fell_at_once(table);
        if !over || self.noted == round {
            return;
        }
        self.noted = round;
        let result = table.live.as_ref().map(|sitting| sitting.rules.result()).unwrap_or_default();
        self.put(SeenOutcome { round, at, result: result.into(), void: false });
    }

    /// At dice a round is one throw, and bets are open again at once.
    fn fell_at_once(&self, table: &TableState<'_>) -> bool {
        let open = table.live.as_ref().is_some_and(|sitting| sitting.rules.throws_dice());
        open && self.lines.last().is_some_and(|line| line.starts_with("dice "))
    }

    fn put(&mut self, outcome: SeenOutcome) {
        self.last.push_front(outcome);
        self.last.truncate(BOARD);
    }

    fn void(&mut self, round: u64, at: i64) {
        self.lines.clear();
        match self.last.iter_mut().find(|known| known.round == round) {
            Some(known) => known.void = true,
            None => {
                self.noted = round;
                self.put(SeenOutcome { round, at, result: "void".into(), void: true });
            }
        }
    }

    /// The round has another outcome now, and had it when it was noted.
    fn correct(&mut self, round: u64, from: &str, to: &str, table: &TableState<'_>) {
        let known = self.last.iter_mut().find(|known| known.round == round);
        if let (Some(known), Some(sitting)) = (known, &table.live) {
            known.result = sitting.rules.result().into();
        }
        if let Some(line) = self.lines.iter_mut().rfind(|line| &***line == from) {
            *line = to.into();
        }
    }

    /// What the wheel or the dice gave in this round.
    pub fn fell(&self) -> Option<Fell> {
        let after = |word: &str| self.lines.iter().rev().find_map(|line| line.strip_prefix(word));
        let ball = after("ball ").map(Into::into);
        let direction = after("spin ").map(Into::into);
        let dice = after("dice ").map(|dice| dice.split(' ').filter_map(|die| die.parse().ok()).collect());
        let fell = Fell { ball, direction, dice };
        (fell != Fell::default()).then_some(fell)
    }

    /// The lines of the round that everybody may see: while it is played, the cards are seen as they lie.
    pub fn public_lines(&self, phase: Phase) -> Vec<Box<str>> {
        let open = matches!(phase, Phase::Payment | Phase::Waiting | Phase::Closed);
        self.lines.iter().filter(|line| open || !line.starts_with("cards ")).cloned().collect()
    }

    /// The last outcomes, the latest first.
    pub fn last(&self) -> Vec<SeenOutcome> {
        self.last.iter().take(LAST).cloned().collect()
    }

    /// As many outcomes as a history board has, the latest first.
    pub fn history(&self) -> impl Iterator<Item = &SeenOutcome> {
        self.last.iter()
    }

    /// What has happened lately.
    pub(super) fn recent(&self) -> Arc<[Written<Told>]> {
        self.recent.iter().cloned().collect()
    }

    /// Whether a round is over.
    pub fn is_over(&self, round: u64) -> bool {
        round <= self.noted
    }

    /// The version at which a round began that is not over.
    pub fn playing_since(&self) -> Option<u64> {
        let (round, version) = self.latest;
        (!self.is_over(round)).then_some(version)
    }

    /// The version at which the table was opened for a round.
    pub fn opening_of(&self, round: u64) -> u64 {
        let place = self.openings.partition_point(|(before, _)| *before < round);
        place.checked_sub(1).map_or(1, |place| self.openings[place].1)
    }

    /// Where in the journal to begin to look for a round: at or before its beginning.
    pub fn mark_of(&self, round: u64) -> u64 {
        let place = self.marks.partition_point(|(known, _)| *known <= round);
        place.checked_sub(1).map_or(1, |place| self.marks[place].1)
    }
}
