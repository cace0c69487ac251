//! Following one house: committed entries are applied in order, each once, from pushes and from the database.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::database::DatabaseAnswer;
use crate::ids::{ChainHead, LinkedEntry};
use crate::rows::SuspensionReason;
use crate::settings::NodeSettings;

/// What a follower wants done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum FollowerStep {
    /// Apply these entries to the house, in this order.
    Apply(Vec<LinkedEntry>),
    /// Read the database after what was applied.
    ReadTail,
    /// A read can be answered: the house is at this sequence or later.
    Show {
        /// The read.
        read: u64,
    },
    /// The sequence of a read did not arrive in time.
    Late {
        /// The read.
        read: u64,
    },
    /// The house must be suspended.
    Suspend(SuspensionReason),
}

#[derive(Clone, Copy, Debug)]
struct WaitingRead {
    read: u64,
    token: u64,
    until: Duration,
}

/// Follows one house.
#[derive(Clone, Debug)]
pub(crate) struct Follower {
    applied: ChainHead,
    /// The highest sequence that is known to be committed.
    known: u64,
    /// When the owner or the database was last heard.
    heard: Duration,
    early: BTreeMap<u64, LinkedEntry>,
    is_reading: bool,
    /// When the database is read for what is missing.
    read_at: Option<Duration>,
    waiting: Vec<WaitingRead>,
    /// The format of an entry that this build cannot read.
    unreadable: Option<u16>,
}

impl Follower {
    /// Follows a house that is loaded up to a head.
    pub(crate) const fn new(applied: ChainHead, now: Duration) -> Self {
        Self {
            applied,
            known: applied.sequence,
            heard: now,
            early: BTreeMap::new(),
            is_reading: false,
            read_at: Some(now),
            waiting: Vec::new(),
            unreadable: None,
        }
    }

    /// The last entry that was applied.
    pub(crate) const fn applied(&self) -> ChainHead {
        self.applied
    }

    /// How many committed entries are known that are not applied yet.
    pub(crate) const fn lag(&self) -> u64 {
        self.known - self.applied.sequence
    }

    /// How long nothing was heard from the owner or the database.
    pub(crate) fn silence(&self, now: Duration) -> Duration {
        now.saturating_sub(self.heard)
    }

    /// The format of an entry that this build cannot read. The house stays where it is, and is not served.
    pub(crate) const fn unreadable(&self) -> Option<u16> {
        self.unreadable
    }

    /// Entries that the owner has pushed after their commit, and its head.
    pub(crate) fn pushed(
        &mut self,
        head: ChainHead,
        entries: Vec<LinkedEntry>,
        now: Duration,
        settings: &NodeSettings,
        steps: &mut Vec<FollowerStep>,
    ) {
        self.heard = now;
        self.known = self.known.max(head.sequence);
        let other_than_ours =
            |entry: ChainHead, ours: ChainHead| entry.sequence == ours.sequence && entry.hash != ours.hash;
        if other_than_ours(head, self.applied) {
            self.read_by(now);
        }
        for entry in entries {
            if other_than_ours(entry.head(), self.applied) {
                self.read_by(now);
            }
            let is_new = entry.sequence > self.applied.sequence;
            if is_new && (self.early.len() < settings.buffer_max || self.is_next(&entry)) {
                self.early.insert(entry.sequence, entry);
            }
        }
        self.apply_early(now, settings, steps);
        if self.lag() > 0 {
            self.read_by(now + settings.gap_wait);
        }
        self.show(steps);
    }

    /// The answer to a read of the database that was sent when `from` was the last applied entry.
    pub(crate) fn tail(
        &mut self,
        from: ChainHead,
        answer: DatabaseAnswer,
        now: Duration,
        settings: &NodeSettings,
        steps: &mut Vec<FollowerStep>,
    ) {
        self.is_reading = false;
        let DatabaseAnswer::Tail { at, head, entries } = answer else {
            self.read_by(now + settings.gap_wait * 5);
            return;
        };
        self.heard = now;
        // What was applied was committed before the read was sent: the database must have it.
        match at {
            None => {
                let reason = SuspensionReason::Ahead { applied: from.sequence, found: head.sequence };
                return steps.push(FollowerStep::Suspend(reason));
            }
            Some(hash) if hash != from.hash => {
                let reason = SuspensionReason::Forked { sequence: from.sequence };
                return steps.push(FollowerStep::Suspend(reason));
            }
            Some(_) => {}
        }
        self.known = self.known.max(head.sequence);
        // The database is right: what was pushed gives way to it.
        for entry in entries.into_iter().filter(|entry| entry.sequence > self.applied.sequence) {
            self.early.insert(entry.sequence, entry);
        }
        self.apply_early(now, settings, steps);
        self.read_at = if self.lag() > 0 && self.unreadable.is_none() { Some(now) } else { None };
        self.show(steps);
    }

