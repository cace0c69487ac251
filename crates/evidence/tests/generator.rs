//! The vectors are computed again, and one that is wrong is noticed.

use croupier_evidence::{VECTORS, check_vectors};
use serde_json::{Value, json};

#[test]
fn every_vector_comes_out_as_the_second_implementation_wrote_it() {
    let vectors: Value = serde_json::from_str(VECTORS).unwrap();
    let check = check_vectors(&vectors);
    assert!(check.is_right(), "{check:?}");
    assert!(check.rounds[0] >= 8 && check.false_rounds[0] >= 8 && check.draws[0] >= 20, "{check:?}");
}

#[test]
fn a_vector_that_is_wrong_is_noticed() {
    let vectors: Value = serde_json::from_str(VECTORS).unwrap();
    let changed = |change: fn(&mut Value)| {
        let mut other = vectors.clone();
        change(&mut other);
        check_vectors(&other)
    };
    assert!(!changed(|other| other["draws"][0]["draws"][0] = json!(36)).is_right());
    assert!(!changed(|other| other["chain"]["seeds"][1] = other["chain"]["seeds"][2].clone()).is_right());
    assert!(
        !changed(
            |other| other["rounds"][0]["proof"]["receipt"] = other["rounds"][0]["proof"]["anchor"].clone()
        )
        .is_right()
    );
    assert!(!changed(|other| other["false"][0]["discrepancies"] = json!([])).is_right());
    assert!(!check_vectors(&json!({})).is_right());
}
