//! The tests of this crate in one program: `cargo test -p croupier-sim --test suite best::` runs those of one file.

mod batch;
mod best;
mod bytes;
mod common;
mod counts;
mod example;
mod kernels;
mod known;
mod machines;
mod rebuild;
mod sides;
mod staking;
