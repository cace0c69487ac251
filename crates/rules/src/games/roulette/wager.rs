//! Wagers on numbers, and call bets made of several chips.

use croupier_kit::{Odds, Pocket, PocketSet, Shape};

use super::Roulette;
use crate::contract::{Payout, Settled};
use crate::law::{Cites, Rule};

/// What a stake at roulette is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wager {
    /// These numbers, under this clause.
    Numbers {
        /// The place of the clause in the rules.
        clause: u8,
        /// The numbers.
        numbers: PocketSet,
    },
    /// A call bet.
    Call {
        /// The place of the call in the rules.
        call: u8,
        /// The number called, where the call takes one.
        number: Option<Pocket>,
    },
}

/// A kind of wager that the book permits, with its odds.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Which sets of numbers it covers.
    pub coverage: Coverage,
    /// What it is paid.
    pub odds: Odds,
    /// The provision that sets the odds.
    pub cite: Rule,
    /// The provision that defines it, where that is another.
    pub defined: Option<Rule>,
    /// The provision by which a zero shares the stake with the bank.
    pub shared_on_zero: Option<Rule>,
}

/// Which sets of numbers a clause covers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Coverage {
    /// Any set of this size.
    Any {
        /// How many numbers.
        size: u32,
        /// Whether a zero may be among them.
        zero: bool,
    },
    /// Numbers that lie together on the cloth.
    Shape(Shape),
    /// The sets with these names.
    Named(Vec<Box<str>>),
}

impl Clause {
    /// What becomes of a stake on these numbers when the ball has fallen.
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

/// Some chips of a call bet on one set of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chip {
    /// How many chips.
    pub chips: u32,
    /// On which numbers.
    pub on: PocketSet,
    /// The place of the clause they are paid under.
    pub clause: u8,
}

/// A bet called out and put down as several equal chips.
#[derive(Clone, Debug)]
pub enum Call {
    /// Always the same chips.
    Fixed {
        /// Its name.
        name: Box<str>,
        /// Where the chips go.
        chips: Vec<Chip>,
        /// The provision that defines it.
        cite: Rule,
    },
    /// One chip on a number and on each of its neighbours on the wheel.
    Neighbours {
        /// Its name.
        name: Box<str>,
        /// How many on either side.
        each_side: u8,
        /// The place of the clause the chips are paid under.
        clause: u8,
        /// The provision that defines it.
        cite: Rule,
    },
}

impl Call {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Fixed { name, .. } | Self::Neighbours { name, .. } => name,
        }
    }

    /// The provision that defines it.
    pub const fn cite(&self) -> Rule {
        match self {
            Self::Fixed { cite, .. } | Self::Neighbours { cite, .. } => *cite,
        }
    }

    /// How many chips it takes.
    pub fn chips(&self) -> u32 {
        match self {
            Self::Fixed { chips, .. } => chips.iter().map(|chip| chip.chips).sum(),
            Self::Neighbours { each_side, .. } => 2 * u32::from(*each_side) + 1,
        }
    }
}

impl Roulette {
    /// What a call bet wins net of its losing chips.
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

    /// Each group of chips of a call.
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
