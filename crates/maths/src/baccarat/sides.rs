//! Side wagers, and wagers whose odds depend on how they are won: the number of ways to every combination of facts, from
//! any shoe.
//!
//! The first four cards are counted by rank and suit, because pairs depend on them. Third cards count by value only. What
//! a coup shows is asked of the rules.

use std::collections::BTreeMap;

use croupier_kit::{Card, Ratio, Shoe};
use croupier_rules::contract::{Game, Payout, Positions, Seat, Turn};
use croupier_rules::games::baccarat::{BANKER, Baccarat, Clause, Deal, Opposing, PLAYER, Pip, pip};
use croupier_rules::law::Rule;
use croupier_rules::side::{FactValue, RoundCards, SideWager};
use croupier_rules::table::TableGame;

use super::BaccaratError;
use super::results::price;
use super::shoe::{PipCounts, ShoeError};
use crate::Price;
use crate::price::profit;

const METHOD: &str = "exact: every deal of six cards from the shoe counted, the first four by rank and suit, and settled by \
                      the rules";

/// The largest number of cards in one deal.
const CARDS: u64 = 6;

/// What a coup shows: the value of each fact of the rules.
pub(crate) type FactRow = Vec<Option<FactValue>>;

/// The number of ways to every combination of facts. Six cards are always counted in order, whether or not the coup uses
/// them all.
pub(crate) struct FactCounts {
    ways: BTreeMap<FactRow, u128>,
}

impl FactCounts {
    /// The facts of a coup from this shoe.
    ///
    /// # Errors
    /// When the shoe has too few cards, two hands oppose the banker's, or somebody has a choice.
    pub(crate) fn of_cards(game: &Baccarat, shoe: &Shoe) -> Result<Self, BaccaratError> {
        Self::of(game, &Card::pack().map(|card| (card, u64::from(shoe.count(card)))).collect::<Vec<_>>())
    }

    /// The facts of a coup that depend on values only: those of the deal. All others are wrong.
    ///
    /// # Errors
    /// As [`FactCounts::of_cards`].
    pub(crate) fn of_values(game: &Baccarat, shoe: &PipCounts) -> Result<Self, BaccaratError> {
        let counts = shoe.signed().map(i64::unsigned_abs);
        Self::of(game, &(0..).zip(counts).map(|(value, count)| (of_value(value), count)).collect::<Vec<_>>())
    }

    fn of(game: &Baccarat, shoe: &[(Card, u64)]) -> Result<Self, BaccaratError> {
        if game.hands != Opposing::One || !game.drawing.leaves_no_choice() {
            return Err(BaccaratError::Choices);
        }
        let mut left = [0; 10];
        for (card, count) in shoe {
            left[usize::from(pip(card.rank()))] += count;
        }
        let cards: u64 = left.iter().sum();
        if cards < CARDS {
            let few = |count: u64| u32::try_from(count).expect("fewer than a coup needs");
            return Err(ShoeError::TooFew { cards: few(cards), need: few(CARDS) }.into());
        }
        let mut counts = Self { ways: BTreeMap::new() };
        for (player, banker, ways) in FirstHands::new(shoe).pairs() {
            let mut coup = Coup { game, left, fell: Vec::with_capacity(6), counts: &mut counts };
            let mut deal = game.open(Positions::NONE);
            for place in 0..2 {
                for (seat, hand) in [(PLAYER, player), (BANKER, banker)] {
                    coup.fall(&mut deal, seat, hand[place]);
                }
            }
            coup.play_out(deal, ways);
        }
        Ok(counts)
    }

    /// Every combination of facts with the number of ways to it.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (&FactRow, u128)> {
        self.ways.iter().map(|(row, ways)| (row, *ways))
    }

    fn all(&self) -> u128 {
        self.ways.values().sum()
    }

    /// The chance of each payout that `settle` gives, with the provisions.
    fn endings(
        &self,
        settle: impl Fn(&dyn Fn(u8) -> Option<FactValue>) -> (Payout, Vec<Rule>),
    ) -> (Vec<(Payout, Ratio)>, Vec<Rule>) {
        let all = self.all();
        let mut endings: Vec<(Payout, u128)> = Vec::new();
        let mut cites = Vec::new();
        for (row, ways) in &self.ways {
            let (payout, rules) = settle(&|fact| row[usize::from(fact)]);
            cites.extend(rules);
            match endings.iter_mut().find(|(known, _)| *known == payout) {
                Some((_, known)) => *known += ways,
                None => endings.push((payout, *ways)),
            }
        }
        (endings.into_iter().map(|(payout, ways)| (payout, Ratio::new(ways, all))).collect(), cites)
    }

    /// The price of a side wager.
    pub(crate) fn side_price(&self, wager: &SideWager) -> Price {
        let (endings, cites) = self.endings(|value| {
            let settled = wager.settle(true, value).expect("the facts of a coup settle every side wager");
            (settled.payout, settled.cites.iter().collect())
        });
        Price { odds: wager.usual_odds(), ..price(&wager.name, endings, cites, METHOD, profit) }
    }

    /// How a wager with cases ends.
    pub(crate) fn clause_endings(&self, clause: &Clause) -> (Vec<(Payout, Ratio)>, Vec<Rule>) {
        self.endings(|value| {
            let settled = clause.settle_by_facts(value).expect("the facts of a coup settle every wager");
            (settled.payout, settled.cites.iter().collect())
        })
    }
}

