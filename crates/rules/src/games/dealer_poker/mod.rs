//! Poker against a dealer's hand: an ante, a look at one's own cards, and a raise or a fold; then the hands are compared.

mod deal;
mod draft;
mod facts;
mod fixed;
mod guide;
mod hand;
mod kinds;
mod limits;
mod offer;
mod play;
mod rules;
mod settings;
mod table;
mod wager;

pub use deal::{Deal, Move, View};
pub(crate) use draft::DealerPokerBook;
pub use facts::value_of;
pub use hand::{HandKind, HandSize, KINDS, Strength};
pub use rules::{
    Clause, ClauseResult, DealOrder, DealerPoker, DealerShows, PLAYERS_MAX, Pay, Qualifies, RaisePays,
    Results,
};
pub use wager::{Life, Wager};
