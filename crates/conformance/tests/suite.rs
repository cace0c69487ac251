//! The tests of this crate in one program: `cargo test -p croupier-conformance --test suite census::` runs those of one file.

mod census;
mod every_game;
mod examples;
mod made;
/// The count of the money, with the tests that it brings along.
#[path = "../src/money.rs"]
mod money;
mod offers;
mod one_name;
mod outcomes;
