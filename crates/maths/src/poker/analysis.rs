//! Every deal of three cards, then one, then one, grouped by class, with the best decision in each circle.

use std::collections::HashMap;

use croupier_kit::{Card, PokerHand, Rank, Ratio, lcm};
use croupier_rules::contract::Payout;
use croupier_rules::games::poker::{HoldEm, PayTable};
use croupier_rules::law::Rule;

use super::class::{Class, Suits};
use crate::price::{PayoutChance, Price, profit};

const METHOD: &str = "every deal of five cards by class, with the best decision on the three cards and on the four \
                      that are seen, in exact fractions";

/// The analysis of a table at best play.
#[derive(Clone, Debug)]
pub struct RaiseAnalysis {
    circles: u8,
    three: Vec<RaiseChoice<3>>,
    four: HashMap<Class<4>, RaiseChoice<4>>,
    /// The number of deals that end in each hand, by number of raises.
    ends: [[u64; PokerHand::COUNT]; 3],
    pays: PayTable,
}

/// The expected gain of a raise on some cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaiseChoice<const CARDS: usize> {
    /// The class of the cards.
    pub class: Class<CARDS>,
    /// The number of draws that give this class.
    pub ways: u64,
    /// The expected gain of one stake; raising is best if it is above zero.
    pub worth: Ratio,
}

impl<const CARDS: usize> RaiseChoice<CARDS> {
    /// Whether it is best to raise.
    pub fn raises(&self) -> bool {
        self.worth > Ratio::zero()
    }
}

/// Analyses every deal of a table.
pub fn analyse(game: &HoldEm) -> RaiseAnalysis {
    let walk = Walk { packs: u64::from(game.packs), pays: Pays::new(&game.pays) };
    let four = walk.fours();
    let three: Vec<RaiseChoice<3>> =
        Class::every(walk.packs).into_iter().map(|class| walk.three(class, &four)).collect();
    let circles = game.raises;
    let ends = walk.ends(circles, &three, &four);
    RaiseAnalysis { circles, three, four, ends, pays: game.pays.clone() }
}

impl RaiseAnalysis {
    /// The number of circles in which a raise is possible.
    pub const fn circles(&self) -> u8 {
        self.circles
    }

    /// The expected gain of a raise in the first circle, for each class of the player's three cards.
    pub fn first_circle(&self) -> &[RaiseChoice<3>] {
        &self.three
    }

    /// The expected gain of a raise in the second circle, for each class of those three and the turned common card.
    pub fn second_circle(&self) -> impl Iterator<Item = &RaiseChoice<4>> {
        self.four.values()
    }

    /// The expected gain of a raise on these three cards in the first circle.
    pub fn worth_of_three(&self, cards: [Card; 3]) -> Option<&Ratio> {
        let class = Class::of(cards);
        self.three.iter().find(|choice| choice.class == class).map(|choice| &choice.worth)
    }

    /// The expected gain of a raise in the second circle on those three cards and the turned common card.
    pub fn worth_of_four(&self, cards: [Card; 4]) -> Option<&Ratio> {
        self.four.get(&Class::of(cards)).map(|choice| &choice.worth)
    }

    /// Whether to raise on these three cards in the first circle.
    pub fn raises_on_three(&self, cards: [Card; 3]) -> bool {
        let class = Class::of(cards);
        self.circles > 0 && self.three.iter().any(|choice| choice.class == class && choice.raises())
    }

    /// Whether to raise on these four cards in the second circle: the player's three and the turned common card.
    pub fn raises_on_four(&self, cards: [Card; 4]) -> bool {
        self.circles > 1 && self.four.get(&Class::of(cards)).is_some_and(RaiseChoice::raises)
    }

