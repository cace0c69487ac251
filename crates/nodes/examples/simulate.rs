//! Simulates many nodes on one database through failures, and prints what was measured.
//!
//! `cargo run -p croupier-nodes --example simulate -- --houses 1000 --nodes 100 --seed 1`
//!
//! `--only` is one kind of fault instead of all: nothing, kill, pause, drain, upgrade, cut, promote.

use std::process::ExitCode;
use std::time::Instant;

use croupier_nodes::simulation::{Scenario, SimFault, simulate};

const SECOND: u64 = 1_000_000;

struct Arguments {
    houses: u16,
    nodes: usize,
    seed: u64,
    seconds: u64,
    /// A fault so often, in milliseconds.
    fault_every: u64,
    only: Option<String>,
}

fn arguments() -> Result<Arguments, String> {
    let mut arguments =
        Arguments { houses: 1000, nodes: 100, seed: 1, seconds: 60, fault_every: 1000, only: None };
    let mut words = std::env::args().skip(1);
    while let Some(name) = words.next() {
        let value = words.next().ok_or_else(|| format!("{name} needs a number"))?;
        if name == "--only" {
            arguments.only = Some(value);
            continue;
        }
        let number: u64 = value.parse().map_err(|_| format!("{name}: {value} is no number"))?;
        let too_large = |_| format!("{name}: {value} is too large");
        match name.as_str() {
            "--houses" => arguments.houses = u16::try_from(number).map_err(too_large)?,
            "--nodes" => arguments.nodes = usize::try_from(number).map_err(too_large)?,
            "--seed" => arguments.seed = number,
            "--seconds" => arguments.seconds = number,
            "--fault-every" => arguments.fault_every = number,
            _ => {
                let known = "--houses, --nodes, --seed, --seconds, --fault-every, --only";
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
    let Arguments { houses, nodes, seed, seconds, fault_every, only } = match arguments() {
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let calm = Scenario::calm(seed, houses, nodes, seconds);
    let mut scenario = match only.as_deref() {
        None => Scenario::storm(seed, houses, nodes, seconds, fault_every),
        Some("nothing") => calm,
        Some("kill") => calm.series(fault_every, SimFault::Kill),
        Some("pause") => calm.series(fault_every, |node| SimFault::Pause(node, 5 * SECOND)),
        Some("drain") => calm.series(fault_every, SimFault::Drain),
        Some("upgrade") => calm.series(fault_every, SimFault::Upgrade),
        Some("cut") => calm.series(fault_every, |node| SimFault::CutFromDatabase(node, 5 * SECOND)),
        Some("promote") => calm.series(fault_every, |_| SimFault::Promote { gone: SECOND, loses: 0 }),
        Some(other) => {
            eprintln!("unknown fault {other}: use nothing, kill, pause, drain, upgrade, cut or promote");
            return ExitCode::FAILURE;
        }
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
