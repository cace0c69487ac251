//! Wagers on numbers, call bets of several chips, and their settlement.

use croupier_kit::{Odds, Pocket, PocketSet};

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
    /// How a stake on these numbers is settled once the ball has come to rest.
    pub(super) fn settle(&self, numbers: PocketSet, ball: Pocket) -> Settled {
        let defined = self.defined.unwrap_or(self.cite);
        match self.shared_on_zero {
            _ if numbers.contains(ball) => {
                Settled::new(Payout::Win(self.odds), Cites::from(self.cite).and(defined))
            }
            Some(rule) if ball.is_zero() => Settled::new(Payout::LoseHalf, Cites::from(rule).and(self.cite)),
            _ => Settled::new(Payout::Lose, Cites::from(defined).and(self.cite)),
        }
    }
}

impl Roulette {
    /// The net result of a call bet: its winning chips less its losing chips.
    pub(super) fn settle_call(&self, call: u8, number: Option<Pocket>, ball: Pocket) -> Settled {
        let call = &self.calls[usize::from(call)];
        let (mut won, mut lost, mut unit) = (0, 0, 1);
        let mut odds_rule = None;
        self.each_chip(call, number, |chips, on, clause| {
            let clause = &self.clauses[usize::from(clause)];
            odds_rule = odds_rule.or(Some(clause.cite));
            if on.contains(ball) {
                let (to, per) = clause.odds.terms();
                won = won * per + chips * to * unit;
                lost *= per;
                unit *= per;
            } else {
                lost += chips * unit;
            }
        });
        let net = i64::from(won) - i64::from(lost);
        let staked = call.chips() * unit;
        let cites = Cites::from(call.cite()).and(odds_rule);
        let net = i32::try_from(net).unwrap_or(i32::MAX);
        Settled::new(Payout::Net { won: net, staked, any: won > 0 }, cites)
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
