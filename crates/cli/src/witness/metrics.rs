//! What a witness has seen, as metrics in the text format of Prometheus.

use std::fmt::Write as _;

use croupier_transparency::{AlarmKind, Witness};

use super::watch::Sight;

/// The metrics: name, what it says.
const CHECKED: (&str, &str) =
    ("croupier_witness_checked", "Whether the last look at a house could be checked");
const ENTRIES: (&str, &str) =
    ("croupier_witness_entries", "The entries of the last checkpoint that extends all before");
const CHANGED: (&str, &str) =
    ("croupier_witness_changed_timestamp_seconds", "When the log of a house last had more entries");
const LOOKED: (&str, &str) = ("croupier_witness_looked_timestamp_seconds", "When the witness last looked");
const ALARMS: (&str, &str) = ("croupier_witness_open_alarms", "The alarms that nobody has dismissed");

/// The text of a file for the collector.
pub(super) fn of(witness: &Witness, sights: &[Sight], at: i64) -> String {
    let mut text = String::new();
    let checked = sights.iter().map(|sight| (label("house", &sight.place), i64::from(sight.is_checked)));
    family(&mut text, CHECKED, checked);
    let logs = || witness.logs.iter().filter_map(|log| Some((log.last().ok()?.checkpoint, log)));
    let name = |checkpoint: &croupier_transparency::Checkpoint| label("log", &checkpoint.log_name());
    let entries = logs().map(|(last, _)| (name(&last), last.sequence.cast_signed()));
    family(&mut text, ENTRIES, entries);
    family(&mut text, CHANGED, logs().map(|(last, log)| (name(&last), log.at / 1_000)));
    family(&mut text, LOOKED, [(String::new(), at / 1_000)]);
    let open = |kind: AlarmKind| witness.open_alarms().filter(|alarm| alarm.kind == kind).count();
    let count = |kind| i64::try_from(open(kind)).expect("alarms fit into memory");
    family(&mut text, ALARMS, AlarmKind::ALL.map(|kind| (label("kind", kind.name()), count(kind))));
    text
}

fn family(text: &mut String, (name, help): (&str, &str), values: impl IntoIterator<Item = (String, i64)>) {
    writeln!(text, "# HELP {name} {help}.\n# TYPE {name} gauge").expect("a string can be written to");
    for (labels, value) in values {
        writeln!(text, "{name}{labels} {value}").expect("a string can be written to");
    }
}

fn label(name: &str, value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("{{{name}=\"{value}\"}}")
}
