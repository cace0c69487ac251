//! The tests of this crate in one program: `cargo test -p croupier-cli --test suite check::` runs those of one file.

mod audit;
mod check;
mod commands;
mod common;
mod house_file;
mod manners;
mod odds;
mod opening_night;
mod pay;
mod play;
mod postgres;
mod printed;
mod serve;
mod simulate;
mod verify;
mod witness;
