//! `croupier verify`: what it prints, and how it ends.

use std::process::Output;

use croupier_house::event::{ActReason, Event};
use croupier_house::ids::{Actor, HouseId, PersonId, StreamId, TableId};
use croupier_house::journal::{Entry, EntryBody};
use croupier_house::ledger::Unit;
use croupier_transparency::{
    Checkpoint, EntryProof, InclusionProof, LogForm, Origin, SigningKey, StoredTree, leaf_hash,
};
use serde_json::Value;

use crate::common::croupier;

const SEED: &str = "0707070707070707070707070707070707070707070707070707070707070707";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

/// A proof that the command makes up.
fn proof(kind: &str) -> String {
    let made = croupier(&["verify", "--example", kind, "--seed", SEED], "");
    assert_eq!(made.status.code(), Some(0));
    text(&made.stdout)
}

#[test]
fn a_good_proof_is_explained_step_by_step_and_ends_with_0() {
    for (kind, result) in
        [("wheel", "the ball lands in"), ("dice", "the dice show"), ("shoe", "cards, starting with")]
    {
        let printed = croupier(&["verify", "-"], proof(kind));
        assert_eq!(printed.status.code(), Some(0));
        let printed = text(&printed.stdout);
        for word in
            ["1. good   chain", "2. good   commitment", "3. good   receipt", "4. good   outcome", result]
        {
            assert!(printed.contains(word), "{word} in {printed}");
        }
        assert!(printed.contains("--commitment"), "it names what a proof alone does not show: {printed}");
        let machines = json(&croupier(&["verify", "-", "--json"], proof(kind)));
        assert_eq!(machines["good"], Value::Bool(true));
        let document: Value = serde_json::from_str(&proof(kind)).unwrap();
        assert_eq!(machines["outcome"], document["outcome"]);
    }
}

#[test]
fn a_false_proof_names_its_discrepancies_and_ends_with_1() {
    let mut document: Value = serde_json::from_str(&proof("dice")).unwrap();
    let sides = document["outcome"]["throw"].as_array().unwrap().clone();
    document["outcome"]["throw"] = sides.iter().map(|side| 7 - side.as_u64().unwrap()).collect();
    document["round"] = "another".into();
    let printed = croupier(&["verify", "-"], document.to_string());
    assert_eq!(printed.status.code(), Some(1));
    let printed = text(&printed.stdout);
    assert!(printed.contains("2. FALSE  commitment") && printed.contains("4. FALSE  outcome"), "{printed}");
    assert!(printed.contains("2 discrepancies"), "{printed}");
    let machines = croupier(&["verify", "-", "--json"], document.to_string());
    assert_eq!(machines.status.code(), Some(1));
    assert_eq!(json(&machines)["discrepancies"], serde_json::json!(["commitment", "throw"]));
}

#[test]
fn what_was_noted_is_held_against_the_proof() {
    let document: Value = serde_json::from_str(&proof("dice")).unwrap();
    let field = |name: &str| document[name].as_str().unwrap().to_owned();
    let (anchor, commitment, receipt) = (field("anchor"), field("commitment"), field("receipt"));
    let player = &document["players"][0];
    let mine = format!("{}={}", player["seat"], player["seed"].as_str().unwrap());
    let noted =
        ["--anchor", &anchor, "--commitment", &commitment, "--receipt", &receipt, "--player-seed", &mine];
    let good = croupier(&[&["verify", "-"], &noted[..]].concat(), proof("dice"));
    assert_eq!(good.status.code(), Some(0));
    assert!(text(&good.stdout).contains("This is what the house promised"), "{}", text(&good.stdout));
    let other =
        croupier(&["verify", "-", "--json", "--commitment", &anchor, "--player-seed", "1=00"], proof("dice"));
    assert_eq!(other.status.code(), Some(1));
    assert_eq!(json(&other)["discrepancies"], serde_json::json!(["noted-commitment", "noted-seed"]));
}

#[test]
fn what_is_no_proof_ends_with_2_and_all_its_faults() {
    let spoilt = proof("dice").replace("\"link\": 1,", "\"link\": 9,").replace("croupier-fair/1", "fair/2");
    let people = croupier(&["verify", "-"], &spoilt);
    assert_eq!(people.status.code(), Some(2));
    let printed = text(&people.stderr);
    assert!(
        printed.contains("`format` is \"croupier-fair/1\"") && printed.contains("`link` is 1 to"),
        "{printed}"
    );
    let machines = croupier(&["verify", "-", "--json"], &spoilt);
    assert_eq!(machines.status.code(), Some(2));
    assert_eq!(json(&machines)["error"]["faults"].as_array().unwrap().len(), 2);
    for (input, words) in [
        ("", "EOF while parsing a value at line 1"),
        ("{}", "missing field `format`"),
        ("[]", "expected an object"),
        ("{\"format\": 1}", "expected a string"),
    ] {
        let refused = croupier(&["verify", "-"], input);
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains(words), "{words}: {}", text(&refused.stderr));
    }
}

