//! Dice: two dice, and the wagers of the schedule (reg. 4 and the Schedule).

mod check;
mod deal;
mod draft;
mod fixed;
mod guide;
mod kinds;
mod limits;
mod offer;
mod play;
mod point;
mod rules;
mod settings;
mod table;
mod wager;

pub use deal::{Deal, Move, Throws};
pub(crate) use draft::DiceBook;
pub use point::Series;
pub use rules::{
    Barred, BehindMost, ByScore, Calls, Combination, Dice, First, FirstThrow, Line, Made, MadeWhen, Next,
    PointWins, Put, Race, ScoreOdds, Winner,
};
pub use wager::{Life, Wager};
