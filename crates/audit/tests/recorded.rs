//! Every recorded journal is audited.

use crate::journals::{RecordedJournal, all, audited, stored};

/// The last entry of a journal that an earlier version decided by other rules than today's.
fn earlier(journal: &RecordedJournal) -> u64 {
    match journal.name.as_str() {
        // Whoever requests chips could confirm them too.
        "chip-requests/chip-requests" => 45,
        "seats/seats" => 46,
        // Books were not stored, one person could found and run a house, and chips as above.
        name if ["1/", "2/", "3/", "4/"].iter().any(|set| name.starts_with(set)) => {
            journal.entries.len() as u64
        }
        _ => 0,
    }
}

#[test]
fn nothing_is_found_in_any_recorded_journal() {
    let mut decided = 0;
    for journal in all() {
        let report = audited(&stored(&journal.entries), journal.shelf, 1, earlier(&journal));
        assert_eq!(report.entries, journal.entries.len() as u64, "{}", journal.name);
        let found: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
        assert!(found.is_empty(), "{}: {}", journal.name, found.join("\n"));
        assert_eq!(report.unjudged.entries, 0, "{}", journal.name);
        decided += report.commands;
    }
    assert!(decided > 300, "{decided} commands were decided again");
}

#[test]
fn what_an_earlier_version_permitted_is_found_where_nobody_says_so() {
    for journal in all().iter().filter(|journal| journal.name.starts_with("seats/")) {
        let report = audited(&stored(&journal.entries), journal.shelf, 1, 0);
        let [found] = &report.findings[..] else { panic!("{:?}", report.findings) };
        assert_eq!((found.kind.id(), found.sequence, found.table), ("against-authority", Some(46), Some(1)));
    }
}

#[test]
fn any_number_of_threads_finds_the_same() {
    for journal in all().iter().filter(|journal| earlier(journal) == 0) {
        let stored = stored(&journal.entries);
        let [one, three] = [1, 3].map(|threads| audited(&stored, journal.shelf, threads, 0));
        assert!(one == three, "{}: one thread and three find different things", journal.name);
    }
}
