//! The tests of this crate in one program: `cargo test -p croupier-maths --test suite advice::` runs those of one file.

mod advice;
mod baccarat;
mod blackjack;
mod blackjack_oracle;
mod known;
mod poker;
