//! The tests of this crate in one program: `cargo test -p croupier-sim --test suite best::` runs those of one file.

mod best;
mod bytes;
mod common;
mod kernels;
mod known;
mod rebuild;
mod sides;
mod staking;
