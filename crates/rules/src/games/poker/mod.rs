//! Arizona Hold-Em: three closed cards for each player, two common cards, and odds by a pay table (6.2, 6.6).

mod deal;
mod draft;
mod fixed;
mod guide;
mod kinds;
mod limits;
mod offer;
mod pays;
mod play;
mod rules;
mod settings;
mod table;
mod wager;

pub use deal::{Deal, Move, View};
pub(crate) use draft::HoldEmBook;
pub use pays::{Pay, PayTable};
pub use rules::{HoldEm, PLAYERS_MAX, Shuffled};
pub use wager::{Life, Wager};
