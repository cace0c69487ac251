//! Faults in a good journal are found at their place. The entries are sealed again, so that the chain finds nothing.

use std::collections::BTreeMap;

use croupier_audit::{AuditFinding, ExportedJournal};
use croupier_house::event::Event;
use croupier_house::ids::StreamId;
use croupier_house::journal::{Entry, Hash};
use croupier_house::ledger::{Location, TransactionKind};
use croupier_kit::Money;

use crate::journals::{RecordedJournal, all, audited, stored};

/// An automatic roulette table with seeds.
fn good() -> RecordedJournal {
    all().into_iter().find(|journal| journal.name == "en-prison/automatic-en-prison").unwrap()
}

/// New places and hashes for entries that were changed.
fn sealed(entries: &[Entry]) -> ExportedJournal {
    let (mut last, mut versions) = (Hash::default(), BTreeMap::<StreamId, u64>::new());
    let seal = |(sequence, entry): (u64, &Entry)| {
        let version = versions.entry(entry.stream).or_default();
        *version += 1;
        let mut body = entry.body.clone();
        (body.sequence, body.version, body.prev) = (sequence, *version, last);
        let entry = Entry::write(entry.stream, body).unwrap();
        last = entry.hash;
        entry
    };
    stored(&(1..).zip(entries).map(seal).collect::<Vec<_>>())
}

/// What is found first when the entries are changed, with the place of the change.
fn found(change: impl FnOnce(&mut Vec<Entry>) -> usize) -> (AuditFinding, u64) {
    let mut journal = good();
    let place = change(&mut journal.entries);
    let report = audited(&sealed(&journal.entries), journal.shelf, 2, 0);
    let first = report.findings.first().expect("something is found").clone();
    (first, place as u64 + 1)
}

fn place(entries: &[Entry], is: impl Fn(&Event) -> bool) -> usize {
    entries.iter().position(|entry| is(&entry.body.event)).unwrap()
}

#[test]
fn sealing_alone_changes_nothing() {
    let journal = good();
    assert_eq!(audited(&sealed(&journal.entries), journal.shelf, 1, 0).findings, []);
}

#[test]
fn a_payout_that_is_too_high_is_found() {
    let (finding, sequence) = found(|entries| {
        let pays =
            |entry: &Entry| entry.body.ledger.iter().any(|moved| moved.kind == TransactionKind::Settle);
        let at = entries.iter().position(pays).unwrap();
        let legs = entries[at].body.ledger.iter_mut().flat_map(|moved| &mut moved.legs);
        let leg =
            legs.into_iter().find(|leg| matches!(leg.to, Location::Player(_) | Location::Float(_))).unwrap();
        leg.amount = Money::from_minor(leg.amount.minor() + 1);
        at
    });
    assert_eq!((finding.kind.id(), finding.sequence), ("wrong-postings", Some(sequence)));
}

#[test]
fn a_seed_that_is_another_one_is_found() {
    let (finding, sequence) = found(|entries| {
        let at = place(entries, |event| matches!(event, Event::SeedRevealed { .. }));
        let Event::SeedRevealed { seed, .. } = &mut entries[at].body.event else { unreachable!() };
        seed[0] ^= 1;
        at
    });
    // The command that revealed it dealt from it too.
    assert!(finding.sequence.unwrap() <= sequence, "{finding}");
}

#[test]
fn a_bet_of_somebody_without_a_seat_is_found() {
    let (finding, _) = found(|entries| {
        let at = place(entries, |event| matches!(event, Event::Sat { .. }));
        entries.remove(at);
        at
    });
    assert_eq!(finding.kind.id(), "against-order", "{finding}");
}

#[test]
fn a_matter_of_the_office_without_its_second_person_is_found() {
    let (finding, _) = found(|entries| {
        let at = place(entries, |event| matches!(event, Event::OfficeAuthorised { .. }));
        entries.remove(at);
        at
    });
    assert_eq!(finding.kind.id(), "against-authority", "{finding}");
}

#[test]
fn an_entry_whose_bytes_were_changed_has_another_hash_than_is_stored() {
    let journal = good();
    let last = journal.entries.len() - 1;
    let mut entries: Vec<_> = stored(&journal.entries).all().cloned().collect();
    let mut bytes = entries[last].bytes.to_vec();
    // The salt.
    bytes[40] ^= 1;
    entries[last].bytes = bytes.into();
    let report = audited(&ExportedJournal::of(entries), journal.shelf, 1, 0);
    let kinds: Vec<&str> = report.findings.iter().map(|finding| finding.kind.id()).collect();
    assert_eq!(kinds, ["wrong-hash"]);
}
