//! The pay desk and the sign as a person uses them.

use serde_json::Value;

use crate::common::croupier;

fn printed(args: &[&str]) -> String {
    let output = croupier(args, "");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(args)).unwrap()
}

/// What is said on standard error when the usage is wrong.
fn complaint(args: &[&str]) -> String {
    let output = croupier(args, "");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The commission is cited, and what was charged in advance no longer lies on the layout.
#[test]
fn what_is_pushed_is_what_is_returned_beyond_the_bet() {
    let paid = |wager: &str| {
        json(&["--rulebook", "examples/nevada.toml", "pay", "nevada/craps", wager, "20", "won", "--json"])
    };
    for (wager, commission, winnings, returned, push, cite) in [
        ("lay 4", "0.50", "9.50", "30.00", "10.00", "craps 19"),
        ("buy 4", "1.00", "39.00", "59.00", "39.00", "craps 17"),
    ] {
        let won = &paid(wager)["outcomes"][0];
        let found = ["commission", "winnings", "returned", "push"].map(|key| won[key].as_str().unwrap());
        assert_eq!(found, [commission, winnings, returned, push], "{wager}");
        assert!(won["cites"].as_array().unwrap().iter().any(|cited| cited == cite), "{won}");
    }
}

#[test]
fn a_wager_is_paid_with_its_provision_and_the_chips_to_push() {
    let paid = json(&["pay", "scotland-1970/dice", "place-win 4", "10", "--json"]);
    assert_eq!(paid["wager"], "place-win 4");
    let won = &paid["outcomes"][0];
    assert_eq!(
        (&won["odds"], &won["winnings"], &won["returned"]),
        (&"9½ to 5".into(), &"19.00".into(), &"29.00".into())
    );
    assert_eq!(won["chips"][0]["chip"], "5.00");
    assert_eq!(won["chips"][0]["count"], 3);
    assert_eq!(won["cites"][0], "Sch. para. 3(a)");
    assert_eq!(paid["outcomes"][1]["outcome"], "lost");
    let people = printed(&["pay", "scotland-1970/dice", "place-win 4", "10"]);
    for words in ["9½ to 5", "19.00", "29.00", "3 × 5.00", "4 × 1.00", "Sch. para. 3(a)"] {
        assert!(people.contains(words), "{people} should say {words}");
    }
}

#[test]
fn an_outcome_is_named_by_what_fell_or_what_it_is_called() {
    let only = |args: &[&str]| {
        let paid = json(&[&["pay"], args, &["--json"]].concat());
        assert_eq!(paid["outcomes"].as_array().unwrap().len(), 1, "{paid}");
        let ending = paid["outcomes"][0].clone();
        (ending["outcome"].as_str().unwrap().to_owned(), ending["push"].as_str().unwrap().to_owned())
    };
    let is = |outcome: &str, push: &str| (outcome.to_owned(), push.to_owned());
    assert_eq!(only(&["mpumalanga/blackjack", "box", "25", "blackjack"]), is("won", "37.50"));
    assert_eq!(only(&["mpumalanga/blackjack", "box", "25", "won"]), is("won", "25.00"));
    assert_eq!(only(&["mpumalanga/blackjack", "box 3", "25", "surrendered"]), is("surrendered", "12.50"));
    assert_eq!(only(&["mpumalanga/blackjack", "insurance", "10", "won"]), is("won", "20.00"));
    assert_eq!(only(&["scotland-1970/roulette", "red", "10", "0"]), is("halved", "5.00"));
    assert_eq!(only(&["scotland-1970/roulette", "red", "10", "36"]), is("won", "10.00"));
    assert_eq!(only(&["mpumalanga/american-roulette", "red", "10", "0"]), is("lost", "0.00"));
    assert_eq!(only(&["mpumalanga/american-roulette", "orphans", "5", "17"]), is("won", "31.00"));
    assert_eq!(only(&["mpumalanga/american-roulette", "split", "5", "won"]), is("won", "85.00"));
    assert_eq!(only(&["scotland-1970/dice", "field", "10", "12"]), is("won", "30.00"));
    assert_eq!(only(&["scotland-1970/dice", "hard 6", "10", "3 3"]), is("won", "95.00"));
    assert_eq!(only(&["scotland-1970/dice", "hard 6", "10", "7"]), is("lost", "0.00"));
    assert_eq!(only(&["scotland-1970/dice", "behind-win 6", "10", "won"]), is("won", "12.00"));
    assert_eq!(only(&["mpumalanga/punto-banco", "banco", "20", "tie"]), is("void", "0.00"));
    assert_eq!(only(&["mpumalanga/punto-banco", "banco", "20", "banker"]), is("won", "19.00"));
    assert_eq!(only(&["mpumalanga/arizona-hold-em", "raise 2", "5", "full-house"]), is("won", "60.00"));
    assert_eq!(only(&["western-australia-1990/in-between", "hand", "5", "three-equal"]), is("won", "15.00"));
    assert_eq!(
        only(&["western-australia-1990/in-between", "hand", "5", "consecutive"]),
        is("standing", "0.00")
    );
}

#[test]
fn chips_are_the_fewest_of_those_at_hand() {
    let paid = json(&["pay", "scotland-1970/roulette", "red", "40", "won", "--chips", "25,20,1", "--json"]);
    let chips = paid["outcomes"][0]["chips"].as_array().unwrap();
    assert_eq!(chips.len(), 1, "two of 20 are fewer than 25 and fifteen of 1");
    assert_eq!((&chips[0]["chip"], &chips[0]["count"]), (&"20.00".into(), &2.into()));
    let without = printed(&["pay", "scotland-1970/roulette", "red", "40", "won", "--chips", "25,7"]);
    assert!(without.contains("40.00 cannot be made from"), "{without}");
    assert!(
        complaint(&["pay", "scotland-1970/roulette", "red", "40", "--chips", "5,x"])
            .contains("`x` is not an amount")
    );
    assert!(complaint(&["pay", "scotland-1970/roulette", "red", "40", "--chips", "0"]).contains("more than"));
}

#[test]
fn what_cannot_be_paid_says_what_can() {
    let exact = complaint(&["pay", "scotland-1970/dice", "place-lose 4", "1"]);
    assert!(exact.contains("0.99 and 1.10") && exact.contains("Sch. para. 4(a)"), "{exact}");
    let cases: [(&[&str], &str); 9] = [
        (&["scotland-1970/dyce", "win", "1"], "did you mean `dice`"),
        (&["scotland-1970/dice", "place-wim 4", "1"], "did you mean `place-win"),
        (&["scotland-1970/dice", "win", "ten"], "not an amount"),
        (&["scotland-1970/dice", "win", "10", "one"], "won, lost"),
        (&["mpumalanga/blackjack", "insurence", "10"], "did you mean `insurance`"),
        (&["mpumalanga/blackjack", "box 8", "10"], "boxes 1 to 7"),
        (&["mpumalanga/arizona-hold-em", "ante", "10", "full-hous"], "did you mean `full-house`"),
        (&["mpumalanga/blackjack", "box 1", "3", "--house", "min=5"], "the lowest bet here is 5.00 (2.2)"),
        (&["mpumalanga/blackjack", "box 1", "3", "--house", "decks=9"], "decks may be 4 to 8 (4.5)"),
    ];
    for (args, words) in cases {
        let said = complaint(&[&["pay"], args].concat());
        assert!(said.contains(words), "{said} should say {words}");
    }
    assert!(complaint(&["--on", "1970-06-30", "pay", "scotland-1970/dice", "win", "1"]).contains("reg. 1"));
    assert!(complaint(&["pay", "scotland-1970/dice", "win"]).contains("the stake is missing"));
    assert!(complaint(&["pay", "scotland-1970/dice", "win", "1", "--train"]).contains("--train"));
    assert!(complaint(&["sign", "scotland-1970/dice", "--house", "min"]).contains("KEY=VALUE"));
    assert!(complaint(&["sign", "scotland-1970/dice", "--format", "png"]).contains("text, svg, html"));
    assert!(complaint(&["sign", "scotland-1970/dice", "-o", "no-such-folder/x"]).contains("no-such-folder"));
}

/// The answers that the drill itself gives when every question is passed.
fn answers(marked: &str) -> Vec<String> {
    let lines = marked.lines().filter_map(|line| line.split("it is ").nth(1));
    lines.map(|rest| rest.split_whitespace().next().unwrap().to_owned()).collect()
}

#[test]
fn a_drill_scores_right_and_wrong_answers_and_comes_again_from_its_seed() {
    for game in [
        "scotland-1970/roulette",
        "scotland-1970/dice",
        "scotland-1970/chemin-de-fer",
        "western-australia-1990/in-between",
        "mpumalanga/american-roulette",
        "mpumalanga/blackjack",
        "mpumalanga/arizona-hold-em",
    ] {
        let drill = ["pay", game, "--train", "--questions", "12", "--seed", "3"];
        let passed = croupier(&drill, "\n".repeat(12));
        let passed = String::from_utf8(passed.stdout).unwrap();
        let answers = answers(&passed);
        assert_eq!(answers.len(), 12, "{passed}");
        assert!(passed.contains("0 of 12 right"), "{passed}");
        let right = croupier(&drill, &(answers.join("\n") + "\n"));
        let right = String::from_utf8(right.stdout).unwrap();
        assert!(right.contains("12 of 12 right"), "{right}");
        let mut one_wrong = answers.clone();
        "123456.78".clone_into(&mut one_wrong[4]);
        let wrong = croupier(&drill, &(one_wrong.join("\n") + "\n"));
        let wrong = String::from_utf8(wrong.stdout).unwrap();
        assert!(wrong.contains("11 of 12 right") && wrong.contains("not 123456.78"), "{wrong}");
        assert_eq!(wrong.matches("right: ").count(), 11, "{wrong}");
        let other = croupier(&["pay", game, "--train", "--questions", "12", "--seed", "4"], "");
        let first = |text: &str| text.lines().find(|line| line.starts_with("1. ")).map(ToOwned::to_owned);
        assert_ne!(first(&passed), first(&String::from_utf8(other.stdout).unwrap()), "{game}");
    }
}

#[test]
fn a_drill_that_is_broken_off_ends_politely() {
    let none = croupier(&["pay", "mpumalanga/blackjack", "--train", "--seed", "1"], "");
    assert_eq!(none.status.code(), Some(0));
    assert!(String::from_utf8(none.stdout).unwrap().contains("No question was answered."));
    let some = croupier(&["pay", "mpumalanga/blackjack", "--train", "--seed", "1"], "1\n2");
    assert!(String::from_utf8(some.stdout).unwrap().contains("of 2 right"));
}

#[test]
fn the_questions_of_a_drill_keep_to_the_limits() {
    let drill = ["pay", "scotland-1970/dice", "--train", "--questions", "40", "--seed", "9"];
    let limits = ["--house", "min=20", "--house", "max=60"];
    let asked = croupier(&[&drill[..], &limits].concat(), "0\n".repeat(40));
    let asked = String::from_utf8(asked.stdout).unwrap();
    let questions = asked.lines().filter(|line| line.contains(" on ") && line.contains(" — "));
    let stakes: Vec<f64> = questions
        .filter_map(|line| line.split_whitespace().nth(1).and_then(|word| word.parse().ok()))
        .collect();
    assert_eq!(stakes.len(), 40, "{asked}");
    assert!(stakes.iter().all(|stake| (20.0..=60.0).contains(stake)), "{stakes:?}");
    let none = complaint(&["pay", "scotland-1970/dice", "--train", "--house", "min=999999"]);
    assert!(none.contains("no stake within these limits"), "{none}");
}

#[test]
fn a_sign_is_made_in_every_format() {
    let limits = ["--house", "min=5", "--house", "max=500"];
    let sign = |format: &str| {
        printed(
            &[
                &["sign", "mpumalanga/american-roulette", "--format", format, "--heading", "Table 3"],
                &limits[..],
            ]
            .concat(),
        )
    };
    assert!(sign("text").contains("Limits: 5.00 to 500.00"));
    assert!(sign("svg").starts_with("<svg"));
    assert!(sign("html").starts_with("<!DOCTYPE html>"));
    let machine: Value = serde_json::from_str(&sign("json")).unwrap();
    assert_eq!(machine["limits"]["min"], "5.00");
    let split =
        machine["wagers"].as_array().unwrap().iter().find(|wager| wager["forms"][0] == "split N N").unwrap();
    assert_eq!(split["endings"][0]["odds"], "17 to 1");
    let folder = std::env::temp_dir().join(format!("croupier-sign-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("sign.svg");
    assert_eq!(printed(&["sign", "scotland-1970/dice", "--format", "svg", "-o", file.to_str().unwrap()]), "");
    assert!(std::fs::read_to_string(&file).unwrap().contains("9½ to 5"));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// What fell stands for every result that it can have: a banker that wins with 6 is a banker, too.
#[test]
fn an_outcome_lists_all_its_cases() {
    let paid = json(&[
        "--rulebook",
        "examples/macau.toml",
        "pay",
        "macau/baccarat",
        "banker",
        "10",
        "banker",
        "--json",
    ]);
    let odds: Vec<&str> =
        paid["outcomes"].as_array().unwrap().iter().map(|row| row["odds"].as_str().unwrap()).collect();
    assert_eq!(odds, ["1 to 1", "1 to 2"]);
}

/// A wager is asked for as a record writes it, and the stake is said once.
#[test]
fn a_stake_is_said_before_its_wager_or_after_it() {
    let asked = |rest: &[&str]| json(&[&["pay", "scotland-1970/roulette"], rest, &["--json"]].concat());
    let after = asked(&["split 17 20", "5", "17"]);
    assert_eq!(asked(&["5 on split 17 20", "17"]), after);
    assert_eq!(asked(&["ann bets 5 on split 17 20", "17"]), after);
    assert_eq!(asked(&["5 on red"]), asked(&["red", "5"]));
    let twice = complaint(&["pay", "scotland-1970/roulette", "5 on red", "5", "17"]);
    assert!(twice.contains("given twice"), "{twice}");
    let missing = complaint(&["pay", "scotland-1970/roulette", "red"]);
    assert!(missing.contains("the stake is missing") && missing.contains("5 on red"), "{missing}");
}
