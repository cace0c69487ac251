//! What deciding an event has found out, for applying it.

use croupier_rules::games::AnyPermittedBet;
use croupier_rules::notation::Act;
use smallvec::SmallVec;

/// The acts that the lines of an event say, as they were just decided: applying the event need not read them again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecidedActs {
    /// The acts. One, as of nearly all events, needs no memory of its own.
    pub acts: SmallVec<[Act; 1]>,
    /// If they are one bet, what the rules said of it.
    pub bet: Option<AnyPermittedBet>,
}
