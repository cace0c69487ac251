//! Round notation: the plain-text record of what happened at a table.
//!
//! ```
//! use croupier_rules::notation::{Act, read_line};
//! let line = read_line("ann  bets 100 on  red   # a chip").unwrap();
//! assert_eq!(line.to_string(), "ann bets 100 on red  # a chip");
//! assert!(matches!(line.act, Some(Act::Bets(_))));
//! ```

mod act;
mod form;
mod line;
mod misread;
mod read;
mod record;
mod words;
mod write;

pub use act::{
    Act, Area, Bid, BoxHand, Call, CarriedStake, Decision, Direction, Name, On, SettingChoice, Side, Verb,
    Who,
};
pub use form::{ActForm, RecordPart};
pub use line::Line;
pub use misread::Misread;
pub use read::{read_act, read_line};
pub use record::{Numbered, lines, tidy};
pub(crate) use words::count;
pub use words::nearest;
