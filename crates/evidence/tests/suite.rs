//! The tests of this crate in one program: `cargo test -p croupier-evidence --test suite reality::` runs those of one file.

mod document;
mod generator;
mod pack;
mod prices;
mod reality;
