//! The whole life of a stake in a game without decisions: one round, or as many as the stake remains on the table.

use std::collections::BTreeMap;

use croupier_kit::Ratio;
use croupier_rules::contract::{Game, Payout, Positions, Settled, Stock, Turn};
use croupier_rules::law::Rule;

/// One possible end of a stake and its probability.
#[derive(Clone, PartialEq, Debug)]
pub struct StakeEnd {
    /// How the stake is settled.
    pub payout: Payout,
    /// The provisions it rests on.
    pub cites: Vec<Rule>,
    /// The probability of this end.
    pub chance: Ratio,
}

/// All possible ends of a stake.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StakeOutcomes {
    /// The ends, in the order in which they were found.
    pub ends: Vec<StakeEnd>,
}

impl StakeOutcomes {
    fn add(&mut self, settled: Settled, chance: &Ratio) {
        self.add_end(&StakeEnd {
            payout: settled.payout,
            cites: settled.cites.iter().collect(),
            chance: chance.clone(),
        });
    }

    /// Ends with the same payout are merged, and so are their provisions.
    fn add_end(&mut self, end: &StakeEnd) {
        match self.ends.iter_mut().find(|known| known.payout == end.payout) {
            Some(known) => {
                known.chance = &known.chance + &end.chance;
                for cite in &end.cites {
                    if !known.cites.contains(cite) {
                        known.cites.push(*cite);
                    }
                }
            }
            None => self.ends.push(end.clone()),
        }
    }
}

/// The result of one round for a stake: it ends, or it stands with a new life.
struct Round<L> {
    ends: StakeOutcomes,
    stands: BTreeMap<L, Ratio>,
}

/// All possible ends of a stake over its whole life, if it is made before the first outcome of a round.
///
/// Every round starts from the full stock: a wheel and dice have no memory, and a shoe is assumed to be full again.
pub fn stake_outcomes<G: Game>(
    game: &G,
    stock: &G::Stock,
    wager: G::Wager,
    begins: G::Life,
) -> StakeOutcomes {
    let mut lives = vec![begins];
    let mut rounds = Vec::new();
    while let Some(&now) = lives.get(rounds.len()) {
        let round = one_round(game, stock, wager, now);
        for next in round.stands.keys() {
            if !lives.contains(next) {
                lives.push(*next);
            }
        }
        rounds.push(round);
    }
    absorbed(&lives, rounds)
}

/// The same if the first round is dealt from other outcomes than the later ones.
pub fn stake_outcomes_from<G: Game>(
    game: &G,
    first: &G::Stock,
    later: &G::Stock,
    wager: G::Wager,
    begins: G::Life,
) -> StakeOutcomes {
    let Round { mut ends, stands } = one_round(game, first, wager, begins);
    for (life, chance) in stands {
        for end in stake_outcomes(game, later, wager, life).ends {
            ends.add_end(&StakeEnd { chance: &end.chance * &chance, ..end });
        }
    }
    ends
}

fn one_round<G: Game>(game: &G, stock: &G::Stock, wager: G::Wager, life: G::Life) -> Round<G::Life> {
    let mut round = Round { ends: StakeOutcomes::default(), stands: BTreeMap::new() };
    let deal = game.open(Positions::first(1));
    walk(game, stock, (wager, life), deal, &Ratio::one(), &mut round);
    round
}

fn walk<G: Game>(
    game: &G,
    stock: &G::Stock,
    (wager, life): (G::Wager, G::Life),
    deal: G::Deal,
    weight: &Ratio,
    round: &mut Round<G::Life>,
) {
    let mut whole = 0_u64;
    stock.each(|_, count| whole += u64::from(count));
    stock.each(|chance, count| {
        let (mut deal, mut life, mut stock) = (deal, life, stock.clone());
        game.fall_unchecked(&mut deal, chance);
        stock.take(chance);
        let weight = weight * &Ratio::new(count, whole);
        let settled = game.advance(wager, &mut life, &deal);
        match (settled, game.turn(&deal)) {
            (Some(settled), _) => round.ends.add(settled, &weight),
            (None, Turn::Chance(_)) => walk(game, &stock, (wager, life), deal, &weight, round),
            (None, Turn::Over | Turn::Bets | Turn::Seat(_)) => {
                let sum = round.stands.entry(life).or_default();
                *sum = &*sum + &weight;
            }
        }
    });
}

/// The ends of a stake in the long run. Starting from the last life, each life is expressed by those before it, back
/// to the first (an absorbing Markov chain, solved by elimination).
fn absorbed<L: Copy + Ord>(lives: &[L], mut rounds: Vec<Round<L>>) -> StakeOutcomes {
    for last in (0..rounds.len()).rev() {
        let life = lives[last];
        let stays = rounds[last].stands.remove(&life).unwrap_or_default();
        scale(&mut rounds[last], &(Ratio::one() / (Ratio::one() - stays)));
        let (before, from) = rounds.split_at_mut(last);
        for round in before {
            if let Some(chance) = round.stands.remove(&life) {
                follow(round, &from[0], &chance);
            }
        }
    }
    rounds.swap_remove(0).ends
}

fn scale<L>(round: &mut Round<L>, by: &Ratio) {
    round.ends.ends.iter_mut().for_each(|end| end.chance = &end.chance * by);
    round.stands.values_mut().for_each(|chance| *chance = &*chance * by);
}

/// Replaces the case in which the stake stands with another life by the results of that life.
fn follow<L: Copy + Ord>(round: &mut Round<L>, next: &Round<L>, chance: &Ratio) {
    for end in &next.ends.ends {
        round.ends.add_end(&StakeEnd { chance: &end.chance * chance, ..end.clone() });
    }
    for (life, more) in &next.stands {
        let sum = round.stands.entry(*life).or_default();
        *sum = &*sum + &(more * chance);
    }
}
