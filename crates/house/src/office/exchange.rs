//! Exchanges at the cage and at tables, and the requests that are not confirmed yet.

use std::collections::BTreeMap;

use croupier_kit::Money;
use serde::{Deserialize, Serialize};

use crate::ids::{Actor, PersonId, TableId};
use crate::ledger::{Leg, Legs, Location, Transaction, TransactionKind, Unit};

/// What is exchanged for what. The amount is the same on both sides. New variants go at the end: their index is in the
/// bytes of the journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exchange {
    /// Cash or plaques for value chips.
    BuyIn {
        /// Cash or plaques.
        with: Unit,
        /// The amount.
        amount: Money,
    },
    /// Value chips for cash, at the cage.
    CashOut {
        /// The amount.
        amount: Money,
    },
    /// Cash for plaques, at the cage.
    BuyPlaques {
        /// The amount.
        amount: Money,
    },
    /// Plaques for cash, at the cage.
    CashPlaques {
        /// The amount.
        amount: Money,
    },
    /// Cash, value chips or plaques for wheel chips of a colour, at a table with a wheel (3.5(3)).
    ToWheel {
        /// The unit that the player gives.
        with: Unit,
        /// The amount.
        amount: Money,
        /// The colour.
        colour: u8,
        /// The value of one chip.
        value: Money,
    },
    /// Wheel chips for value chips, while the ball is not running (3.5(2)).
    FromWheel {
        /// The amount.
        amount: Money,
    },
    /// Value chips for plaques, at the cage. The other way round is a buy-in with plaques.
    ToPlaques {
        /// The amount.
        amount: Money,
    },
}

impl Exchange {
    /// The amount exchanged.
    pub const fn amount(&self) -> Money {
        match self {
            Self::BuyIn { amount, .. }
            | Self::CashOut { amount }
            | Self::BuyPlaques { amount }
            | Self::CashPlaques { amount }
            | Self::ToWheel { amount, .. }
            | Self::FromWheel { amount }
            | Self::ToPlaques { amount } => *amount,
        }
    }

    /// Whether the person pays in cash.
    pub(crate) const fn is_paid_in_cash(&self) -> bool {
        matches!(
            self,
            Self::BuyIn { with: Unit::Cash, .. }
                | Self::BuyPlaques { .. }
                | Self::ToWheel { with: Unit::Cash, .. }
        )
    }

    /// The transaction; `None` where this exchange is not possible.
    pub(crate) fn transaction(&self, person: PersonId, at: Option<TableId>) -> Option<Transaction> {
        let amount = self.amount();
        let leg = |unit, from, to| Leg { unit, from, to, amount };
        let (wallet, player) = (Location::Wallet(person), Location::Player(person));
        let given = |with: Unit, to: Location| match with {
            Unit::Cash => Some(leg(Unit::Cash, wallet, to)),
            Unit::Plaques => Some(leg(Unit::Plaques, player, to)),
            Unit::Chips | Unit::Wheel => None,
        };
        let (kind, legs) = match (self, at) {
            (Self::BuyIn { with, .. }, None) => (
                TransactionKind::BuyIn,
                [given(*with, Location::Cage)?, leg(Unit::Chips, Location::Cage, player)],
            ),
            (Self::BuyIn { with, .. }, Some(table)) => (
                TransactionKind::BuyIn,
                [given(*with, Location::Drop(table))?, leg(Unit::Chips, Location::Float(table), player)],
            ),
            (Self::CashOut { .. }, None) => (
                TransactionKind::CashOut,
                [leg(Unit::Chips, player, Location::Cage), leg(Unit::Cash, Location::Cage, wallet)],
            ),
            (Self::BuyPlaques { .. }, None) => (
                TransactionKind::Plaques,
                [leg(Unit::Cash, wallet, Location::Cage), leg(Unit::Plaques, Location::Cage, player)],
            ),
            (Self::CashPlaques { .. }, None) => (
                TransactionKind::Plaques,
                [leg(Unit::Plaques, player, Location::Cage), leg(Unit::Cash, Location::Cage, wallet)],
            ),
            (Self::ToPlaques { .. }, None) => (
                TransactionKind::Plaques,
                [leg(Unit::Chips, player, Location::Cage), leg(Unit::Plaques, Location::Cage, player)],
            ),
            (Self::ToWheel { with, .. }, Some(table)) => {
                let first = match with {
                    Unit::Chips => leg(Unit::Chips, player, Location::Float(table)),
                    other => given(*other, Location::Drop(table))?,
                };
                (
                    TransactionKind::ChipChange,
                    [first, leg(Unit::Wheel, Location::Float(table), Location::Wheel(person, table))],
                )
            }
            (Self::FromWheel { .. }, Some(table)) => {
                let first = leg(Unit::Wheel, Location::Wheel(person, table), Location::Float(table));
                (TransactionKind::CashIn, [first, leg(Unit::Chips, Location::Float(table), player)])
            }
            _ => return None,
        };
        Some(Transaction::new(kind, Legs::from_slice(&legs)))
    }
}

/// A request for an exchange: a second person must confirm it (2.1(2)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExchangeRequest {
    /// The person who owns the money or chips.
    pub person: PersonId,
    /// The exchange.
    pub exchange: Exchange,
    /// The person who made the request. Somebody else must confirm it.
    pub by: Actor,
}

/// The requests that are not confirmed yet, by number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PendingExchanges {
    /// The number of the latest request.
    pub last_number: u32,
    /// The requests.
    pub requests: BTreeMap<u32, ExchangeRequest>,
}
