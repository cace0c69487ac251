//! No bit of a proof can be changed without being found.

use croupier_fair::{
    DeviceOutcome, Discrepancy, Example, Noted, PlayerSeeds, Proof, Seed, examine, example, verify,
};
use croupier_fair::{Digest, Label};
use proptest::prelude::*;

/// Changes one bit of a field.
type Change = fn(&mut Proof, usize);

fn flipped(bytes: [u8; 32], bit: usize) -> [u8; 32] {
    let mut changed = bytes;
    changed[bit / 8] ^= 1 << (bit % 8);
    changed
}

fn assert_found(proof: &Proof, what: &str) {
    assert!(verify(proof).is_err(), "{what} is not found");
}

fn proofs() -> impl Iterator<Item = Proof> {
    let seeds = (1..=4).map(|byte| Seed::new([byte; 32]));
    seeds.flat_map(|seed| Example::ALL.map(|kind| example(kind, &seed)))
}

#[test]
fn no_bit_of_a_digest_or_of_the_seed_can_be_changed() {
    let fields: [(&str, Change); 4] = [
        ("anchor", |proof, bit| {
            let anchor = &mut proof.terms.opening.anchor;
            *anchor = Digest::new(flipped(*anchor.as_bytes(), bit));
        }),
        ("commitment", |proof, bit| {
            proof.commitment = Digest::new(flipped(*proof.commitment.as_bytes(), bit));
        }),
        ("receipt", |proof, bit| proof.receipt = Digest::new(flipped(*proof.receipt.as_bytes(), bit))),
        ("seed", |proof, bit| proof.seed = Seed::new(flipped(*proof.seed.reveal(), bit))),
    ];
    for proof in proofs() {
        assert!(verify(&proof).is_ok());
        for (name, change) in fields {
            for bit in 0..256 {
                let mut changed = proof.clone();
                change(&mut changed, bit);
                assert_found(&changed, &format!("bit {bit} of the {name}"));
            }
        }
    }
}

#[test]
fn no_bit_of_a_number_or_a_name_can_be_changed() {
    for proof in proofs() {
        for bit in 0..20 {
            let mut changed = proof.clone();
            changed.terms.opening.links ^= 1 << bit;
            assert_found(&changed, "links");
            let mut changed = proof.clone();
            changed.terms.link ^= 1 << bit;
            assert_found(&changed, "link");
        }
        let names: [fn(&mut Proof) -> &mut Label; 2] =
            [|p| &mut p.terms.opening.table, |p| &mut p.terms.round];
        for name in names {
            let mut changed = proof.clone();
            let other = format!("{}x", name(&mut changed)).parse().unwrap();
            *name(&mut changed) = other;
            assert_found(&changed, "a name");
        }
    }
}

#[test]
fn no_bit_of_a_players_seed_can_be_changed_nor_a_player_moved_or_left_out() {
    let mut changes = 0;
    for proof in proofs() {
        let given: Vec<(u16, Vec<u8>)> =
            proof.players.iter().map(|seed| (seed.seat(), seed.bytes().to_vec())).collect();
        let mut found = |players: Vec<(u16, Vec<u8>)>| {
            changes += 1;
            assert_found(&Proof { players: PlayerSeeds::new(players).unwrap(), ..proof.clone() }, "a player");
        };
        for (at, (_, bytes)) in given.iter().enumerate() {
            for bit in 0..bytes.len() * 8 {
                let mut changed = given.clone();
                changed[at].1[bit / 8] ^= 1 << (bit % 8);
                found(changed);
            }
            let mut without = given.clone();
            without.remove(at);
            found(without);
        }
        let mut more = given.clone();
        more.push((60_000, Vec::new()));
        found(more);
    }
    assert!(changes > 1000, "{changes}");
}

/// Every bit of the document: what can still be read is found false, or says the same.
#[test]
fn no_bit_of_the_document_can_be_changed() {
    let mut read = 0;
    for proof in Example::ALL.map(|kind| example(kind, &Seed::new([9; 32]))) {
        let json = proof.to_json().into_bytes();
        for bit in 0..json.len() * 8 {
            let mut changed = json.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            if let Ok(other) = Proof::read(&changed) {
                read += 1;
                assert!(other == proof || verify(&other).is_err(), "bit {bit}");
            }
        }
    }
    assert!(read > 500, "{read}");
}

#[test]
fn what_was_noted_is_held_against_the_proof() {
    let proof = example(Example::Dice, &Seed::new([7; 32]));
    let other = Digest::new([0; 32]);
    let player = proof.players.iter().next().unwrap();
    let mut noted = Noted {
        anchor: Some(proof.terms.opening.anchor),
        commitment: Some(proof.commitment),
        receipt: Some(proof.receipt),
        seeds: vec![(player.seat(), player.bytes().to_vec())],
    };
    let names = |noted: &Noted| -> Vec<&str> {
        examine(&proof, noted).discrepancies().map(Discrepancy::name).collect()
    };
    assert_eq!(names(&noted), [""; 0]);
    (noted.anchor, noted.commitment, noted.receipt) = (Some(other), Some(other), Some(other));
    noted.seeds[0].1.push(0);
    noted.seeds.push((60_000, Vec::new()));
    let all = ["noted-anchor", "noted-commitment", "noted-receipt", "noted-seed", "noted-seed"];
    assert_eq!(names(&noted), all);
}

/// A program can make such a proof, though no document is read as one.
#[test]
fn an_outcome_of_another_kind_is_found() {
    let outcome = example(Example::Dice, &Seed::new([1; 32])).outcome;
    let spin = Proof { outcome, ..example(Example::Wheel, &Seed::new([1; 32])) };
    assert_eq!(verify(&spin), Err(Discrepancy::Kind));
    assert!(Proof::read(spin.to_json().as_bytes()).is_err());
}

proptest! {
    #[test]
    fn honest_proofs_are_good_and_are_written_and_read_back(seed: [u8; 32], kind in 0..3_usize) {
        let proof = example(Example::ALL[kind], &Seed::new(seed));
        let json = proof.to_json();
        let read = Proof::read(json.as_bytes()).unwrap();
        prop_assert_eq!(&read, &proof);
        prop_assert_eq!(read.to_json(), json);
        prop_assert_eq!(&verify(&proof).unwrap().outcome, &proof.outcome);
    }

    #[test]
    fn another_outcome_is_found(seed: [u8; 32], first in 0..52_usize, second in 0..52_usize) {
        let proof = example(Example::Shoe, &Seed::new(seed));
        let DeviceOutcome::Shoe { mut cards, cut } = proof.outcome.clone() else { panic!("a shoe") };
        cards.swap(first, second);
        let changed = Proof { outcome: DeviceOutcome::Shoe { cards, cut }, ..proof.clone() };
        prop_assert_eq!(verify(&changed).is_ok(), changed == proof);
    }

    #[test]
    fn any_bytes_are_a_proof_or_refused(bytes: Vec<u8>) {
        prop_assert!(Proof::read(&bytes).is_err());
    }
}
