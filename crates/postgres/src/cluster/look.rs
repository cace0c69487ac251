//! Reading members and leases.

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_house::ids::HOUSES_MAX;
use croupier_nodes::{ClusterView, HouseNumber, LeaseRow, MemberRow, RunId};
use tokio_postgres::Row;

use super::calls::{Cluster, unsigned};
use crate::lane::CallLost;
use crate::suspension::suspension;
use crate::values::run_of;

/// One statement, so that everything is of one moment. A house that nobody has claimed yet has a head and no lease.
pub(super) const LOOK: &str = "select 0 as kind, null::smallint as house, null as run, key_check as first, null::bigint as second, format, \
     null::boolean as draining, null as node, null as address, null as version, null as suspended, \
     null::bigint as suspended_sequence, null::bigint as suspended_found from cluster \
     union all select 1, null, run, beats, (extract(epoch from since) * 1000)::bigint, format, draining, node, address, version, null, null, null from members \
     union all select 2, house, incarnation, fence, renewals, null, null, null, null, null, \
     suspended, suspended_sequence, suspended_found from leases \
     union all select 2, house, null, 0, 0, null, null, null, null, null, null, null, null from heads h \
     where not exists (select 1 from leases l where l.house = h.house)";

/// What people and other nodes need to know of a member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberDetails {
    /// Its name.
    pub node: String,
    /// Where it is reached.
    pub address: String,
    /// The version of its program.
    pub version: String,
}

/// Members and leases at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClusterLook {
    /// What the protocol needs.
    pub view: Arc<ClusterView>,
    /// The members.
    pub details: BTreeMap<RunId, MemberDetails>,
    /// When each member announced itself, in milliseconds since 1970 by the clock of the database: for people, not for comparing.
    pub since: BTreeMap<RunId, i64>,
}

impl Cluster {
    /// Reads members and leases. The leases are in the order of their houses.
    ///
    /// # Errors
    /// When there is no answer, or a row cannot be what was written.
    pub async fn look(&self) -> Result<ClusterLook, CallLost> {
        read_look(&self.members.ask(LOOK, &[]).await?)
    }
}

/// What the rows of a look say.
pub(super) fn read_look(rows: &[Row]) -> Result<ClusterLook, CallLost> {
    let (mut view, mut key_check) = (ClusterView::default(), 0);
    let (mut details, mut since) = (BTreeMap::new(), BTreeMap::new());
    for row in rows {
        match row.get("kind") {
            0 => {
                view.format = small(row.get("format"))?;
                key_check = row.get::<_, Option<i64>>("first").unwrap_or(0).cast_unsigned();
            }
            1 => {
                let member = member(row)?;
                let (node, address, version) = (row.get("node"), row.get("address"), row.get("version"));
                details.insert(member.run, MemberDetails { node, address, version });
                since.insert(member.run, row.get("second"));
                view.members.push(member);
            }
            _ => view.leases.push(lease(row)?),
        }
    }
    view.members.iter_mut().for_each(|member| member.key_check = key_check);
    view.members.sort_by_key(|member| member.run);
    view.leases.sort_by_key(|lease| lease.house);
    Ok(ClusterLook { view: Arc::new(view), details, since })
}

fn member(row: &Row) -> Result<MemberRow, CallLost> {
    Ok(MemberRow {
        run: run(row.get("run"))?,
        format: small(row.get("format"))?,
        // All members have the same: the row of the cluster has it.
        key_check: 0,
        beats: unsigned(row.get("first"))?,
        draining: row.get("draining"),
    })
}

fn lease(row: &Row) -> Result<LeaseRow, CallLost> {
    let house: i16 = row.get("house");
    let house = u16::try_from(house).ok().filter(|house| *house < HOUSES_MAX);
    let house = house.ok_or_else(|| CallLost("a lease belongs to no house".to_owned()))?;
    let owner: Option<&str> = row.get("run");
    Ok(LeaseRow {
        house: HouseNumber(house),
        run: owner.map(run).transpose()?,
        fence: unsigned(row.get("first"))?,
        renewals: unsigned(row.get("second"))?,
        suspended: suspension(row).map_err(|error| CallLost(error.to_string()))?,
    })
}

fn run(incarnation: &str) -> Result<RunId, CallLost> {
    run_of(incarnation).ok_or_else(|| CallLost(format!("`{incarnation}` is no run of a node")))
}

fn small(number: Option<i32>) -> Result<u16, CallLost> {
    let small = number.and_then(|number| u16::try_from(number).ok());
    small.ok_or_else(|| CallLost("an event format is none".to_owned()))
}
