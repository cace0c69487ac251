//! A house does not become slower with age: houses of ten thousand, one million and ten million rounds, opened by the real
//! server, compared.
//!
//! For each figure (start, memory, a bet, every GET of the API) the ratio to the smallest house is printed. The benchmark
//! fails where a ratio is above 1.5, and where an aim is missed: open in 5 s with 300 MB, any GET in 20 ms.
//!
//! Houses are made once, by their own commands, and stay in `target/growth`; together they take about 23 GB.
//! `CROUPIER_GROWTH_ROUNDS` is the number of rounds of the largest house, for trying.

mod cache;
mod calls;
mod child;
mod client;
mod figures;
mod measure;
mod server;

use std::process::ExitCode;

use croupier_bench::Aims;
use croupier_rules::book::Shelf;

use cache::MadeHouse;

/// The memory allocator of the program.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const SIZES: [u64; 3] = [10_000, 1_000_000, 10_000_000];
const ROUNDS: &str = "CROUPIER_GROWTH_ROUNDS";

/// The sizes of the houses: those up to the limit, and the limit itself. A limit below the usual sizes is compared with a
/// tenth of it.
fn sizes() -> Vec<u64> {
    let Ok(text) = std::env::var(ROUNDS) else { return SIZES.to_vec() };
    let most: u64 = text.parse().unwrap_or_else(|_| panic!("{ROUNDS} is a number of rounds, not `{text}`"));
    let mut sizes: Vec<u64> = SIZES.into_iter().filter(|size| *size < most).collect();
    if most <= SIZES[1] / 10 {
        sizes = vec![most / 10];
    }
    sizes.push(most);
    sizes
}

fn main() -> ExitCode {
    if let Some(folder) = std::env::var_os(server::SERVE) {
        child::serve(folder.into());
        return ExitCode::SUCCESS;
    }
    let sizes = sizes();
    let shelf: &'static Shelf = Box::leak(Box::new(Shelf::built_in()));
    let houses: Vec<MadeHouse> = sizes.iter().map(|size| MadeHouse::of(*size, shelf)).collect();
    let measured = measure::all(&houses);
    figures::print(&measured.rows, &sizes);
    let mut aims = Aims::of("growth");
    let slow = measured.rows.iter().flat_map(|row| row.faults(&sizes));
    measured.unanswered.into_iter().chain(slow).for_each(|fault| aims.miss(format!("growth: {fault}")));
    aims.verdict()
}
