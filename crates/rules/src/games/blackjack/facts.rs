//! The facts of a round that side wagers can be on: the first two cards of a box, and the dealer's first card with them.

use croupier_kit::{Card, Rank, Suit};

use super::deal::{BOXES_MAX, Deal};
use super::rules::Blackjack;
use crate::contract::{Face, Game, Positions, Seat, Seated, Turn};
use crate::side::{DeclaredFact, FactReader, FactValue, FactValues, RoundCards};

type Rules = Seated<Blackjack, BOXES_MAX>;
type Round<'t> = RoundCards<'t, Rules>;

/// The kinds of two cards, in the order of the values of that fact.
const PAIRS: &[&str] = &["none", "mixed", "coloured", "perfect"];

/// The kinds of three cards, in the order of the values of that fact.
const THREE: &[&str] = &["none", "flush", "straight", "three-of-a-kind", "straight-flush", "suited-three"];

/// The facts.
pub(super) const FACTS: &[DeclaredFact<Rules>] = &[
    of_cards(
        "pair",
        "whether the first two cards of the box have the same rank: `mixed` of two colours, `coloured` of one colour and two \
         suits, `perfect` of one suit",
        FactValues::Words(PAIRS),
        |round| first_two(round).map(pair),
    ),
    whether("suited", "whether the first two cards of the box have the same suit", |round| {
        first_two(round).map(|[one, other]| one.suit() == other.suit())
    }),
    of_cards(
        "first-score",
        "the score of the first two cards of the box",
        FactValues::Number(2..=21),
        |round| {
            first_two(round).map(|cards| round.game.hand_of(cards.iter().map(|card| card.rank())).score())
        },
    ),
    of_cards(
        "three-cards",
        "what the first two cards of the box make with the dealer's first; an Ace is high or low in a straight",
        FactValues::Words(THREE),
        |round| {
            let [one, other] = first_two(round)?;
            let [up] = round.first::<1>(Deal::<BOXES_MAX>::DEALER)?;
            Some(three([one, other, up]))
        },
    ),
];

const fn of_cards(
    key: &'static str,
    meaning: &'static str,
    values: FactValues,
    read: fn(&Round<'_>) -> Option<FactValue>,
) -> DeclaredFact<Rules> {
    DeclaredFact { key, meaning, values, reader: FactReader::Cards(read) }
}

const fn whether(
    key: &'static str,
    meaning: &'static str,
    read: fn(&Round<'_>) -> Option<bool>,
) -> DeclaredFact<Rules> {
    DeclaredFact { key, meaning, values: FactValues::Whether, reader: FactReader::Whether(read) }
}

/// The first two cards of the box, once they can be seen.
fn first_two(round: &Round<'_>) -> Option<[Card; 2]> {
    let seen = round.game.faces == Face::Up || round.game.turn(round.deal) == Turn::Over;
    if seen { round.first(round.place?) } else { None }
}

const fn is_red(suit: Suit) -> bool {
    matches!(suit, Suit::Hearts | Suit::Diamonds)
}

fn pair([one, other]: [Card; 2]) -> FactValue {
    match one.rank() == other.rank() {
        false => 0,
        true if one.suit() == other.suit() => 3,
        true if is_red(one.suit()) == is_red(other.suit()) => 2,
        true => 1,
    }
}

fn three(cards: [Card; 3]) -> FactValue {
    let flush = cards.iter().all(|card| card.suit() == cards[0].suit());
    let mut ranks = cards.map(|card| card.rank() as u8);
    ranks.sort_unstable();
    let alike = ranks[0] == ranks[2];
    let low_ace = ranks == [Rank::Two as u8, Rank::Three as u8, Rank::Ace as u8];
    let straight = low_ace || (ranks[0] + 1 == ranks[1] && ranks[1] + 1 == ranks[2]);
    match (flush, straight, alike) {
        (true, _, true) => 5,
        (true, true, _) => 4,
        (false, _, true) => 3,
        (false, true, _) => 2,
        (true, ..) => 1,
        (false, ..) => 0,
    }
}

/// Calls `each` for a round of every kind: two cards of a box and the dealer's first. Which suits differ is all that counts
/// of them, so the first card is a spade.
pub(super) fn kinds_of_rounds(game: &Rules, each: &mut dyn FnMut(&Round<'_>)) {
    const SEAT: Seat = 0;
    let suits = [Suit::Spades, Suit::Clubs, Suit::Hearts];
    let cards: Vec<Card> =
        Rank::ALL.iter().flat_map(|rank| suits.map(|suit| Card::new(*rank, suit))).collect();
    // Nothing is in play: everything is turned.
    let deal = game.open(Positions::NONE);
    for first in Rank::ALL.map(|rank| Card::new(rank, Suit::Spades)) {
        for second in &cards {
            for up in &cards {
                let few = game.packs == 1 && (first == *second || first == *up || second == up);
                if !few && (game.packs > 2 || !(first == *second && second == up)) {
                    let fell = [(SEAT, first), (Deal::<BOXES_MAX>::DEALER, *up), (SEAT, *second)];
                    each(&RoundCards { game, deal: &deal, fell: &fell, place: Some(SEAT) });
                }
            }
        }
    }
}
