//! Simulates many nodes on one database through failures, and prints what was measured.
//!
//! `cargo run --release -p croupier-nodes --example simulate -- --houses 1000 --nodes 100 --seed 1`

use std::process::ExitCode;
use std::time::Instant;

use croupier_nodes::simulation::{Scenario, simulate};

struct Arguments {
    houses: u16,
    nodes: usize,
    seed: u64,
    seconds: u64,
    /// A fault so often, in milliseconds; 0 is never.
    fault_every: u64,
}

fn arguments() -> Result<Arguments, String> {
    let mut arguments = Arguments { houses: 1000, nodes: 100, seed: 1, seconds: 60, fault_every: 1000 };
    let mut words = std::env::args().skip(1);
    while let Some(name) = words.next() {
        let value = words.next().ok_or_else(|| format!("{name} needs a number"))?;
        let number: u64 = value.parse().map_err(|_| format!("{name}: {value} is no number"))?;
        let too_large = |_| format!("{name}: {value} is too large");
        match name.as_str() {
            "--houses" => arguments.houses = u16::try_from(number).map_err(too_large)?,
            "--nodes" => arguments.nodes = usize::try_from(number).map_err(too_large)?,
            "--seed" => arguments.seed = number,
            "--seconds" => arguments.seconds = number,
            "--fault-every" => arguments.fault_every = number,
            _ => {
                let known = "--houses, --nodes, --seed, --seconds, --fault-every";
                return Err(format!("unknown {name}: use {known}"));
            }
        }
    }
    if arguments.houses == 0 || arguments.nodes == 0 {
        return Err("there must be a house and a node".to_owned());
    }
    Ok(arguments)
}

fn main() -> ExitCode {
    let Arguments { houses, nodes, seed, seconds, fault_every } = match arguments() {
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let mut scenario = match fault_every {
        0 => Scenario::calm(seed, houses, nodes, seconds),
        every => Scenario::storm(seed, houses, nodes, seconds, every),
    };
    if houses > 100 {
        scenario.pause = 500_000;
    }
    let faults = scenario.faults.len();
    let start = Instant::now();
    let report = simulate(scenario);
    println!("{houses} houses, {nodes} nodes, seed {seed}, {seconds} s, {faults} faults");
    print!("{report}");
    println!("simulated in {:.1} s", start.elapsed().as_secs_f64());
    if report.violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
