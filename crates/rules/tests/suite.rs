//! The tests of this crate in one program: `cargo test -p croupier-rules --test suite amendments::` runs those of one file.

mod amendments;
mod baccarat;
mod blackjack_hands;
mod cites;
mod commission;
mod conflicts;
mod cutting_card;
mod dealer_poker_hands;
mod drawing_table;
mod example;
mod example_books;
/// The faults of a file, with the tests that they bring along.
#[allow(dead_code, unreachable_pub, reason = "the tests use a part of what the crate uses")]
#[path = "../src/book/faults.rs"]
mod faults;
mod form;
mod guide;
mod house;
mod idle;
mod limits;
mod many_faults;
mod notation;
mod notation_reference;
/// The paths into a file, with the tests that they bring along.
#[allow(dead_code, unreachable_pub, reason = "the tests use a part of what the crate uses")]
#[path = "../src/book/path.rs"]
mod path;
mod payable;
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
