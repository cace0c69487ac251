//! The facts of a round that side wagers can be on.

use croupier_kit::Card;

use super::deal::Move;
use super::hand::{HandKind, HandSize};
use super::rules::{DealerPoker, PLAYERS_MAX};
use crate::contract::{Game, Positions, Seated, Turn};
use crate::side::{DeclaredFact, FactReader, FactValue, FactValues, RoundCards};

type Table = Seated<DealerPoker, PLAYERS_MAX>;

/// The words for a hand, in the order of [`HandKind::ALL`].
const HANDS: &[&str] = &[
    HandKind::HighCard.name(),
    HandKind::Pair.name(),
    HandKind::TwoPairs.name(),
    HandKind::ThreeOfAKind.name(),
    HandKind::Straight.name(),
    HandKind::Flush.name(),
    HandKind::FullHouse.name(),
    HandKind::FourOfAKind.name(),
    HandKind::StraightFlush.name(),
    HandKind::RoyalFlush.name(),
];

/// The facts. They show when all have decided: a wager that was settled before would tell the others what lies face down.
pub(super) const FACTS: &[DeclaredFact<Table>] = &[DeclaredFact {
    key: "hand",
    meaning: "the player's own hand, folded or not",
    values: FactValues::Words(HANDS),
    reader: FactReader::Cards(hand),
}];

fn hand(round: &RoundCards<'_, Table>) -> Option<FactValue> {
    let seat = round.place?;
    let over = round.game.turn(round.deal) == Turn::Over;
    over.then(|| value_of(round.game.kind_at(round.deal, seat)))
}

/// The value of the fact `hand`.
pub const fn value_of(kind: HandKind) -> FactValue {
    kind as FactValue
}

/// Calls `each` for one round with every kind of hand.
pub(super) fn kinds_of_rounds(game: &Table, each: &mut dyn FnMut(&RoundCards<'_, Table>)) {
    let hands: &[&str] = match game.size {
        HandSize::Three => {
            &["KS 7H 4D", "9S 9H 4D", "9S 7S 2S", "9S 8H 7D", "9S 9H 9D", "9S 8S 7S", "AS KS QS"]
        }
        HandSize::Five => &[
            "KS 7H 4D 3C 2S",
            "9S 9H 4D 3C 2S",
            "9S 9H 4D 4C 2S",
            "9S 9H 9D 4C 2S",
            "9S 8H 7D 6C 5S",
            "KS 8S 7S 6S 5S",
            "9S 9H 9D 4C 4S",
            "9S 9H 9D 9C 4S",
            "9S 8S 7S 6S 5S",
            "AS KS QS JS TS",
        ],
    };
    for hand in hands {
        let cards: Vec<Card> = hand.split(' ').map(|card| card.parse().expect("these are cards")).collect();
        let mut deal = game.open(Positions::first(1));
        let mut fell = Vec::new();
        while let Turn::Chance(fall) = game.turn(&deal) {
            // The dealer's hand decides nothing here, and has the same cards.
            let nth = fell.iter().filter(|(seat, _)| *seat == fall.to).count();
            fell.push((fall.to, cards[nth]));
            game.fall_unchecked(&mut deal, cards[nth]);
        }
        game.play_unchecked(&mut deal, 0, Move::Raise);
        each(&RoundCards { game, deal: &deal, fell: &fell, place: Some(0) });
    }
}
