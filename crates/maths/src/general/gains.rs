//! The gains of a round when every seat plays a given strategy.

use std::collections::BTreeMap;

use croupier_kit::Ratio;
use croupier_rules::contract::{Game, Seat, Turn};

use super::Position;

/// How a seat plays: the probability of each move, based only on the seat's own view.
pub trait BehaviourStrategy<G: Game> {
    /// The moves of this seat, with probabilities that sum to one.
    fn of(&mut self, game: &G, deal: &G::Deal, seat: Seat) -> Vec<(G::Move, Ratio)>;
}

/// A function of the view is a strategy.
impl<G: Game, F: FnMut(&G::View, Seat) -> Vec<(G::Move, Ratio)>> BehaviourStrategy<G> for F {
    fn of(&mut self, game: &G, deal: &G::Deal, seat: Seat) -> Vec<(G::Move, Ratio)> {
        self(&game.view(deal, seat), seat)
    }
}

/// The probability of each gain of a round, in units of the first bet, and the average amount staked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GainDistribution {
    /// The probability of each gain.
    pub gains: BTreeMap<Ratio, Ratio>,
    /// The average amount staked.
    pub staked: Ratio,
}

impl GainDistribution {
    /// The expected gain.
    pub fn mean(&self) -> Ratio {
        self.gains.iter().map(|(gain, chance)| gain * chance).sum()
    }

    /// The variance of the gain.
    pub fn variance(&self) -> Ratio {
        let mean = self.mean();
        let square: Ratio = self.gains.iter().map(|(gain, chance)| &(gain * gain) * chance).sum();
        square - &mean * &mean
    }

    /// The probability of the gains that satisfy `holds`.
    pub fn chance(&self, holds: impl Fn(&Ratio) -> bool) -> Ratio {
        self.gains.iter().filter(|(gain, _)| holds(gain)).map(|(_, chance)| chance.clone()).sum()
    }

    fn add(&mut self, gain: Ratio, staked: u32, chance: &Ratio) {
        self.staked = &self.staked + &(chance * &Ratio::whole(staked));
        let sum = self.gains.entry(gain).or_default();
        *sum = &*sum + chance;
    }
}

/// The distribution of the gain of a round in which every seat plays the strategy `play`.
pub fn gain_distribution<G: Game>(
    game: &G,
    from: Position<G>,
    play: &mut impl BehaviourStrategy<G>,
) -> GainDistribution {
    let mut outcomes = GainDistribution::default();
    let mut open = vec![(from, Ratio::one())];
    while let Some((position, weight)) = open.pop() {
        match position.turn(game) {
            Turn::Over => outcomes.add(position.profit(game), position.staked(), &weight),
            Turn::Bets | Turn::Chance(_) => {
                position.falls(game, |next, chance| open.push((next, &weight * &chance)));
            }
            Turn::Seat(seat) => {
                for (mv, chance) in play.of(game, &position.deal, seat) {
                    open.push((position.moved(game, seat, mv), &weight * &chance));
                }
            }
        }
    }
    outcomes
}
