//! Blackjack by the cards of the hand: every decision of best play, looked up by composition.

use std::sync::Arc;

use croupier_kit::Rank;
use croupier_maths::PriceError;
use croupier_maths::blackjack::{
    self, ACE, HandState, KINDS, KindCounts, OVER, RankCounts, Situation, Solver,
};
use croupier_rules::games::blackjack::{Blackjack, Move};

/// The possible cards of the dealer: ten kinds, or none.
const UPS: usize = KINDS + 1;
/// The situations: two cards that are or are not a pair; more cards; and hands after a split, by the rank of the
/// pair, by whether the hand is a further one, and by whether it may be split again.
const SITUATIONS: usize = 3 + 4 * KINDS;

/// Best play by the cards of the hand and the dealer's card, from a whole shoe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByCards {
    /// All possible hands.
    hands: &'static [HandState],
    /// The kind of card of each rank.
    kinds: [u8; 13],
    /// Decisions by the dealer's card, the situation and the hand.
    moves: Arc<[Move]>,
}

/// What a player remembers of a hand: its index among all hands, and its number of cards.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TrackedHand {
    pub(crate) hand: u16,
    pub(crate) cards: u8,
}

impl ByCards {
    /// Best play at the given table.
    ///
    /// # Errors
    /// When best play is not known.
    pub fn best(game: &Blackjack) -> Result<Self, PriceError> {
        let unsolved = |error: blackjack::BlackjackError| PriceError::new("best play", error.to_string());
        let solver = Solver::new(game).map_err(unsolved)?;
        let policy = solver.policy(&RankCounts::whole(game)).map_err(unsolved)?;
        let hands = blackjack::hands();
        let mut moves = vec![Move::Stand; UPS * SITUATIONS * hands.len()];
        for (place, mv) in moves.iter_mut().enumerate() {
            let (rest, hand) = (place / hands.len(), place % hands.len());
            let (up, situation) = (rest / SITUATIONS, situation_at(rest % SITUATIONS));
            let cards = hands[hand].cards;
            if can_be(&cards, situation) {
                // A hand that this table never has to decide on has no best move, and is not asked for.
                *mv = policy.best_move(&cards, (up < KINDS).then_some(up), situation).unwrap_or(Move::Stand);
            }
        }
        let kind = |rank: Rank| match rank {
            Rank::Ace => ACE,
            rank => usize::from(game.values.of(rank)) - 1,
        };
        let kinds = Rank::ALL.map(|rank| u8::try_from(kind(rank)).expect("there are ten kinds"));
        Ok(Self { hands, kinds, moves: moves.into() })
    }

    /// The kind of card of a rank.
    pub(crate) fn kind(&self, rank: Rank) -> usize {
        usize::from(self.kinds[rank as usize])
    }

    /// A hand of one card.
    pub(crate) fn one(&self, rank: Rank) -> TrackedHand {
        self.with(TrackedHand::default(), rank)
    }

    /// The hand with one more card; a hand over 21 has no further decisions.
    pub(crate) fn with(&self, held: TrackedHand, rank: Rank) -> TrackedHand {
        let next = self.hands.get(usize::from(held.hand)).map_or(OVER, |hand| hand.next[self.kind(rank)]);
        TrackedHand { hand: next, cards: held.cards + 1 }
    }

    /// The decision for a hand.
    pub(crate) fn decide(&self, held: TrackedHand, up: Option<Rank>, situation: Situation) -> Move {
        let up = up.map_or(KINDS, |rank| self.kind(rank));
        let row = up * SITUATIONS + place_of(situation);
        self.moves[row * self.hands.len() + usize::from(held.hand)]
    }

    /// The digest of all decisions.
    pub(crate) fn digest(&self) -> String {
        let moves: Vec<u8> = self.moves.iter().map(|mv| *mv as u8).collect();
        blake3::hash(&moves).to_hex().to_string()
    }
}

const fn situation_at(place: usize) -> Situation {
    match place {
        0 | 1 => Situation::First { pair: place == 1 },
        2 => Situation::Drawn,
        _ => Situation::AfterSplit {
            pair: (place - 3) / 4,
            further: (place - 3) % 4 >= 2,
            may_split: (place - 3) % 2 == 1,
        },
    }
}

fn place_of(situation: Situation) -> usize {
    match situation {
        Situation::First { pair } => usize::from(pair),
        Situation::Drawn => 2,
        Situation::AfterSplit { pair, further, may_split } => {
            3 + 4 * pair + 2 * usize::from(further) + usize::from(may_split)
        }
    }
}

/// Whether this hand can occur in this situation.
fn can_be(cards: &KindCounts, situation: Situation) -> bool {
    let count: u8 = cards.iter().sum();
    match situation {
        Situation::First { .. } => count == 2,
        Situation::Drawn => count > 2,
        Situation::AfterSplit { pair, may_split, .. } => {
            count >= 2 && cards[pair] > 0 && (!may_split || (count == 2 && cards[pair] == 2))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn situations_have_places_of_their_own() {
        for place in 0..SITUATIONS {
            assert_eq!(place_of(situation_at(place)), place);
        }
    }
}
