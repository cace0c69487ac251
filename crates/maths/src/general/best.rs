//! The best play of one seat. The move depends only on the seat's view, never on hidden cards.

use std::collections::HashMap;

use croupier_kit::Ratio;
use croupier_rules::contract::{Game, OwnStakes, Seat, Turn};

use super::{BehaviourStrategy, Position};

/// The best play of a seat and its value.
#[derive(Clone, Debug)]
pub struct Best<G: Game> {
    /// The expected gain of the stakes, in units of the first bet.
    pub value: Ratio,
    /// The best move for each view with a choice. Among equal moves it is the first in the order of the rules.
    pub moves: HashMap<G::View, G::Move>,
}

/// The best play of the owner of the stakes against given strategies of all other seats.
pub fn best<G: Game>(
    game: &G,
    from: Position<G>,
    owner: Seat,
    others: &mut impl BehaviourStrategy<G>,
) -> Best<G> {
    let mut search = Search { game, owner, others, memo: HashMap::new(), moves: HashMap::new() };
    let value = search.value(vec![(from, Ratio::one())]);
    Best { value, moves: search.moves }
}

/// The values of positions already searched, by the round and the cards left in the shoe.
///
/// A position that shares its view with others has no value of its own. Only positions that are alone in their view
/// are stored.
type Memo<G> = HashMap<(<G as Game>::Deal, <G as Game>::Stock), Vec<(OwnStakes<G>, Ratio)>>;

struct Search<'s, G: Game, C> {
    game: &'s G,
    owner: Seat,
    others: &'s mut C,
    memo: Memo<G>,
    moves: HashMap<G::View, G::Move>,
}

impl<G: Game, C: BehaviourStrategy<G>> Search<'_, G, C> {
    /// The total value of weighted positions. The owner can distinguish them only by view.
    fn value(&mut self, mut open: Vec<(Position<G>, Ratio)>) -> Ratio {
        let mut sum = Ratio::zero();
        let mut waiting: HashMap<G::View, Vec<(Position<G>, Ratio)>> = HashMap::new();
        while let Some((position, weight)) = open.pop() {
            match position.turn(self.game) {
                Turn::Over => sum = sum + weight * position.profit(self.game),
                Turn::Bets | Turn::Chance(_) => {
                    position.falls(self.game, |next, chance| open.push((next, &weight * &chance)));
                }
                Turn::Seat(seat) if seat == self.owner => {
                    let view = self.game.view(&position.deal, seat);
                    join(waiting.entry(view).or_default(), position, weight);
                }
                Turn::Seat(seat) => {
                    for (mv, chance) in self.others.of(self.game, &position.deal, seat) {
                        open.push((position.moved(self.game, seat, mv), &weight * &chance));
                    }
                }
            }
        }
        for (view, class) in waiting {
            sum = sum + self.decide(view, &class);
        }
        sum
    }

    /// The value of the best move for positions with the same view.
    fn decide(&mut self, view: G::View, class: &[(Position<G>, Ratio)]) -> Ratio {
        let [(alone, weight)] = class else { return self.best_move(view, class) };
        let key = (alone.deal, alone.stock.clone());
        let known =
            self.memo.get(&key).and_then(|known| known.iter().find(|(stakes, _)| *stakes == alone.stakes));
        if let Some((_, value)) = known {
            return weight * value;
        }
        let value = self.best_move(view, &[(alone.clone(), Ratio::one())]);
        self.memo.entry(key).or_default().push((alone.stakes.clone(), value.clone()));
        weight * &value
    }

    fn best_move(&mut self, view: G::View, class: &[(Position<G>, Ratio)]) -> Ratio {
        let mut moves = Vec::new();
        if let Some((any, _)) = class.first() {
            self.game.moves(&any.deal, self.owner, |mv| moves.push(mv));
        }
        let mut found: Option<(Ratio, G::Move)> = None;
        for mv in moves {
            let after =
                class.iter().map(|(from, weight)| (from.moved(self.game, self.owner, mv), weight.clone()));
            let value = self.value(after.collect());
            if found.as_ref().is_none_or(|(best, _)| value > *best) {
                found = Some((value, mv));
            }
        }
        let Some((value, mv)) = found else { return Ratio::zero() };
        self.moves.insert(view, mv);
        value
    }
}

/// Adds a position to those with the same view. If the position is already there, the weights are added.
fn join<G: Game>(class: &mut Vec<(Position<G>, Ratio)>, position: Position<G>, weight: Ratio) {
    let same = |other: &Position<G>| {
        other.deal == position.deal && other.stock == position.stock && other.stakes == position.stakes
    };
    match class.iter_mut().find(|(other, _)| same(other)) {
        Some((_, sum)) => *sum = &*sum + &weight,
        None => class.push((position, weight)),
    }
}
