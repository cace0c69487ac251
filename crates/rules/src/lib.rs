//! The rules of Croupier: the Game contract, the games, the rulebooks and the round notation.
//!
//! ```
//! use croupier_rules::{book::Shelf, judge};
//! let record = b"rules scotland-1970/roulette\nann bets 10 on red\nball 0\n";
//! let today = jiff::civil::date(1971, 3, 2);
//! let verdict = judge(&Shelf::built_in(), record, today).unwrap();
//! assert_eq!(verdict.rows[0].outcome.name(), "halved");
//! assert_eq!(verdict.rows[0].cites[0], "reg. 3(6)");
//! ```
//!
//! # Books
//! A [`book::Shelf`] has rulebooks: regulations as files, provision by provision. [`book::Book::read`] reads one or
//! reports all its faults, each with its place. A game of a book becomes a table with the settings of a house; a
//! setting that the regulation does not permit is refused with the provision:
//!
//! ```
//! use croupier_rules::book::{Chosen, Shelf};
//! let shelf = Shelf::built_in();
//! let (_, blackjack) = shelf.game("mpumalanga/blackjack").unwrap();
//! let mut chosen = Chosen::default();
//! assert!(chosen.choose("decks", "9", &blackjack.envelope()).is_err());
//! chosen.choose("decks", "8", &blackjack.envelope()).unwrap();
//! let rules = blackjack.table(&chosen);
//! assert_eq!(croupier_rules::offer::listings(&rules)[0].name, "box");
//! ```
//!
//! # Records
//! A round is a text with one act a line ([`notation`]). [`judge()`] plays it through the rules and returns what became
//! of every stake; [`judge_explained`] also returns the argument. A record that breaks a rule is [`Inadmissible`] at a
//! line. The judge takes the day whose law applies as an argument: this crate has no clock, no files and no randomness.
//!
//! # Play
//! [`contract::Game`] is what every family of games implements: a deal knows whose turn it is, what may fall and what
//! may be decided, and how each wager is settled. Prices and simulations are made through it. [`table::Table`] is a
//! table with people, stakes and a shoe on top of it, and [`games::AnyTable`] is a table of any game.
//!
//! `examples/judge.rs` is a program of forty lines.

mod argument;
pub mod book;
pub mod commission;
pub mod contract;
pub mod fixed;
pub mod games;
pub mod guide;
pub mod house;
mod judge;
pub mod kind;
pub mod law;
pub mod notation;
pub mod offer;
pub mod side;
pub mod table;

pub use argument::{Argument, Consequence, LawInForce, Step};
pub use judge::{Inadmissible, Judged, judge, judge_by, judge_explained, judge_explained_by};
