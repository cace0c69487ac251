//! Machines play the second edition as the rules do, for every setting that they play.

use crate::common::{games, table};
use croupier_sim::machine::GameMachine;
use croupier_sim::random::counter::TABLES;
use croupier_sim::{PlayMethod, SetupOptions, Shoes, Simulation, StreamEdition};

/// Rounds of a long block.
const LONG: u64 = if cfg!(debug_assertions) { 40_000 } else { 600_000 };

fn settles_alike(name: &str, table: &Simulation) {
    // The first tables have one round more than the last, and a few have none.
    for (block, rounds) in [(0, 1), (1, u64::from(TABLES) + 7), (1 << 33, LONG)] {
        let by = |method| table.play_edition(StreamEdition::Second, method, 5, block, rounds).unwrap();
        let by_rules = by(PlayMethod::Rules);
        assert!(by_rules.fallen >= rounds);
        assert_eq!(by(PlayMethod::Kernel), by_rules, "{name}: {rounds} rounds of {block}");
    }
}

fn check(name: &str, house: &str, shoes: Shoes, wagers: &[&str]) {
    let wagers = wagers.iter().map(ToString::to_string).collect();
    let table = table(name, house, &SetupOptions { shoes, boxes: 1, wagers });
    assert!(table.machine().is_some(), "{name} {house} {shoes:?} has no machine");
    settles_alike(&format!("{name} {house} {shoes:?}"), &table);
}

/// Hold-Em is not played a card a step, and plays the second edition by the rules.
const WITHOUT: &str = "arizona-hold-em";

#[test]
fn every_game_with_its_defaults() {
    let mut checked = 0;
    for name in games().iter().filter(|name| !name.ends_with(WITHOUT)) {
        check(name, "", Shoes::Fresh, &[]);
        checked += 1;
    }
    assert!(checked >= 9, "{checked}");
}

#[test]
fn wheels_and_dice() {
    check("scotland-1970/roulette", "", Shoes::Fresh, &["red", "numbers 18", "numbers 24"]);
    check("scotland-1970/dice", "", Shoes::Fresh, &["behind-win 4", "behind-dont 6"]);
    check("scotland-1970/dice", "", Shoes::Fresh, &["hard 8", "field", "craps"]);
    check("nevada/craps", "", Shoes::Fresh, &[]);
    check("nevada/crapless-craps", "", Shoes::Fresh, &[]);
    for second in ["lost", "stays", "half", "released", "deeper"] {
        check("france/roulette", &format!("second-zero={second}"), Shoes::Fresh, &["red", "even", "dozen 1"]);
    }
    check("france/roulette", "", Shoes::Fresh, &[]);
    check("france/boule", "", Shoes::Fresh, &[]);
}

#[test]
fn baccarat_of_every_kind() {
    for shoes in [Shoes::Fresh, Shoes::Cut(20), Shoes::Cut(75), Shoes::Cut(90)] {
        check("mpumalanga/punto-banco", "decks=8", shoes, &[]);
        check("scotland-1970/chemin-de-fer", "", shoes, &[]);
        check("scotland-1970/baccarat-banque", "", shoes, &[]);
    }
    check("scotland-1970/chemin-de-fer", "bank=house banker=tableau", Shoes::Fresh, &[]);
    check("scotland-1970/baccarat-banque", "banker=tableau", Shoes::Fresh, &[]);
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
    check("mpumalanga/touch-21", "decks=1", Shoes::Cut(45), &[]);
    check("mpumalanga/touch-21", "decks=2 split-tens=rank max-hands=3", Shoes::Cut(45), &[]);
}

#[test]
fn a_shoe_that_runs_out_is_an_error_either_way() {
    let options = SetupOptions { shoes: Shoes::Cut(95), ..SetupOptions::default() };
    let table = table("scotland-1970/chemin-de-fer", "decks=1", &options);
    assert!(table.machine().is_some_and(|machine| machine.play(1, 0, 50_000).is_err()));
    for method in [PlayMethod::Kernel, PlayMethod::Rules] {
        assert!(table.play_edition(StreamEdition::Second, method, 1, 0, 50_000).is_err());
    }
}

/// The tables of the machines are small enough for the fast memory of a processor.
#[test]
fn the_tables_are_small() {
    let rows = |name: &str| match table(name, "", &SetupOptions::default()).machine() {
        Some(GameMachine::Cards(machine)) => machine.steps.len() / machine.kinds,
        _ => 0,
    };
    let of =
        ["mpumalanga/blackjack", "mpumalanga/punto-banco", "western-australia-1990/in-between"].map(rows);
    assert!(of.iter().all(|rows| (10..2000).contains(rows)), "{of:?}");
}
