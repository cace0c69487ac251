//! A round of roulette: bets, the ball, and the settlement.

use croupier_kit::Pocket;

use super::deal::{Deal, Move, Pockets};
use super::prison::{Life, OnZero, SecondZero};
use super::rules::{Call, Roulette};
use super::wager::Wager;
use crate::contract::{Game, Payout, Positions, Seat, Settled, Turn};
use crate::law::{Cites, Refusal, Rule};

impl Game for Roulette {
    type Deal = Deal;
    type Chance = Pocket;
    type Move = Move;
    type Wager = Wager;
    type Life = Life;
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

    fn advance(&self, wager: Wager, life: &mut Life, deal: &Deal) -> Option<Settled> {
        let ball = deal.ball?;
        match wager {
            Wager::Numbers { clause, numbers } => {
                self.clauses[usize::from(clause)].settle(numbers, ball, life)
            }
            Wager::Call { call, number } => Some(self.settle_call(call, number, ball)),
        }
    }

    fn wagers(&self, mut each: impl FnMut(Wager, Life)) {
        let free = Life::default();
        for (place, clause) in (0..).zip(&self.clauses) {
            for numbers in self.sets_of(clause) {
                each(Wager::Numbers { clause: place, numbers }, free);
            }
        }
        for (place, call) in (0..).zip(&self.calls) {
            match call {
                Call::Fixed { .. } => each(Wager::Call { call: place, number: None }, free),
                Call::Neighbours { .. } => {
                    self.wheel
                        .order()
                        .iter()
                        .for_each(|&p| each(Wager::Call { call: place, number: Some(p) }, free));
                }
            }
        }
    }

    fn results(&self, wager: Wager, mut each: impl FnMut(Payout, Option<Rule>)) {
        match wager {
            Wager::Numbers { clause, .. } => {
                let clause = &self.clauses[usize::from(clause)];
                each(Payout::Win(clause.odds), Some(clause.cite));
                match clause.on_zero.map(|zero| zero.does) {
                    None => {}
                    Some(OnZero::Shared(rule)) => each(Payout::LoseHalf, Some(rule)),
                    Some(OnZero::Held(prison)) => {
                        each(Payout::Void, Some(prison.cite));
                        if prison.second_zero == SecondZero::Half {
                            each(Payout::LoseHalf, Some(prison.second_cite));
                        }
                        if let Some(rule) = prison.half {
                            each(Payout::LoseHalf, Some(rule));
                        }
                    }
                }
            }
            Wager::Call { call, .. } => {
                let call = &self.calls[usize::from(call)];
                each(Payout::Net { won: 0, staked: call.chips(), any: false }, Some(call.cite()));
                for (odds, rule) in self.call_odds(call) {
                    let (won, staked) = odds.terms();
                    let won = won * call.chips();
                    let won = i32::try_from(won).expect("odds and chips are bounded");
                    each(Payout::Net { won, staked: staked * call.chips(), any: true }, Some(rule));
                }
            }
        }
    }
}