    /// Entries that this node has itself committed as the owner. A read of the database may have shown them before the answer to
    /// the write came.
    pub(crate) fn committed(
        &mut self,
        entries: Vec<LinkedEntry>,
        now: Duration,
        steps: &mut Vec<FollowerStep>,
    ) {
        let applied = self.applied.sequence;
        let new: Vec<LinkedEntry> = entries.into_iter().filter(|entry| entry.sequence > applied).collect();
        if let Some(last) = new.last() {
            self.applied = last.head();
            self.known = self.known.max(last.sequence);
            self.early.clear();
            steps.push(FollowerStep::Apply(new));
        }
        self.heard = now;
        self.show(steps);
    }

    /// A client wants to read, and has seen the house at `token`.
    pub(crate) fn read(
        &mut self,
        read: u64,
        token: u64,
        now: Duration,
        settings: &NodeSettings,
        steps: &mut Vec<FollowerStep>,
    ) {
        if self.applied.sequence >= token {
            return steps.push(FollowerStep::Show { read });
        }
        if self.waiting.len() >= settings.reads_max {
            return steps.push(FollowerStep::Late { read });
        }
        self.waiting.push(WaitingRead { read, token, until: now + settings.read_wait });
        self.read_by(now + settings.gap_wait);
    }

    /// Reads the database where that is due, and ends the wait of reads. `polls` is whether entries come from elsewhere.
    pub(crate) fn tick(
        &mut self,
        polls: bool,
        now: Duration,
        settings: &NodeSettings,
        steps: &mut Vec<FollowerStep>,
    ) {
        if polls && self.silence(now) >= settings.poll_after {
            self.read_by(now);
        }
        if !self.is_reading && self.read_at.is_some_and(|at| at <= now) {
            self.reading();
            steps.push(FollowerStep::ReadTail);
        }
        let late = self.waiting.extract_if(.., |wait| wait.until <= now);
        steps.extend(late.map(|wait| FollowerStep::Late { read: wait.read }));
    }

    /// Notes that the database is being read.
    pub(crate) const fn reading(&mut self) {
        self.is_reading = true;
        self.read_at = None;
    }

    /// The reads that wait; they will get no answer from this follower.
    pub(crate) fn abandoned(&mut self) -> Vec<u64> {
        self.waiting.drain(..).map(|wait| wait.read).collect()
    }

    fn read_by(&mut self, at: Duration) {
        self.read_at = Some(self.read_at.map_or(at, |earlier| earlier.min(at)));
    }

    fn is_next(&self, entry: &LinkedEntry) -> bool {
        entry.sequence == self.applied.sequence + 1
    }

    /// Applies what follows without a gap.
    fn apply_early(&mut self, now: Duration, settings: &NodeSettings, steps: &mut Vec<FollowerStep>) {
        let mut ready = Vec::new();
        while let Some(entry) = self.early.remove(&(self.applied.sequence + 1)) {
            if entry.before != self.applied.hash {
                // Somebody is wrong. The database says who.
                self.early.clear();
                self.read_by(now);
                break;
            }
            if entry.format > settings.reads_format {
                self.unreadable = Some(entry.format);
                break;
            }
            self.applied = entry.head();
            ready.push(entry);
        }
        self.early = self.early.split_off(&(self.applied.sequence + 1));
        self.known = self.known.max(self.applied.sequence);
        if !ready.is_empty() {
            steps.push(FollowerStep::Apply(ready));
        }
    }

