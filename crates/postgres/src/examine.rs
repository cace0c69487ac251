//! The full check of a database: every house, and what nodes agree on. Nothing is changed, and nodes may serve the houses
//! meanwhile. A standby can be checked too.

use croupier_house::event::EVENT_FORMAT;
use croupier_house::ids::{HOUSES_MAX, HouseId};
use croupier_house::store::StoreError;
use croupier_nodes::SuspensionReason;
use croupier_store::{HouseCheck, JournalPart, check_rows};
use tokio::runtime::Runtime;
use tokio_postgres::Row;

use crate::address::Address;
use crate::house_rows::HouseRows;
use crate::migrate::check_version;
use crate::session::Session;
use crate::suspension::suspension;
use crate::values::{house_of, run_of};

/// Rows are looked up by their primary keys, and the check of a large house takes long.
const SETTINGS: &str = "set default_transaction_read_only = on; set statement_timeout = '10min'; \
     set enable_hashjoin = off; set enable_mergejoin = off; set jit = off; set plan_cache_mode = force_generic_plan";
const PICTURE: &str = "begin isolation level repeatable read read only";
/// Found by jumping from one to the next.
const HOUSES: &str = "with recursive found (house) as ((select house from chunks order by house limit 1) union all \
     select (select c.house from chunks c where c.house > found.house order by c.house limit 1) from found \
     where found.house is not null) select house from found where house is not null \
     union select house from heads order by house";
const LEASES: &str = "select house, owner, incarnation, fence, renewals, backend, began, suspended, suspended_sequence, \
     suspended_found from leases order by house";
const MEMBERS: &str = "select run, node, format, beats from members order by node, run";
const FORMAT: &str = "select format from cluster";

/// What nodes agree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClusterPart {
    /// The row with the event format that may be written.
    Format,
    /// It has a format that this program does not read.
    LaterFormat,
    /// The members.
    Members,
    /// The leases.
    Leases,
    /// A house that nobody may write to.
    Suspended(Option<SuspensionReason>),
}

/// Something that is wrong with what nodes agree on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClusterFinding {
    /// The house, if it is of one.
    pub house: Option<HouseId>,
    /// The part.
    pub part: ClusterPart,
    /// What is wrong with it, in words.
    pub text: String,
}

/// A database that is checked.
pub struct PostgresCheck {
    session: Session,
    _runtime: Runtime,
}

impl PostgresCheck {
    /// Opens a database.
    ///
    /// # Errors
    /// When the server cannot be reached, or has no tables of this version.
    pub fn open(address: &str) -> Result<Self, StoreError> {
        let (session, runtime) = open_session(address, SETTINGS)?;
        check_version(&session)?;
        Ok(Self { session, _runtime: runtime })
    }

    /// The houses that have entries or a head, in order.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn houses(&self) -> Result<Vec<HouseId>, StoreError> {
        self.session.query(HOUSES, &[])?.iter().map(|row| house_of(row.get(0))).collect()
    }

    /// Checks a house in one transaction, so that everything is of one moment: every entry, and head, versions, keys, balances
    /// and marks against the entries. `now` is the time in milliseconds since 1970: keys of older commands need not be there.
    ///
    /// # Errors
    /// When the rows cannot be read.
    pub fn check(&self, house: HouseId, now: i64) -> Result<HouseCheck, StoreError> {
        self.session.run(PICTURE)?;
        let checked = self.check_picture(house, now);
        // It has changed nothing.
        self.session.run("rollback")?;
        checked
    }

    fn check_picture(&self, house: HouseId, now: i64) -> Result<HouseCheck, StoreError> {
        let mut rows = HouseRows::with_marks(&self.session);
        let mut found = check_rows(&mut rows, house, now)?;
        // Marks are compared with the versions of entries, which must be right.
        if !found.findings.iter().any(|finding| finding.part == JournalPart::Entries) {
            let marks = rows.mark_findings(house)?;
            marks.into_iter().for_each(|text| found.find(JournalPart::Marks, text));
        }
        Ok(found)
    }

    /// Checks leases, members and the row of the event format.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn check_cluster(&self) -> Result<Vec<ClusterFinding>, StoreError> {
        let mut found = Vec::new();
        let format: Option<i32> = self.session.query(FORMAT, &[])?.first().map(|row| row.get(0));
        found.extend(format_finding(format));
        for row in self.session.query(MEMBERS, &[])? {
            let why = member_fault(&row, format.unwrap_or(1));
            let node: &str = row.get(1);
            let text = why.map(|why| format!("the row of node `{node}` {why}"));
            found.extend(text.map(|text| ClusterFinding { house: None, part: ClusterPart::Members, text }));
        }
        for row in self.session.query(LEASES, &[])? {
            found.extend(lease_finding(&row));
        }
        Ok(found)
    }
}

