//! What a live table reports: the decision it waits for, a stake as the ledger needs it, a bank that passes.

use croupier_kit::Money;

use super::people::PlayerId;
use crate::notation::{BoxHand, Name, Who};

/// A decision that the table waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Due {
    /// Who takes it, as the record will say it: a person, or a hand of a baccarat table.
    pub who: Who,
    /// The person who speaks for that hand; nobody where the house does.
    pub speaker: Option<Name>,
    /// The box and hand it is about, where the game has boxes.
    pub on: Option<BoxHand>,
}

/// What the ledger needs to know of a stake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StakeNow {
    /// Whose it is.
    pub player: PlayerId,
    /// How much lies there, or lay there.
    pub amount: Money,
    /// Whether it stands; else what goes back to the player, the stake included.
    pub returned: Option<Money>,
    /// Whether it was decided by play rather than returned.
    pub decided: bool,
}

/// A bank that passes from player to player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassingBank {
    /// Who holds it.
    pub holder: PlayerId,
    /// What is in it.
    pub amount: Money,
    /// Whether an opposing hand has won, so that it has to pass.
    pub passes: bool,
}
