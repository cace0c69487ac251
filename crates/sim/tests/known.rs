//! Every game of every built-in book against prices that were got in another way.

use croupier_kit::Ratio;
use croupier_maths::Figure;
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::games::AnyGame;
use croupier_sim::policy::{Chart, Policy, Raises, Thirds};
use croupier_sim::stats::Stats;
use croupier_sim::{Found, Options, Table, set_up};

fn policy(game: &AnyGame) -> Policy {
    match game {
        AnyGame::Blackjack(_) => Policy::Chart(Chart::usual()),
        AnyGame::Baccarat(game) if !game.drawing.leaves_no_choice() => {
            Policy::Thirds(Box::new(Thirds::customary(game)))
        }
        AnyGame::Poker(game) => Policy::Raises(Raises::best(game)),
        _ => Policy::Chance,
    }
}

fn table(name: &str) -> Table {
    let shelf = Shelf::built_in();
    let (_, book) = shelf.game(name).unwrap();
    let game = book.table(&Chosen::default());
    set_up(&game, book.conduct(), &policy(&game), &Options::default()).unwrap()
}

fn rounds() -> u64 {
    if cfg!(debug_assertions) { 200_000 } else { 10_000_000 }
}

fn simulate(name: &str) -> (Table, Found) {
    let table = table(name);
    let found = table.play_by_rules(1, 0, rounds()).unwrap();
    (table, found)
}

/// The edge of a wager as the census of the conformance kit has it, where the census needs no decision.
fn census(name: &str) -> Vec<(String, Figure)> {
    let path = format!("{}/../conformance/census/{name}.census", env!("CARGO_MANIFEST_DIR"));
    let mut edges: Vec<(String, Ratio)> = Vec::new();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let mut parts = line.split('\t');
        let (wager, end) = (parts.next().unwrap(), parts.next().unwrap());
        let probability: Ratio = parts.next().unwrap().parse().unwrap();
        let worth = worth(end) * probability.clone();
        // What stands is decided later as any other.
        let decided = if end == "standing" { Ratio::zero() } else { probability };
        match edges.iter_mut().find(|(known, _)| known == wager) {
            Some((_, sum)) => *sum = sum.clone() + worth,
            None => edges.push((wager.to_owned(), worth)),
        }
        let _ = decided;
    }
    edges.into_iter().map(|(wager, edge)| (wager, edge.into())).collect()
}

fn worth(end: &str) -> Ratio {
    if let Some(odds) = end.strip_prefix("won at ") {
        let odds: croupier_kit::Odds = odds.parse().unwrap();
        return -odds.ratio();
    }
    if let Some(parts) = end.strip_prefix("won ") {
        let (won, staked) = parts.split_once(" parts on ").unwrap();
        return -Ratio::new(won.parse::<i64>().unwrap(), staked.parse::<i64>().unwrap());
    }
    match end {
        "lost" => Ratio::one(),
        "halved" => Ratio::new(1, 2),
        _ => Ratio::zero(),
    }
}

#[test]
fn show() {
    for book in Shelf::built_in().books() {
        for game in book.games() {
            let name = format!("{}/{}", book.id(), game.id());
            let t = std::time::Instant::now();
            let (table, found) = simulate(&name);
            println!("{name} {:?} fallen {}", t.elapsed(), found.fallen);
            for (counted, tally) in table.counted().iter().zip(&found.tallies).take(30) {
                let stats = Stats::of(tally, counted.parts * i64::from(counted.bets));
                println!(
                    "  {} {} edge {:.6} ± {:.6} var {:.4} staked {:.4}",
                    counted.wager,
                    stats.stakes,
                    stats.edge,
                    stats.standard_error,
                    stats.variance,
                    tally.staked() as f64 / stats.stakes as f64
                );
            }
        }
    }
    let _ = census("scotland-1970/roulette");
}
