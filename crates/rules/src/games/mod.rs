//! The games, one folder each, and the choice among them at run time.
//!
//! Every folder has the same files. Read them in this order:
//!
//! - `rules.rs`: the rules in force, as data;
//! - `draft.rs`: reads the rules from their section of the rulebook;
//! - `settings.rs`: what a book can leave to the house;
//! - `limits.rs`: how much the engine can hold;
//! - `fixed.rs`: the terms that the book fixes, for the check of a house file;
//! - `deal.rs`: what lies on the table, the possible decisions and the remaining outcomes;
//! - `wager.rs`: the wagers, the state of a stake, and how a stake is settled;
//! - `kinds.rs`: the kinds of wagers that the family declares, and their words at a table;
//! - `play.rs`: the implementation of the game contract: open a deal, decide, settle;
//! - `table.rs`: the game at a table: the words for its wagers, its acts and its state beyond one deal;
//! - `offer.rs`: what the game offers, for signs and pages.
//!
//! Anything that only one game has, such as the spins of a wheel or a bank that passes, has its own file.

mod any;
mod any_table;
pub mod baccarat;
pub mod blackjack;
pub mod dealer_poker;
pub mod dice;
pub mod in_between;
mod list;
pub mod poker;
pub mod roulette;

pub(crate) use list::Parameters;
pub use list::{AnyGame, AnyPermittedBet, AnyTable, Family, FamilyRules};
