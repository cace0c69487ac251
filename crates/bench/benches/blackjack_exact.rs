//! Exact blackjack: best play against every up-card, with splits, and its price, from a cold start.

use std::process::ExitCode;
use std::time::Duration;

use croupier_bench::{Aims, best_of, in_words};
use croupier_maths::blackjack::{RankCounts, Solver};
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::contract::Seated;
use croupier_rules::games::AnyGame;
use croupier_rules::games::blackjack::{Blackjack, DealerOn17};

fn table(packs: u8) -> Blackjack {
    let mut shelf = Shelf::built_in();
    let book = include_str!("../../../examples/nevada.toml");
    shelf.add("nevada.toml", book).unwrap_or_else(|error| panic!("{error:?}"));
    let Ok((_, game)) = shelf.game("nevada/blackjack") else { panic!("the example has blackjack") };
    let AnyGame::Blackjack(Seated(mut rules)) = game.table(&Chosen::default()) else {
        panic!("it is blackjack")
    };
    rules.packs = packs;
    rules.dealer_on_17 = DealerOn17::Stands;
    rules
}

/// The longest that the price of six packs, and their best chart, may take.
const PRICE_MOST: Duration = Duration::from_millis(40);
const CHART_MOST: Duration = Duration::from_millis(80);

fn main() -> ExitCode {
    let mut aims = Aims::of("blackjack_exact");
    // Edges in per cent, to the last published digit.
    for (packs, edge) in [(1, -0.183), (6, 0.403), (8, 0.431)] {
        let rules = table(packs);
        let analyse = || {
            let solver = Solver::new(&rules).ok()?;
            Some(solver.analyse(&RankCounts::whole(&rules)).ok()?.edge.value())
        };
        let (time, found) = best_of(9, analyse);
        let found = found.flatten().map(|found| 100.0 * found);
        assert!(found.is_some_and(|found| (found - edge).abs() < 5e-4), "{found:?} against {edge}");
        let what = format!("blackjack: best play and price, packs: {packs}");
        match packs {
            6 => aims.within(&what, time, PRICE_MOST),
            _ => aims.note(&what, in_words(time)),
        }
    }
    let rules = table(6);
    let Ok(solver) = Solver::new(&rules) else { panic!("the table has a price") };
    let (time, chart) = best_of(3, || solver.chart(&RankCounts::whole(&rules)).ok());
    let price = chart.flatten().map(|(_, price)| 100.0 * price.edge.value());
    assert!(price.is_some_and(|price| (0.4028..0.412).contains(&price)), "{price:?}");
    aims.within("blackjack: best chart of six packs and its price", time, CHART_MOST);
    aims.verdict()
}
