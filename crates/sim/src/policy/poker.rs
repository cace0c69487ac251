//! When to raise at Arizona Hold-Em: yes or no for everything a player can hold and see.

use std::sync::Arc;

use croupier_kit::{Card, PokerHand};
use croupier_rules::contract::Payout;
use croupier_rules::games::poker::{HoldEm, Move, View};

use crate::tally::profit;

/// The player's three cards, and the common card that is face up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HoldEmCards {
    /// The player's own cards, ascending.
    pub own: [Card; 3],
    /// The first common card, once it is face up.
    pub common: Option<Card>,
}

/// The number of different cards.
const PACK: usize = 52;

/// The hands to raise with in the first circle and in the second. Equal cards, which several packs make possible, are
/// included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Raises {
    first: Arc<[bool]>,
    second: Arc<[bool]>,
}

impl Raises {
    /// A policy that raises where `raise` returns true.
    pub fn new(raise: impl Fn(&HoldEmCards) -> bool) -> Self {
        let mut first = vec![false; PACK * PACK * PACK];
        let mut second = vec![false; PACK * PACK * PACK * PACK];
        for_each_three(|own| {
            let one = raise(&HoldEmCards { own, common: None });
            let two: Vec<bool> =
                Card::pack().map(|card| raise(&HoldEmCards { own, common: Some(card) })).collect();
            for places in orders(own) {
                first[places] = one;
                second[places * PACK..(places + 1) * PACK].copy_from_slice(&two);
            }
        });
        Self { first: first.into(), second: second.into() }
    }

    /// Whether to raise with these cards; the order of the player's own cards does not matter.
    #[inline]
    pub fn raises(&self, own: [Card; 3], common: Option<Card>) -> bool {
        let places = place(own);
        common.map_or_else(|| self.first[places], |card| self.second[places * PACK + card.index()])
    }

    /// The decision of a player.
    pub fn decide(&self, view: &View) -> Move {
        let raises = view.own.is_some_and(|own| self.raises(own, view.community[0]));
        if raises { Move::Raise } else { Move::Check }
    }

    pub(crate) fn digest(&self) -> String {
        let bytes = |list: &[bool]| list.iter().map(|raise| u8::from(*raise)).collect::<Vec<u8>>();
        let mut hasher = blake3::Hasher::new();
        hasher.update(&bytes(&self.first)).update(&bytes(&self.second));
        hasher.finalize().to_hex().to_string()
    }

    /// The decisions of the first circle and of the second, indexed by the numbers of the cards in order.
    pub(crate) fn tables(&self) -> (&[bool], &[bool]) {
        (&self.first, &self.second)
    }
}

/// The profit of every hand on a stake of one unit, in `parts`.
pub(crate) fn hand_profits(game: &HoldEm, parts: i64) -> [i64; PokerHand::COUNT] {
    PokerHand::ALL.map(|hand| {
        let payout = game.pays.of(hand).map_or(Payout::Lose, |pay| Payout::Win(pay.odds));
        profit(payout, 1, parts)
    })
}

#[inline]
fn place([one, two, three]: [Card; 3]) -> usize {
    (one.index() * PACK + two.index()) * PACK + three.index()
}

fn orders([a, b, c]: [Card; 3]) -> [usize; 6] {
    [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]].map(place)
}

fn for_each_three(mut each: impl FnMut([Card; 3])) {
    let pack: Vec<Card> = Card::pack().collect();
    for (first, a) in pack.iter().enumerate() {
        for (second, b) in pack.iter().enumerate().skip(first) {
            pack[second..].iter().for_each(|c| each([*a, *b, *c]));
        }
    }
}