    fn show(&mut self, steps: &mut Vec<FollowerStep>) {
        let applied = self.applied.sequence;
        let there = self.waiting.extract_if(.., |wait| wait.token <= applied);
        steps.extend(there.map(|wait| FollowerStep::Show { read: wait.read }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Duration = Duration::from_secs(9);

    fn entry(sequence: u64) -> LinkedEntry {
        let hash = |sequence: u64| match sequence {
            0 => ChainHead::EMPTY.hash,
            _ => [sequence.to_le_bytes()[0]; 32],
        };
        let (before, hash) = (hash(sequence - 1), hash(sequence));
        LinkedEntry { sequence, before, hash, format: 1, bytes: Vec::new().into() }
    }

    /// A follower that has applied the first two entries.
    fn at_two() -> Follower {
        Follower::new(entry(2).head(), NOW)
    }

    fn push(follower: &mut Follower, entries: &[u64]) -> Vec<FollowerStep> {
        let entries: Vec<LinkedEntry> = entries.iter().copied().map(entry).collect();
        let head = entries.last().unwrap().head();
        let mut steps = Vec::new();
        follower.pushed(head, entries, NOW, &NodeSettings::default(), &mut steps);
        steps
    }

    fn tail(at: Option<u64>, head: u64, entries: &[u64]) -> DatabaseAnswer {
        let entries = entries.iter().copied().map(entry).collect();
        DatabaseAnswer::Tail { at: at.map(|at| entry(at).hash), head: entry(head).head(), entries }
    }

    fn read(follower: &mut Follower, from: u64, answer: DatabaseAnswer) -> Vec<FollowerStep> {
        let mut steps = Vec::new();
        follower.tail(entry(from).head(), answer, NOW, &NodeSettings::default(), &mut steps);
        steps
    }

    #[test]
    fn entries_are_applied_in_order_and_once() {
        let mut follower = at_two();
        assert_eq!(push(&mut follower, &[4]), []);
        assert_eq!(follower.lag(), 2);
        let both = vec![entry(3), entry(4)];
        assert_eq!(push(&mut follower, &[3]), [FollowerStep::Apply(both)]);
        assert_eq!((push(&mut follower, &[3, 4]), follower.lag()), (Vec::new(), 0));
    }

    #[test]
    fn a_gap_is_read_from_the_database_after_a_short_wait() {
        let (mut follower, settings) = (at_two(), NodeSettings::default());
        follower.reading();
        assert_eq!(read(&mut follower, 2, tail(Some(2), 2, &[])), []);
        push(&mut follower, &[5]);
        let mut steps = Vec::new();
        follower.tick(true, NOW + settings.gap_wait / 2, &settings, &mut steps);
        assert_eq!(steps, []);
        follower.tick(true, NOW + settings.gap_wait, &settings, &mut steps);
        assert_eq!(steps, [FollowerStep::ReadTail]);
        let all = vec![entry(3), entry(4), entry(5)];
        assert_eq!(read(&mut follower, 2, tail(Some(2), 5, &[3, 4])), [FollowerStep::Apply(all)]);
    }

    #[test]
    fn who_is_ahead_of_the_database_or_beside_it_suspends_the_house() {
        let ahead = SuspensionReason::Ahead { applied: 2, found: 1 };
        assert_eq!(read(&mut at_two(), 2, tail(None, 1, &[])), [FollowerStep::Suspend(ahead)]);
        let forked = SuspensionReason::Forked { sequence: 2 };
        assert_eq!(read(&mut at_two(), 2, tail(Some(7), 3, &[3])), [FollowerStep::Suspend(forked)]);
    }

    #[test]
    fn a_push_that_crosses_a_read_of_the_database_is_no_alarm() {
        let mut follower = at_two();
        follower.reading();
        push(&mut follower, &[3]);
        // The read was sent when the second was the last.
        assert_eq!(read(&mut follower, 2, tail(Some(2), 2, &[])), []);
        assert_eq!(follower.applied().sequence, 3);
    }

    #[test]
    fn an_owner_applies_once_what_it_has_read_before_its_write_was_answered() {
        let mut follower = at_two();
        assert_eq!(read(&mut follower, 2, tail(Some(2), 3, &[3])), [FollowerStep::Apply(vec![entry(3)])]);
        let mut steps = Vec::new();
        follower.committed(vec![entry(3), entry(4)], NOW, &mut steps);
        assert_eq!(steps, [FollowerStep::Apply(vec![entry(4)])]);
    }

    #[test]
    fn a_read_waits_for_its_token_up_to_a_second() {
        let (mut follower, settings, mut steps) = (at_two(), NodeSettings::default(), Vec::new());
        follower.read(1, 2, NOW, &settings, &mut steps);
        follower.read(2, 3, NOW, &settings, &mut steps);
        follower.read(3, 4, NOW, &settings, &mut steps);
        assert_eq!(steps, [FollowerStep::Show { read: 1 }]);
        assert_eq!(push(&mut follower, &[3]).last(), Some(&FollowerStep::Show { read: 2 }));
        steps.clear();
        follower.tick(true, NOW + settings.read_wait, &settings, &mut steps);
        assert!(steps.contains(&FollowerStep::Late { read: 3 }), "{steps:?}");
    }

    #[test]
    fn an_entry_of_a_newer_format_is_not_applied() {
        let mut follower = at_two();
        let newer = LinkedEntry { format: 2, ..entry(3) };
        let mut steps = Vec::new();
        follower.pushed(newer.head(), vec![newer], NOW, &NodeSettings::default(), &mut steps);
        assert_eq!((steps, follower.unreadable()), (Vec::new(), Some(2)));
    }
}
