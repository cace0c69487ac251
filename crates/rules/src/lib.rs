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
