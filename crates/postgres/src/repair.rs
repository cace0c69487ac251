//! Making again what follows from the entries of a house in a database, and putting right what nodes agree on. Entries are
//! never touched.
//!
//! Each house is one transaction. It first raises the fence and locks the lease, so that nobody can write or claim meanwhile, and
//! is refused where a node owns the house.

use std::time::Duration;

use croupier_house::event::EVENT_FORMAT;
use croupier_house::ids::HouseId;
use croupier_house::store::StoreError;
use croupier_nodes::LEASE;
use croupier_store::{JournalPart, rebuild};
use tokio::runtime::Runtime;

use crate::examine::open_session;
use crate::house_rows::HouseRows;
use crate::mark_check::rebuild_marks;
use crate::migrate::check_version;
use crate::rows::house_number;
use crate::session::Session;
use crate::values::run_of;

const SETTINGS: &str =
    "set statement_timeout = '10min'; set enable_hashjoin = off; set enable_mergejoin = off; set jit = off";
const FIRST: &str =
    "insert into leases (house, fence, renewals) values ($1, 0, 0) on conflict do nothing returning house";
const LOOK: &str =
    "select owner, address, incarnation, renewals, suspended is not null from leases where house = $1";
/// Nobody owns the house then. Whoever wrote under the fence before is refused.
const FENCE: &str = "update leases set owner = null, address = null, incarnation = null, backend = null, began = null, \
     fence = greatest(fence, 0) + 1, renewals = greatest(renewals, 0) + 1 \
     where house = $1 and incarnation is not distinct from $2 and renewals = $3 returning fence";
const RESUME: &str = "update leases set suspended = null, suspended_sequence = null, suspended_found = null \
     where house = $1 returning house";
const STRANGE_LEASES: &str = "delete from leases where house < 0 or house >= 1024 returning house";
const RUNS: &str = "select run from members";
const REMOVE_MEMBERS: &str =
    "delete from members where beats < 0 or format < (select c.format from cluster c) returning run";
const REMOVE_MEMBER: &str = "delete from members where run = $1 returning run";
const FORMAT: &str = "insert into cluster (format) values ($1) on conflict (single) do update set format = excluded.format \
     where cluster.format < 1 returning format";

/// What is made again of a house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HouseRepair {
    /// The house.
    pub house: HouseId,
    /// The parts that are made again from its entries.
    pub parts: Vec<JournalPart>,
    /// Whether the house can be written again afterwards.
    pub resumes: bool,
}

/// A database that is repaired.
pub struct PostgresRepair {
    session: Session,
    _runtime: Runtime,
}

/// What the lease of a house shows.
struct LeaseLook {
    owner: Option<String>,
    address: Option<String>,
    run: Option<String>,
    renewals: i64,
    is_suspended: bool,
}

impl PostgresRepair {
    /// Opens a database.
    ///
    /// # Errors
    /// When the server cannot be reached, or has no tables of this version.
    pub fn open(address: &str) -> Result<Self, StoreError> {
        let (session, runtime) = open_session(address, SETTINGS)?;
        check_version(&session)?;
        Ok(Self { session, _runtime: runtime })
    }

    /// Makes parts of a house again, all or none of them, under a new fence. Keys of commands that are too old at `now` are left
    /// out. Nobody owns the house afterwards.
    ///
    /// # Errors
    /// When a node owns the house, an entry cannot be read, or something cannot be written.
    pub fn repair(&self, repair: &HouseRepair, now: i64) -> Result<(), StoreError> {
        let seen = self.unowned(repair.house)?;
        self.session.run("begin")?;
        let done = self.repair_under(repair, &seen, now);
        self.session.run(if done.is_ok() { "commit" } else { "rollback" })?;
        done
    }

    fn repair_under(&self, repair: &HouseRepair, seen: &LeaseLook, now: i64) -> Result<(), StoreError> {
        let (house, number) = (repair.house, house_number(repair.house)?);
        if self.session.query(FENCE, &[&number, &seen.run, &seen.renewals])?.is_empty() {
            return Err(StoreError::Failed(format!(
                "a node has claimed house {} meanwhile: stop all nodes of this database first",
                house.0
            )));
        }
        let mut rows = HouseRows::of(&self.session);
        for part in &repair.parts {
            match part {
                JournalPart::Marks => rebuild_marks(&self.session, &mut rows, house)?,
                part => rebuild(&mut rows, house, *part, now)?,
            }
        }
        if repair.resumes {
            self.session.query(RESUME, &[&number])?;
        }
        Ok(())
    }

    /// The lease of a house that no node owns, or only one that gives no sign of life for one lease length.
    fn unowned(&self, house: HouseId) -> Result<LeaseLook, StoreError> {
        self.session.query(FIRST, &[&house_number(house)?])?;
        let first = self.look(house)?;
        // Whoever owned a suspended house can write it no more.
        if first.owner.is_none() || first.is_suspended {
            return Ok(first);
        }
        std::thread::sleep(LEASE + Duration::from_millis(200));
        let second = self.look(house)?;
        if (&second.run, second.renewals) == (&first.run, first.renewals) {
            return Ok(second);
        }
        let owner = second.owner.or(first.owner).unwrap_or_default();
        let at = second.address.map(|address| format!(" at {address}")).unwrap_or_default();
        Err(StoreError::Failed(format!(
            "node `{owner}`{at} owns house {}: stop all nodes of this database first. A node that is stopped gives its houses \
             away; `croupier nodes` shows who is left",
            house.0
        )))
    }

    fn look(&self, house: HouseId) -> Result<LeaseLook, StoreError> {
        let rows = self.session.query(LOOK, &[&house_number(house)?])?;
        let row = rows
            .first()
            .ok_or_else(|| StoreError::Failed(format!("the lease of house {} is gone", house.0)))?;
        Ok(LeaseLook {
            owner: row.get(0),
            address: row.get(1),
            run: row.get(2),
            renewals: row.get(3),
            is_suspended: row.get(4),
        })
    }

    /// Writes the row of the event format anew, where it is missing or no format: nodes of this version or later can join.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn repair_format(&self) -> Result<(), StoreError> {
        self.session.query(FORMAT, &[&i32::from(EVENT_FORMAT)])?;
        Ok(())
    }

    /// Removes the rows of members that no node can have written.
    ///
    /// # Errors
    /// When they cannot be read or removed.
    pub fn repair_members(&self) -> Result<(), StoreError> {
        self.session.query(REMOVE_MEMBERS, &[])?;
        for row in self.session.query(RUNS, &[])? {
            let run: String = row.get(0);
            if run_of(&run).is_none() {
                self.session.query(REMOVE_MEMBER, &[&run])?;
            }
        }
        Ok(())
    }

    /// Removes the leases of houses that there cannot be.
    ///
    /// # Errors
    /// When they cannot be removed.
    pub fn repair_leases(&self) -> Result<(), StoreError> {
        self.session.query(STRANGE_LEASES, &[])?;
        Ok(())
    }
}
