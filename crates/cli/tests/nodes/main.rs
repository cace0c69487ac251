//! Several processes of the program on one database, with real faults: `cargo test -p croupier-cli --test nodes`.
//!
//! `cluster` starts, stops, pauses and kills them, `way` is a connection that a test can cut, `evening` is a whole evening over
//! three nodes while everything fails once, `faults` has each fault by itself.

mod cluster;
mod evening;
mod faults;
mod program;
mod way;
