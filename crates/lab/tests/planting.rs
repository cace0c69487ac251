//! Every named fault is found, and a sample of those that are made from the events.

use croupier_lab::{FaultOutcome, LabReport, Sealing, generated, named, prove};

use crate::journals::{all, good};

/// Every so many of the generated faults.
const EVERY: usize = 40;

#[test]
fn every_named_fault_is_found() {
    let mut report = LabReport::default();
    for good in all("") {
        let proved = prove(&good, &named(&good), Sealing::Sealed);
        report.merge(LabReport::of(&good.name, good.entries.len(), &proved));
    }
    let total = report.total();
    assert_eq!((total.not_found, total.lawful), (0, 0), "{report}");
    assert!(report.kinds.len() >= 90, "{} kinds have a place", report.kinds.len());
}

#[test]
fn a_sample_of_the_generated_faults_is_found_or_lawful() {
    let good = good("en-prison/automatic-en-prison");
    let faults: Vec<_> = generated(&good).into_iter().step_by(EVERY).collect();
    let proved = prove(&good, &faults, Sealing::Sealed);
    let report = LabReport::of(&good.name, good.entries.len(), &proved);
    assert_eq!(report.total().not_found, 0, "{report}");
}

#[test]
fn without_sealing_the_chain_alone_finds_every_fault() {
    let good = good("en-prison/automatic-en-prison");
    for proved in prove(&good, &named(&good), Sealing::Bare) {
        assert!(matches!(proved.outcome, FaultOutcome::Found { .. }), "{proved:?}");
    }
}
