//! The tests of this crate in one program: `cargo test -p croupier-rules --test suite amendments::` runs those of one file.

mod amendments;
mod baccarat;
mod blackjack_hands;
mod cites;
mod conflicts;
mod drawing_table;
mod example_books;
mod house;
mod many_faults;
mod notation;
mod poker_book;
mod poker_views;
mod reading;
mod reference;
mod refused;
mod schema;
mod seats;
mod settings;
mod sides;
mod views;
