//! A million random rounds of every game through the contract, without a panic or a violation of the contract.

use std::process::ExitCode;
use std::time::Instant;

use croupier_bench::{Aims, BenchRow, a_second};
use croupier_conformance::{Choices, play_round, play_table};
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::contract::Positions;
use croupier_rules::with_game;

const ROUNDS: u32 = 1_000_000;

fn main() -> ExitCode {
    let mut aims = Aims::of("play");
    let shelf = Shelf::built_in();
    for book in shelf.books() {
        for game in book.games() {
            let name = format!("{}/{}", book.id(), game.id());
            let start = Instant::now();
            let mut choices = Choices::seeded(5);
            let mut steps = 0_u64;
            with_game!(game.table(&Chosen::default()), rules => {
                for _ in 0..ROUNDS {
                    let played = play_round(&rules, Positions::first(2), &mut choices);
                    steps += u64::from(played.unwrap_or_else(|complaint| panic!("{name}: {complaint}")));
                }
            });
            let seconds = start.elapsed().as_secs_f64();
            let decided = tables(&shelf, &name);
            println!(
                "play: {name:32} {ROUNDS} rounds, {steps} steps, {:.2} M rounds/s; {decided} stakes decided at tables",
                f64::from(ROUNDS) / seconds / 1e6
            );
            assert!(steps >= u64::from(ROUNDS));
            aims.row(BenchRow::of(
                format!("rounds through the rules: {name}"),
                a_second(f64::from(ROUNDS) / seconds),
            ));
        }
    }
    aims.verdict()
}

/// Plays tables at random and judges each record again. Returns the number of settled stakes.
fn tables(shelf: &Shelf, name: &str) -> usize {
    let decided = |seed: u64| {
        let played = play_table(shelf, name, 400, &mut Choices::seeded(seed))
            .unwrap_or_else(|complaint| panic!("{name}: {complaint}"));
        played
            .verdict
            .rows
            .iter()
            .filter(|row| !matches!(row.outcome.name(), "refused" | "standing" | "cancelled"))
            .count()
    };
    (0..500).map(decided).sum()
}
