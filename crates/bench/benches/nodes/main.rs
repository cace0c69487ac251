//! Several nodes: processes of the release program on a `PostgreSQL` of their own. A bet through a follower against a bet
//! at the owner; sockets at two followers against the same sockets at one node; how long people wait when the owner is
//! killed, and when it stops by plan.
//!
//! Fails where a bet through a follower takes more than twice as long, where the followers' 99th percentile is more than
//! 1.5 times that of one node, where the next acknowledgement after a kill comes after five seconds, and where a stop by
//! plan makes anybody wait for 300 ms or refuses a command.
//!
//! The program is `target/release/croupier` beside this one, or the one that `CROUPIER` names. `CROUPIER_NODES_SOCKETS`
//! is the number of sockets at each follower, `CROUPIER_NODES_KILLS` and `CROUPIER_NODES_STOPS` how often an owner is
//! killed and stopped. `CROUPIER_NODES_ONLY` is one of `forwarded`, `sockets`, `killed`, `stopped`.

mod bettor;
mod forwarded;
mod scene;
mod sockets;
mod taken_over;

use std::process::ExitCode;

use croupier_bench::Aims;

/// The memory allocator of the program.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A number from the environment.
fn number(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

fn main() -> ExitCode {
    let mut aims = Aims::of("nodes");
    let only = std::env::var("CROUPIER_NODES_ONLY").ok();
    let is_wanted = |name: &str| only.as_deref().is_none_or(|only| only == name);
    let parts = ["forwarded", "sockets", "killed", "stopped"];
    assert!(parts.into_iter().any(is_wanted), "CROUPIER_NODES_ONLY is one of {parts:?}");
    if is_wanted("forwarded") {
        forwarded::measure(&mut aims);
    }
    if is_wanted("sockets") {
        sockets::measure(&mut aims);
    }
    if is_wanted("killed") {
        taken_over::measure_kills(number("CROUPIER_NODES_KILLS", 100), &mut aims);
    }
    if is_wanted("stopped") {
        taken_over::measure_stops(number("CROUPIER_NODES_STOPS", 20), &mut aims);
    }
    aims.verdict()
}
