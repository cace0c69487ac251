//! `croupier counts` as people and scripts use it, and what it refuses.

use serde_json::Value;

use crate::common::run;

const NEVADA: [&str; 3] = ["--rulebook", "examples/nevada.toml", "counts"];

fn counts(line: &str) -> (Option<i32>, String, String) {
    let words = NEVADA.into_iter().chain(["nevada/blackjack"]).chain(line.split_whitespace());
    run(&words.collect::<Vec<_>>())
}

fn json(line: &str) -> Value {
    let (status, out, error) = counts(&format!("{line} --json --untimed"));
    assert_eq!(status, Some(0), "{line}: {error}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn what_cannot_be_counted_is_refused() {
    let hi_lo = "2=1,3=1,4=1,5=1,6=1,7=0,8=0,9=0,10=-1";
    let no_ace = format!("--tags {hi_lo}");
    let twice = format!("--tags {hi_lo},A=-1,9=0");
    for (line, says) in [
        ("--system hilo", "the systems are hi-lo, hi-opt-1"),
        (no_ace.as_str(), "no tag for A"),
        (twice.as_str(), "the card 9 has two tags"),
        ("--boxes 8", "8 boxes: the table has 1 to 7"),
        ("--cut 99", "1 to 95"),
        ("--spread 12-1", "such as 1-12"),
        ("--spread 0-4", "such as 1-12"),
        ("--kelly 0.5", "--bank"),
        ("--unit 0", "more than 0"),
        ("--bank 0", "more than 0"),
        ("--bank 100 --kelly 2", "up to 1"),
        ("--bank 100 --goal 0", "more than 0"),
        ("--wong 2 --back-count 1", "would leave at once"),
        ("--house min=5 --unit 1", "beyond the limits of the table, min=5"),
        ("--house max=10", "beyond the limits of the table, max=10"),
        ("--by running", "--tags"),
        ("--wong low", "is not a count"),
    ] {
        let (status, out, error) = counts(&format!("--rounds 0 {line}"));
        assert_eq!((status, out.as_str()), (Some(2), ""), "{line}: {error}");
        assert!(error.contains(says), "{line}: {error}");
    }
    let (status, _, error) = run(&["counts", "scotland-1970/roulette"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("cards are counted at blackjack"), "{error}");
    let (status, _, error) = run(&["counts", "mpumalanga/blackjack", "--house", "shuffler=true"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("nothing can be counted"), "{error}");
}

#[test]
fn the_exact_figures_need_no_rounds() {
    let (status, out, error) = counts("--rounds 0 --system hi-lo");
    assert_eq!(status, Some(0), "{error}");
    assert!(out.contains("betting correlation"), "{out}");
    let found = json("--rounds 0 --system ko --system halves");
    let systems = found["systems"].as_array().unwrap();
    let names: Vec<&str> = systems.iter().map(|system| system["system"].as_str().unwrap()).collect();
    assert_eq!(names, ["ko", "halves"]);
    assert!(
        systems.iter().all(|system| system.get("rounds").is_none() && system["betting_correlation"].is_f64())
    );
}

/// The tags of hi-lo are hi-lo, whoever gives them, and the number of threads does not matter.
#[test]
fn the_same_system_gives_the_same_figures() {
    let known = json("--system hi-lo --rounds 200k --threads 1 --spread 1-8");
    let own =
        json("--tags 2=1,3=1,4=1,5=1,6=1,7=0,8=0,9=0,10=-1,A=-1 --rounds 200k --threads 2 --spread 1-8");
    let figures = |of: &Value| {
        let mut system = of["systems"][0].clone();
        assert!(system["rounds"].as_u64().unwrap() >= 200_000);
        system.as_object_mut().unwrap().remove("system");
        system
    };
    assert_eq!(figures(&known), figures(&own));
    let bets: Vec<u64> = known["systems"][0]["counts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["units"].as_u64().unwrap())
        .collect();
    assert!(bets.first() == Some(&1) && bets.iter().all(|bet| (1..=8).contains(bet)), "{bets:?}");
}

#[test]
fn a_bank_has_a_risk_of_ruin_and_a_goal() {
    let found = json("--system hi-lo --rounds 2M --bank 1000 --goal 500 --back-count 2 --wong 1");
    let system = &found["systems"][0];
    let value = |key: &str| system[key]["value"].as_f64().unwrap();
    assert!(value("win_of_100") > 0.0);
    assert!(0.0 < value("ruin_before_goal") && value("ruin_before_goal") < value("ruin_before_doubling"));
    assert!(value("ruin_before_doubling") < value("ruin"));
    assert!(system["rounds_with_a_bet"].as_f64().unwrap() < 0.5);
    assert!((value("score") * value("n0") / 1e6 - 1.0).abs() < 1e-9);
    let (_, out, _) = counts("--system hi-lo --rounds 2M --bank 1000 --goal 500 --untimed");
    for shown in ["risk of ruin before the goal is won", "certainty equivalent", "insurance", "units bet"] {
        assert!(out.contains(shown), "{shown}: {out}");
    }
    assert!(!out.contains("rounds/s"));
}
