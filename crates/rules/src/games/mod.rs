//! The games, one folder each, and the choice among them at run time.
//!
//! Every folder has the same files, in this order of reading:
//!
//! - `rules.rs`: the rules in force, as data;
//! - `draft.rs`: reads them from their section of the rulebook;
//! - `fixed.rs`: what the book fixes, for the check of a house file;
//! - `deal.rs`: what lies on the table, what can be decided and what can still fall;
//! - `wager.rs`: what can be bet on, what a stake remembers, and what settles it;
//! - `play.rs`: the contract: open a deal, decide, settle;
//! - `table.rs`: the game at a table: the words of its wagers, its acts and what it remembers beyond a deal;
//! - `offer.rs`: what it offers, for signs and pages.
//!
//! What only one game has, such as the spins of a wheel or a bank that passes, has a file of its own beside them.

mod any;
mod any_table;
pub mod baccarat;
pub mod blackjack;
pub mod dice;
mod family;
pub mod in_between;
mod parameters;
pub mod poker;
pub mod roulette;

pub use any::AnyGame;
pub use any_table::AnyTable;
pub use family::Family;
pub(crate) use parameters::Parameters;
