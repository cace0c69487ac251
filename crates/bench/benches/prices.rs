//! The exact price of every wager of every game of every rulebook, from a cold start, on one core, with assertions.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use croupier_bench::Aims;
use croupier_maths::{PriceQuery, odds};
use croupier_rules::book::{Chosen, Shelf};

/// The maximum time for all twelve tables together.
const MOST: Duration = Duration::from_secs(10);

/// Edges known from other sources, to as many digits as they are published.
const KNOWN: [(&str, &str, &str); 6] = [
    ("scotland-1970/roulette", "numbers 18", "0.013514"),
    ("scotland-1970/dice", "win", "0.014141"),
    ("mpumalanga/punto-banco", "punto", "0.012351"),
    ("mpumalanga/punto-banco", "banco", "0.010579"),
    ("mpumalanga/punto-banco", "egalite", "0.143596"),
    ("mpumalanga/arizona-hold-em", "ante", "0.029570"),
];

fn main() -> ExitCode {
    let shelf = Shelf::built_in();
    let mut whole = Duration::ZERO;
    for book in shelf.books() {
        for game in book.games() {
            let name = format!("{}/{}", book.id(), game.id());
            let rules = game.table(&Chosen::default());
            let start = Instant::now();
            let report =
                odds(&rules, &PriceQuery::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
            let took = start.elapsed();
            whole += took;
            assert!(!report.prices.is_empty(), "{name} has no prices");
            for (_, wager, edge) in KNOWN.iter().filter(|(known, ..)| *known == name) {
                let price = report.prices.iter().find(|price| price.wager == *wager);
                assert_eq!(
                    price.map(|price| price.edge.to_decimal(6)).as_deref(),
                    Some(*edge),
                    "{name} {wager}"
                );
            }
            println!("prices: {name:<34} {:>3} wagers {took:>10.2?}", report.prices.len());
        }
    }
    let mut aims = Aims::of("prices");
    aims.within("prices: every wager of every table", whole, MOST);
    aims.verdict()
}
