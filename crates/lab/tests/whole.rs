//! Every fault in every journal: the long form, for `make soak` and for the table of docs/proof.md.
//!
//! `CROUPIER_LAB=whole` runs it; `CROUPIER_PROOF=FOLDER` writes its row of the table there; `CROUPIER_LAB_ONLY=LETTERS`
//! takes the journals whose name contains these letters.

use std::path::PathBuf;

use croupier_lab::proof::ProofRow;
use croupier_lab::{
    FaultGroup, FlipOutcome, GoodJournal, LAWFUL, LabReport, NAMED, Sealing, flip_rules, generated, named,
    prove, unflipped,
};

use crate::journals::{all, played};

fn is_wanted() -> bool {
    std::env::var("CROUPIER_LAB").is_ok_and(|wanted| wanted == "whole")
}

fn journals() -> Vec<GoodJournal> {
    let only = std::env::var("CROUPIER_LAB_ONLY").unwrap_or_default();
    let mut journals = all(&only);
    // What is recorded need not be played again.
    let is_new = |journal: &GoodJournal| {
        !journals.iter().any(|known| known.name.rsplit('/').next() == Some(&*journal.name))
    };
    let new: Vec<GoodJournal> = played(&only).into_iter().filter(is_new).collect();
    journals.extend(new);
    journals
}

/// Writes a row of the table, if that is wanted.
fn write_row(name: &str, row: &ProofRow) {
    if let Some(folder) = std::env::var_os("CROUPIER_PROOF") {
        row.write(&PathBuf::from(folder), name).unwrap();
    }
}

fn counts(rows: &[(&str, usize)]) -> Vec<(String, u64)> {
    rows.iter().map(|(what, count)| ((*what).to_owned(), *count as u64)).collect()
}

#[test]
fn every_fault_in_every_journal_is_found_or_lawful() {
    if !is_wanted() {
        return;
    }
    let mut report = LabReport::default();
    for good in journals() {
        let faults: Vec<_> = named(&good).into_iter().chain(generated(&good)).collect();
        let proved = prove(&good, &faults, Sealing::Sealed);
        let own = LabReport::of(&good.name, good.entries.len(), &proved);
        println!("{}: {} not found of {}", good.name, own.total().not_found, own.total().planted);
        report.merge(own);
    }
    println!("{report}");
    let (total, named) = (report.total(), report.group(FaultGroup::Named));
    let row = ProofRow {
        order: 10,
        tried: format!(
            "faults planted in {} journals and sealed again with the house's own keys",
            report.journals.len()
        ),
        counts: counts(&[
            ("planted", total.planted),
            ("of them named", named.planted),
            ("found", total.all_found()),
            ("lawful, each with its reason", total.lawful),
            ("not found", total.not_found),
        ]),
        command: "make proof".to_owned(),
    };
    for row in LAWFUL {
        let above = row.of.trim_end_matches('*');
        let is_there = report.kinds.keys().any(|kind| kind.group == row.group && kind.of.starts_with(above));
        assert!(
            is_there || std::env::var_os("CROUPIER_LAB_ONLY").is_some(),
            "{} is no field of any event",
            row.of
        );
    }
    write_row("faults", &row);
    if std::env::var_os("CROUPIER_LAB_ONLY").is_none() {
        let is_planted = |id: &str| report.kinds.keys().any(|kind| kind.of == id);
        let missing: Vec<&str> =
            NAMED.iter().copied().flatten().map(|fault| fault.id).filter(|id| !is_planted(id)).collect();
        assert_eq!(missing, Vec::<&str>::new(), "no journal has a place for them");
    }
    assert_eq!(total.not_found, 0);
}

#[test]
fn every_fault_that_is_not_sealed_again_is_found_by_the_chain() {
    if !is_wanted() {
        return;
    }
    let mut report = LabReport::default();
    for good in journals() {
        let faults: Vec<_> = named(&good).into_iter().chain(generated(&good)).collect();
        let proved = prove(&good, &faults, Sealing::Bare);
        report.merge(LabReport::of(&good.name, good.entries.len(), &proved));
    }
    let total = report.total();
    let row = ProofRow {
        order: 11,
        tried: "the same faults without sealing".to_owned(),
        counts: counts(&[
            ("planted", total.planted),
            ("found", total.all_found()),
            ("not found", total.not_found + total.lawful),
        ]),
        command: "make proof".to_owned(),
    };
    write_row("faults-unsealed", &row);
    assert_eq!((total.not_found, total.lawful), (0, 0), "{report}");
}

#[test]
fn every_rule_that_is_flipped_is_noticed_where_it_is_exercised() {
    if !is_wanted() {
        return;
    }
    let (mut flipped, mut exercised, mut noticed, mut missed) = (0, 0, 0, Vec::new());
    for good in journals() {
        unflipped(&good).unwrap_or_else(|why| panic!("{}: a comment is noticed: {why}", good.name));
        for flip in flip_rules(&good, 1).unwrap() {
            flipped += 1;
            match flip.outcome {
                FlipOutcome::Noticed { exercised: is, .. } => {
                    noticed += 1;
                    exercised += usize::from(is);
                }
                FlipOutcome::NotExercised => {}
                FlipOutcome::Missed => {
                    exercised += 1;
                    missed.push(format!("{}: {} {}", good.name, flip.rulebook, flip.at));
                }
            }
        }
        println!("{}: {flipped} flipped, {exercised} exercised, {noticed} noticed so far", good.name);
    }
    let row = ProofRow {
        order: 12,
        tried: "single rules flipped in copies of the books that the journals pin".to_owned(),
        counts: counts(&[
            ("flipped", flipped),
            ("change a verdict of the journal", exercised),
            ("noticed", noticed),
            ("change a verdict and are missed", missed.len()),
        ]),
        command: "make proof".to_owned(),
    };
    write_row("rules", &row);
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    assert!(exercised > 0);
}
