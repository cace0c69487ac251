//! How the nodes of a database stand, as this one knows it.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use croupier_house::ids::HouseId;
use croupier_nodes::{LeaseState, RunId};
use rustc_hash::FxHashMap;

use super::calls::SeenCluster;
use super::link::{NodeLink, NodeReport};

/// How long what a node has said of itself counts.
const STANDS_FOR: Duration = Duration::from_secs(10);

/// How the nodes stand, as this one knows it.
pub(crate) struct NodeOverview {
    /// Sends to the node.
    pub(crate) link: NodeLink,
    /// This run.
    pub(crate) run: RunId,
    seen: SeenCluster,
    standings: Mutex<FxHashMap<u128, Standing>>,
}

/// How far a node has applied the houses, and when it said so.
struct Standing {
    at: Instant,
    applied: Vec<(HouseId, u64)>,
}

/// A node, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NodeRow {
    pub(crate) name: String,
    pub(crate) address: String,
    pub(crate) version: String,
    pub(crate) is_draining: bool,
    pub(crate) is_this: bool,
    /// The sequence up to which it has applied the house, if it has said so.
    pub(crate) applied: Option<u64>,
}

/// A house on its nodes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct HouseOverview {
    /// The name of its owner; `None` while nobody owns it.
    pub(crate) owner: Option<String>,
    pub(crate) fence: u64,
    /// Why nobody may write to it, if nobody may.
    pub(crate) suspended: Option<String>,
    pub(crate) nodes: Vec<NodeRow>,
}

impl NodeOverview {
    pub(crate) fn new(link: NodeLink, run: RunId, seen: SeenCluster) -> Self {
        Self { link, run, seen, standings: Mutex::default() }
    }

    /// Notes how far a node has applied the houses.
    pub(crate) fn note(&self, run: u128, applied: Vec<(HouseId, u64)>) {
        let mut standings = self.standings.lock().unwrap_or_else(PoisonError::into_inner);
        standings.retain(|_, standing| standing.at.elapsed() < STANDS_FOR);
        standings.insert(run, Standing { at: Instant::now(), applied });
    }

    /// A house on its nodes, in the order of their names.
    pub(crate) fn house(&self, house: HouseId, applied_here: u64) -> HouseOverview {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(look) = seen.as_ref() else { return HouseOverview::default() };
        let lease = look.view.leases.iter().find(|lease| lease.house.0 == house.0);
        let standings = self.standings.lock().unwrap_or_else(PoisonError::into_inner);
        let applied = |run: RunId| {
            let standing = standings.get(&run.0).filter(|standing| standing.at.elapsed() < STANDS_FOR)?;
            standing.applied.iter().find(|(known, _)| *known == house).map(|(_, applied)| *applied)
        };
        let row = |(run, details): (&RunId, &croupier_postgres::MemberDetails)| NodeRow {
            name: details.node.clone(),
            address: details.address.clone(),
            version: details.version.clone(),
            is_draining: look.view.members.iter().any(|member| member.run == *run && member.draining),
            is_this: *run == self.run,
            applied: if *run == self.run { Some(applied_here) } else { applied(*run) },
        };
        let mut nodes: Vec<NodeRow> = look.details.iter().map(row).collect();
        nodes.sort_by(|one, other| one.name.cmp(&other.name));
        let owner = lease.and_then(|lease| look.details.get(&lease.run?)).map(|details| details.node.clone());
        HouseOverview {
            owner,
            fence: lease.map_or(0, |lease| lease.fence),
            suspended: lease.and_then(|lease| lease.suspended).map(|reason| reason.to_string()),
            nodes,
        }
    }
}

/// What this node is to a house, in a word.
pub(crate) const fn state_word(state: LeaseState) -> &'static str {
    match state {
        LeaseState::Away => "follows",
        LeaseState::Claiming | LeaseState::Confirming | LeaseState::TakingOver => "takes over",
        LeaseState::Owning => "owns",
        LeaseState::Releasing { .. } => "gives away",
    }
}

impl NodeReport {
    /// What this node is to a house, in a word, and how many known entries it has not applied.
    pub(crate) fn of_house(&self, house: HouseId) -> Option<(&'static str, u64)> {
        let found = self.houses.iter().find(|report| report.house == house)?;
        Some((state_word(found.state), found.behind))
    }
}