#[test]
fn wrong_usage_says_what_is_allowed() {
    for (args, words) in [
        (&["verify", "no-such-file.json"][..], "cannot read no-such-file.json"),
        (&["verify"], "FILE|-"),
        (&["verify", "-", "--anchor", "00"], "must be 64 hexadecimal digits (32 bytes), not 2"),
        (&["verify", "-", "--player-seed", "00"], "write it as SEAT=HEX"),
        (&["verify", "-", "--player-seed", "1=0"], "not hexadecimal"),
        (&["verify", "--example", "cards", "--seed", SEED], "wheel, dice or shoe"),
        (&["verify", "--example", "dice"], "--seed"),
    ] {
        let refused = croupier(args, "");
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        assert!(text(&refused.stderr).contains(words), "{words}: {}", text(&refused.stderr));
    }
}

/// The proof of a bet, the second of three entries.
fn bet_proof() -> EntryProof {
    let stream = StreamId { house: HouseId(1), table: Some(TableId(3)) };
    let body = EntryBody {
        prev: [1; 32],
        salt: [2; 16],
        sequence: 2,
        version: 1,
        at: 1_700_000_000_000,
        by: Actor::Person(PersonId(12)),
        key: None,
        event: Event::Acted { lines: "stake 3 5 red".into(), with: Unit::Chips, why: ActReason::Ordinary },
        ledger: Vec::new(),
    };
    let entry = Entry::write(stream, body).unwrap().bytes.to_vec();
    let mut tree = StoredTree::default();
    [b"first".as_slice(), &entry, b"third"].iter().for_each(|entry| tree.append(leaf_hash(entry)));
    let origin = Origin::new(1, 1, &[9; 32]);
    let key = SigningKey::new(&[7; 32], origin).unwrap();
    let root = Some(tree.root(3).unwrap());
    EntryProof {
        entry,
        inclusion: InclusionProof::of(&tree, 1, 3).unwrap(),
        checkpoint: key.sign(Checkpoint { origin, sequence: 3, hash: [1; 32], root }).to_string(),
        key: key.public(LogForm::Tree).text(),
    }
}

fn as_json(proof: &EntryProof) -> String {
    serde_json::to_string(proof).unwrap()
}

#[test]
fn the_proof_of_a_bet_says_what_was_bet_and_that_it_was_signed() {
    let proof = bet_proof();
    let printed = croupier(&["verify", "-"], as_json(&proof));
    assert_eq!(printed.status.code(), Some(0), "{printed:?}");
    let printed = text(&printed.stdout);
    for word in [
        "1. good   entry",
        "person 12 at table 3",
        "stake 3 5 red",
        "2. good   tree",
        "leaf 1 of the tree of 3",
        "3. good   signature",
        "use --key",
    ] {
        assert!(printed.contains(word), "{word} in {printed}");
    }
    let noted = croupier(&["verify", "-", "--json", "--key", &proof.key], as_json(&proof));
    assert_eq!(noted.status.code(), Some(0));
    let noted = json(&noted);
    assert_eq!((&noted["good"], noted["steps"].as_array().unwrap().len()), (&Value::Bool(true), 4));
    assert_eq!((&noted["entry"]["person"], &noted["entry"]["table"]), (&12.into(), &3.into()));
}

#[test]
fn the_proof_of_a_bet_that_was_changed_names_what_is_false() {
    let good = bet_proof();
    let mut entry = good.entry.clone();
    let place = entry.windows(3).position(|bytes| bytes == b"red").unwrap();
    entry[place..place + 3].copy_from_slice(b"odd");
    let size = good.inclusion.size + 1;
    let moved = InclusionProof { index: 2, ..good.inclusion.clone() };
    let other_key = good.key.replace("house-1", "house-2");
    for (proof, discrepancies) in [
        (EntryProof { entry, ..good.clone() }, vec!["tree"]),
        (
            EntryProof { inclusion: InclusionProof { size, ..good.inclusion.clone() }, ..good.clone() },
            vec!["tree"],
        ),
        (EntryProof { inclusion: moved, ..good.clone() }, vec!["entry", "tree"]),
        (
            EntryProof { checkpoint: good.checkpoint.replacen("\n3\n", "\n4\n", 1), ..good.clone() },
            vec!["tree", "signature"],
        ),
    ] {
        let printed = croupier(&["verify", "-", "--json"], as_json(&proof));
        assert_eq!(printed.status.code(), Some(1), "{printed:?}");
        assert_eq!(json(&printed)["discrepancies"], serde_json::json!(discrepancies));
    }
    let unreadable = croupier(&["verify", "-"], as_json(&EntryProof { key: other_key, ..good.clone() }));
    assert_eq!(unreadable.status.code(), Some(2), "the number of a key is that of its name");
    let of_a_round = croupier(&["verify", "-", "--commitment", &"00".repeat(32)], as_json(&good));
    assert_eq!(of_a_round.status.code(), Some(2));
    assert!(text(&of_a_round.stderr).contains("--commitment is for the proof of a round"), "{of_a_round:?}");
    let of_a_bet = croupier(&["verify", "-", "--key", &good.key], proof("dice"));
    assert_eq!(of_a_bet.status.code(), Some(2));
}
