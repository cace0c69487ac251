//! Roulette: one ball, a wheel of numbered pockets, wagers on sets of numbers (reg. 3; Mpumalanga section 3).

mod draft;
mod offer;
mod spins;
mod table;
mod wager;

use croupier_kit::{Layout, Pocket, PocketSet, Wheel};

pub(crate) use draft::RouletteBook;
pub use spins::{SpinRules, Spins};
pub use wager::{Call, Chip, Clause, Coverage, Wager};

use crate::contract::{Game, Payout, Positions, Seat, Settled, Stock, Turn};
use crate::law::{Cites, Refusal, Rule};

/// The rules of a roulette table.
#[derive(Clone, Debug)]
pub struct Roulette {
    /// The wheel.
    pub wheel: Wheel,
    /// The provision on the wheel.
    pub wheel_rule: Option<Rule>,
    /// The cloth.
    pub layout: Layout,
    /// Names for sets of numbers, as wagers write them.
    pub names: Vec<(Box<str>, PocketSet)>,
    /// The permitted wagers.
    pub clauses: Vec<Clause>,
    /// The permitted call bets.
    pub calls: Vec<Call>,
    /// What is said of spins.
    pub spins: SpinRules,
}

/// Where the ball lies, once it has fallen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Deal {
    ball: Option<Pocket>,
}

impl Deal {
    /// Where the ball lies.
    pub const fn ball(&self) -> Option<Pocket> {
        self.ball
    }
}

const _: () = assert!(size_of::<Deal>() <= 2);

/// Nobody decides anything at roulette.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {}

/// The pockets of the wheel, each as likely as any other; the ball takes none away.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pockets(PocketSet);

impl Stock for Pockets {
    type Chance = Pocket;

    fn each(&self, mut fall: impl FnMut(Pocket, u32)) {
        self.0.iter().for_each(|pocket| fall(pocket, 1));
    }

    fn take(&mut self, _: Pocket) {}
}

impl Game for Roulette {
    type Deal = Deal;
    type Chance = Pocket;
    type Move = Move;
    type Wager = Wager;
    type Life = ();
    type View = Deal;
    type Stock = Pockets;

    fn open(&self, _: Positions) -> Deal {
        Deal::default()
    }

    fn turn(&self, deal: &Deal) -> Turn {
        if deal.ball.is_some() { Turn::Over } else { Turn::Bets }
    }

    fn check(&self, _: &Deal, _: Seat, mv: Move) -> Result<(), Refusal> {
        match mv {}
    }

    fn check_fall(&self, deal: &Deal, ball: Pocket) -> Result<(), Refusal> {
        if deal.ball.is_some() {
            return Err(Refusal::new(Cites::NONE, "a second ball", "only `next hand` may follow"));
        }
        if self.wheel.pockets().contains(ball) {
            return Ok(());
        }
        Err(Refusal::new(self.wheel_rule, format!("ball {ball}"), "the wheel has no such number"))
    }

    fn play_unchecked(&self, _: &mut Deal, _: Seat, mv: Move) {
        match mv {}
    }

    fn fall_unchecked(&self, deal: &mut Deal, ball: Pocket) {
        deal.ball = Some(ball);
    }

    fn view(&self, deal: &Deal, _: Seat) -> Deal {
        *deal
    }

    fn moves(&self, _: &Deal, _: Seat, _: impl FnMut(Move)) {}

    fn stock(&self) -> Pockets {
        Pockets(self.wheel.pockets())
    }

    fn advance(&self, wager: Wager, (): &mut (), deal: &Deal) -> Option<Settled> {
        deal.ball.map(|ball| match wager {
            Wager::Numbers { clause, numbers } => self.clauses[usize::from(clause)].settle(numbers, ball),
            Wager::Call { call, number } => self.settle_call(call, number, ball),
        })
    }

    fn wagers(&self, mut each: impl FnMut(Wager, ())) {
        for (place, clause) in (0..).zip(&self.clauses) {
            for numbers in self.sets_of(clause) {
                each(Wager::Numbers { clause: place, numbers }, ());
            }
        }
        for (place, call) in (0..).zip(&self.calls) {
            match call {
                Call::Fixed { .. } => each(Wager::Call { call: place, number: None }, ()),
                Call::Neighbours { .. } => {
                    self.wheel
                        .order()
                        .iter()
                        .for_each(|&p| each(Wager::Call { call: place, number: Some(p) }, ()));
                }
            }
        }
    }

    fn results(&self, wager: Wager, mut each: impl FnMut(Payout, Option<Rule>)) {
        match wager {
            Wager::Numbers { clause, .. } => {
                let clause = &self.clauses[usize::from(clause)];
                each(Payout::Win(clause.odds), Some(clause.cite));
                if let Some(rule) = clause.shared_on_zero {
                    each(Payout::LoseHalf, Some(rule));
                }
            }
            Wager::Call { call, .. } => {
                let call = &self.calls[usize::from(call)];
                each(Payout::Net { won: 0, staked: call.chips(), any: false }, Some(call.cite()));
                for (odds, rule) in self.call_odds(call) {
                    let (won, staked) = odds.terms();
                    let won = i32::try_from(won * call.chips()).unwrap_or(i32::MAX);
                    each(Payout::Net { won, staked: staked * call.chips(), any: true }, Some(rule));
                }
            }
        }
    }
}

impl Roulette {
    /// The sets a clause covers; for a clause on any set of some size, one set stands for all of them.
    fn sets_of(&self, clause: &Clause) -> Vec<PocketSet> {
        match &clause.coverage {
            Coverage::Any { size, zero } => {
                let pockets = self.wheel.pockets().iter().filter(|p| *zero || !p.is_zero());
                let from_the_end: Vec<Pocket> = pockets.collect();
                vec![from_the_end.iter().rev().take(*size as usize).copied().collect()]
            }
            Coverage::Shape(shape) => self.layout.sets(*shape).to_vec(),
            Coverage::Named(names) => names.iter().filter_map(|name| self.named(name)).collect(),
        }
    }

    /// The set that a name stands for.
    fn named(&self, name: &str) -> Option<PocketSet> {
        self.names.iter().find(|(known, _)| &**known == name).map(|(_, set)| *set)
    }
}
