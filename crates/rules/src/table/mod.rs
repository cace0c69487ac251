//! A table: one game with its stakes and its series, driven act by act.
//!
//! The same table judges a record, runs a live round and replays a journal. Everything that all games share is here;
//! everything specific to a game is in its folder, behind [`TableGame`].

mod announce;
mod betting;
mod cards;
mod carry;
mod continuation;
mod figures;
mod laid;
mod live;
mod payable;
mod people;
mod play;
mod resume;
mod shoe;
mod side;
mod stakes;
mod status;
mod table_game;
mod verdict;
mod words;

pub use betting::Betting;
pub use continuation::{Continuation, LastRound, MayCut, SeriesContinuation};
pub use figures::{BetsOfRound, CountedStake, CountedStakes, CountedTerms, FigureWager};
pub use laid::{TableCard, split_cards};
pub(crate) use payable::unstakable;
pub use payable::{ExactBet, MOVED_MAX, charge_of, check_payable, check_side_payable, side_unit, stake_unit};
pub use people::{People, PlayerId};
pub use play::{BetAssessment, PermittedBet};
pub use shoe::{CardSource, TableShoe, usual_cut};
pub(crate) use side::read_side;
pub use stakes::{Offer, Stake, Stakes, State};
pub use status::{BehindRoom, Due, PassingBank, StakeNow};
pub use table_game::{Table, TableGame, TakeBack};
pub use verdict::{Outcome, StakeVerdict, Verdict};
pub use words::wager_words;
pub(crate) use words::{no_such_bet, no_such_wager};
