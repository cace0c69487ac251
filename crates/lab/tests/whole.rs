//! Every fault in every journal: the long form, for `make soak` and for the table of docs/proof.md.
//!
//! `CROUPIER_LAB=whole` runs it; `CROUPIER_PROOF=FOLDER` writes its row of the table there; `CROUPIER_LAB_ONLY=LETTERS`
//! takes the journals whose name contains these letters.

use croupier_lab::{
    FaultGroup, FlipOutcome, GoodJournal, LAWFUL, LabReport, NAMED, Sealing, flip_rules, generated, named,
    prove, unflipped,
};
use croupier_proof::ProofRow;

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
        if own.total().not_found > 0 {
            // It takes an hour to the end.
            println!("{own}");
        }
        report.merge(own);
    }
    println!("{report}");
    let (total, named) = (report.total(), report.group(FaultGroup::Named));
    let journals = report.journals.len();
    ProofRow::new(
        10,
        format!("faults planted in {journals} journals and sealed again with the house's own keys"),
    )
    .count("planted", total.planted)
    .count("of them named", named.planted)
    .count("found", total.all_found())
    .count("lawful, each with its reason", total.lawful)
    .count("not found", total.not_found)
    .write_if_wanted("faults");
    for row in LAWFUL {
        let above = row.of.trim_end_matches('*');
        let is_there = report.kinds.keys().any(|kind| kind.group == row.group && kind.of.starts_with(above));
        assert!(
            is_there || std::env::var_os("CROUPIER_LAB_ONLY").is_some(),
            "{} is no field of any event",
            row.of
        );
    }
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
    ProofRow::new(11, "the same faults without sealing")
        .count("planted", total.planted)
        .count("found", total.all_found())
        .count("not found", total.not_found + total.lawful)
        .write_if_wanted("faults-unsealed");
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
    ProofRow::new(12, "single rules flipped in copies of the books that the journals pin")
        .count("flipped", flipped)
        .count("change a verdict of the journal", exercised)
        .count("noticed", noticed)
        .count("change a verdict and are missed", missed.len())
        .write_if_wanted("rules");
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    assert!(exercised > 0);
}
