//! Exchanges, counts, proposals and slips.

use croupier_house::office::Exchange as HouseExchange;
use croupier_house::paper::{Count, ProposedAction, SlipStep as HouseSlipStep};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::amount::Amount;
use super::kinds::{Mode, Unit};

/// A number of chips or notes of one denomination.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChipCount {
    /// The value of one.
    pub value: Amount,
    /// How many.
    pub count: u32,
}

/// A count by denomination.
pub(super) fn count(counts: &[ChipCount]) -> Count {
    Count(counts.iter().map(|of| (of.value.0, of.count)).collect())
}

/// An exchange of money and chips, selected by `kind`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Exchange {
    /// Cash or plaques for value chips.
    BuyIn {
        /// Cash or plaques.
        with: Unit,
        /// The amount.
        amount: Amount,
    },
    /// Value chips for cash, at the cage.
    CashOut {
        /// The amount.
        amount: Amount,
    },
    /// Cash for plaques, at the cage.
    BuyPlaques {
        /// The amount.
        amount: Amount,
    },
    /// Plaques for cash, at the cage.
    CashPlaques {
        /// The amount.
        amount: Amount,
    },
    /// Cash, value chips or plaques for wheel chips of a colour.
    ToWheel {
        /// What is given for them.
        with: Unit,
        /// The amount.
        amount: Amount,
        /// The number of the colour.
        colour: u8,
        /// The value of one chip.
        value: Amount,
    },
    /// Wheel chips for value chips.
    FromWheel {
        /// The amount.
        amount: Amount,
    },
    /// Value chips for plaques, at the cage. The other way round is a `buy-in` with plaques.
    ToPlaques {
        /// The amount.
        amount: Amount,
    },
}

impl From<Exchange> for HouseExchange {
    fn from(exchange: Exchange) -> Self {
        match exchange {
            Exchange::BuyIn { with, amount } => Self::BuyIn { with: with.into(), amount: amount.0 },
            Exchange::CashOut { amount } => Self::CashOut { amount: amount.0 },
            Exchange::BuyPlaques { amount } => Self::BuyPlaques { amount: amount.0 },
            Exchange::CashPlaques { amount } => Self::CashPlaques { amount: amount.0 },
            Exchange::ToWheel { with, amount, colour, value } => {
                Self::ToWheel { with: with.into(), amount: amount.0, colour, value: value.0 }
            }
            Exchange::FromWheel { amount } => Self::FromWheel { amount: amount.0 },
            Exchange::ToPlaques { amount } => Self::ToPlaques { amount: amount.0 },
        }
    }
}

impl From<HouseExchange> for Exchange {
    fn from(exchange: HouseExchange) -> Self {
        match exchange {
            HouseExchange::BuyIn { with, amount } => Self::BuyIn { with: with.into(), amount: amount.into() },
            HouseExchange::CashOut { amount } => Self::CashOut { amount: amount.into() },
            HouseExchange::BuyPlaques { amount } => Self::BuyPlaques { amount: amount.into() },
            HouseExchange::CashPlaques { amount } => Self::CashPlaques { amount: amount.into() },
            HouseExchange::ToWheel { with, amount, colour, value } => {
                Self::ToWheel { with: with.into(), amount: amount.into(), colour, value: value.into() }
            }
            HouseExchange::FromWheel { amount } => Self::FromWheel { amount: amount.into() },
            HouseExchange::ToPlaques { amount } => Self::ToPlaques { amount: amount.into() },
        }
    }
}

/// Something that needs a second person, selected by `kind`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Proposal {
    /// Open the table.
    Open {
        /// How it is run.
        mode: Mode,
        /// The chips in its float, by denomination.
        opener: Vec<ChipCount>,
        /// What the counter says about the count; at most 400 characters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(max_length = 400)]
        note: Option<String>,
    },
    /// Close the table.
    Close {
        /// The chips in its float, by denomination.
        closer: Vec<ChipCount>,
        /// What the counter says about the count, such as why it differs from the float; at most 400 characters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(max_length = 400)]
        note: Option<String>,
    },
    /// Empty and count the drop box.
    Drop {
        /// The cash in it, by denomination.
        cash: Vec<ChipCount>,
        /// What the counter says about the count, such as why it differs from the drop; at most 400 characters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(max_length = 400)]
        note: Option<String>,
    },
    /// Declare the round on the table void: all stakes are returned.
    Void {
        /// The number of the round.
        round: u64,
        /// The reason.
        reason: String,
    },
    /// Correct a line in the record of the round on the table.
    Correct {
        /// The number of the round.
        round: u64,
        /// The wrong line.
        from: String,
        /// The right line.
        to: String,
        /// The reason.
        reason: String,
    },
}

impl From<Proposal> for ProposedAction {
    fn from(proposal: Proposal) -> Self {
        match proposal {
            Proposal::Open { mode, opener, note } => {
                let (mode, opener) = (mode.into(), count(&opener));
                match note {
                    Some(note) => Self::OpenNoted { mode, opener, note },
                    None => Self::Open { mode, opener },
                }
            }
            Proposal::Close { closer, note } => {
                let closer = count(&closer);
                match note {
                    Some(note) => Self::CloseNoted { closer, note },
                    None => Self::Close { closer },
                }
            }
            Proposal::Drop { cash, note } => {
                let cash = count(&cash);
                match note {
                    Some(note) => Self::DropNoted { cash, note },
                    None => Self::Drop { cash },
                }
            }
            Proposal::Void { round, reason } => Self::Void { round, reason },
            Proposal::Correct { round, from, to, reason } => Self::Correct { round, from, to, reason },
        }
    }
}

/// A step of a slip. `void` needs a reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SlipStep {
    /// The chips are sent.
    Send,
    /// The chips have arrived.
    Deliver,
    /// The chips have been counted.
    Confirm,
    /// The slip is void; needs a reason.
    Void,
}

impl SlipStep {
    /// The step of the house, with the reason where the slip is void.
    pub fn with(self, reason: Option<String>) -> HouseSlipStep {
        match self {
            Self::Send => HouseSlipStep::Send,
            Self::Deliver => HouseSlipStep::Deliver,
            Self::Confirm => HouseSlipStep::Confirm,
            Self::Void => HouseSlipStep::Void(reason.unwrap_or_default()),
        }
    }
}
