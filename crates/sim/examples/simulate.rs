//! Simulates a wager through the rules, in blocks that any machine can play, and compares it with its exact price.
//!
//! `cargo run --release -p croupier-sim --example simulate`

use croupier_maths::{PriceQuery, odds};
use croupier_rules::book::{Chosen, Shelf};
use croupier_sim::policy::Policy;
use croupier_sim::stats::{Agreement, Stats};
use croupier_sim::{PlayMethod, SetupOptions, Tally, set_up};

const ROUNDS: u64 = 50_000;
const SEED: u64 = 7;

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let shelf = Shelf::built_in();
    let (_, game) = shelf.game("scotland-1970/roulette")?;
    let rules = game.table(&Chosen::default());

    // Nobody decides anything at roulette. Blackjack needs a chart, which `croupier_maths` makes.
    let options = SetupOptions { wagers: vec!["numbers 18".to_owned()], ..SetupOptions::default() };
    let table = set_up(&rules, game.conduct(), &Policy::Chance, &options)?;

    // Every block has random streams of its own, so that their order, and the machine, make no difference.
    let mut whole = Tally::default();
    for block in [1, 0] {
        let played = table.play(PlayMethod::Kernel, SEED, block, ROUNDS)?;
        whole.merge(&played.tallies[0]).ok_or("the counts run over")?;
    }
    let by_rules = table.play(PlayMethod::Rules, SEED, 0, ROUNDS)?;
    assert_eq!(by_rules.tallies, table.play(PlayMethod::Kernel, SEED, 0, ROUNDS)?.tallies);

    let counted = &table.counted()[0];
    let found = Stats::of(&whole, counted.whole());
    let prices = odds(&rules, &PriceQuery::default())?.prices;
    let price = prices.iter().find(|price| price.wager == counted.wager).ok_or("it has a price")?;
    let z = found.z(&price.edge);
    println!(
        "{}: edge {:.5} ± {:.5}, exactly {:.5}",
        counted.wager,
        found.edge,
        found.standard_error,
        price.edge.value()
    );
    println!("{z:+.2} standard errors apart: it {}", Agreement::of(z, 1).name());
    assert_eq!(found.stakes, 2 * ROUNDS);
    Ok(())
}
