//! The jurisdictions of `examples/` keep the promises of the contract and of the table, with no change in code.

use croupier_conformance::{Choices, Coverage, check_game, play_table};
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::contract::{Face, Game, Positions, Turn};
use croupier_rules::games::AnyGame;
use croupier_rules::games::blackjack::Move;
use croupier_rules::{judge, with_game};
use jiff::civil::date;

fn shelf() -> Shelf {
    let mut shelf = Shelf::default();
    for file in [
        "nevada.toml",
        "atlantic-city.toml",
        "double-zero.toml",
        "ruritania.toml",
        "macau.toml",
        "three-card-poker.toml",
        "caribbean-stud.toml",
    ] {
        let path = format!("{}/../../examples/{file}", env!("CARGO_MANIFEST_DIR"));
        shelf.add(file, &std::fs::read_to_string(path).unwrap()).unwrap();
    }
    shelf
}

#[test]
fn the_example_jurisdictions_play_and_judge() {
    let shelf = shelf();
    for book in shelf.books() {
        for game in book.games() {
            let name = format!("{}/{}", book.id(), game.id());
            with_game!(game.table(&Chosen::default()), rules => {
                check_game(&rules, Positions::first(3), 300, 7).unwrap_or_else(|complaint| panic!("{name}: {complaint}"));
            });
            let mut coverage = Coverage::new(&game.table(&Chosen::default()));
            for seed in 0..2000 {
                if coverage.missing().is_empty() && seed >= 100 {
                    break;
                }
                let played = play_table(&shelf, &name, 400, &mut Choices::seeded(seed));
                coverage.note(&played.unwrap_or_else(|complaint| panic!("{name}: {complaint}")));
            }
            let missing = coverage.missing();
            assert!(missing.is_empty(), "{name}: never bet or never fell: {missing:?}");
        }
    }
}

#[test]
fn a_wheel_with_a_double_zero_lets_it_fall() {
    let shelf = shelf();
    let (_, game) = shelf.game("double-zero/roulette").unwrap();
    let mut coverage = Coverage::new(&game.table(&Chosen::default()));
    assert!(coverage.missing().contains(&"ball 00"));
    for seed in 0..40 {
        coverage.note(&play_table(&shelf, "double-zero/roulette", 300, &mut Choices::seeded(seed)).unwrap());
    }
    assert!(!coverage.missing().contains(&"ball 00"));
}

/// What the players win and lose, in order.
fn net(record: &str) -> Vec<String> {
    let verdict = judge(&shelf(), record.as_bytes(), date(2026, 1, 1)).unwrap();
    verdict.net.iter().map(|(_, sum)| sum.to_string()).collect()
}

#[test]
fn the_worked_example_is_judged_by_the_law_of_the_day() {
    let path = format!("{}/../../examples/ruritania.round", env!("CARGO_MANIFEST_DIR"));
    let record = std::fs::read_to_string(path).unwrap();
    assert_eq!(net(&record), ["10.00", "110.00", "0.00", "-5.00"]);
    let before = record.replace("date 2024-08-15", "date 2024-06-30");
    assert_eq!(net(&before), ["10.00", "50.00", "0.00", "-5.00"]);
    let too_early = record.replace("date 2024-08-15", "date 2019-04-30");
    let refused = judge(&shelf(), too_early.as_bytes(), date(2026, 1, 1)).unwrap_err();
    assert_eq!((refused.line, refused.cites), (2, vec!["art. 1".to_owned()]));
}

#[test]
fn twelve_is_barred_and_the_odds_are_three_four_five_times() {
    assert_eq!(net("rules nevada/craps\nann bets 10 on dont-pass\ndice 6 6\n"), ["0.00"]);
    let at = |point: &str, behind: &str| {
        format!(
            "rules nevada/craps\nann bets 10 on pass\ndice {point}\nann bets {behind} behind 1\ndice {point}\n"
        )
    };
    assert_eq!(net(&at("2 2", "30")), ["70.00"]);
    assert_eq!(net(&at("2 2", "31")), ["10.00"], "beyond three times is refused");
    assert_eq!(net(&at("2 3", "40")), ["70.00"]);
    assert_eq!(net(&at("3 3", "50")), ["70.00"]);
    let lay = "rules nevada/craps\nann bets 10 on dont-pass\ndice 2 2\nann bets 60 behind 1\ndice 3 4\n";
    assert_eq!(net(lay), ["40.00"]);
}

