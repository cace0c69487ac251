//! The tests of this crate in one program: `cargo test -p croupier-maths --test suite advice::` runs those of one file.

mod advice;
mod baccarat;
mod blackjack;
mod blackjack_oracle;
mod dealer_poker;
/// The same table as in the tests of the rules.
#[path = "../../rules/tests/drawing_table.rs"]
mod drawing_table;
mod draws;
mod example;
mod known;
mod poker;
mod published;