    /// The probability of every hand with every number of raises.
    pub fn chances(&self) -> impl Iterator<Item = (PokerHand, u8, Ratio)> + '_ {
        let deals: u64 = self.ends.iter().flatten().sum();
        (0..).zip(&self.ends).flat_map(move |(raises, ends)| {
            let hands = PokerHand::ALL.into_iter().zip(ends).filter(|(_, count)| **count > 0);
            hands.map(move |(hand, count)| (hand, raises, Ratio::new(*count, deals)))
        })
    }

    /// The price of the ante with the best raises, per unit of the ante.
    pub fn price(&self) -> Price {
        let (mut gains, mut staked) = (Vec::new(), Ratio::zero());
        for (hand, raises, chance) in self.chances() {
            let units = Ratio::whole(1 + raises);
            staked = staked + &units * &chance;
            gains.push((units * profit(self.payout(hand)), chance));
        }
        let price = Price::exact("ante", &gains, METHOD);
        Price { staked: Some(staked.into()), endings: self.endings(), cites: self.cites(), ..price }
    }

    fn payout(&self, hand: PokerHand) -> Payout {
        self.pays.of(hand).map_or(Payout::Lose, |pay| Payout::Win(pay.odds))
    }

    /// The possible ends of a round: how the ante and its raises are paid, and their gain together. The highest odds
    /// come first.
    fn endings(&self) -> Vec<PayoutChance> {
        let mut endings: Vec<((Payout, u8), Ratio)> = Vec::new();
        for (hand, raises, chance) in self.chances() {
            let end = (self.payout(hand), raises);
            match endings.iter_mut().find(|(known, _)| *known == end) {
                Some((_, sum)) => *sum = &*sum + &chance,
                None => endings.push((end, chance)),
            }
        }
        endings.sort_by_key(|((payout, raises), _)| (std::cmp::Reverse(profit(*payout)), *raises));
        let ending = |((payout, raises), chance): ((Payout, u8), Ratio)| PayoutChance {
            payout,
            profit: Ratio::whole(1 + raises) * profit(payout),
            probability: chance.into(),
        };
        endings.into_iter().map(ending).collect()
    }

    fn cites(&self) -> Vec<Rule> {
        let mut cites: Vec<Rule> = Vec::new();
        for cite in self.pays.iter().map(|pay| pay.cite).chain([self.pays.lost()]) {
            if !cites.contains(&cite) {
                cites.push(cite);
            }
        }
        cites
    }
}

/// The winnings of every hand, in whole parts of a stake.
struct Pays {
    by_hand: [i64; PokerHand::COUNT],
    parts: i64,
}

impl Pays {
    fn new(table: &PayTable) -> Self {
        let parts = table.iter().map(|pay| u64::from(pay.odds.terms().1)).try_fold(1, lcm);
        let parts = signed(parts.expect("a book with a wager that nothing can be staked on is refused"));
        let by_hand = PokerHand::ALL.map(|hand| {
            table.of(hand).map_or(-parts, |pay| {
                let (won, staked) = pay.odds.terms();
                i64::from(won) * parts / i64::from(staked)
            })
        });
        Self { by_hand, parts }
    }
}

struct Walk {
    packs: u64,
    pays: Pays,
}

impl Walk {
    /// Every class of four cards with the expected gain over the fifth card.
    fn fours(&self) -> HashMap<Class<4>, RaiseChoice<4>> {
        let mut fours = HashMap::new();
        for three in Class::every(self.packs) {
            self.each_next(&three, |rank, suits, _| {
                let class = three.with(rank, suits);
                fours.entry(class).or_insert_with(|| self.four(class));
            });
        }
        fours
    }

    fn four(&self, class: Class<4>) -> RaiseChoice<4> {
        let mut worth = 0;
        self.each_next(&class, |rank, suits, left| {
            worth += signed(left) * self.pays.by_hand[class.with(rank, suits).sum().index()];
        });
        let cards = signed(52 * self.packs - 4);
        RaiseChoice { class, ways: class.ways(self.packs), worth: Ratio::new(worth, cards * self.pays.parts) }
    }

    fn three(&self, class: Class<3>, fours: &HashMap<Class<4>, RaiseChoice<4>>) -> RaiseChoice<3> {
        let mut worth = Ratio::zero();
        let cards = 52 * self.packs - 3;
        self.each_next(&class, |rank, suits, left| {
            let four = &fours[&class.with(rank, suits)];
            worth = &worth + &(&four.worth * &Ratio::new(left, cards));
        });
        RaiseChoice { class, ways: class.ways(self.packs), worth }
    }

    /// The number of deals by raises made and final hand.
    fn ends(
        &self,
        circles: u8,
        threes: &[RaiseChoice<3>],
        fours: &HashMap<Class<4>, RaiseChoice<4>>,
    ) -> [[u64; PokerHand::COUNT]; 3] {
        let mut ends = [[0; PokerHand::COUNT]; 3];
        for three in threes {
            let first = usize::from(circles > 0 && three.raises());
            self.each_next(&three.class, |rank, suits, left| {
                let (class, ways) = (three.class.with(rank, suits), three.ways * left);
                let second = usize::from(circles > 1 && fours[&class].raises());
                self.each_next(&class, |rank, suits, left| {
                    ends[first + second][class.with(rank, suits).sum().index()] += ways * left;
                });
            });
        }
        ends
    }

    /// Every class of card that can come next, with the number of such cards.
    fn each_next<const CARDS: usize>(&self, class: &Class<CARDS>, mut each: impl FnMut(Rank, Suits, u64)) {
        for rank in Rank::ALL {
            for suits in [Suits::One, Suits::Several] {
                let left = class.left(rank, suits, self.packs);
                if left > 0 {
                    each(rank, suits, left);
                }
            }
        }
    }
}

/// A count of cards as a signed number.
fn signed(count: u64) -> i64 {
    i64::try_from(count).expect("a count of cards is small")
}
