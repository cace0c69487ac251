//! In-Between: two cards, and a third that may lie between them in rank (r. 14(3) and r. 15(3)).

mod deal;
mod draft;
mod fixed;
mod guide;
mod kinds;
mod limits;
mod offer;
mod play;
mod rules;
mod settings;
mod table;
mod wager;

pub use deal::{Deal, Hand, Move, PLAYERS_MAX, Ranks};
pub(crate) use draft::InBetweenBook;
pub use rules::{Clause, HandResult, InBetween};
pub use wager::{Life, Wager};
