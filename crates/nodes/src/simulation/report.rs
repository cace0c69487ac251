//! What a simulation measures.

use std::collections::BTreeMap;
use std::fmt;

use crate::checker::Violation;
use crate::history::ClientHistory;
use crate::ids::HouseNumber;

/// Spans of time that were measured, in microseconds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SpanSample {
    spans: Vec<u64>,
}

impl SpanSample {
    pub(crate) fn add(&mut self, span: u64) {
        self.spans.push(span);
    }

    /// How many were measured.
    pub fn count(&self) -> usize {
        self.spans.len()
    }

    /// The longest.
    pub fn worst(&self) -> u64 {
        self.spans.iter().copied().max().unwrap_or(0)
    }

    /// The span that so many of a thousand do not exceed.
    pub fn per_mille(&self, share: usize) -> u64 {
        let mut sorted = self.spans.clone();
        sorted.sort_unstable();
        let place = (sorted.len() * share).div_ceil(1000).saturating_sub(1);
        sorted.get(place).copied().unwrap_or(0)
    }
}

impl fmt::Display for SpanSample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |span: u64| format!("{}.{:01} ms", span / 1000, span % 1000 / 100);
        let (half, most, worst) = (self.per_mille(500), self.per_mille(990), self.worst());
        write!(f, "{:>8}   {:>10} {:>10} {:>10}", self.count(), ms(half), ms(most), ms(worst))
    }
}

/// A house whose owner was killed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Outage {
    pub(crate) since: u64,
    pub(crate) fence: u64,
    /// When it had the next owner.
    pub(crate) owned_at: Option<u64>,
}

/// What is measured while a simulation runs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SimMeasures {
    /// From the kill of the owner to the next owner.
    pub owner_after_kill: SpanSample,
    /// From the kill of the owner to the next acknowledgement, of a command that had waited for the next owner.
    pub answer_after_kill: SpanSample,
    /// From the pause of the owner, if it was longer than a lease, to the next owner.
    pub owner_after_pause: SpanSample,
    /// From the end of deciding at the old owner to the start at the new one, by plan.
    pub hand_over: SpanSample,
    /// From the commit of an entry to its application by a follower.
    pub lag: SpanSample,
    /// From a command to its answer, with all retries.
    pub command: SpanSample,
    /// From a read to its answer.
    pub read: SpanSample,
    /// Messages between nodes.
    pub messages: u64,
    /// Calls of the database, by kind.
    pub calls: BTreeMap<&'static str, u64>,
    /// Groups that houses decided.
    pub decided: u64,
    /// … of these on entries that were not stored yet.
    pub decided_ahead: u64,
    /// Groups that were sent to the database while another one of the house was being written.
    pub written_ahead: u64,
    /// Times that a house had to forget entries.
    pub forgotten: u64,
    /// … of these after a group that was stored with the one after it lost.
    pub partly_stored: u64,
    /// Houses that were suspended.
    pub suspended: u64,
    /// Entries that the standby did not have.
    pub lost_entries: usize,
    /// Nodes that were not permitted to join.
    pub refused_nodes: u64,
    /// Events of the simulation.
    pub events: u64,
    /// What the houses found wrong with what was stored.
    pub unsound: Vec<Violation>,
    pub(crate) killed: BTreeMap<HouseNumber, u64>,
    pub(crate) unanswered: BTreeMap<HouseNumber, Outage>,
    pub(crate) paused: BTreeMap<HouseNumber, u64>,
    pub(crate) closing: BTreeMap<HouseNumber, u64>,
}

/// What came of a simulation.
#[derive(Clone, Debug)]
pub struct SimReport {
    /// What clients asked and saw.
    pub history: ClientHistory,
    /// What is wrong with it.
    pub violations: Vec<Violation>,
    /// What was measured.
    pub measures: SimMeasures,
    /// How many houses each living node owns at the end.
    pub owned: Vec<usize>,
    /// How long it was, in microseconds of its own time.
    pub span: u64,
}

impl fmt::Display for SimReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let m = &self.measures;
        writeln!(f, "{:<42}{:>8}   {:>10} {:>10} {:>10}", "", "count", "median", "p99", "worst")?;
        let rows = [
            ("killed: to the next owner", &m.owner_after_kill),
            ("killed: to the next acknowledgement", &m.answer_after_kill),
            ("paused past the lease: to the next owner", &m.owner_after_pause),
            ("by plan: from the old owner to the new", &m.hand_over),
            ("follower: from commit to application", &m.lag),
            ("command: from request to answer", &m.command),
            ("read: from request to answer", &m.read),
        ];
        for (name, sample) in rows {
            writeln!(f, "{name:<42}{sample}")?;
        }
        let seconds = (self.span / 1_000_000).max(1);
        writeln!(f, "messages between nodes: {} a second", m.messages / seconds)?;
        for (kind, count) in &m.calls {
            writeln!(f, "database, {kind}: {} a second", count / seconds)?;
        }
        let (decided, ahead, forgotten) = (m.decided, m.decided_ahead, m.forgotten);
        writeln!(f, "groups decided: {decided}, ahead of the database: {ahead}, forgotten: {forgotten}")?;
        let (ahead, partly) = (m.written_ahead, m.partly_stored);
        writeln!(f, "groups written behind another one: {ahead}, lost behind one that was stored: {partly}")?;
        let (least, most) = (self.owned.iter().min(), self.owned.iter().max());
        let (least, most) = (least.copied().unwrap_or(0), most.copied().unwrap_or(0));
        writeln!(f, "houses of a node at the end: {least} to {most}")?;
        writeln!(f, "suspended houses: {}, lost entries: {}", m.suspended, m.lost_entries)?;
        writeln!(f, "events: {}, broken promises: {}", m.events, self.violations.len())?;
        for violation in self.violations.iter().take(20) {
            writeln!(f, "  {violation}")?;
        }
        Ok(())
    }
}
