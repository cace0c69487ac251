//! The metrics: described, checked by Prometheus's own tool, and listed in the documentation.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

mod common;

use common::{Server, config, folder};

const GUIDE: &str = include_str!("../../../docs/serve.md");

/// What `/metrics` shows of a server that has stored commands.
fn metrics() -> String {
    let handle = croupier_server::telemetry::install().unwrap();
    let server = Server::start(config(&folder("metrics")));
    server.player("ann");
    handle.render()
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

#[test]
fn metrics_are_documented_and_pass_promtool() {
    let text = metrics();
    let types = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
    let types: BTreeSet<_> = types.map(|(name, kind)| (name.to_owned(), kind.to_owned())).collect();
    assert_eq!(types, documented(), "{text}");
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
