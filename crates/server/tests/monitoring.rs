//! The dashboard and the alarms name only metrics that exist, and each alarm says what to do.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use croupier_server::telemetry::{METRICS, MetricKind};
use serde_json::Value;

const OPERATIONS: &str = include_str!("../../../docs/operations.md");

fn packaging(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging").join(file)
}

fn text(file: &str) -> String {
    std::fs::read_to_string(packaging(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Metrics of Prometheus itself and of its node exporter that the alarms use.
const FOREIGN: [&str; 6] = [
    "up",
    "node_filesystem_avail_bytes",
    "node_filesystem_size_bytes",
    "node_timex_sync_status",
    "node_systemd_unit_state",
    "node_systemd_timer_last_trigger_seconds",
];

/// The names in an expression that look like metrics.
fn names(expression: &str) -> BTreeSet<String> {
    let words = expression.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words
        .filter(|word| word.starts_with("croupier_") || word.starts_with("node_"))
        .map(str::to_owned)
        .collect()
}

/// The metric that a name belongs to, if there is one: a histogram has several names.
fn metric(name: &str) -> Option<&'static str> {
    METRICS.iter().find_map(|metric| {
        let rest = name.strip_prefix(metric.name)?;
        let histogram = metric.kind == MetricKind::Histogram && ["_bucket", "_sum", "_count"].contains(&rest);
        (histogram || (rest.is_empty() && metric.kind != MetricKind::Histogram)).then_some(metric.name)
    })
}

/// What is wrong with the names of an expression.
fn unknown(expression: &str) -> Vec<String> {
    names(expression)
        .into_iter()
        .filter(|name| metric(name).is_none() && !FOREIGN.contains(&&**name))
        .collect()
}

/// Every expression of the dashboard, with the title of its panel.
fn panels() -> Vec<(String, String)> {
    let dashboard: Value = serde_json::from_str(&text("grafana/croupier.json")).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let mut found = Vec::new();
    for panel in panels.iter().filter(|panel| panel["type"] != "row") {
        let title = panel["title"].as_str().unwrap();
        assert!(panel["description"].as_str().is_some_and(|text| !text.is_empty()), "{title}");
        let targets = panel["targets"].as_array().unwrap();
        assert!(!targets.is_empty(), "{title}");
        found.extend(targets.iter().map(|one| (title.to_owned(), one["expr"].as_str().unwrap().to_owned())));
    }
    found
}

#[test]
fn the_dashboard_shows_every_metric_and_no_other() {
    let panels = panels();
    let mut shown = BTreeSet::new();
    for (title, expression) in &panels {
        assert_eq!(unknown(expression), Vec::<String>::new(), "{title}: {expression}");
        shown.extend(names(expression).iter().filter_map(|name| metric(name)));
    }
    let all: BTreeSet<&str> = METRICS.iter().map(|metric| metric.name).collect();
    assert_eq!(shown, all, "a metric without a panel in packaging/grafana/croupier.json");
    assert_eq!(unknown("rate(croupier_sockets_count[5m])"), ["croupier_sockets_count"]);
    assert_eq!(unknown("croupier_group_commands"), ["croupier_group_commands"]);
    assert!(unknown("croupier_group_commands_bucket + up").is_empty());
}

/// The names of the alarms.
fn alarms() -> Vec<String> {
    let rules = text("prometheus/croupier.rules.yml");
    rules.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).map(str::to_owned).collect()
}

#[test]
fn alarms_name_metrics_that_exist_and_say_where_to_read_what_to_do() {
    let rules = text("prometheus/croupier.rules.yml");
    assert_eq!(unknown(&rules), Vec::<String>::new());
    let alarms = alarms();
    assert!(alarms.len() >= 10, "{alarms:?}");
    let sections: Vec<&str> =
        OPERATIONS.lines().filter_map(|line| line.strip_prefix("### Croupier")).collect();
    let described: Vec<String> = sections.iter().map(|name| format!("Croupier{name}")).collect();
    assert_eq!(alarms, described, "the sections on alarms in docs/operations.md, in the order of the rules");
    for rule in rules.split("- alert: ").skip(1) {
        let name = rule.lines().next().unwrap();
        for key in ["expr: ", "severity: ", "summary: ", "description: "] {
            assert!(rule.contains(key), "{name} has no {key}");
        }
        let link = format!("runbook: operations.md#{}", name.to_lowercase());
        assert!(rule.contains(&link), "{name} lacks `{link}`");
    }
}

#[test]
fn every_alarm_is_tried_and_promtool_agrees() {
    let tried = text("prometheus/croupier.test.yml");
    for alarm in alarms() {
        assert!(tried.contains(&format!("alertname: {alarm}\n")), "{alarm} is not tried");
    }
    for arguments in [
        ["check", "croupier.rules.yml"],
        ["test", "croupier.test.yml"],
        ["check", "witness.rules.yml"],
        ["test", "witness.test.yml"],
    ] {
        let [action, file] = arguments;
        let output = Command::new("promtool")
            .args([action, "rules", file])
            .current_dir(packaging("prometheus"))
            .output()
            .expect("promtool is missing: scripts/setup installs it (Debian package prometheus)");
        let said = [output.stdout, output.stderr].concat();
        assert!(
            output.status.success(),
            "promtool {action} rules {file}: {}",
            String::from_utf8_lossy(&said)
        );
    }
}
