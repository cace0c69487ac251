//! The metrics of a server.

use croupier_house::ids::HouseId;
use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

/// The number of commands whose events are on disk.
pub(crate) const COMMANDS_STORED: &str = "croupier_commands_stored_total";
/// The number of failed writes to the store.
pub(crate) const STORE_FAILURES: &str = "croupier_store_failures_total";
/// The number of commands written together.
pub(crate) const GROUP_COMMANDS: &str = "croupier_group_commands";
/// The number of open sockets.
pub(crate) const SOCKETS: &str = "croupier_sockets";

/// The number of open connections.
pub(crate) const CONNECTIONS: &str = "croupier_connections";
/// The number of connections, requests and messages that were refused because of a limit.
pub(crate) const REFUSED: &str = "croupier_refused_total";
/// When a house was last recovered from the shell.
pub(crate) const LAST_RECOVERY: &str = "croupier_last_recovery_seconds";
/// Whether the automatic tables of a house do not deal.
pub(crate) const HELD: &str = "croupier_automatic_held";

/// The histogram buckets for the sizes of groups.
const GROUP_BUCKETS: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 64.0, 256.0, 1024.0, 2048.0];

/// Installs the recorder of this process, and describes every metric.
///
/// # Errors
/// When the process already has a recorder.
pub fn install() -> Result<PrometheusHandle, BuildError> {
    let builder = PrometheusBuilder::new();
    let matcher = Matcher::Full(GROUP_COMMANDS.to_owned());
    let handle = builder.set_buckets_for_metric(matcher, &GROUP_BUCKETS)?.install_recorder()?;
    describe();
    Ok(handle)
}

/// Notes whether the automatic tables of a house do not deal.
pub(crate) fn set_held(house: HouseId, held: bool) {
    gauge!(HELD, "house" => house.0.to_string()).set(if held { 1.0 } else { 0.0 });
}

/// Describes every metric, and initialises the counters so that they are shown before they first change.
fn describe() {
    describe_counter!(COMMANDS_STORED, Unit::Count, "Commands whose events are on disk.");
    describe_counter!(STORE_FAILURES, Unit::Count, "Failed writes to the store.");
    describe_histogram!(GROUP_COMMANDS, Unit::Count, "Commands that were written to disk together.");
    describe_gauge!(SOCKETS, Unit::Count, "Open WebSockets.");
    describe_gauge!(CONNECTIONS, Unit::Count, "Open connections.");
    describe_counter!(REFUSED, Unit::Count, "Connections, requests and messages refused because of a limit.");
    describe_gauge!(
        LAST_RECOVERY,
        Unit::Seconds,
        "When a house was last recovered from the shell, since 1970; 0 if never."
    );
    describe_gauge!(HELD, Unit::Count, "1 for a house whose automatic tables do not deal.");
    counter!(COMMANDS_STORED).absolute(0);
    counter!(REFUSED).absolute(0);
    gauge!(CONNECTIONS).set(0.0);
    counter!(STORE_FAILURES).absolute(0);
    gauge!(SOCKETS).set(0.0);
}
