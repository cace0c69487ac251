//! The tests of this crate in one program: `cargo test -p croupier-cli --test suite check::` runs those of one file.

mod audit;
mod check;
mod commands;
mod common;
mod counts;
mod evidence;
mod house_file;
mod lab;
mod manners;
mod odds;
mod opening_night;
mod pay;
mod play;
mod postgres;
mod printed;
#[path = "../../house/tests/recorded/file.rs"]
#[allow(dead_code, reason = "recorders use more of it")]
mod recorded_file;
mod serve;
mod simulate;
mod verify;
mod witness;
