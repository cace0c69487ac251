//! Blackjack: boxes against a dealer (reg. 6; Mpumalanga sections 4 and 7).

mod behind;
mod boxes;
mod check;
mod deal;
mod dealing;
mod decide;
mod draft;
mod facts;
mod fixed;
mod guide;
mod hand;
mod insurance;
mod kinds;
mod limits;
mod look;
mod moves;
mod offer;
mod options;
mod play;
mod rules;
mod settings;
mod settle;
mod side_round;
mod split_draft;
mod table;
mod values;
mod wager;

pub use boxes::Series;
pub use deal::{BOXES_MAX, BoxOnTable, Deal, HANDS_MAX, Move, Ranks};
pub(crate) use draft::BlackjackBook;
pub use hand::{Hand, Waits};
pub use options::{
    AcesAgain, BetsOnABox, Boxes, BoxesAPerson, Caller, DealerBeforePlay, DealerOn17, DoubleAfterSplit,
    EvenMoney, Insurance, InsuranceAfterSplit, InsuranceRight, LostToBlackjack, NaturalsPaid, NaturalsShown,
    OnEqual, Paid, Pairs, Shuffler, SplitAces, SplitRules, SplitTwoCard21, Surrender, SurrenderWhen,
    WayToWin, WinClause,
};
pub use rules::{Blackjack, BlackjackCites};
pub use side_round::{SideDeal, SideRound};
pub use values::{AceCounts, CardValues};
pub use wager::{Life, Wager};
