//! The members of the cluster: who lives, and who takes houses.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::ids::RunId;
use crate::placement::{Taker, share};
use crate::rows::ClusterView;
use crate::watch::StillWatch;

#[derive(Clone, Debug)]
struct Member {
    watch: StillWatch<u64>,
    silent_since: Duration,
    beats: u64,
    draining: bool,
    owned: usize,
}

/// The members as one node sees them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Members {
    by_run: BTreeMap<RunId, Member>,
    houses: usize,
    /// The event format that may be written.
    format: u16,
    /// The lowest format that a member reads.
    common_format: u16,
}

impl Members {
    /// Notes what a read of the database showed.
    pub(crate) fn seen(&mut self, view: &ClusterView, now: Duration) {
        self.houses = view.leases.iter().filter(|lease| lease.suspended.is_none()).count();
        self.format = view.format;
        self.common_format = view.members.iter().map(|member| member.format).min().unwrap_or(0);
        self.by_run.retain(|run, _| view.members.binary_search_by_key(run, |row| row.run).is_ok());
        for row in &view.members {
            let new = Member {
                watch: StillWatch::default(),
                silent_since: now,
                beats: row.beats,
                draining: row.draining,
                owned: 0,
            };
            let member = self.by_run.entry(row.run).or_insert(new);
            member.silent_since = member.watch.observe(row.beats, now);
            member.beats = row.beats;
            member.draining = row.draining;
            member.owned = 0;
        }
        for owner in view.leases.iter().filter_map(|lease| lease.run) {
            if let Some(member) = self.by_run.get_mut(&owner) {
                member.owned += 1;
            }
        }
    }

    /// Whether a run is a member.
    pub(crate) fn contains(&self, run: RunId) -> bool {
        self.by_run.contains_key(&run)
    }

    /// The other members.
    pub(crate) fn others(&self, me: RunId) -> impl Iterator<Item = RunId> {
        self.by_run.keys().copied().filter(move |run| *run != me)
    }

    /// The event format that may be written.
    pub(crate) const fn format(&self) -> u16 {
        self.format
    }

    /// A newer format that all members read, and that this node may therefore ask for.
    pub(crate) fn newer_format(&self) -> Option<u16> {
        (self.common_format > self.format).then_some(self.common_format)
    }

    /// The members other than this one that take houses: those that give signs of life and do not drain.
    pub(crate) fn takers(
        &self,
        me: RunId,
        now: Duration,
        silence_max: Duration,
    ) -> impl Iterator<Item = Taker> {
        let alive = move |member: &Member| now.saturating_sub(member.silent_since) < silence_max;
        let others =
            self.by_run.iter().filter(move |(run, member)| **run != me && !member.draining && alive(member));
        others.map(|(run, member)| Taker { run: *run, owned: member.owned })
    }

    /// The share of each node that takes houses.
    pub(crate) fn share(&self) -> usize {
        share(self.houses, self.by_run.values().filter(|member| !member.draining).count())
    }

    /// Members that have given no sign of life for long, with their last one, if it falls to this node to remove them: it does
    /// to the first that lives.
    pub(crate) fn silent(&self, me: RunId, now: Duration, after: Duration) -> Vec<(RunId, u64)> {
        let is_silent = |member: &Member| now.saturating_sub(member.silent_since) >= after;
        let first_alive = self.by_run.iter().find(|(_, member)| !is_silent(member)).map(|(run, _)| *run);
        if first_alive != Some(me) {
            return Vec::new();
        }
        let silent = self.by_run.iter().filter(|(_, member)| is_silent(member));
        silent.map(|(run, member)| (*run, member.beats)).collect()
    }
}
