//! `croupier nodes`: how the nodes of a database stand, for somebody who only looks.

use std::collections::BTreeMap;

use croupier_house::ids::HouseId;
use croupier_nodes::{LeaseRow, RunId};
use croupier_postgres::{ClusterStanding, MemberDetails};
use serde::Serialize;

use crate::config::StoreAddress;
use crate::error::{ServeError, failed};
use crate::node::Notice;

/// How the nodes of a database stand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NodesReport {
    /// The nodes, by name.
    pub nodes: Vec<NodeStanding>,
    /// The houses, by number.
    pub houses: Vec<HouseStanding>,
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NodeStanding {
    /// Its name.
    pub name: String,
    /// Where other nodes reach it; empty where they do not.
    pub address: String,
    /// The version of its program.
    pub version: String,
    /// Whether it gives all its houses away.
    pub draining: bool,
    /// The houses that it owns.
    pub owns: Vec<u16>,
}

/// A house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HouseStanding {
    /// Its number.
    pub house: u16,
    /// The name of the node that owns it; null while nobody does, or it has failed.
    pub owner: Option<String>,
    /// The fence of the owner: it grows with every owner.
    pub fence: u64,
    /// The entries of its journal.
    pub entries: u64,
    /// Why nobody may write to it; null where somebody may.
    pub suspended: Option<String>,
    /// The entries that each node has not applied yet, by its name; null where it has said nothing for ten seconds.
    pub behind: BTreeMap<String, Option<u64>>,
}

/// Reads how the nodes of a database stand. Nothing is changed.
///
/// # Errors
/// When the database cannot be read.
pub fn look(store: &StoreAddress) -> Result<NodesReport, ServeError> {
    let standing = ClusterStanding::read(store.text()).map_err(failed)?;
    let applied = applied_by(&standing.notices);
    let ClusterStanding { look, heads, .. } = standing;
    let leases = &look.view.leases;
    let node = |(run, details): (&RunId, &MemberDetails)| NodeStanding {
        name: details.node.clone(),
        address: details.address.clone(),
        version: details.version.clone(),
        draining: look.view.members.iter().any(|member| member.run == *run && member.draining),
        owns: leases.iter().filter(|lease| lease.run == Some(*run)).map(|lease| lease.house.0).collect(),
    };
    let house = |lease: &LeaseRow| {
        let entries = heads.get(&lease.house.0).copied().unwrap_or(0);
        let behind = |(run, details): (&RunId, &MemberDetails)| {
            let applied = applied.get(&run.0).and_then(|houses| houses.get(&lease.house.0));
            (details.node.clone(), applied.map(|applied| entries.saturating_sub(*applied)))
        };
        HouseStanding {
            house: lease.house.0,
            owner: lease.run.and_then(|run| look.details.get(&run)).map(|details| details.node.clone()),
            fence: lease.fence,
            entries,
            suspended: lease.suspended.map(|reason| reason.to_string()),
            behind: look.details.iter().map(behind).collect(),
        }
    };
    let mut nodes: Vec<NodeStanding> = look.details.iter().map(node).collect();
    nodes.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(NodesReport { nodes, houses: leases.iter().map(house).collect() })
}

/// How far each run has applied each house, by the latest that it has said.
fn applied_by(notices: &[Vec<u8>]) -> BTreeMap<u128, BTreeMap<u16, u64>> {
    let said = notices.iter().filter_map(|body| match postcard::from_bytes(body) {
        Ok(Notice::Applied { run, houses }) => Some((run, houses)),
        // Other notices say nothing about it.
        Ok(_) | Err(_) => None,
    });
    let by_number =
        |houses: Vec<(HouseId, u64)>| houses.into_iter().map(|(id, applied)| (id.0, applied)).collect();
    said.map(|(run, houses)| (run, by_number(houses))).collect()
}
