//! Counts cards by hi-lo at a table of a book, and derives the best bets from 1 to 12 units.
//!
//! `cargo run --release -p croupier-sim --example counts`, or with a number of rounds and of threads after `--` to measure how
//! fast that is.

#![allow(clippy::cast_precision_loss, reason = "a rate needs few digits")]

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Instant;

use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::games::AnyGame;
use croupier_sim::Shoes;
use croupier_sim::counts::{
    BetRamp, BetSpread, CountFigures, CountOptions, CountPlay, CountRows, CountSystem, CountTable,
    CounterPresence, IndexSet, run_counts,
};

const SEED: u64 = 1;

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let number = |place: usize| std::env::args().nth(place).and_then(|text| text.parse::<usize>().ok());
    // A test passes words of its own.
    let (rounds, threads) = (number(1).unwrap_or(500_000), number(2).unwrap_or(1));

    let shelf = Shelf::built_in();
    let (_, game) = shelf.game("mpumalanga/blackjack")?;
    let rules = game.table(&Chosen::default());
    let AnyGame::Blackjack(blackjack) = &rules else { return Err("it is blackjack".into()) };
    let system = CountSystem::named("hi-lo").ok_or("it is known")?;

    let shoes = Shoes::Cut(75);
    let play = CountPlay::new(blackjack, &system, IndexSet::Illustrious, shoes)?;
    let options = CountOptions { shoes, boxes: 1, presence: CounterPresence::default() };
    let table = CountTable::new(&rules, &system, play, options)?;

    let start = Instant::now();
    let totals = run_counts(&table, SEED, rounds as u64, NonZeroUsize::new(threads), &mut |_| {
        ControlFlow::Continue(())
    })?;
    let seconds = start.elapsed().as_secs_f64();

    let rows = CountRows::of(&totals, table.parts(), 1).ok_or("nothing was played")?;
    let ramp = BetRamp::of_highest_score(&rows, BetSpread { least: 1, most: 12 }, 1);
    for (row, bet) in rows.rows.iter().zip(&ramp.bets) {
        let count = row.from.or(row.to).unwrap_or_default();
        println!("{count:+}: {:+.3} % ± {:.3} %, bet {bet}", 100.0 * row.mean.value, 100.0 * row.mean.error);
    }
    let figures = CountFigures::of(&rows, &ramp.bets, 1);
    let flat = CountFigures::of(&rows, &BetRamp::flat(&rows, 1).bets, 1);
    let score = figures.score().ok_or("these bets win")?;
    println!("SCORE {:.2} ± {:.2}", score.value, score.error);
    println!(
        "{} rounds in {seconds:.2} s with {threads} threads: {:.2} M rounds/s",
        totals.dealt,
        totals.dealt as f64 / seconds / 1e6
    );
    assert!(figures.mean.value > flat.mean.value && ramp.bets.last() > ramp.bets.first());
    Ok(())
}
