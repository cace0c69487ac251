//! The recent history of a table: the lines of its current round, its last results and events. It does not grow with
//! the age of the table: older rounds are in the index.

use std::collections::VecDeque;
use std::sync::Arc;

use croupier_house::event::Event;
use croupier_house::journal::Entry;
use croupier_house::ledger::TransactionKind;
use croupier_house::table::{Phase, TableState};
use croupier_store::index::{RoundRow, RoundState};

use super::event_text::table_event;
use crate::wire::{Outcome, RoundResult, SharedJson, TableEvent};

/// The number of results in a view.
const LAST: usize = 10;
/// The number of results on a history board.
pub(crate) const BOARD_RESULTS: usize = 200;
/// The number of events that a slow subscriber can still receive individually.
pub(crate) const RECENT_EVENTS: usize = 64;

/// The history of a table.
#[derive(Clone, Debug, Default)]
pub struct TableHistory {
    /// The lines of the current round.
    lines: Vec<Box<str>>,
    /// The last results, the latest first.
    last: VecDeque<RoundResult>,
    /// The latest events, for subscribers.
    recent: VecDeque<SharedJson<TableEvent>>,
    /// The last round, with the version at which it began.
    latest: (u64, u64),
    /// The round whose result was recorded last.
    noted: u64,
}

impl TableHistory {
    /// The history of a table that is restored: its rounds from the index, the latest first, and the entries of its
    /// current round from the journal.
    pub(super) fn restored(rounds: &[RoundRow], current: &[Entry]) -> Self {
        let mut history = Self::default();
        current.iter().for_each(|entry| history.note_lines(entry));
        let over = rounds.iter().filter(|row| row.is_over());
        let results = over.filter_map(|row| {
            let void = row.state == RoundState::Void;
            Some(RoundResult { round: row.round, at: row.at, result: row.result.clone()?, void })
        });
        history.last = results.take(BOARD_RESULTS).collect();
        history.noted = history.last.front().map_or(0, |latest| latest.round);
        history
    }

    /// Adds an entry that the table has applied. Returns the result of a round that is new, or whose result or money has
    /// changed.
    pub(super) fn note(&mut self, entry: &Entry, table: &TableState<'_>) -> Option<RoundResult> {
        let body = &entry.body;
        self.note_lines(entry);
        let changed = match &body.event {
            Event::Corrected { round, .. } => self.correct(*round, table),
            Event::RoundVoided { round, .. } => Some(self.void(*round, body.at)),
            Event::RoundInterrupted { round, undone: true } if self.is_over(*round) => {
                Some(self.void(*round, body.at))
            }
            Event::Acted { .. } | Event::Revealed { .. } => self.settled_later(entry),
            _ => None,
        };
        self.note_outcome(table, body.at).or(changed)
    }

    /// The result of a round that was over before a stake of it was settled, such as one that a zero had held.
    fn settled_later(&self, entry: &Entry) -> Option<RoundResult> {
        let settles = |kind| matches!(kind, TransactionKind::Settle | TransactionKind::Return);
        let is_settled = entry.body.ledger.iter().any(|transaction| settles(transaction.kind));
        self.last.front().filter(|last| is_settled && last.round == self.latest.0).cloned()
    }

    /// Adds an entry to the lines of the current round.
    fn note_lines(&mut self, entry: &Entry) {
        match &entry.body.event {
            Event::RoundBegan { round, .. } => {
                self.lines.clear();
                self.latest = (*round, entry.body.version);
            }
            Event::Acted { lines, .. } | Event::Revealed { lines } => {
                self.lines.extend(lines.lines().map(Into::into));
            }
            Event::Corrected { from, to, .. } => {
                if let Some(line) = self.lines.iter_mut().rfind(|line| ***line == **from) {
                    *line = to.clone();
                }
            }
            Event::RoundVoided { .. } => self.lines.clear(),
            _ => {}
        }
    }

    /// Stores an event for subscribers.
    pub(super) fn note_event(&mut self, entry: &Entry, by: &str) {
        if self.recent.len() == RECENT_EVENTS {
            self.recent.pop_front();
        }
        self.recent.push_back(table_event(entry, by).into());
    }

    fn note_outcome(&mut self, table: &TableState<'_>, at: i64) -> Option<RoundResult> {
        let round = table.rounds;
        let over = table.phase() == Phase::Payment || self.is_thrown(table);
        if !over || self.noted == round {
            return None;
        }
        self.noted = round;
        let result = table.live.as_ref().map(|sitting| sitting.rules.result()).unwrap_or_default();
        Some(self.put(RoundResult { round, at, result: result.into(), void: false }))
    }

    /// Whether the dice were thrown. At dice a round is one throw, and betting opens again at once.
    fn is_thrown(&self, table: &TableState<'_>) -> bool {
        let open = table.live.as_ref().is_some_and(|sitting| sitting.rules.throws_dice());
        open && self.lines.last().is_some_and(|line| line.starts_with("dice "))
    }

    fn put(&mut self, outcome: RoundResult) -> RoundResult {
        self.last.push_front(outcome.clone());
        self.last.truncate(BOARD_RESULTS);
        outcome
    }

    fn void(&mut self, round: u64, at: i64) -> RoundResult {
        if let Some(known) = self.last.iter_mut().find(|known| known.round == round) {
            known.void = true;
            return known.clone();
        }
        self.noted = round;
        self.put(RoundResult { round, at, result: "void".into(), void: true })
    }

    /// Replaces the result of a round that was corrected.
    fn correct(&mut self, round: u64, table: &TableState<'_>) -> Option<RoundResult> {
        let known = self.last.iter_mut().find(|known| known.round == round)?;
        known.result = table.live.as_ref()?.rules.result().into();
        Some(known.clone())
    }

    /// The outcome of the wheel or the dice in this round.
    pub fn outcome(&self) -> Option<Outcome> {
        let after = |word: &str| self.lines.iter().rev().find_map(|line| line.strip_prefix(word));
        let ball = after("ball ").map(Into::into);
        let direction = after("spin ").map(Into::into);
        let dice = after("dice ").map(|dice| dice.split(' ').filter_map(|die| die.parse().ok()).collect());
        let outcome = Outcome { ball, direction, dice };
        (outcome != Outcome::default()).then_some(outcome)
    }

    /// The public lines of the round. While it is played, cards are only in the view.
    pub fn public_lines(&self, phase: Phase) -> Vec<Box<str>> {
        let open = matches!(phase, Phase::Payment | Phase::Waiting | Phase::Closed);
        self.lines.iter().filter(|line| open || !line.starts_with("cards ")).cloned().collect()
    }

    /// The last results, the latest first.
    pub fn last(&self) -> Vec<RoundResult> {
        self.last.iter().take(LAST).cloned().collect()
    }

    /// The results of the history board, the latest first.
    pub fn results(&self) -> impl Iterator<Item = &RoundResult> {
        self.last.iter()
    }

    /// The latest events.
    pub(super) fn recent(&self) -> Arc<[SharedJson<TableEvent>]> {
        self.recent.iter().cloned().collect()
    }

    /// Whether a round is over.
    pub fn is_over(&self, round: u64) -> bool {
        round <= self.noted
    }

    /// The version at which the current round began; `None` if no round is being played.
    pub fn playing_since(&self) -> Option<u64> {
        let (round, version) = self.latest;
        (!self.is_over(round)).then_some(version)
    }
}
