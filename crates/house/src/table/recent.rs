//! What a table remembers of its latest rounds: who played them, and where their links are in the journal. Older rounds
//! are in the journal, and an index of it can find them.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::ids::PersonId;

/// The number of rounds for which a table remembers who played them. Older rounds can no longer be disputed.
pub const ROUNDS_REMEMBERED: u64 = 4_096;

/// The number of links whose positions in the journal a table remembers.
pub const LINKS_REMEMBERED: usize = 4_096;

/// Rounds that nobody asks about any more are forgotten together, after so many rounds.
const SWEEP_EVERY: u64 = 256;

/// The position of a link in the journal of its table, as versions; 0 for steps that have not happened yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkPosition {
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

/// The positions of the latest links of a table, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecentLinks {
    /// The version of the entry that opened the current chain; 0 before the first.
    pub(crate) chain: u64,
    pub(crate) links: VecDeque<LinkPosition>,
}

impl RecentLinks {
    /// The latest link that was dealt from in a round, if it is remembered.
    pub fn of_round(&self, round: u64) -> Option<&LinkPosition> {
        let after = self.links.partition_point(|link| link.round <= round);
        after.checked_sub(1).and_then(|index| self.links.get(index))
    }

    /// The links that are remembered, in order.
    pub fn iter(&self) -> impl Iterator<Item = &LinkPosition> {
        self.links.iter()
    }

    /// Notes the commitment to the next link, from this round on.
    pub(crate) fn commit(&mut self, round: u64, version: u64) {
        if self.links.len() == LINKS_REMEMBERED {
            self.links.pop_front();
        }
        let chain = self.chain;
        self.links.push_back(LinkPosition { round, chain, committed: version, closed: 0, revealed: 0 });
    }

    /// The link in use.
    pub(crate) fn last_mut(&mut self) -> Option<&mut LinkPosition> {
        self.links.back_mut()
    }
}

/// The rounds that each person has played, as ranges, among the latest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct RecentPlayers {
    pub(crate) played: FxHashMap<PersonId, Vec<(u64, u64)>>,
}

impl RecentPlayers {
    /// Notes that a person plays the current round.
    pub(crate) fn note(&mut self, person: PersonId, round: u64) {
        let spans = self.played.entry(person).or_default();
        match spans.last_mut() {
            Some((_, last)) if *last + 1 >= round => *last = round,
            _ => spans.push((round, round)),
        }
    }

    /// Forgets rounds that are too long ago. Called once when a round begins.
    pub(crate) fn forget_before(&mut self, round: u64) {
        if round.is_multiple_of(SWEEP_EVERY) {
            self.played.retain(|_, spans| {
                spans.retain(|(_, last)| is_remembered(*last, round));
                !spans.is_empty()
            });
        }
    }

    /// Whether a person has played a round.
    pub(crate) fn has(&self, person: PersonId, round: u64) -> bool {
        let spans = self.played.get(&person).map_or(&[][..], |spans| spans);
        spans.iter().any(|(first, last)| (*first..=*last).contains(&round))
    }
}

/// Whether a table that is at round `now` remembers who played a round.
pub(crate) const fn is_remembered(round: u64, now: u64) -> bool {
    now < round.saturating_add(ROUNDS_REMEMBERED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_latest_rounds_are_remembered() {
        let (ann, ben) = (PersonId(1), PersonId(2));
        let mut players = RecentPlayers::default();
        players.note(ben, 3);
        for round in 1..=3 * ROUNDS_REMEMBERED {
            players.forget_before(round);
            if round % 2 == 0 {
                players.note(ann, round);
            }
        }
        let now = 3 * ROUNDS_REMEMBERED;
        assert!(players.has(ann, now) && !players.has(ann, now - 1) && players.has(ann, now - 2));
        assert!(!players.has(ann, 2) && !players.has(ben, 3));
        let ranges: usize = players.played.values().map(Vec::len).sum();
        assert!(ranges as u64 <= ROUNDS_REMEMBERED.midpoint(SWEEP_EVERY), "{ranges} ranges");
        assert!(is_remembered(now, now) && is_remembered(now + 1 - ROUNDS_REMEMBERED, now));
        assert!(!is_remembered(now - ROUNDS_REMEMBERED, now));
    }

    #[test]
    fn only_the_latest_links_are_remembered() {
        let mut links = RecentLinks { chain: 5, ..RecentLinks::default() };
        let all = 2 * LINKS_REMEMBERED as u64;
        (1..=all).for_each(|round| links.commit(3 * round, 10 * round));
        assert_eq!(links.iter().count(), LINKS_REMEMBERED);
        let last = links.of_round(3 * all + 2).copied().unwrap();
        assert_eq!((last.round, last.chain, last.committed), (3 * all, 5, 10 * all));
        assert_eq!(links.of_round(3 * all - 1).map(|link| link.round), Some(3 * all - 3));
        assert_eq!(links.of_round(3), None);
    }
}
