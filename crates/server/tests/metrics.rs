//! The metrics: described, checked by Prometheus's own tool, and listed in the documentation.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

mod common;

use common::{Server, config, folder};
use croupier_server::telemetry::METRICS;

const GUIDE: &str = include_str!("../../../docs/serve.md");

/// What `/metrics` shows of a server that has stored commands, once everything in it has been signed.
fn metrics() -> String {
    let handle = croupier_server::telemetry::install().unwrap();
    let server = Server::start_measured(config(&folder("metrics")), handle);
    server.player("ann");
    let agent = ureq::Agent::new_with_defaults();
    let read = || {
        let mut answer = agent.get(format!("{}/metrics", server.base)).call().unwrap();
        answer.body_mut().read_to_string().unwrap()
    };
    // The first checkpoint is signed beside the start.
    while !read().contains("croupier_last_checkpoint_seconds{") {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    read()
}

/// The metrics of the table in docs/serve.md, with their types.
fn documented() -> BTreeSet<(String, String)> {
    let rows = GUIDE.lines().filter_map(|line| line.strip_prefix("| `croupier_"));
    rows.map(|row| {
        let mut cells = row.split('|').map(str::trim);
        let name = format!("croupier_{}", cells.next().unwrap().trim_matches('`'));
        (name, cells.next().unwrap().to_owned())
    })
    .collect()
}

/// The value of a line of metrics.
fn value(text: &str, line: &str) -> f64 {
    let found = text.lines().find_map(|known| known.strip_prefix(line)?.strip_prefix(' '));
    found.unwrap_or_else(|| panic!("no {line} in {text}")).parse().unwrap()
}

#[test]
fn metrics_are_declared_and_documented_and_pass_promtool() {
    let text = metrics();
    let types = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
    let types: BTreeSet<_> = types.map(|(name, kind)| (name.to_owned(), kind.to_owned())).collect();
    assert_eq!(types, documented(), "{text}");
    let declared = METRICS.iter().map(|metric| {
        assert!(text.contains(&format!("# HELP {} {}", metric.name, metric.meaning)), "{}", metric.name);
        (metric.name.to_owned(), format!("{:?}", metric.kind).to_lowercase())
    });
    assert_eq!(types, declared.collect(), "{text}");
    assert!((value(&text, r#"croupier_house_open{house="1"}"#) - 1.0).abs() < f64::EPSILON);
    assert!(value(&text, r#"croupier_journal_entries{house="1"}"#) > 10.0);
    assert!(value(&text, r#"croupier_last_checkpoint_seconds{house="1"}"#) > 1.7e9);
    assert!(value(&text, "croupier_connections_max") > 1.0);
    let mut promtool = Command::new("promtool")
        .args(["check", "metrics"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("promtool is missing: scripts/setup installs it (Debian package prometheus)");
    promtool.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = promtool.wait_with_output().unwrap();
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && complaints.is_empty(), "{complaints}\n{text}");
}
