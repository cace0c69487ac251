//! The program that the servers of these tests run.

use std::path::PathBuf;

use croupier_evening::NodeProgram;

/// How long the phases of automatic tables last, in milliseconds.
const PACE: [(&str, &str); 9] = [
    ("bets", "1500"),
    ("finals", "100"),
    ("closed", "900"),
    ("insurance", "300"),
    ("decision", "400"),
    ("payment", "100"),
    ("card", "0"),
    ("ball", "0"),
    ("dice", "0"),
];

/// A demo whose tables do not make people wait.
pub(crate) fn program() -> NodeProgram {
    let options = ["--demo", "--requests-per-second=0"].map(ToOwned::to_owned).into_iter();
    let pace = PACE.iter().map(|(phase, time)| format!("--pace-{phase}={time}"));
    NodeProgram {
        path: PathBuf::from(env!("CARGO_BIN_EXE_croupier")),
        options: options.chain(pace).collect(),
    }
}
