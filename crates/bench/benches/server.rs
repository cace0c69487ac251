//! The whole server path: durable bets over HTTP and over a WebSocket, compared with a validated POST to the same
//! server that does nothing, with 64 and 512 connections; and 2,000 tables with 5,000 players who bet every five
//! seconds.
//!
//! Fails where bets reach less than half of what the POST that does nothing reaches.
//!
//! Load and server share the machine. Every counted bet was acknowledged, and the ledger is summed at the end.

use std::process::ExitCode;
use std::time::Duration;

use croupier_bench::{Aims, LoadResult, LoadWay, ServedHouse, crowd, run};

/// The memory allocator of the program.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The speed of the machine drifts, so the loads that are compared take turns: this many turns, each of this
/// duration.
const TURNS: usize = 5;
const TURN: Duration = Duration::from_millis(1_500);

/// The least share of the POSTs that do nothing that durable bets have to reach.
const SHARE_MIN: f64 = 0.5;

fn ratio(of: &LoadResult, to: &LoadResult) -> f64 {
    of.rate() / to.rate()
}

async fn bets(open: &ServedHouse, connections: usize, aims: &mut Aims) {
    let guests = open.guests(connections).await;
    let ticking = open.tick_all(Duration::from_millis(500));
    let mut loads = [LoadWay::Nothing, LoadWay::Http, LoadWay::Socket].map(LoadResult::of);
    for _ in 0..TURNS {
        for load in &mut loads {
            load.add(run(open.address, &guests, load.way(), TURN).await);
        }
    }
    ticking.abort();
    let [nothing, http, socket] = loads.map(LoadResult::sorted);
    for load in [&nothing, &http, &socket] {
        println!("server: {load} with {connections} connections");
    }
    for (way, load) in [("HTTP", &http), ("WebSockets", &socket)] {
        let what = format!(
            "server: durable bets over {way} to POSTs that do nothing, with {connections} connections"
        );
        aims.at_least(&what, ratio(load, &nothing), SHARE_MIN);
    }
}

async fn many(aims: &mut Aims) {
    let open = ServedHouse::in_folder("crowd", 2_000).await;
    let guests = open.guests(5_000).await;
    let ticking = open.tick_all(Duration::from_secs(5));
    let guests: Vec<_> = guests.into_iter().map(|guest| (open.address, guest)).collect();
    let load = crowd(&guests, Duration::from_secs(5), Duration::from_secs(20)).await;
    ticking.abort();
    let figure = format!("{load}; {}", memory());
    aims.note("server: 2,000 tables, 5,000 sockets, a bet each every five seconds", figure);
    open.check();
}

/// The peak memory of the process, client and server together.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("unknown memory");
    format!("at most {} in memory, load generator and all", line.trim_start_matches("VmHWM:").trim())
}

fn main() -> ExitCode {
    let mut aims = Aims::of("server");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let open = ServedHouse::in_folder("bets", 64).await;
        for connections in [64, 512] {
            bets(&open, connections, &mut aims).await;
        }
        open.check();
        drop(open);
        many(&mut aims).await;
    });
    aims.verdict()
}
