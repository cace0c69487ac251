//! Blackjack by the cards of the hand: every decision that best play makes, looked up by composition.

use std::collections::HashMap;
use std::sync::Arc;

use croupier_kit::Rank;
use croupier_maths::Impossible;
use croupier_maths::blackjack::{self, ACE, Cards, Composition, KINDS, Situation, Solver};
use croupier_rules::games::blackjack::{Blackjack, Move};

/// No hand: the cards are over 21.
const OVER: u16 = u16::MAX;
/// The dealer's cards: ten kinds, and none.
const UPS: usize = KINDS + 1;
/// Two cards, a pair or not; more; and each pair after a split, by its hand and whether it may be split again.
const SITUATIONS: usize = 3 + 4 * KINDS;

/// Every hand that is not over 21 by its cards, and where each further card takes it. The first hand is empty.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Hands {
    cards: Vec<Cards>,
    next: Vec<[u16; KINDS]>,
}

impl Hands {
    fn new() -> Self {
        let mut places = HashMap::from([([0; KINDS], 0)]);
        let mut hands = Self { cards: vec![[0; KINDS]], next: Vec::new() };
        while let Some(cards) = hands.cards.get(hands.next.len()).copied() {
            let mut next = [OVER; KINDS];
            for (kind, place) in next.iter_mut().enumerate() {
                let mut more = cards;
                more[kind] += 1;
                let score: usize =
                    more.iter().enumerate().map(|(kind, n)| (kind + 1) * usize::from(*n)).sum();
                if score <= 21 {
                    *place = *places.entry(more).or_insert_with(|| {
                        hands.cards.push(more);
                        u16::try_from(hands.cards.len() - 1).unwrap_or(OVER)
                    });
                }
            }
            hands.next.push(next);
        }
        hands
    }
}

/// Best play for the cards of the hand against the dealer's card, from a whole shoe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByCards {
    hands: Arc<Hands>,
    /// What each rank counts, as a kind of card.
    kinds: [u8; 13],
    /// By the dealer's card, the situation and the hand.
    moves: Arc<[Move]>,
}

/// What a player of boxes keeps in mind: each hand by its place among all hands, and how many cards it has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Held {
    pub(crate) hand: u16,
    pub(crate) cards: u8,
}

impl ByCards {
    /// Best play at a table.
    ///
    /// # Errors
    /// When it is not known.
    pub fn best(game: &Blackjack) -> Result<Self, Impossible> {
        let unsolved = |error: blackjack::Unpriced| Impossible::new("best play", error.to_string());
        let solver = Solver::new(game).map_err(unsolved)?;
        let policy = solver.policy(&Composition::whole(game)).map_err(unsolved)?;
        let hands = Hands::new();
        let mut moves = vec![Move::Stand; UPS * SITUATIONS * hands.cards.len()];
        for (place, mv) in moves.iter_mut().enumerate() {
            let (rest, hand) = (place / hands.cards.len(), place % hands.cards.len());
            let (up, situation) = (rest / SITUATIONS, situation_at(rest % SITUATIONS));
            let cards = hands.cards[hand];
            if can_be(&cards, situation) {
                *mv = policy.best_move(&cards, (up < KINDS).then_some(up), situation).unwrap_or(Move::Stand);
            }
        }
        let kind = |rank: Rank| match rank {
            Rank::Ace => ACE,
            rank => usize::from(game.values.of(rank)).saturating_sub(1).min(KINDS - 1),
        };
        let kinds = Rank::ALL.map(|rank| u8::try_from(kind(rank)).unwrap_or(0));
        Ok(Self { hands: Arc::new(hands), kinds, moves: moves.into() })
    }

    /// What kind of card a rank is.
    pub(crate) fn kind(&self, rank: Rank) -> usize {
        usize::from(self.kinds[rank as usize])
    }

    /// A hand of one card.
    pub(crate) fn one(&self, rank: Rank) -> Held {
        self.with(Held::default(), rank)
    }

    /// The hand with a further card; one that is over 21 decides nothing.
    pub(crate) fn with(&self, held: Held, rank: Rank) -> Held {
        let next = self.hands.next.get(usize::from(held.hand)).map_or(OVER, |next| next[self.kind(rank)]);
        Held { hand: next, cards: held.cards + 1 }
    }

    /// What to do with a hand.
    pub(crate) fn decide(&self, held: Held, up: Option<Rank>, situation: Situation) -> Move {
        let up = up.map_or(KINDS, |rank| self.kind(rank));
        let row = up * SITUATIONS + place_of(situation);
        self.moves.get(row * self.hands.cards.len() + usize::from(held.hand)).copied().unwrap_or(Move::Stand)
    }

    /// All decisions in a text.
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

/// Whether a hand can be decided on there.
fn can_be(cards: &Cards, situation: Situation) -> bool {
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

    #[test]
    fn every_hand_is_listed_once_and_drawn_to_its_end() {
        let hands = Hands::new();
        assert_eq!(hands.cards.len(), hands.next.len());
        let mut sorted = hands.cards.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), hands.cards.len());
        // Twenty-one Aces, and then no card more.
        let aces = (0..21).fold(0, |hand: u16, _| hands.next[usize::from(hand)][ACE]);
        assert_eq!(hands.next[usize::from(aces)], [OVER; KINDS]);
    }
}
