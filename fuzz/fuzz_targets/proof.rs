//! Any bytes are a proof that can be checked and is written as it was read, or are refused.
#![no_main]

use croupier_fair::{Noted, Proof, ProofError, examine};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match Proof::read(bytes) {
        Ok(proof) => {
            let written = proof.to_json();
            assert_eq!(Proof::read(written.as_bytes()).unwrap(), proof);
            // A chain of a million links takes a while; the walk back is the same for a few.
            if proof.terms.link < 1000 {
                assert!(examine(&proof, &Noted::default()).steps.len() >= 4);
            }
        }
        Err(ProofError::Faults(faults)) => assert!(!faults.is_empty()),
        Err(ProofError::Json(_)) => {}
    }
});
