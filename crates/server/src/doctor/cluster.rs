//! Examining what the nodes of a database agree on.

use croupier_nodes::SuspensionReason;
use croupier_postgres::{ClusterPart, PostgresCheck};

use super::report::{DoctorPart, DoctorReport, Remedy};
use crate::error::{ServeError, failed};

/// Reports on leases, members and the event format. The houses have been examined before: what can be done about a house that
/// nobody may write to depends on whether its journal is sound.
pub(super) fn examine_cluster(check: &PostgresCheck, report: &mut DoctorReport) -> Result<(), ServeError> {
    for finding in check.check_cluster().map_err(failed)? {
        let house = finding.house.map(|house| house.0);
        let (part, remedy) = match finding.part {
            ClusterPart::Format => (DoctorPart::Format, Remedy::Repair),
            ClusterPart::LaterFormat => (DoctorPart::Format, Remedy::Upgrade),
            ClusterPart::Members => (DoctorPart::Members, Remedy::Repair),
            ClusterPart::Leases => (DoctorPart::Leases, Remedy::Repair),
            ClusterPart::Suspended(reason) => (DoctorPart::Suspended, of_suspension(reason, house, report)),
        };
        report.find(house, part, finding.text, remedy);
    }
    Ok(())
}

/// What can be done about a suspended house.
fn of_suspension(reason: Option<SuspensionReason>, house: Option<u16>, report: &DoctorReport) -> Remedy {
    let is_replayed =
        report.houses.iter().any(|examined| Some(examined.house) == house && examined.incarnation.is_some());
    match reason {
        // A node could not read or apply an entry, and this program can; or nobody knows why.
        Some(SuspensionReason::Damaged { .. }) | None if is_replayed => Remedy::Repair,
        Some(SuspensionReason::Damaged { .. }) | None => Remedy::RestoreCopy,
        Some(SuspensionReason::Ahead { .. } | SuspensionReason::Forked { .. }) => Remedy::BeginIncarnation,
    }
}
