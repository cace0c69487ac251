//! Kernels settle every round as the rules do, for every setting that they play.

use crate::common::{games, table};
use croupier_sim::{PlayMethod, SetupOptions, Shoes, Simulation};

/// Rounds of a long block: millions in all over the settings of a release build.
const LONG: u64 = if cfg!(debug_assertions) { 20_000 } else { 400_000 };

/// The same after every one of the first rounds, and after a long block of several streams.
fn settles_alike(name: &str, table: &Simulation, first: u64) {
    let alike = |block: u64, rounds: u64| {
        let kernel = table.play(PlayMethod::Kernel, 5, block, rounds).unwrap();
        assert_eq!(
            kernel,
            table.play(PlayMethod::Rules, 5, block, rounds).unwrap(),
            "{name}: {rounds} rounds of {block}"
        );
    };
    (1..=first).for_each(|rounds| alike(0, rounds));
    for (block, rounds) in [(1, LONG), (2, LONG + 1), (3, LONG + 4099), (4, LONG / 3 + 63)] {
        alike(block, rounds);
    }
}

fn check(name: &str, house: &str, shoes: Shoes, wagers: &[&str]) {
    let wagers = wagers.iter().map(ToString::to_string).collect();
    let table = table(name, house, &SetupOptions { shoes, boxes: 1, wagers });
    assert!(table.has_kernel(), "{name} {house} {shoes:?} has no kernel");
    settles_alike(&format!("{name} {house} {shoes:?}"), &table, 120);
}

#[test]
fn every_game_with_its_defaults() {
    for name in games() {
        check(&name, "", Shoes::Fresh, &[]);
    }
}

#[test]
fn wheels_and_dice_with_some_wagers() {
    check("scotland-1970/roulette", "", Shoes::Fresh, &["red", "numbers 18", "numbers 24"]);
    check("scotland-1970/dice", "", Shoes::Fresh, &["behind-win 4", "behind-dont 6"]);
    check("scotland-1970/dice", "", Shoes::Fresh, &["hard 8", "field", "craps"]);
    check("nevada/craps", "", Shoes::Fresh, &[]);
    check(
        "nevada/craps",
        "",
        Shoes::Fresh,
        &["hop 3 5", "hop pair", "put 6", "buy 4", "lay 10", "behind-win 4"],
    );
    check("nevada/crapless-craps", "", Shoes::Fresh, &[]);
}

#[test]
fn wheels_that_hold_stakes_and_wheels_of_other_sizes() {
    for second in ["lost", "stays", "half", "released", "deeper"] {
        for half in ["true", "false"] {
            let house = format!("second-zero={second} half-of-held={half}");
            check("france/roulette", &house, Shoes::Fresh, &["red", "even", "dozen 1", "straight"]);
        }
    }
    check("france/roulette", "", Shoes::Fresh, &[]);
    check("france/boule", "", Shoes::Fresh, &[]);
    check("atlantic-city/roulette", "", Shoes::Fresh, &[]);
}

#[test]
fn baccarat_of_every_kind() {
    for shoes in [Shoes::Fresh, Shoes::Cut(20), Shoes::Cut(75), Shoes::Cut(90)] {
        for decks in ["decks=1", "decks=6", "decks=8"] {
            // Behind nine tenths of one pack there are too few cards left for a coup of two hands.
            if (decks, shoes) == ("decks=1", Shoes::Cut(90)) {
                continue;
            }
            check("mpumalanga/punto-banco", decks, shoes, &[]);
            check("scotland-1970/chemin-de-fer", decks, shoes, &[]);
            check("scotland-1970/baccarat-banque", decks, shoes, &[]);
        }
        check("scotland-1970/chemin-de-fer", "bank=house banker=tableau", shoes, &[]);
        check("scotland-1970/baccarat-banque", "banker=tableau", shoes, &[]);
    }
}

#[test]
fn in_between_and_hold_em() {
    for decks in ["decks=1", "decks=2", "decks=8"] {
        check("western-australia-1990/in-between", decks, Shoes::Fresh, &[]);
        check("mpumalanga/arizona-hold-em", decks, Shoes::Fresh, &[]);
    }
}

#[test]
fn three_cards_against_a_dealer() {
    for deal in ["deal=hands", "deal=one-by-one"] {
        check("three-card-poker/three-card-poker", deal, Shoes::Fresh, &[]);
        check("three-card-poker/three-card-poker", deal, Shoes::Fresh, &["ante"]);
        check("three-card-poker/three-card-poker", deal, Shoes::Fresh, &["pair-plus"]);
    }
}

#[test]
fn blackjack_of_every_setting() {
    let settings = [
        "decks=4",
        "decks=8",
        "surrender=false",
        "split-tens=rank",
        "split-aces=play-on",
        "max-hands=2",
        "max-hands=8",
        "original-bets-only=true",
        "even-money=false",
    ];
    for house in settings {
        check("mpumalanga/blackjack", house, Shoes::Cut(75), &[]);
        check("mpumalanga/blackjack", house, Shoes::Fresh, &[]);
    }
    for game in ["mpumalanga/blackjack", "mpumalanga/touch-21", "scotland-1970/blackjack"] {
        check(game, "", Shoes::Cut(70), &[]);
    }
    check("mpumalanga/blackjack", "", Shoes::Cut(90), &["box"]);
    check("mpumalanga/blackjack", "", Shoes::Cut(10), &["insurance"]);
    for house in ["decks=1", "decks=2 original-bets-only=true", "decks=2 split-tens=rank max-hands=3"] {
        check("mpumalanga/touch-21", house, Shoes::Cut(45), &[]);
    }
    check("scotland-1970/blackjack", "", Shoes::Cut(80), &["box"]);
}

#[test]
fn a_shoe_that_runs_out_is_an_error_either_way() {
    let options = SetupOptions { shoes: Shoes::Cut(95), ..SetupOptions::default() };
    let table = table("scotland-1970/chemin-de-fer", "decks=1", &options);
    assert!(table.play(PlayMethod::Kernel, 1, 0, 5000).is_err());
    assert!(table.play(PlayMethod::Rules, 1, 0, 5000).is_err());
}