/// Opens a connection with settings, and what drives it.
///
/// # Errors
/// When the server cannot be reached or refuses it.
pub(crate) fn open_session(address: &str, settings: &'static str) -> Result<(Session, Runtime), StoreError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.map_err(|error| StoreError::Failed(error.to_string()))?;
    let session = Session::open(runtime.handle(), &Address::read(address)?, settings)?;
    Ok((session, runtime))
}

fn format_finding(format: Option<i32>) -> Option<ClusterFinding> {
    let (part, text) = match format {
        None => {
            (ClusterPart::Format, "the row with the event format that may be written is missing".to_owned())
        }
        Some(format) if format < 1 => {
            (ClusterPart::Format, format!("{format} is no event format that may be written"))
        }
        Some(format) if format > i32::from(EVENT_FORMAT) => (
            ClusterPart::LaterFormat,
            format!("nodes write event format {format}, and this program reads up to {EVENT_FORMAT}"),
        ),
        Some(_) => return None,
    };
    Some(ClusterFinding { house: None, part, text })
}

/// Why no node has written the row of a member.
fn member_fault(row: &Row, written: i32) -> Option<String> {
    let (run, format, beats): (&str, i32, i64) = (row.get(0), row.get(2), row.get(3));
    if run_of(run).is_none() {
        return Some(format!("has `{run}`, which is no run of a node"));
    }
    if beats < 0 {
        return Some(format!("has given {beats} signs of life"));
    }
    (format < written).then(|| format!("reads event format {format}, and {written} may be written"))
}

fn lease_finding(row: &Row) -> Option<ClusterFinding> {
    let number: i16 = row.get(0);
    let Some(house) = u16::try_from(number).ok().filter(|house| *house < HOUSES_MAX).map(HouseId) else {
        let text = format!("a lease is of house {number}, and there is no such house");
        return Some(ClusterFinding { house: None, part: ClusterPart::Leases, text });
    };
    let of = |part, text| Some(ClusterFinding { house: Some(house), part, text });
    match suspension(row) {
        Err(error) => return of(ClusterPart::Suspended(None), error.to_string()),
        Ok(Some(reason)) => {
            let text = format!("nobody may write to it: {reason}");
            return of(ClusterPart::Suspended(Some(reason)), text);
        }
        Ok(None) => {}
    }
    let (owner, run): (Option<&str>, Option<&str>) = (row.get(1), row.get(2));
    let (fence, renewals): (i64, i64) = (row.get(3), row.get(4));
    let (backend, began): (Option<i32>, Option<i64>) = (row.get(5), row.get(6));
    let why = if owner.is_some() != run.is_some() {
        "its lease names an owner without a run, or a run without an owner".to_owned()
    } else if let Some(run) = run.filter(|run| run_of(run).is_none()) {
        format!("its lease has `{run}`, which is no run of a node")
    } else if fence < 0 || renewals < 0 {
        format!("its lease has fence {fence} and {renewals} renewals")
    } else if backend.is_some() != began.is_some() {
        "its lease names half of a connection".to_owned()
    } else {
        return None;
    };
    of(ClusterPart::Leases, why)
}
