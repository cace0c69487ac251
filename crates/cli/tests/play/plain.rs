//! Line by line: the same seed gives the same game, and the judge of its record comes to the same result.

use super::TABLES;
use super::judge::{judged, judged_by, record_file, reported_net};
use crate::common::croupier;

/// The output when these lines are typed.
fn played(args: &[&str], lines: &str) -> String {
    let all: Vec<&str> = ["play", "--plain"].into_iter().chain(args.iter().copied()).collect();
    let output = croupier(&all, lines);
    assert!(output.status.success(), "{args:?}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A round: bets, the deal, and decisions. A decision that is not due does nothing.
fn round(bets: &str) -> String {
    format!("{bets}\n\ndecline\nstand\nstand\nstand\ncheck\ncheck\n")
}

#[test]
fn every_table_is_played_and_the_judge_comes_to_the_same_result() {
    for (game, bets) in TABLES {
        for seed in ["one", "two", "three"] {
            let file = record_file(&format!("{game}-{seed}"));
            let lines =
                format!("{}{}{}{}quit\n", round(bets), round("rebet"), round("rebet"), round("rebet"));
            let args = [game, "--seed", seed, "--record", file.to_str().unwrap()];
            let printed = played(&args, &lines);
            assert!(printed.contains("Round 3: "), "{game} {seed}\n{printed}");
            assert_eq!(
                reported_net(&printed),
                judged(&file),
                "{game} {seed}\n{printed}\n{}",
                std::fs::read_to_string(&file).unwrap()
            );
            assert_eq!(played(&args, &lines), printed, "{game}: the same seed, the same game");
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
fn bets_are_taken_back_doubled_and_repeated() {
    let lines = "10 on red, 5 on straight 7\nundo\ndouble\n\nrebet\nclear\nundo\nquit\n";
    let file = record_file("taken-back");
    let printed =
        played(&["scotland-1970/roulette", "--seed", "s", "--record", file.to_str().unwrap()], lines);
    for line in [
        "Accepted: 10.00 on red (stake 1).",
        "Taken back: 5.00 on straight 7 (stake 2).",
        "Taken back: 10.00 on red (stake 1).",
        "Accepted: 20.00 on red (stake 3).",
        "Accepted: 20.00 on red (stake 1).",
        "You have no bet in this round to take back.",
        "After 1 round ",
    ] {
        assert!(printed.contains(line), "{line}\n{printed}");
    }
    assert_eq!(
        reported_net(&printed),
        judged(&file),
        "stakes are numbered on through the whole record\n{printed}"
    );
}

#[test]
fn a_refusal_names_its_provision() {
    let printed =
        played(&["scotland-1970/roulette", "--house", "max=50"], "60 on red\n5 on corner 1 2\n\nquit\n");
    assert!(printed.contains("Refused: 60.00 on red."), "{printed}");
    assert!(printed.contains("reg. "), "{printed}");
    assert!(printed.contains("Refused: 5.00 on corner 1 2."), "{printed}");
    assert!(printed.contains("After 0 rounds you broke even"), "{printed}");
}

#[test]
fn wrong_input_is_answered_with_help() {
    let printed =
        played(&["mpumalanga/blackjack"], "drwa\nxyzzy\n5\ndraw\nbank 100\nquit now\n2000 on box 1\nquit\n");
    for answer in [
        "did you mean `draw`?",
        "a bet starts with its amount",
        "AMOUNT on WAGER",
        "bet first",
        "takes nothing after it",
    ] {
        assert!(printed.contains(answer), "{answer}\n{printed}");
    }
}

#[test]
fn odds_rules_help_and_hints_are_shown() {
    let printed =
        played(&["scotland-1970/roulette"], "odds\nrules\nhelp\nhint\nwhy\n1 on red\n\nwhy\nquit\n");
    for found in [
        "1/37",
        "reg. 3(",
        "take back the last bet",
        "The wagers with the lowest edge",
        "No round is over yet",
        "1. place your bets",
    ] {
        assert!(printed.contains(found), "{found}\n{printed}");
    }
}

#[test]
fn a_learner_reads_what_is_best_and_what_mistakes_cost() {
    // One of these hands has a decision that `surrender` gets wrong.
    let lines =
        "10 on box 1\n\ndecline\nsurrender\nrebet\n\ndecline\nsurrender\nrebet\n\ndecline\nsurrender\nquit\n";
    let printed = played(&["mpumalanga/blackjack", "--learn", "--seed", "x"], lines);
    assert!(printed.contains("Best: "), "{printed}");
    assert!(printed.contains("of the stake"), "{printed}");
    assert!(printed.contains("Better: ") && printed.contains("against best play cost"), "{printed}");
}

#[test]
fn a_player_may_hold_the_bank_and_robots_are_named_as_such() {
    let file = record_file("bank");
    let lines = "bank 100\n\nstand\nstand\ndraw\nquit\n";
    let printed =
        played(&["scotland-1970/chemin-de-fer", "--seed", "b", "--record", file.to_str().unwrap()], lines);
    assert!(printed.contains("You hold the bank with 100.00."), "{printed}");
    assert!(printed.contains("Robot_Ada bets "), "{printed}");
    assert_eq!(reported_net(&printed), judged(&file), "{printed}");
    let lost =
        played(&["scotland-1970/chemin-de-fer", "--seed", "a"], "bank 100\n\ndraw\n\n20 on player\n\nquit\n");
    assert!(lost.contains("The bank passes to another: a robot takes it when you bet."), "{lost}");
    assert_eq!(lost.matches("Nobody holds the bank").count(), 1, "only before it was lost\n{lost}");
    let two = played(&["scotland-1970/blackjack", "--seed", "b"], "5 on box 1\n\nquit\n");
    assert!(two.contains("Robot_Ada bets "), "a second box is needed\n{two}");
    let own = played(&["scotland-1970/blackjack", "--seed", "b"], "5 on box 1, 5 on box 2\n\nquit\n");
    assert!(!own.contains("Robot_Ada bets "), "a player may have both boxes\n{own}");
}

#[test]
fn a_standing_stake_is_reported_with_what_it_waits_for() {
    let printed = played(&["scotland-1970/dice", "--seed", "a"], "10 on win\n\n10 behind 1\n\nrebet\nquit\n");
    for expected in [
        "10.00 on win (stake 1): stands, point 10; type `10 behind 1` to bet behind it.",
        "Round 1: nothing is won or lost yet. 10.00 stays on the table.",
        "10.00 on behind 1: won at 2 to 1",
        "You can type: AMOUNT on WAGER, rebet.",
        "Accepted: 10.00 on win (stake 1).\nTaken back",
    ] {
        assert!(printed.contains(expected), "{expected}\n{printed}");
    }
    let printed = played(&["western-australia-1990/in-between", "--seed", "a"], "10 on hand\n\n\nquit\n");
    assert!(
        printed.contains("stands for the next round, the first two cards are neighbours in rank (r. 14"),
        "{printed}"
    );
    assert!(
        printed.contains("You can type: Enter: deal.") && printed.contains("Round 2: you win 10.00."),
        "{printed}"
    );
}

#[test]
fn no_sign_is_printed_that_is_not_read_aloud() {
    for seed in ["a", "b"] {
        let lines = "10 on box 1\n\nstand\nstand\nrebet\n\nstand\nstand\nhistory\nquit\n";
        let printed = played(&["mpumalanga/blackjack", "--seed", seed], lines);
        assert!(printed.contains("\n1. ") && printed.contains(", purse "), "{printed}");
        assert!(!printed.contains(['±', '−', '♠', '♥', '♦', '♣', '▒']), "{printed}");
    }
}

#[test]
fn a_player_who_leaves_in_the_middle_reads_how_it_ends() {
    let file = record_file("left");
    let args = ["mpumalanga/blackjack", "--seed", "5", "--record", file.to_str().unwrap()];
    let printed = played(&args, "10 on box 1\n\nsplit\nquit\n");
    assert!(
        printed.contains("You leave in the middle of a round: your open decisions take their defaults."),
        "{printed}"
    );
    assert!(
        printed.contains("You stand (the default).") && printed.contains("After 1 round you won 20.00"),
        "{printed}"
    );
    assert_eq!(reported_net(&printed), judged(&file));
    let file = record_file("left-standing");
    let args = ["scotland-1970/dice", "--seed", "a", "--record", file.to_str().unwrap()];
    let printed = played(&args, "10 on win\n\n5 behind 1\n");
    assert!(printed.contains("Taken back: 5.00 on behind 1 (stake 2)."), "{printed}");
    assert!(
        printed.contains("10.00 on the table is undecided. It stays yours, neither won nor lost."),
        "{printed}"
    );
    assert_eq!(reported_net(&printed), judged(&file));
}

#[test]
fn a_wager_is_priced_before_it_is_bet_and_mistyped_ones_are_guessed() {
    let lines = "odds red\nodds on numbers 1 5 9\nodds zebra\n5 on splt 1 2\n5 on purple\nquit\n";
    let printed = played(&["scotland-1970/roulette"], lines);
    for expected in [
        "red: 1 to 1; edge 1.3514 % = 1/74;",
        "numbers 1 5 9: 11 to 1; edge 2.7027 % = 1/37",
        "There is no wager `zebra` at this table. The wagers are straight N,",
        "did you mean `split`?",
        ". The wagers are straight N,",
    ] {
        assert!(printed.contains(expected), "{expected}\n{printed}");
    }
    let learns = played(&["scotland-1970/roulette", "--learn"], "10 on red\nquit\n");
    assert!(learns.contains("red: edge 1.3514 % = 1/74, which costs 0.14 on average."), "{learns}");
}

#[test]
fn an_empty_purse_is_reported() {
    let lines = "10 on straight 1\n\n\n5 on red\nquit\n";
    let printed = played(&["scotland-1970/roulette", "--seed", "a", "--purse", "10"], lines);
    assert!(printed.contains("Your purse is empty.") && printed.contains("too small for a bet"), "{printed}");
    assert_eq!(printed.matches("Refused: 5.00 on red").count(), 1, "{printed}");
}

#[test]
fn what_is_not_offered_is_refused() {
    let lines = "give-up\nfollow\neven-money\ndecline\n10 on box 1\n\nxx\neven-money\nfollow\nquit\n";
    let printed = played(&["mpumalanga/blackjack", "--seed", "5"], lines);
    for expected in [
        "You hold no bank to give up.",
        "There is nothing to follow",
        "Even money is not offered now",
        "There is no offer to decline.",
        "unknown command `xx`: `help` lists the commands\nYour decision on box 1 (20): draw, stand,",
    ] {
        assert!(printed.contains(expected), "{expected}\n{printed}");
    }
}

#[test]
fn a_game_that_does_not_exist_is_answered_with_those_that_do() {
    let expected = |args: &[&str]| {
        let output = croupier(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(expected(&["play"]).contains("RULEBOOK/GAME"));
    assert!(
        expected(&["play", "roulette"]).contains("scotland-1970/roulette or mpumalanga/american-roulette")
    );
    assert!(expected(&["play", "mpumalanga"]).contains("mpumalanga/touch-21"));
    assert!(expected(&["play", "whist"]).contains("`croupier rules` lists them"));
    assert!(expected(&["play", "mpumalanga/blackjack", "--purse", "-5"]).contains("more than"));
    let unwritable = ["play", "mpumalanga/blackjack", "--plain", "--record", "no/such/folder/x.round"];
    let output = croupier(&unwritable, "10 on box 1\n");
    assert!(output.stdout.is_empty(), "the failure comes before the game");
    assert!(expected(&unwritable).contains("cannot write no/such/folder/x.round"));
}

#[test]
fn a_rulebook_from_a_file_is_played_too() {
    for (book, game, bet) in [
        ("examples/nevada.toml", "nevada/roulette", "5 on red"),
        ("examples/nevada.toml", "nevada/blackjack", "5 on box 1"),
        ("examples/nevada.toml", "nevada/craps", "5 on pass"),
        ("examples/nevada.toml", "nevada/crapless-craps", "5 on hop 3 4"),
        ("examples/ruritania.toml", "ruritania/between", "5 on hand"),
    ] {
        let printed = played(&["--rulebook", book, game], &format!("{}quit\n", round(bet)));
        assert!(printed.contains("Accepted: 5.00") && printed.contains("Round 1: "), "{game}\n{printed}");
    }
}

/// A bet that is off ignores every throw, and is taken back after it.
#[test]
fn a_stake_is_called_off_and_taken_back() {
    let lines = "30 on place 6\ncall 1 off\n10 on come\n5 on field\n\ntake 1\ncall 9 on\nquit\n";
    let printed = played(&["--rulebook", "examples/nevada.toml", "nevada/craps"], lines);
    assert!(printed.contains("Called: stake 1 off."), "{printed}");
    assert!(printed.contains("this wager is made once there is a point"), "{printed}");
    assert!(printed.contains("Stake 1 is taken back."), "{printed}");
    assert!(printed.contains("only a stake in play is called on or off"), "{printed}");
}

#[test]
fn settings_and_limits_apply() {
    let printed = played(
        &["mpumalanga/blackjack", "--house", "min=10", "--house", "decks=8", "--purse", "55"],
        "5 on box 1\n60 on box 1\nquit\n",
    );
    assert!(printed.contains("Play money: 55.00"), "{printed}");
    assert_eq!(printed.matches("Refused: ").count(), 2, "{printed}");
    let output = croupier(&["play", "mpumalanga/blackjack", "--house", "decks=9"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("4.5"));
    let output = croupier(&["play", "scotland-1970/roulete"], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("did you mean"));
}

/// An example book is played from its file.
fn played_by(book: &str, game: &str, lines: &str) -> String {
    let file = format!("examples/{book}.toml");
    let game = format!("{book}/{game}");
    played(&[&game, "--rulebook", &file], lines)
}

/// The games of the example books, with bets that use what only they have.
const EXAMPLES: [(&str, &str, &str); 15] = [
    ("atlantic-city", "blackjack", "10 on box 1, 5 on perfect-pairs 1, 5 on three-cards 1"),
    ("atlantic-city", "early-blackjack", "10 on box 1, 10 on box 2"),
    ("atlantic-city", "roulette", "10 on five-number, 10 on red"),
    ("caribbean-stud", "caribbean-stud", "10 on ante"),
    ("france", "boule", "10 on red, 10 on straight 5"),
    ("france", "roulette", "10 on red, 9 on neighbours-of-zero"),
    ("great-britain", "blackjack", "10 on box 1"),
    ("great-britain", "roulette", "10 on red, 10 on split 0 1"),
    ("macau", "baccarat", "10 on banker, 10 on dragon-banker, 10 on either-pair"),
    ("macau", "ez-baccarat", "10 on banker, 10 on dragon-7, 10 on panda-8"),
    ("nevada", "blackjack", "10 on box 1"),
    ("nevada", "craps", "10 on pass, 5 on hop 3 5, 6 on place 6, 20 on buy 4, 40 on lay 10, 4 on horn"),
    ("nevada", "crapless-craps", "10 on pass, 10 on field"),
    ("nevada", "roulette", "10 on five-number, 10 on straight 00"),
    ("three-card-poker", "three-card-poker", "10 on ante, 10 on pair-plus"),
];

#[test]
fn every_example_table_is_played_and_the_judge_comes_to_the_same_result() {
    for (book, game, bets) in EXAMPLES {
        let file = record_file(&format!("{book}-{game}"));
        let decisions = |last: &str| format!("decline\nstand\nstand\n{last}\n");
        let round = |bets: &str, last: &str| format!("{bets}\n\n{}", decisions(last));
        let lines =
            format!("{}{}{}quit\n", round(bets, "raise"), round("rebet", "fold"), round("rebet", "raise"));
        let rulebook = format!("examples/{book}.toml");
        let name = format!("{book}/{game}");
        let printed = played(
            &[&name, "--rulebook", &rulebook, "--seed", "four", "--record", file.to_str().unwrap()],
            &lines,
        );
        assert!(printed.contains("Round 2: "), "{name}\n{printed}");
        let accepted = printed.matches("Accepted: ").count();
        assert!(accepted >= bets.split(',').count(), "{name}\n{printed}");
        assert_eq!(reported_net(&printed), judged_by(&["--rulebook", &rulebook], &file), "{name}\n{printed}");
    }
}

#[test]
fn the_odds_list_every_price_of_a_wager() {
    let stud = played_by("caribbean-stud", "caribbean-stud", "odds\nquit\n");
    let all =
        "1 to 1, 2 to 1, 3 to 1, 4 to 1, 5 to 1, 7 to 1, 20 to 1, 50 to 1, 100 to 1; no edge of its own";
    assert!(stud.contains(all), "the raise pays by its hand\n{stud}");
    let blackjack = played_by("great-britain", "blackjack", "odds box 1\nquit\n");
    assert!(blackjack.contains("box 1: 1 to 1, 3 to 2; edge"), "a blackjack pays more\n{blackjack}");
}

#[test]
fn a_wager_that_is_not_there_is_answered_with_the_list_once() {
    let printed = played_by("three-card-poker", "three-card-poker", "10 on raise 1\nquit\n");
    assert_eq!(printed.matches("ante, pair-plus, pair-plus-low").count(), 2, "intro and refusal\n{printed}");
}

/// All bets that begin with their point are paid 1 to 1, but not all of them cost the same.
#[test]
fn wagers_that_are_paid_alike_have_each_its_own_edge() {
    let edge = |wager: &str| {
        let printed =
            played(&["--rulebook", "examples/nevada.toml", "nevada/craps"], &format!("odds {wager}\nquit\n"));
        let line = printed.lines().find(|line| line.contains("edge ")).map(ToOwned::to_owned);
        line.unwrap_or_else(|| panic!("no edge of {wager} in\n{printed}"))
    };
    for (wager, exact) in
        [("put 4", "1/3"), ("put 5", "1/5"), ("put 6", "1/11"), ("big 6", "1/11"), ("big 8", "1/11")]
    {
        let said = edge(wager);
        assert!(said.contains(&format!(" = {exact}")), "{wager}: {said}");
    }
}
