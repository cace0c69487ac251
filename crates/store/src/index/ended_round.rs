//! The result of a round, as the rules put it in words.

use croupier_house::ids::{HouseId, TableId};

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
}
