//! Baccarat in all its versions: a banker's hand against one or two others (reg. 5; 5.2 to 5.7).
//!
//! In punto banco nobody has a choice. In chemin de fer and baccarat banque the opposing hand may choose on some
//! scores, and the banker either chooses or is bound to the drawing table. The book says which.

mod bank;
mod deal;
mod draft;
mod drawing;
mod facts;
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
mod wager_draft;

pub use bank::Coups;
pub use deal::{BANKER, Deal, Hand, HandView, LEFT, Move, PLAYER, Pip, Pips, View, pip};
pub(crate) use draft::BaccaratBook;
pub use drawing::{Banker, Digits, Drawing, Tableau, Third};
pub use rules::{Areas, Baccarat, Backs, Bank, Clause, Condition, HeldBy, Opposing, StandingArea, Undecided};
pub use wager::Wager;
