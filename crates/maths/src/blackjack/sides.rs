//! Side wagers on the first cards of a box: the number of ways to every combination of facts, from any shoe.

use std::collections::BTreeMap;

use croupier_kit::{Card, Ratio, Shoe};
use croupier_rules::contract::{Game, Payout, Positions, Seat, Seated};
use croupier_rules::games::blackjack::{BOXES_MAX, Blackjack, Deal};
use croupier_rules::law::Rule;
use croupier_rules::side::{FactValue, RoundCards, SideWager};
use croupier_rules::table::TableGame;

use crate::Price;
use crate::price::profit;
use crate::single_stake::price;

type Rules = Seated<Blackjack, BOXES_MAX>;

const METHOD: &str = "exact: every deal of two cards to a box and one to the dealer counted by rank and suit, and settled by \
                      the rules; other boxes' cards not looked at";

/// The prices of the side wagers of a table; `None` if the shoe has fewer than three cards.
pub fn side_prices(game: &Rules, shoe: &Shoe) -> Option<Vec<Price>> {
    if game.sides.0.is_empty() {
        return Some(Vec::new());
    }
    let ways = ways(game, shoe);
    let all: u128 = ways.values().sum();
    (all > 0).then(|| game.sides.0.iter().map(|wager| side_price(wager, &ways, all)).collect())
}

/// The number of ordered ways to every combination of facts.
fn ways(game: &Rules, shoe: &Shoe) -> BTreeMap<Vec<Option<FactValue>>, u128> {
    const SEAT: Seat = 0;
    let deal = game.open(Positions::NONE);
    let mut left: Vec<(Card, u128)> = Card::pack()
        .map(|card| (card, u128::from(shoe.count(card))))
        .filter(|(_, count)| *count > 0)
        .collect();
    let mut ways = BTreeMap::new();
    for first in 0..left.len() {
        let one = take(&mut left, first);
        for second in 0..left.len() {
            let two = one * take(&mut left, second);
            for up in (0..left.len()).filter(|_| two > 0) {
                let three = two * left[up].1;
                if three > 0 {
                    let dealer = Deal::<BOXES_MAX>::DEALER;
                    let fell = [(SEAT, left[first].0), (dealer, left[up].0), (SEAT, left[second].0)];
                    let round = RoundCards { game, deal: &deal, fell: &fell, place: Some(SEAT) };
                    let row = Rules::FACTS.iter().map(|fact| round.value(fact)).collect();
                    *ways.entry(row).or_insert(0) += three;
                }
            }
            give_back(&mut left, second, two);
        }
        left[first].1 += 1;
    }
    ways
}

/// Takes a card, if it is there; returns the number of such cards.
fn take(left: &mut [(Card, u128)], place: usize) -> u128 {
    let count = left[place].1;
    left[place].1 -= u128::from(count > 0);
    count
}

/// Returns a card that was taken in some ways.
fn give_back(left: &mut [(Card, u128)], place: usize, ways: u128) {
    left[place].1 += u128::from(ways > 0);
}

fn side_price(wager: &SideWager, ways: &BTreeMap<Vec<Option<FactValue>>, u128>, all: u128) -> Price {
    let mut endings: Vec<(Payout, u128)> = Vec::new();
    let mut cites: Vec<Rule> = Vec::new();
    for (row, ways) in ways {
        let settled = wager.settle(true, |fact| row[usize::from(fact)]);
        let settled = settled.expect("the first cards settle every side wager");
        cites.extend(settled.cites.iter());
        match endings.iter_mut().find(|(known, _)| *known == settled.payout) {
            Some((_, known)) => *known += ways,
            None => endings.push((settled.payout, *ways)),
        }
    }
    let endings = endings.into_iter().map(|(payout, ways)| (payout, Ratio::new(ways, all))).collect();
    Price { odds: wager.usual_odds(), ..price(&wager.name, endings, cites, METHOD, profit) }
}