/// One coup with the cards that are left by value.
struct Coup<'c> {
    game: &'c Baccarat,
    left: [u64; 10],
    fell: Vec<(Seat, Card)>,
    counts: &'c mut FactCounts,
}

impl Coup<'_> {
    fn fall(&mut self, deal: &mut Deal, seat: Seat, card: Card) {
        let value = pip(card.rank());
        self.game.fall_unchecked(deal, value);
        self.left[usize::from(value)] -= 1;
        self.fell.push((seat, card));
    }

    /// Counts the ends of a coup with every third card; `ways` is the number of ways to the cards so far.
    fn play_out(&mut self, deal: Deal, ways: u128) {
        match self.game.turn(&deal) {
            Turn::Chance(fall) => {
                for value in 0..10 {
                    let count = self.left[usize::from(value)];
                    if count > 0 {
                        let mut next = deal;
                        self.fall(&mut next, fall.to, of_value(value));
                        self.play_out(next, ways * u128::from(count));
                        self.fell.pop();
                        self.left[usize::from(value)] += 1;
                    }
                }
            }
            Turn::Over | Turn::Bets => self.end(&deal, ways),
            Turn::Seat(_) => unreachable!("nobody has a choice"),
        }
    }

    fn end(&mut self, deal: &Deal, ways: u128) {
        let cards: u64 = self.left.iter().sum();
        let undealt = CARDS - self.fell.len() as u64;
        let ways = (0..undealt).fold(ways, |ways, dealt| ways * u128::from(cards - dealt));
        let round = RoundCards { game: self.game, deal, fell: &self.fell, place: None };
        let row: FactRow = Baccarat::FACTS.iter().map(|fact| round.value(fact)).collect();
        *self.counts.ways.entry(row).or_default() += ways;
    }
}

/// A card that counts this value.
fn of_value(value: Pip) -> Card {
    Card::pack().find(|card| pip(card.rank()) == value).expect("every value has a card")
}

/// The first two cards of a hand, in the order of the pack.
type FirstTwo = [Card; 2];

/// The kinds of first hands: by the values of both cards, and whether they are a pair, and of one suit.
struct FirstHands<'s> {
    shoe: &'s [(Card, u64)],
    /// Every two cards by their places in the shoe, with their kind.
    all: Vec<(usize, [usize; 2])>,
    /// Two cards of each kind.
    kinds: Vec<FirstTwo>,
}

impl<'s> FirstHands<'s> {
    fn new(shoe: &'s [(Card, u64)]) -> Self {
        let mut known: Vec<(Pip, Pip, bool, bool)> = Vec::new();
        let mut hands = Self { shoe, all: Vec::new(), kinds: Vec::new() };
        for (place, (one, _)) in shoe.iter().enumerate() {
            for (next, (other, _)) in shoe.iter().enumerate().skip(place) {
                let values = [pip(one.rank()), pip(other.rank())];
                let [low, high] = [values[0].min(values[1]), values[0].max(values[1])];
                let kind = (low, high, one.rank() == other.rank(), one == other);
                let index = known.iter().position(|seen| *seen == kind).unwrap_or_else(|| {
                    known.push(kind);
                    hands.kinds.push([*one, *other]);
                    known.len() - 1
                });
                hands.all.push((index, [place, next]));
            }
        }
        hands
    }

    /// Every two kinds of hands with the number of ordered ways to deal them.
    fn pairs(&self) -> Vec<(FirstTwo, FirstTwo, u128)> {
        let kinds = self.kinds.len();
        let mut ways = vec![0_u64; kinds * kinds];
        let mut left: Vec<u64> = self.shoe.iter().map(|(_, count)| *count).collect();
        for (player_kind, player) in &self.all {
            let first = deal(&mut left, *player);
            if first > 0 {
                for (banker_kind, banker) in &self.all {
                    let second = deal(&mut left, *banker);
                    ways[player_kind * kinds + banker_kind] += first * second;
                    give_back(&mut left, *banker, second);
                }
            }
            give_back(&mut left, *player, first);
        }
        let both = |(place, ways): (usize, &u64)| {
            (self.kinds[place / kinds], self.kinds[place % kinds], u128::from(*ways))
        };
        ways.iter().enumerate().filter(|(_, ways)| **ways > 0).map(both).collect()
    }
}

/// Removes two cards, if they are there; returns the number of ordered ways to deal them.
fn deal(left: &mut [u64], [one, other]: [usize; 2]) -> u64 {
    let ways = if one == other { left[one] * left[one] - left[one] } else { 2 * left[one] * left[other] };
    if ways > 0 {
        left[one] -= 1;
        left[other] -= 1;
    }
    ways
}

/// Returns two cards that were removed in some ways.
fn give_back(left: &mut [u64], [one, other]: [usize; 2], ways: u64) {
    if ways > 0 {
        left[one] += 1;
        left[other] += 1;
    }
}
