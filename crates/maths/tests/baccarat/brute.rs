//! Brute force over the `Game` contract: every card with its weight, every decision by a given policy.

use std::collections::HashMap;

use croupier_kit::Ratio;
use croupier_maths::baccarat::PipCounts;
use croupier_rules::contract::{Game, Positions, Seat, Turn};
use croupier_rules::games::baccarat::{Baccarat, Deal, Move, View, Wager};

/// The chance that a seat draws, given what it sees.
pub(crate) type MixedStrategy<'p> = &'p dyn Fn(Seat, &View) -> Ratio;

/// The mean profit of each wager, in the order of the list of wagers.
pub(crate) fn expectations(game: &Baccarat, shoe: &PipCounts, policy: MixedStrategy<'_>) -> Vec<Ratio> {
    let mut wagers = Vec::new();
    game.wagers(|wager, ()| wagers.push(wager));
    let left = std::array::from_fn(|value| shoe.count(u8::try_from(value).unwrap()));
    let mut search = Search { game, policy, wagers, known: HashMap::new() };
    search.value(&game.open(Positions::NONE), left)
}

struct Search<'s> {
    game: &'s Baccarat,
    policy: MixedStrategy<'s>,
    wagers: Vec<Wager>,
    known: HashMap<(Deal, [u16; 10]), Vec<Ratio>>,
}

impl Search<'_> {
    fn value(&mut self, deal: &Deal, left: [u16; 10]) -> Vec<Ratio> {
        if let Some(known) = self.known.get(&(*deal, left)) {
            return known.clone();
        }
        let value = match self.game.turn(deal) {
            Turn::Chance(_) => self.fall(deal, left),
            Turn::Seat(seat) => self.decide(deal, left, seat),
            Turn::Bets | Turn::Over => self.settle(deal),
        };
        self.known.insert((*deal, left), value.clone());
        value
    }

    fn fall(&mut self, deal: &Deal, left: [u16; 10]) -> Vec<Ratio> {
        let cards: u16 = left.iter().sum();
        let mut sum = vec![Ratio::zero(); self.wagers.len()];
        for value in (0..10).filter(|value| left[*value] > 0) {
            let (mut next, mut rest) = (*deal, left);
            self.game.fall_unchecked(&mut next, u8::try_from(value).unwrap());
            rest[value] -= 1;
            add(&mut sum, &self.value(&next, rest), &Ratio::new(left[value], cards));
        }
        sum
    }

    fn decide(&mut self, deal: &Deal, left: [u16; 10], seat: Seat) -> Vec<Ratio> {
        let draws = (self.policy)(seat, &self.game.view(deal, seat));
        let mut sum = vec![Ratio::zero(); self.wagers.len()];
        for (mv, chance) in [(Move::Draw, draws.clone()), (Move::Stand, Ratio::one() - draws)] {
            if !chance.is_zero() {
                self.game.check(deal, seat, mv).unwrap();
                let mut next = *deal;
                self.game.play_unchecked(&mut next, seat, mv);
                add(&mut sum, &self.value(&next, left), &chance);
            }
        }
        sum
    }

    fn settle(&self, deal: &Deal) -> Vec<Ratio> {
        let profit = |wager: &Wager| {
            let settled =
                self.game.advance(*wager, &mut (), deal).expect("a deal that is over settles every stake");
            croupier_maths::PayoutChance::plain(settled.payout, Ratio::one()).profit
        };
        self.wagers.iter().map(profit).collect()
    }
}

fn add(sum: &mut [Ratio], values: &[Ratio], chance: &Ratio) {
    for (sum, value) in sum.iter_mut().zip(values) {
        *sum = &*sum + &(value * chance);
    }
}