#[test]
fn a_dealer_who_looks_and_finds_blackjack_ends_the_round() {
    let head = "rules nevada/blackjack\nann bets 10 on box 1\nben bets 20 on box 2\n";
    let blackjack = format!("{head}cards TS 9H AD 9S 8C KH\nann insures 5 on 1\n");
    assert_eq!(net(&blackjack), ["0.00", "-20.00"]);
    // Not blackjack: insurance is lost at once, and the hidden card makes soft 18, against 19 and 17.
    let played = format!("{head}cards TS 9H AD 9S 8C 7H\nann insures 5 on 1\nann stands\nben stands\n");
    assert_eq!(net(&played), ["5.00", "-20.00"]);
    let decides = format!("{head}cards TS 9H AD 9S 8C KH\nann stands\n");
    assert_eq!(judge(&shelf(), decides.as_bytes(), date(2026, 1, 1)).unwrap_err().line, 5);
}

#[test]
fn the_card_face_down_is_hidden_until_it_is_turned() {
    let shelf = shelf();
    let (_, game) = shelf.game("nevada/blackjack").unwrap();
    let AnyGame::Blackjack(rules) = game.table(&Chosen::default()) else { panic!("a blackjack table") };
    let deal = |hidden: croupier_kit::Rank| {
        use croupier_kit::Rank::{Eight, Nine, Ten};
        let mut deal = rules.open(Positions::first(1));
        for rank in [Nine, Ten, Eight] {
            rules.fall_unchecked(&mut deal, rank);
        }
        let Turn::Chance(fall) = rules.turn(&deal) else { panic!("a card is due") };
        assert_eq!(fall.face, Face::Down);
        rules.fall_unchecked(&mut deal, hidden);
        deal
    };
    let (six, seven) = (deal(croupier_kit::Rank::Six), deal(croupier_kit::Rank::Seven));
    assert_ne!(six, seven);
    assert_eq!(rules.view(&six, 0), rules.view(&seven, 0));
    let Turn::Seat(dealer) = rules.turn(&six) else { panic!("the dealer looks under a ten") };
    let stood = |mut deal| {
        rules.play_unchecked(&mut deal, dealer, Move::Look);
        assert_eq!(rules.turn(&deal), Turn::Seat(0), "and then the box plays");
        rules.play_unchecked(&mut deal, 0, Move::Stand);
        deal
    };
    assert_ne!(rules.view(&stood(six), 0), rules.view(&stood(seven), 0));
}

/// Random play takes every decision that a game has; otherwise what it shows of tables, judge and pay desk leaves some of them out.
#[test]
fn random_play_takes_every_decision() {
    let shelf = shelf();
    for (name, verbs) in [
        ("three-card-poker/three-card-poker", &["raises", "folds"][..]),
        ("caribbean-stud/caribbean-stud", &["raises", "folds"]),
        ("atlantic-city/blackjack", &["draws", "stands", "doubles", "splits", "surrenders"]),
        ("atlantic-city/early-blackjack", &["draws", "stands", "doubles", "splits", "surrenders"]),
    ] {
        let mut missing = verbs.to_vec();
        for seed in 0..400 {
            let played = play_table(&shelf, name, 400, &mut Choices::seeded(seed)).unwrap();
            missing.retain(|verb| !played.record.split_whitespace().any(|word| word == *verb));
            if missing.is_empty() {
                break;
            }
        }
        assert!(missing.is_empty(), "{name}: nobody {missing:?}");
    }
}
