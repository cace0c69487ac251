//! Wagers on numbers, call bets of several chips, and their settlement.

use croupier_kit::{Odds, Pocket, PocketSet};

use super::prison::{EnPrison, Life, OnZero, SecondZero};
use super::rules::{Call, Clause, Roulette};
use crate::contract::{Payout, Settled};
use crate::law::{Cites, Rule};

/// The subject of a stake at roulette.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wager {
    /// These numbers, under this clause.
    Numbers {
        /// The index of the clause in the rules.
        clause: u8,
        /// The numbers.
        numbers: PocketSet,
    },
    /// A call bet.
    Call {
        /// The index of the call in the rules.
        call: u8,
        /// The number called, if the call needs one.
        number: Option<Pocket>,
    },
}

impl Clause {
    /// How a stake on these numbers is settled once the ball has come to rest; `None` if it is held for the next spin.
    pub(super) fn settle(&self, numbers: PocketSet, ball: Pocket, life: &mut Life) -> Option<Settled> {
        let does = self.on_zero.filter(|zero| zero.zeros.contains(ball)).map(|zero| zero.does);
        match (does, self.holds().filter(|_| life.held > 0)) {
            (_, Some(prison)) if numbers.contains(ball) => self.released(prison, life),
            _ if numbers.contains(ball) => Some(self.won()),
            (Some(_), Some(prison)) => self.second_zero(prison, life),
            (Some(OnZero::Shared(rule)), None) => Some(self.under(rule, Payout::LoseHalf)),
            (Some(OnZero::Held(_)), None) => {
                life.held = 1;
                None
            }
            (None, _) => Some(self.lost()),
        }
    }

    /// The provisions by which a zero holds the stake.
    fn holds(&self) -> Option<EnPrison> {
        if let OnZero::Held(prison) = self.on_zero?.does { Some(prison) } else { None }
    }

    /// The stake is on the number that came.
    pub(super) fn won(&self) -> Settled {
        let defined = self.defined.unwrap_or(self.cite);
        Settled::new(Payout::Win(self.odds), Cites::from(self.cite).and(defined))
    }

    /// The stake is on other numbers.
    pub(super) fn lost(&self) -> Settled {
        let defined = self.defined.unwrap_or(self.cite);
        Settled::new(Payout::Lose, Cites::from(defined).and(self.cite))
    }

    /// A settlement that a provision on zeros decides.
    pub(super) fn under(&self, rule: Rule, payout: Payout) -> Settled {
        Settled::new(payout, Cites::from(rule).and(self.cite))
    }

    /// A held stake wins: it is released, or comes one level up.
    fn released(&self, prison: EnPrison, life: &mut Life) -> Option<Settled> {
        life.held -= 1;
        (life.held == 0).then(|| self.under(prison.cite, Payout::Void))
    }

    /// A zero falls while the stake is held.
    fn second_zero(&self, prison: EnPrison, life: &mut Life) -> Option<Settled> {
        let payout = match prison.second_zero {
            SecondZero::Stays => return None,
            SecondZero::Deeper { levels } if life.held < levels => {
                life.held += 1;
                return None;
            }
            SecondZero::Lost | SecondZero::Deeper { .. } => Payout::Lose,
            SecondZero::Half => Payout::LoseHalf,
            SecondZero::Released => Payout::Void,
        };
        Some(self.under(prison.second_cite, payout))
    }
}

impl Roulette {
    /// The net result of a call bet: its winning chips less its losing chips.
    pub(super) fn settle_call(&self, call: u8, number: Option<Pocket>, ball: Pocket) -> Settled {
        let call = &self.calls[usize::from(call)];
        let mut odds_rule = None;
        self.each_chip(call, number, |_, _, clause| {
            odds_rule = odds_rule.or(Some(self.clauses[usize::from(clause)].cite));
        });
        let payout = self.net_of_call(call, number, ball);
        let payout = payout.expect("a book with a call that cannot be counted is refused");
        Settled::new(payout, Cites::from(call.cite()).and(odds_rule))
    }

    /// The net number of parts that a call wins of the parts staked; `None` if that cannot be counted.
    pub(super) fn net_of_call(&self, call: &Call, number: Option<Pocket>, ball: Pocket) -> Option<Payout> {
        // In parts of a chip, so that odds such as 9½ to 5 are exact.
        let mut sums = Some((0_i128, 0_i128, 1_i128));
        self.each_chip(call, number, |chips, on, clause| {
            let (to, per) = self.clauses[usize::from(clause)].odds.terms();
            let (chips, to, per) = (i128::from(chips), i128::from(to), i128::from(per));
            sums = sums.and_then(|(won, lost, unit)| {
                if !on.contains(ball) {
                    return Some((won, lost.checked_add(chips.checked_mul(unit)?)?, unit));
                }
                let more = chips.checked_mul(to)?.checked_mul(unit)?;
                let won = won.checked_mul(per)?.checked_add(more)?;
                Some((won, lost.checked_mul(per)?, unit.checked_mul(per)?))
            });
        });
        let (won, lost, unit) = sums?;
        let staked = i128::from(call.chips()).checked_mul(unit)?;
        Some(Payout::Net {
            won: i32::try_from(won - lost).ok()?,
            staked: u32::try_from(staked).ok()?,
            any: won > 0,
        })
    }

    /// Calls a function for each group of chips of a call.
    pub(super) fn each_chip(
        &self,
        call: &Call,
        number: Option<Pocket>,
        mut each: impl FnMut(u32, PocketSet, u8),
    ) {
        match call {
            Call::Fixed { chips, .. } => chips.iter().for_each(|chip| each(chip.chips, chip.on, chip.clause)),
            Call::Neighbours { each_side, clause, .. } => {
                let around = number.and_then(|n| self.wheel.around(n, usize::from(*each_side)));
                around.into_iter().flatten().for_each(|p| each(1, PocketSet::from_iter([p]), *clause));
            }
        }
    }

    /// The odds at which the chips of a call are paid.
    pub(super) fn call_odds<'a>(&'a self, call: &'a Call) -> impl Iterator<Item = (Odds, Rule)> + 'a {
        let clauses: Vec<u8> = match call {
            Call::Fixed { chips, .. } => chips.iter().map(|chip| chip.clause).collect(),
            Call::Neighbours { clause, .. } => vec![*clause],
        };
        clauses.into_iter().map(|place| {
            let clause = &self.clauses[usize::from(place)];
            (clause.odds, clause.cite)
        })
    }
}
