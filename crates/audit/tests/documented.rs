//! The documentation lists what an audit can find.

use std::collections::BTreeSet;

use croupier_audit::FindingKind;

#[test]
fn every_kind_of_finding_is_documented_with_its_meaning() {
    let text = include_str!("../../../docs/audit.md");
    let rows = text.split("## Findings").nth(1).unwrap().split("## ").next().unwrap();
    let rows: Vec<&str> = rows.lines().filter(|line| line.starts_with("| `")).collect();
    let due: Vec<String> =
        FindingKind::ALL.iter().map(|kind| format!("| `{}` | {} |", kind.id(), kind.meaning())).collect();
    assert_eq!(rows, due);
}

#[test]
fn every_kind_has_a_name_of_its_own_that_programs_read() {
    let ids: BTreeSet<&str> = FindingKind::ALL.iter().map(|kind| kind.id()).collect();
    assert_eq!(ids.len(), FindingKind::ALL.len());
    for kind in FindingKind::ALL {
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.id());
    }
}
