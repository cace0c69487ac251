//! The status of a live table: the decision it waits for, a stake as the ledger needs it, a bank that passes.

use croupier_kit::{Money, Odds};

use super::people::PlayerId;
use crate::notation::{BoxHand, Name, Who};

/// What can still be bet behind a stake: multiples of the step, up to the most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BehindRoom {
    /// What it is paid.
    pub odds: Odds,
    /// The smallest amount that is paid exactly.
    pub step: Money,
    /// The largest amount that the bets behind it leave room for, a multiple of the step.
    pub most: Money,
}

/// A decision that the table waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Due {
    /// Who decides, as the record will name them: a person, or a hand of a baccarat table.
    pub who: Who,
    /// The person who decides for that hand; `None` if the house does.
    pub speaker: Option<Name>,
    /// The box and hand it concerns, if the game has boxes.
    pub on: Option<BoxHand>,
}

/// The part of a stake that the ledger needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StakeNow {
    /// The player.
    pub player: PlayerId,
    /// The amount that is, or was, at stake.
    pub amount: Money,
    /// `None` while it stands; otherwise the amount returned to the player, including the stake.
    pub returned: Option<Money>,
    /// Whether it was settled by play rather than returned.
    pub decided: bool,
}

/// A bank that passes from player to player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassingBank {
    /// Who holds it.
    pub holder: PlayerId,
    /// The amount in it.
    pub amount: Money,
    /// Whether an opposing hand has won, so that the bank must pass.
    pub passes: bool,
}
