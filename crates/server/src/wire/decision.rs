//! The decisions of players.

use croupier_house::command::PlayerAction;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::amount::Amount;
use super::problem::Problem;

/// A player's decision. `insure` and `take-bank` need an amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the decisions are their own names")]
pub enum Decision {
    Draw,
    Stand,
    Double,
    Split,
    Surrender,
    Raise,
    Check,
    Follow,
    /// Needs an amount.
    Insure,
    EvenMoney,
    Call,
    /// Needs an amount.
    TakeBank,
    Fold,
}

impl Decision {
    /// The choice of the house, with the amount where it needs one.
    pub(super) fn choice(self, amount: Option<Amount>) -> Result<PlayerAction, Problem> {
        let needed = || {
            amount.ok_or_else(|| Problem::malformed("the amount is missing", "this decision needs an amount"))
        };
        Ok(match self {
            Self::Draw => PlayerAction::Draw,
            Self::Stand => PlayerAction::Stand,
            Self::Double => PlayerAction::Double,
            Self::Split => PlayerAction::Split,
            Self::Surrender => PlayerAction::Surrender,
            Self::Raise => PlayerAction::Raise,
            Self::Check => PlayerAction::Check,
            Self::Follow => PlayerAction::Follow,
            Self::Insure => PlayerAction::Insure(needed()?.0),
            Self::EvenMoney => PlayerAction::EvenMoney,
            Self::Call => PlayerAction::Call,
            Self::TakeBank => PlayerAction::TakeBank(needed()?.0),
            Self::Fold => PlayerAction::Fold,
        })
    }

    /// The decision in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Stand => "stand",
            Self::Double => "double",
            Self::Split => "split",
            Self::Surrender => "surrender",
            Self::Raise => "raise",
            Self::Check => "check",
            Self::Follow => "follow",
            Self::Insure => "insure",
            Self::EvenMoney => "even money",
            Self::Call => "call",
            Self::TakeBank => "take the bank",
            Self::Fold => "fold",
        }
    }

    /// The decision that a choice of the house is, and its amount.
    pub fn of(choice: PlayerAction) -> (Self, Option<Amount>) {
        match choice {
            PlayerAction::Draw => (Self::Draw, None),
            PlayerAction::Stand => (Self::Stand, None),
            PlayerAction::Double => (Self::Double, None),
            PlayerAction::Split => (Self::Split, None),
            PlayerAction::Surrender => (Self::Surrender, None),
            PlayerAction::Raise => (Self::Raise, None),
            PlayerAction::Check => (Self::Check, None),
            PlayerAction::Follow => (Self::Follow, None),
            PlayerAction::Insure(amount) => (Self::Insure, Some(amount.into())),
            PlayerAction::EvenMoney => (Self::EvenMoney, None),
            PlayerAction::Call => (Self::Call, None),
            PlayerAction::TakeBank(amount) => (Self::TakeBank, Some(amount.into())),
            PlayerAction::Fold => (Self::Fold, None),
        }
    }
}
