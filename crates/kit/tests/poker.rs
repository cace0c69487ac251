//! Every hand of five cards, from one pack and from as many as make any five cards possible, against a slow evaluator
//! that was written apart, and against the published counts.

use croupier_kit::{Card, HandSum, PokerHand, Rank};

/// What five cards are, by the definitions one after another from the highest.
fn by_definition(mut cards: [Card; 5]) -> PokerHand {
    cards.sort();
    let ranks = cards.map(|card| card.rank() as usize);
    let suited = cards.iter().all(|card| card.suit() == cards[0].suit());
    let straight =
        [[12, 0, 1, 2, 3]].into_iter().chain((0..9).map(|low| [low, low + 1, low + 2, low + 3, low + 4]));
    let highest = straight.filter(|run| run.iter().all(|rank| ranks.contains(rank))).map(|run| run[4]).max();
    let of_rank = |rank: &Rank| cards.iter().filter(|card| card.rank() == *rank).count();
    let groups = |size: usize| Rank::ALL.into_iter().filter(move |rank| of_rank(rank) >= size);
    let pair = groups(2).next_back();
    match (highest, suited) {
        (Some(12), true) => PokerHand::RoyalFlush,
        (Some(_), true) => PokerHand::StraightFlush,
        _ if groups(4).next().is_some() => PokerHand::FourOfAKind,
        _ if groups(3).next().is_some() && groups(2).count() == 2 => PokerHand::FullHouse,
        (_, true) => PokerHand::Flush,
        (Some(_), false) => PokerHand::Straight,
        _ if groups(3).next().is_some() => PokerHand::ThreeOfAKind,
        _ if groups(2).count() == 2 => PokerHand::TwoPairs,
        _ => pair.map_or(PokerHand::HighCard, PokerHand::Pair),
    }
}

/// Calls `each` with every five cards in ascending order; `apart` is 1 where they differ and 0 where they may be equal.
fn every_hand(apart: usize, mut each: impl FnMut([Card; 5], PokerHand)) {
    let pack: Vec<Card> = Card::pack().collect();
    for a in 0..52 {
        let one = HandSum::EMPTY.with(pack[a]);
        for b in a + apart..52 {
            let two = one.with(pack[b]);
            for c in b + apart..52 {
                let three = two.with(pack[c]);
                for d in c + apart..52 {
                    let four = three.with(pack[d]);
                    for e in d + apart..52 {
                        each([pack[a], pack[b], pack[c], pack[d], pack[e]], four.with(pack[e]).hand());
                    }
                }
            }
        }
    }
}

#[test]
fn one_pack_gives_the_published_counts() {
    let mut counts = [0; PokerHand::COUNT];
    every_hand(1, |_, hand| counts[hand.index()] += 1);
    assert_eq!(counts.iter().sum::<u32>(), 2_598_960);
    assert_eq!(counts[1..14], [84_480; 13], "a pair of each rank: 1,098,240 in all");
    assert_eq!(counts[0], 1_302_540);
    assert_eq!(counts[14..], [123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]);
}

#[test]
fn every_five_cards_of_any_number_of_packs_are_what_the_definitions_say() {
    let mut hands = 0;
    every_hand(0, |cards, hand| {
        hands += 1;
        assert_eq!(hand, by_definition(cards), "{cards:?}");
    });
    assert_eq!(hands, 3_819_816);
}

fn hand(text: &str) -> PokerHand {
    let cards: Vec<Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
    PokerHand::of(cards.try_into().unwrap())
}

#[test]
fn hands_by_name() {
    for (cards, expected) in [
        ("AS TS QS KS JS", PokerHand::RoyalFlush),
        ("KH QH JH TH 9H", PokerHand::StraightFlush),
        ("AD 2D 3D 4D 5D", PokerHand::StraightFlush),
        ("7S 7H 7D 7C 2S", PokerHand::FourOfAKind),
        ("7S 7H 7D 2C 2S", PokerHand::FullHouse),
        ("2C 9C 4C JC AC", PokerHand::Flush),
        ("AS 2D 3D 4D 5D", PokerHand::Straight),
        ("TS JD QD KD AD", PokerHand::Straight),
        ("QS KD AD 2D 3D", PokerHand::HighCard),
        ("7S 7H 7D 3C 2S", PokerHand::ThreeOfAKind),
        ("7S 7H 3D 3C 2S", PokerHand::TwoPairs),
        ("TS TH 3D 4C 2S", PokerHand::Pair(Rank::Ten)),
        ("9S 9H 3D 4C 2S", PokerHand::Pair(Rank::Nine)),
    ] {
        assert_eq!(hand(cards), expected, "{cards}");
    }
}

#[test]
fn more_than_one_pack() {
    for (cards, expected) in [
        ("7S 7H 7D 7C 7S", PokerHand::FourOfAKind),
        ("7S 7S 7S 7S 7S", PokerHand::FourOfAKind),
        ("7S 7S 7S 7S 2S", PokerHand::FourOfAKind),
        ("7S 7S 7S 2S 2S", PokerHand::FullHouse),
        ("7S 7S 7S 2S 3S", PokerHand::Flush),
        ("7S 7S 2S 2S 3S", PokerHand::Flush),
        ("7S 7S 2S 4S 3S", PokerHand::Flush),
        ("TS TS 2S 4S 3H", PokerHand::Pair(Rank::Ten)),
    ] {
        assert_eq!(hand(cards), expected, "{cards}");
    }
}

#[test]
fn the_places_of_hands_are_in_their_order() {
    let mut sorted = PokerHand::ALL;
    sorted.sort();
    assert_eq!(sorted, PokerHand::ALL);
    assert_eq!(PokerHand::ALL.map(PokerHand::index).to_vec(), (0..PokerHand::COUNT).collect::<Vec<_>>());
}
