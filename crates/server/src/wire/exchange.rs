//! Exchanges, counts, proposals and slips on the wire.

use croupier_house::table::Mode;

use croupier_house::ledger::Unit;
use croupier_house::office::Exchange;
use croupier_house::paper::{Count, ProposedAction, SlipStep};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Amount;

/// So many of one denomination.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChipCount {
    /// What one is worth.
    pub value: Amount,
    /// How many there are.
    pub count: u32,
}

/// A count by denomination.
pub(super) fn count(counts: &[ChipCount]) -> Count {
    Count(counts.iter().map(|of| (of.value.0, of.count)).collect())
}

/// What changes hands against what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of the house's exchanges")]
pub enum ExchangeOf {
    /// Cash or plaques for value chips.
    BuyIn {
        #[schema(value_type = String, example = "cash")]
        with: Unit,
        amount: Amount,
    },
    /// Value chips for cash, at the cage.
    CashOut { amount: Amount },
    /// Cash for plaques, at the cage.
    BuyPlaques { amount: Amount },
    /// Plaques for cash, at the cage.
    CashPlaques { amount: Amount },
    /// Cash, value chips or plaques for wheel chips of a colour.
    ToWheel {
        #[schema(value_type = String, example = "chips")]
        with: Unit,
        amount: Amount,
        colour: u8,
        /// What one chip is worth.
        value: Amount,
    },
    /// Wheel chips for value chips.
    FromWheel { amount: Amount },
}

impl From<ExchangeOf> for Exchange {
    fn from(exchange: ExchangeOf) -> Self {
        match exchange {
            ExchangeOf::BuyIn { with, amount } => Self::BuyIn { with, amount: amount.0 },
            ExchangeOf::CashOut { amount } => Self::CashOut { amount: amount.0 },
            ExchangeOf::BuyPlaques { amount } => Self::BuyPlaques { amount: amount.0 },
            ExchangeOf::CashPlaques { amount } => Self::CashPlaques { amount: amount.0 },
            ExchangeOf::ToWheel { with, amount, colour, value } => {
                Self::ToWheel { with, amount: amount.0, colour, value: value.0 }
            }
            ExchangeOf::FromWheel { amount } => Self::FromWheel { amount: amount.0 },
        }
    }
}

impl From<Exchange> for ExchangeOf {
    fn from(exchange: Exchange) -> Self {
        match exchange {
            Exchange::BuyIn { with, amount } => Self::BuyIn { with, amount: amount.into() },
            Exchange::CashOut { amount } => Self::CashOut { amount: amount.into() },
            Exchange::BuyPlaques { amount } => Self::BuyPlaques { amount: amount.into() },
            Exchange::CashPlaques { amount } => Self::CashPlaques { amount: amount.into() },
            Exchange::ToWheel { with, amount, colour, value } => {
                Self::ToWheel { with, amount: amount.into(), colour, value: value.into() }
            }
            Exchange::FromWheel { amount } => Self::FromWheel { amount: amount.into() },
        }
    }
}

/// What needs a second person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "each field says what it is")]
pub enum MatterOf {
    /// The table opens with this float.
    Open {
        #[schema(value_type = String, example = "attended")]
        mode: Mode,
        opener: Vec<ChipCount>,
    },
    /// The table closes with this float.
    Close { closer: Vec<ChipCount> },
    /// The drop box is emptied and counted.
    Drop { cash: Vec<ChipCount> },
    /// This round is void: everything goes back.
    Void { round: u64, reason: String },
    /// A line of the record of this round is wrong and another is right.
    Correct { round: u64, from: String, to: String, reason: String },
}

impl From<MatterOf> for ProposedAction {
    fn from(matter: MatterOf) -> Self {
        match matter {
            MatterOf::Open { mode, opener } => Self::Open { mode, opener: count(&opener) },
            MatterOf::Close { closer } => Self::Close { closer: count(&closer) },
            MatterOf::Drop { cash } => Self::Drop { cash: count(&cash) },
            MatterOf::Void { round, reason } => Self::Void { round, reason },
            MatterOf::Correct { round, from, to, reason } => Self::Correct { round, from, to, reason },
        }
    }
}

/// A step of a slip.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the steps are their own names")]
pub enum StepOf {
    Send,
    Deliver,
    Confirm,
    /// With a reason.
    Void,
}

impl StepOf {
    /// The step, with the reason where it is void.
    pub fn with(self, reason: Option<String>) -> SlipStep {
        match self {
            Self::Send => SlipStep::Send,
            Self::Deliver => SlipStep::Deliver,
            Self::Confirm => SlipStep::Confirm,
            Self::Void => SlipStep::Void(reason.unwrap_or_default()),
        }
    }
}
