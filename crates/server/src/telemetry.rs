//! The metrics of a server.

use croupier_house::ids::HouseId;
use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

use crate::clock::wall;

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
/// The number of connections that may be open.
const CONNECTIONS_MAX: &str = "croupier_connections_max";
/// The number of connections, requests and messages that were refused because of a limit.
pub(crate) const REFUSED: &str = "croupier_refused_total";
/// When a house was last recovered from the shell.
const LAST_RECOVERY: &str = "croupier_last_recovery_seconds";
/// Whether the automatic tables of a house do not deal.
const HELD: &str = "croupier_automatic_held";
/// Whether a house accepts commands.
const HOUSE_OPEN: &str = "croupier_house_open";
/// The number of entries that a house has on disk.
const JOURNAL_ENTRIES: &str = "croupier_journal_entries";
/// The number of entries that the index of a house lacks.
const INDEX_BEHIND: &str = "croupier_index_behind_entries";
/// When the last entry of a house was last known to be signed.
const LAST_CHECKPOINT: &str = "croupier_last_checkpoint_seconds";
/// Whether this node owns a house.
const OWNED: &str = "croupier_house_owned";
/// Whether nobody may write to a house.
const SUSPENDED: &str = "croupier_house_suspended";
/// The number of entries of a house that are known and not applied here.
const FOLLOWER_BEHIND: &str = "croupier_follower_behind_entries";
/// When the server was started.
const STARTED: &str = "croupier_started_seconds";
/// The version of the program.
const BUILD_INFO: &str = "croupier_build_info";

/// The histogram buckets for the sizes of groups.
const GROUP_BUCKETS: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 64.0, 256.0, 1024.0, 2048.0];

/// What a metric counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MetricKind {
    /// What only grows.
    Counter,
    /// A value that goes up and down.
    Gauge,
    /// How often values were within bounds.
    Histogram,
}

/// A metric, as `/metrics` describes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeclaredMetric {
    /// Its name.
    pub name: &'static str,
    /// What it counts.
    pub kind: MetricKind,
    /// What it means.
    pub meaning: &'static str,
}

const fn metric(kind: MetricKind, name: &'static str, meaning: &'static str) -> DeclaredMetric {
    DeclaredMetric { name, kind, meaning }
}

/// Every metric. The documents, the dashboard and the alarms are compared with this list.
pub const METRICS: &[DeclaredMetric] = &[
    metric(MetricKind::Counter, COMMANDS_STORED, "Commands whose events are on disk."),
    metric(MetricKind::Counter, STORE_FAILURES, "Failed writes to the store."),
    metric(MetricKind::Histogram, GROUP_COMMANDS, "Commands that were written to disk together."),
    metric(MetricKind::Gauge, SOCKETS, "Open WebSockets."),
    metric(MetricKind::Gauge, CONNECTIONS, "Open connections."),
    metric(MetricKind::Gauge, CONNECTIONS_MAX, "Connections that may be open."),
    metric(MetricKind::Counter, REFUSED, "Connections, requests and messages refused because of a limit."),
    metric(MetricKind::Gauge, HOUSE_OPEN, "1 for a house that accepts commands, otherwise 0."),
    metric(MetricKind::Gauge, JOURNAL_ENTRIES, "Entries of the journals of a house that are on disk."),
    metric(MetricKind::Gauge, INDEX_BEHIND, "Entries of a house that the index lacks."),
    metric(
        MetricKind::Gauge,
        LAST_CHECKPOINT,
        "When a checkpoint had the last entry of a house, since 1970; none without the house key.",
    ),
    metric(
        MetricKind::Gauge,
        LAST_RECOVERY,
        "When a house was last recovered from the shell, since 1970; 0 if never.",
    ),
    metric(MetricKind::Gauge, HELD, "1 for a house whose automatic tables do not deal."),
    metric(MetricKind::Gauge, OWNED, "1 for a house that this node owns, 0 for one that it follows."),
    metric(MetricKind::Gauge, SUSPENDED, "1 for a house that nobody may write to, on any node."),
    metric(
        MetricKind::Gauge,
        FOLLOWER_BEHIND,
        "Entries of a house that are known and not applied at this node.",
    ),
    metric(MetricKind::Gauge, STARTED, "When the server was started, since 1970."),
    metric(MetricKind::Gauge, BUILD_INFO, "1, with the version of the program."),
];

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

/// Notes whether this node owns a house.
pub(crate) fn set_owned(house: HouseId, owned: bool) {
    gauge!(OWNED, "house" => house.0.to_string()).set(if owned { 1.0 } else { 0.0 });
}

/// Notes whether nobody may write to a house.
pub(crate) fn set_suspended(house: HouseId, suspended: bool) {
    gauge!(SUSPENDED, "house" => house.0.to_string()).set(if suspended { 1.0 } else { 0.0 });
}

/// Notes how many entries of a house are known and not applied.
pub(crate) fn set_behind(house: HouseId, entries: u64) {
    #[allow(clippy::cast_precision_loss, reason = "a gauge is a floating-point number")]
    gauge!(FOLLOWER_BEHIND, "house" => house.0.to_string()).set(entries as f64);
}

/// Notes how many connections may be open.
pub(crate) fn set_connections_max(most: u32) {
    gauge!(CONNECTIONS_MAX).set(f64::from(most));
}

/// Notes that a checkpoint has the last entry of a house at a time, in milliseconds since 1970.
pub(crate) fn set_last_checkpoint(house: HouseId, at: i64) {
    gauge!(LAST_CHECKPOINT, "house" => house.0.to_string()).set(seconds(at));
}

/// Notes when a house was last recovered, in milliseconds since 1970.
pub(crate) fn set_last_recovery(house: HouseId, at: i64) {
    gauge!(LAST_RECOVERY, "house" => house.0.to_string()).set(seconds(at));
}

/// Notes whether a house accepts commands, how many entries it has on disk, and how many of them the index has.
pub(crate) fn set_house(house: HouseId, open: bool, entries: u64, indexed: u64) {
    let house = house.0.to_string();
    gauge!(HOUSE_OPEN, "house" => house.clone()).set(if open { 1.0 } else { 0.0 });
    gauge!(JOURNAL_ENTRIES, "house" => house.clone()).set(count(entries));
    // The index may have entries whose writer has not noted yet that they are on disk.
    gauge!(INDEX_BEHIND, "house" => house).set(count(entries.max(indexed) - indexed));
}

#[allow(clippy::cast_precision_loss, reason = "a time in seconds is far below 2^53")]
fn seconds(at: i64) -> f64 {
    (at / 1000) as f64
}

#[allow(clippy::cast_precision_loss, reason = "a house has at most 2^48 entries")]
fn count(entries: u64) -> f64 {
    entries as f64
}

/// Describes every metric, and initialises the counters so that they are shown before they first change.
fn describe() {
    for DeclaredMetric { name, kind, meaning } in METRICS {
        let unit = if name.ends_with("_seconds") { Unit::Seconds } else { Unit::Count };
        match kind {
            MetricKind::Counter => describe_counter!(*name, unit, *meaning),
            MetricKind::Gauge => describe_gauge!(*name, unit, *meaning),
            MetricKind::Histogram => describe_histogram!(*name, unit, *meaning),
        }
    }
    gauge!(STARTED).set(seconds(wall()));
    gauge!(BUILD_INFO, "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    counter!(COMMANDS_STORED).absolute(0);
    counter!(REFUSED).absolute(0);
    gauge!(CONNECTIONS).set(0.0);
    counter!(STORE_FAILURES).absolute(0);
    gauge!(SOCKETS).set(0.0);
}
