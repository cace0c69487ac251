//! Line by line: the same seed gives the same game, and its record is judged to the same money.

use crate::TABLES;
use crate::common::croupier;
use crate::judge::{judged, record_file, told_net};

/// What is said when these lines are typed.
fn played(args: &[&str], lines: &str) -> String {
    let all: Vec<&str> = ["play", "--plain"].into_iter().chain(args.iter().copied()).collect();
    let output = croupier(&all, lines);
    assert!(output.status.success(), "{args:?}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A round: bets, the deal, and whatever may be decided. What is not asked for is answered and does nothing.
fn round(bets: &str) -> String {
    format!("{bets}\n\ndecline\nstand\nstand\nstand\ncheck\ncheck\n")
}

#[test]
fn every_table_is_played_and_its_record_judged_to_the_same_money() {
    for (game, bets) in TABLES {
        for seed in ["one", "two", "three"] {
            let file = record_file(&format!("{game}-{seed}"));
            let lines =
                format!("{}{}{}{}quit\n", round(bets), round("rebet"), round("rebet"), round("rebet"));
            let args = [game, "--seed", seed, "--record", file.to_str().unwrap()];
            let said = played(&args, &lines);
            assert!(said.contains("Round 3: "), "{game} {seed}\n{said}");
            assert_eq!(
                told_net(&said),
                judged(&file),
                "{game} {seed}\n{said}\n{}",
                std::fs::read_to_string(&file).unwrap()
            );
            assert_eq!(played(&args, &lines), said, "{game}: the same seed, the same game");
        }
    }
}

#[test]
fn another_seed_is_another_game() {
    let lines = "1 on straight 17\n\nrebet\n\nrebet\n\nrebet\n\nquit\n";
    let game = |seed| played(&["scotland-1970/roulette", "--seed", seed], lines);
    assert_ne!(game("one"), game("two"));
}

#[test]
fn bets_are_taken_back_doubled_and_made_again() {
    let lines = "10 on red, 5 on straight 7\nundo\ndouble\n\nrebet\nclear\nundo\nquit\n";
    let file = record_file("taken-back");
    let said = played(&["scotland-1970/roulette", "--seed", "s", "--record", file.to_str().unwrap()], lines);
    for line in [
        "Accepted: 10.00 on red (stake 1).",
        "Taken back: 5.00 on straight 7 (stake 2).",
        "Taken back: 10.00 on red (stake 1).",
        "Accepted: 20.00 on red (stake 3).",
        "Accepted: 20.00 on red (stake 1).",
        "There is no bet of this round to take back.",
        "After 1 round ",
    ] {
        assert!(said.contains(line), "{line}\n{said}");
    }
    assert_eq!(told_net(&said), judged(&file), "stakes are numbered on through the whole record\n{said}");
}

#[test]
fn what_the_rules_forbid_is_said_with_its_provision() {
    let said =
        played(&["scotland-1970/roulette", "--house", "max=50"], "60 on red\n5 on corner 1 2\n\nquit\n");
    assert!(said.contains("Refused: 60.00 on red."), "{said}");
    assert!(said.contains("reg. "), "{said}");
    assert!(said.contains("Refused: 5.00 on corner 1 2."), "{said}");
    assert!(said.contains("After 0 rounds you end even"), "{said}");
}

#[test]
fn wrong_words_are_answered_kindly() {
    let said =
        played(&["mpumalanga/blackjack"], "drwa\nxyzzy\n5\ndraw\nbank 100\nquit now\n2000 on box 1\nquit\n");
    for answer in [
        "did you mean `draw`?",
        "a bet begins with its amount",
        "AMOUNT on WAGER",
        "bet first",
        "stands alone",
    ] {
        assert!(said.contains(answer), "{answer}\n{said}");
    }
}

#[test]
fn odds_rules_help_and_hints_are_at_hand() {
    let said = played(&["scotland-1970/roulette"], "odds\nrules\nhelp\nhint\nwhy\n1 on red\n\nwhy\nquit\n");
    for found in [
        "1/37",
        "reg. 3(",
        "take back the last bet",
        "The least edge",
        "No round is over yet",
        "1. place your bets",
    ] {
        assert!(said.contains(found), "{found}\n{said}");
    }
}

#[test]
fn a_learner_is_told_what_is_best_and_what_mistakes_cost() {
    // One of these hands has a decision that `surrender` gets wrong.
    let lines =
        "10 on box 1\n\ndecline\nsurrender\nrebet\n\ndecline\nsurrender\nrebet\n\ndecline\nsurrender\nquit\n";
    let said = played(&["mpumalanga/blackjack", "--learn", "--seed", "x"], lines);
    assert!(said.contains("Best: "), "{said}");
    assert!(said.contains("of the stake"), "{said}");
    assert!(said.contains("Better: ") && said.contains("against best play cost"), "{said}");
}

#[test]
fn a_visitor_may_hold_the_bank_and_robots_are_named_as_such() {
    let file = record_file("bank");
    let lines = "bank 100\n\nstand\nstand\ndraw\nquit\n";
    let said =
        played(&["scotland-1970/chemin-de-fer", "--seed", "b", "--record", file.to_str().unwrap()], lines);
    assert!(said.contains("You hold the bank with 100.00."), "{said}");
    assert!(said.contains("Robot_Ada bets "), "{said}");
    assert_eq!(told_net(&said), judged(&file), "{said}");
    let lost =
        played(&["scotland-1970/chemin-de-fer", "--seed", "a"], "bank 100\n\ndraw\n\n20 on player\n\nquit\n");
    assert!(lost.contains("The bank passes to another: when you bet, a robot takes it."), "{lost}");
    assert_eq!(lost.matches("The bank is free").count(), 1, "only before it was lost\n{lost}");
    let two = played(&["scotland-1970/blackjack", "--seed", "b"], "5 on box 1\n\nquit\n");
    assert!(two.contains("Robot_Ada bets "), "a second box is needed\n{two}");
    let own = played(&["scotland-1970/blackjack", "--seed", "b"], "5 on box 1, 5 on box 2\n\nquit\n");
    assert!(!own.contains("Robot_Ada bets "), "a visitor may have both boxes\n{own}");
}

#[test]
fn a_stake_that_stands_is_told_with_what_it_waits_for() {
    let said = played(&["scotland-1970/dice", "--seed", "a"], "10 on win\n\n10 behind 1\n\nrebet\nquit\n");
    for told in [
        "10.00 on win (stake 1): stands, point 10; `10 behind 1` would lie behind it.",
        "Round 1: nothing is won or lost yet. 10.00 stands on the table.",
        "10.00 on behind 1: won at 2 to 1",
        "Now: AMOUNT on WAGER, rebet.",
        "Accepted: 10.00 on win (stake 1).\nTaken back",
    ] {
        assert!(said.contains(told), "{told}\n{said}");
    }
    let said = played(&["western-australia-1990/in-between", "--seed", "a"], "10 on hand\n\n\nquit\n");
    assert!(
        said.contains("stands for the next round, the first two cards are neighbours in rank (r. 14"),
        "{said}"
    );
    assert!(said.contains("Now: Enter: deal.") && said.contains("Round 2: you win 10.00."), "{said}");
}

#[test]
fn nothing_is_said_in_signs_that_are_not_read_aloud() {
    for seed in ["a", "b"] {
        let lines = "10 on box 1\n\nstand\nstand\nrebet\n\nstand\nstand\nhistory\nquit\n";
        let said = played(&["mpumalanga/blackjack", "--seed", seed], lines);
        assert!(said.contains("\n1. ") && said.contains(", purse "), "{said}");
        assert!(!said.contains(['±', '−', '♠', '♥', '♦', '♣', '▒']), "{said}");
    }
}

#[test]
fn who_leaves_in_the_middle_is_told_how_it_ends() {
    let file = record_file("left");
    let args = ["mpumalanga/blackjack", "--seed", "5", "--record", file.to_str().unwrap()];
    let said = played(&args, "10 on box 1\n\nsplit\nquit\n");
    assert!(said.contains("You leave in the middle of a round: the defaults finish it."), "{said}");
    assert!(
        said.contains("You stand (the default).") && said.contains("After 1 round you won 20.00"),
        "{said}"
    );
    assert_eq!(told_net(&said), judged(&file));
    let file = record_file("left-standing");
    let args = ["scotland-1970/dice", "--seed", "a", "--record", file.to_str().unwrap()];
    let said = played(&args, "10 on win\n\n5 behind 1\n");
    assert!(said.contains("Taken back: 5.00 on behind 1 (stake 2)."), "{said}");
    assert!(said.contains("10.00 still stands undecided: it goes with you, neither won nor lost."), "{said}");
    assert_eq!(told_net(&said), judged(&file));
}

#[test]
fn a_wager_is_priced_before_it_is_bet_and_mistyped_ones_are_guessed() {
    let lines = "odds red\nodds on numbers 1 5 9\nodds zebra\n5 on splt 1 2\n5 on purple\nquit\n";
    let said = played(&["scotland-1970/roulette"], lines);
    for told in [
        "red: 1 to 1; edge 1.3514 % = 1/74;",
        "numbers 1 5 9: 11 to 1; edge 2.7027 % = 1/37",
        "There is no wager `zebra` here: straight N,",
        "Did you mean `split`?",
        "There are straight N,",
    ] {
        assert!(said.contains(told), "{told}\n{said}");
    }
    let learns = played(&["scotland-1970/roulette", "--learn"], "10 on red\nquit\n");
    assert!(learns.contains("red: edge 1.3514 % = 1/74, which costs 0.14 on average."), "{learns}");
}

#[test]
fn an_empty_purse_is_said() {
    let lines = "10 on straight 1\n\n\n5 on red\nquit\n";
    let said = played(&["scotland-1970/roulette", "--seed", "a", "--purse", "10"], lines);
    assert!(said.contains("Your purse is empty.") && said.contains("does not reach"), "{said}");
    assert_eq!(said.matches("Refused: 5.00 on red").count(), 1, "{said}");
}

#[test]
fn what_is_not_on_offer_is_said_so() {
    let lines = "give-up\nfollow\neven-money\ndecline\n10 on box 1\n\nxx\neven-money\nfollow\nquit\n";
    let said = played(&["mpumalanga/blackjack", "--seed", "5"], lines);
    for told in [
        "You hold no bank to give up.",
        "There is nothing to follow",
        "No even money is on offer",
        "Nothing is on offer that could be declined.",
        "there is no word `xx`: `help` has all words\nYour decision on box 1 (20): draw, stand,",
    ] {
        assert!(said.contains(told), "{told}\n{said}");
    }
}

#[test]
fn a_command_that_cannot_be_played_says_what_could() {
    let told = |args: &[&str]| {
        let output = croupier(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(told(&["play"]).contains("RULEBOOK/GAME"));
    assert!(told(&["play", "roulette"]).contains("scotland-1970/roulette or mpumalanga/american-roulette"));
    assert!(told(&["play", "mpumalanga"]).contains("mpumalanga/touch-21"));
    assert!(told(&["play", "whist"]).contains("`croupier rules` lists them"));
    assert!(told(&["play", "mpumalanga/blackjack", "--purse", "-5"]).contains("more than nought"));
    let unwritable = ["play", "mpumalanga/blackjack", "--plain", "--record", "no/such/folder/x.round"];
    let output = croupier(&unwritable, "10 on box 1\n");
    assert!(output.stdout.is_empty(), "it is said before the game");
    assert!(told(&unwritable).contains("cannot write no/such/folder/x.round"));
}

#[test]
fn a_book_of_ones_own_is_played_too() {
    for (book, game, bet) in [
        ("examples/nevada.toml", "nevada/roulette", "5 on red"),
        ("examples/nevada.toml", "nevada/blackjack", "5 on box 1"),
        ("examples/nevada.toml", "nevada/craps", "5 on pass"),
        ("examples/ruritania.toml", "ruritania/between", "5 on hand"),
    ] {
        let said = played(&["--rulebook", book, game], &format!("{}quit\n", round(bet)));
        assert!(said.contains("Accepted: 5.00") && said.contains("Round 1: "), "{game}\n{said}");
    }
}

#[test]
fn settings_and_limits_are_the_houses() {
    let said = played(
        &["mpumalanga/blackjack", "--house", "min=10", "--house", "decks=8", "--purse", "55"],
        "5 on box 1\n60 on box 1\nquit\n",
    );
    assert!(said.contains("Play money: 55.00"), "{said}");
    assert_eq!(said.matches("Refused: ").count(), 2, "{said}");
    let output = croupier(&["play", "mpumalanga/blackjack", "--house", "decks=9"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("4.5"));
    let output = croupier(&["play", "scotland-1970/roulete"], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("did you mean"));
}
