//! Every game of every built-in book against prices that were got in another way.

use crate::common::{games, rules, table};
use croupier_kit::{Odds, Ratio};
use croupier_maths::{Figure, PriceQuery, odds};
use croupier_sim::stats::Stats;
use croupier_sim::{PlayMethod, SetupOptions};

/// Rounds a game: ten million in a release build.
const ROUNDS: u64 = if cfg!(debug_assertions) { 150_000 } else { 10_000_000 };

/// What a stake of one loses by an end of the census.
fn loses(end: &str) -> Ratio {
    if let Some(odds) = end.strip_prefix("won at ") {
        return -odds.parse::<Odds>().unwrap().ratio();
    }
    if let Some((won, staked)) = end.strip_prefix("won ").and_then(|parts| parts.split_once(" parts on ")) {
        return -Ratio::new(won.parse::<i64>().unwrap(), staked.parse::<i64>().unwrap());
    }
    match end {
        "lost" => Ratio::one(),
        "halved" => Ratio::new(1, 2),
        _ => Ratio::zero(),
    }
}

/// The edge of a wager that needs no decision, from the count of every way a round can fall; a stake that stands is
/// decided later as any other.
fn census(game: &str, wager: &str) -> Option<Figure> {
    let path = format!("{}/../conformance/census/{game}.census", env!("CARGO_MANIFEST_DIR"));
    let (mut lost, mut decided) = (Ratio::zero(), Ratio::zero());
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let [name, end, probability] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        if name == wager && end != "standing" {
            let probability: Ratio = probability.parse().unwrap();
            lost = lost + loses(end) * probability.clone();
            decided = decided + probability;
        }
    }
    (!decided.is_zero()).then(|| (lost / decided).into())
}

/// The edge that is known of a wager with this policy; `None` where the play of the census is another.
fn price(game: &str, wager: &str) -> Option<Figure> {
    let family = game.split('/').nth(1).unwrap();
    match (family, wager) {
        ("dice", "win") => Some(Ratio::new(7, 495).into()),
        ("dice", "dont-win") => Some(Ratio::new(27, 1925).into()),
        ("dice", behind) if behind.starts_with("behind") => Some(Ratio::zero().into()),
        ("blackjack" | "touch-21", "insurance") => None,
        ("blackjack" | "touch-21" | "chemin-de-fer" | "baccarat-banque" | "arizona-hold-em", _) => None,
        _ => census(game, wager),
    }
}

/// Within four standard errors of the exact price: three cards by the kernel, five by the rules.
#[test]
fn hands_against_a_dealer_come_to_their_price() {
    for game in ["three-card-poker/three-card-poker", "caribbean-stud/caribbean-stud"] {
        let table = table(game, "", &SetupOptions::default());
        assert_eq!(table.has_kernel(), game.starts_with("three"), "{game}");
        let found = table.play(PlayMethod::Kernel, 2, 0, ROUNDS).unwrap();
        let prices = odds(&rules(game), &PriceQuery::default()).unwrap().prices;
        for (counted, tally) in table.counted().iter().zip(&found.tallies) {
            let price = prices.iter().find(|price| price.wager == counted.wager).unwrap();
            let z = Stats::of(tally, counted.whole()).z(&price.edge);
            assert!(z.abs() < 4.0, "{game}: {} is {z:.2} standard errors off", counted.wager);
        }
    }
}

#[test]
fn every_game_comes_to_its_price() {
    let mut priced = 0;
    for game in games() {
        let table = table(&game, "", &SetupOptions::default());
        let found = table.play(PlayMethod::Kernel, 2, 0, ROUNDS).unwrap();
        for (counted, tally) in table.counted().iter().zip(&found.tallies) {
            let stats = Stats::of(tally, counted.whole());
            assert!(stats.stakes > 0 && stats.edge.abs() < 0.5, "{game}: {} {stats:?}", counted.wager);
            if let Some(price) = price(&game, &counted.wager) {
                let z = stats.z(&price);
                assert!(z.abs() < 4.0, "{game}: {} is {z:.2} standard errors off", counted.wager);
                priced += 1;
            }
        }
    }
    assert!(priced > 100, "only {priced} wagers have a price");
}
