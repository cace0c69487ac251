//! The result of a round, as the rules put it in words, and what was played in it.

use std::sync::Arc;

use croupier_house::ids::{HouseId, PersonId, TableId};
use croupier_house::table::RoundFigures;

/// The result of a round that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndedRound {
    /// The house.
    pub house: HouseId,
    /// The table.
    pub table: TableId,
    /// The round.
    pub round: u64,
    /// The time of the event that ended it.
    pub at: i64,
    /// The result in a few words.
    pub result: Box<str>,
    /// What was played in it; `None` if the figures do not count it.
    pub play: Option<Arc<RoundPlay>>,
}

/// What was played in a round, as it stands after an event: a correction replaces what was put before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundPlay {
    /// The version of the table's journal at which this was so. What is older than the last one is not counted again.
    pub version: u64,
    /// The person who entered the result; `None` if the house dealt.
    pub dealer: Option<PersonId>,
    /// Whether a correction has changed it.
    pub is_corrected: bool,
    /// The figures; `None` if the round is void.
    pub figures: Option<RoundFigures>,
}
