//! The payment for one outcome of one stake.

use croupier_kit::{Chips, Money, Stack, Unmade};
use croupier_rules::commission::Charge;
use croupier_rules::law::Cites;
use croupier_rules::offer::{Ending, Quote};

use crate::failure::Failure;

/// The payment for one outcome of one stake.
pub(super) struct Payment<'q> {
    pub(super) ending: &'q Ending,
    /// The commission charged.
    pub(super) commission: Money,
    /// The amount won or lost.
    pub(super) winnings: Money,
    /// The amount returned to the player, including the stake.
    pub(super) returned: Money,
    /// The amount that the dealer pushes.
    pub(super) push: Money,
    pub(super) chips: Result<Vec<Stack>, Unmade>,
}

impl<'q> Payment<'q> {
    pub(super) fn of(ending: &'q Ending, bet: Money, charge: Charge, chips: &Chips) -> Result<Self, Failure> {
        let counted = |error: croupier_kit::Overflow| Failure::usage(error.to_string());
        let inexact =
            || Failure::usage(format!("a stake of {bet} cannot be paid exactly when {}", ending.when));
        let winnings = ending.profit(bet, charge).map_err(counted)?.ok_or_else(inexact)?;
        let taken = ending.payout.map_or(Ok(Some(charge.in_advance())), |payout| charge.taken(payout, bet));
        let commission = taken.map_err(counted)?.ok_or_else(inexact)?;
        let stays = ending.payout.is_none();
        let returned =
            if stays { Money::ZERO } else { charge.with_bet(bet).plus(winnings).map_err(counted)? };
        let push = pushed(bet, returned).map_err(counted)?;
        Ok(Self { ending, commission, winnings, returned, push, chips: chips.make(push) })
    }

    /// The provisions on the result, and the one on its commission.
    pub(super) fn cites(&self, quote: &Quote) -> Cites {
        let charged = quote.commission.filter(|_| self.commission > Money::ZERO);
        self.ending.cites.and(charged.map(|commission| commission.cite))
    }

    /// The chips in words: `3 × 5.00 + 4 × 1.00`.
    pub(super) fn chips_words(&self) -> String {
        match &self.chips {
            _ if self.ending.payout.is_none() => "none: the stake stays".to_owned(),
            Ok(stacks) => {
                let stack = |stack: &Stack| format!("{} × {}", stack.count, stack.value);
                stacks.iter().map(stack).collect::<Vec<_>>().join(" + ")
            }
            Err(unmade) => format!("{} {unmade}", self.push),
        }
    }
}

/// The amount that a dealer pushes to the player: what is returned beyond the bet, which lies on the layout, or the rest of a
/// bet that was partly lost. A commission that was charged in advance no longer lies there.
pub(super) fn pushed(bet: Money, returned: Money) -> Result<Money, croupier_kit::Overflow> {
    if returned >= bet { returned.minus(bet) } else { Ok(returned) }
}
