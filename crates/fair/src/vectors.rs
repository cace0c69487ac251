//! The test vectors, which the second implementation wrote.

use std::num::NonZeroU32;

use serde_json::Value;

use crate::bytes::hex;
use crate::terms::{key, pack_receipt};
use crate::{Chain, Draws, Noted, OutcomeKey, Proof, Seed, examine, verify};

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../../docs/fairness-vectors.json")).unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn proof(value: &Value) -> Proof {
    let document = &value["proof"];
    let proof = Proof::read(document.to_string().as_bytes()).unwrap();
    let written: Value = serde_json::from_str(&proof.to_json()).unwrap();
    assert_eq!(&written, document, "a proof is written as it was read");
    proof
}

#[test]
fn the_chain_is_as_described() {
    let chain = &vectors()["chain"];
    let seeds = chain["seeds"].as_array().unwrap();
    let links = u32::try_from(chain["links"].as_u64().unwrap()).unwrap();
    let last: Seed = text(seeds.last().unwrap()).parse().unwrap();
    let ours = Chain::open(text(&chain["table"]).parse().unwrap(), links, last).unwrap();
    assert_eq!(ours.opening().anchor.to_string(), text(&seeds[0]));
    for (link, seed) in (1..=links).zip(&seeds[1..]) {
        assert_eq!(hex(ours.seed(link).unwrap().reveal()), text(seed));
    }
}

#[test]
fn draws_are_as_described() {
    for row in vectors()["draws"].as_array().unwrap() {
        let key: Seed = text(&row["key"]).parse().unwrap();
        let mut draws = Draws::new(&OutcomeKey::new(*key.reveal()));
        let numbers = |name: &str| row[name].as_array().unwrap().iter().map(|n| n.as_u64().unwrap());
        for (bound, drawn) in numbers("bounds").zip(numbers("draws")) {
            let bound = NonZeroU32::new(u32::try_from(bound).unwrap()).unwrap();
            assert_eq!(u64::from(draws.below(bound)), drawn);
        }
    }
}

#[test]
fn rounds_are_as_described_byte_by_byte() {
    let vectors = vectors();
    let rounds = vectors["rounds"].as_array().unwrap();
    assert!(rounds.len() >= 8);
    for round in rounds {
        let proof = proof(round);
        assert_eq!(hex(proof.terms.pack(&proof.seed).as_bytes()), text(&round["commitment_bytes"]));
        let receipt = pack_receipt(&proof.commitment, &proof.players);
        assert_eq!(hex(receipt.as_bytes()), text(&round["receipt_bytes"]));
        assert_eq!(hex(key(&proof.seed, &proof.receipt).reveal()), text(&round["key"]));
        assert_eq!(verify(&proof).unwrap().key.to_string(), text(&round["key"]));
    }
}

#[test]
fn falsehoods_are_found_and_named() {
    let vectors = vectors();
    let mut named = std::collections::BTreeSet::new();
    for row in vectors["false"].as_array().unwrap() {
        let report = examine(&proof(row), &Noted::default());
        let names: Vec<&str> = report.discrepancies().map(crate::Discrepancy::name).collect();
        assert_eq!(row["discrepancies"], serde_json::json!(names), "{}", row["change"]);
        assert!(!names.is_empty(), "{}", row["change"]);
        named.extend(names.into_iter().map(str::to_owned));
    }
    let all = ["card", "card-count", "chain", "commitment", "cut", "pocket", "receipt", "throw"];
    assert_eq!(named.iter().map(String::as_str).collect::<Vec<_>>(), all);
}
