//! `croupier verify`: what it prints, and how it ends.

use std::process::Output;

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
