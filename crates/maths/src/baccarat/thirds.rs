//! Every way to complete two hands and the banker's hand, given the banker's first two cards.

use croupier_rules::games::baccarat::{Drawing, Pip, Third};

use super::chemin::{choice, must_draw};
use super::contest::ResultCounts;
use super::equilibrium::{HandShown, Sampling};
use super::firsts::{Firsts, FirstsAfter, Left, less};
use super::results::{RESULTS, place};

/// An opposing hand at the end of the deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hand {
    /// The score of its first two cards.
    score: Pip,
    /// Its choice, and what others see of it.
    stance: Stance,
}

/// The facts about an opposing hand that matter for decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stance {
    /// The score on which it had a choice, if it had one.
    pub chose: Option<Pip>,
    /// What the banker and the other hand see of it.
    pub sight: HandShown,
}

impl Stance {
    pub(crate) const fn drew(self) -> bool {
        matches!(self.sight, HandShown::Drew(_))
    }
}

impl Hand {
    /// Its final score.
    const fn total(self) -> Pip {
        if let HandShown::Drew(third) = self.stance.sight { (self.score + third) % 10 } else { self.score }
    }
}

/// The deals with given stances of both hands and a given end, whatever the scores where these do not matter.
#[derive(Clone, Debug)]
pub(crate) struct Ways {
    pub right: Stance,
    pub left: Stance,
    pub end: DealEnd,
    /// The number of ways to reach each result.
    pub tally: ResultCounts,
}

/// How a deal ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DealEnd {
    /// By naturals.
    Naturals,
    /// The banker did `did`; a banker bound to the drawing table would have done `must`.
    Banker { did: Third, must: Third },
}

/// The coups with given first two cards of the banker.
pub(crate) struct BankerDeals<'d> {
    pub drawing: &'d Drawing,
    pub firsts: &'d FirstsAfter,
    /// The cards left after those two.
    pub left: Left,
    pub cards: Sampling,
    /// The score of those two.
    pub banker: Pip,
    /// The number of ways to deal those two.
    pub ways: i128,
}

impl BankerDeals<'_> {
    /// Visits all coups. Third cards are enumerated; first cards are counted in closed form for each choice of them.
    pub(crate) fn each(&self, mut take: impl FnMut(&Ways)) {
        self.without_thirds(&mut take);
        let thirds = || (0..10).map(Some).chain([None]);
        for right in thirds() {
            for left in thirds() {
                self.with_thirds([right, left], &mut take);
            }
        }
    }

    /// The deals that end by naturals.
    fn without_thirds(&self, take: &mut impl FnMut(&Ways)) {
        let first = self.firsts.at(&self.left);
        let unseen = self.unseen(self.left.iter().sum(), 3);
        let natural = |score| self.drawing.naturals.contains(score);
        let stance = Stance { chose: None, sight: HandShown::Closed };
        let hand = |score| Hand { score, stance };
        let mut tally = [0; RESULTS];
        for (right, left) in scores() {
            if natural(self.banker) || (natural(right) && natural(left)) {
                let ways = ways_of(first, right, left) * self.ways * unseen;
                tally[self.result(hand(right), hand(left), None)] += ways;
            }
        }
        take(&Ways { right: stance, left: stance, end: DealEnd::Naturals, tally });
    }

    /// The deals in which the two hands draw exactly these third cards.
    fn with_thirds(&self, thirds: [Option<Pip>; 2], take: &mut impl FnMut(&Ways)) {
        if self.drawing.naturals.contains(self.banker) {
            return;
        }
        let Some((ways, left)) = self.deal(thirds.into_iter().flatten()) else { return };
        let hands: Vec<[Hand; 2]> = scores().filter_map(|scores| self.hands(scores, thirds)).collect();
        let drawn = thirds.iter().flatten().map(|_| 1).sum::<i64>();
        let cards: i64 = left.iter().sum();
        // A banker bound to the drawing table decides by the first third card that was drawn.
        let given = thirds.into_iter().flatten().next().map_or(HandShown::Closed, HandShown::Drew);
        let must = if must_draw(self.drawing, self.banker, given) { Third::Draws } else { Third::Stands };
        let stands = [(None, self.firsts.at(&left), 1)];
        let end = DealEnd::Banker { did: Third::Stands, must };
        self.banker_ends(&hands, end, &stands, ways * self.unseen(cards, 3 - drawn), take);
        let draw = |third| {
            let (count, rest) = self.deal_from(&left, third)?;
            Some((Some(third), self.firsts.at(&rest), count))
        };
        let draws: Vec<_> = (0..10).filter_map(draw).collect();
        let end = DealEnd::Banker { did: Third::Draws, must };
        self.banker_ends(&hands, end, &draws, ways * self.unseen(cards - self.gone(), 2 - drawn), take);
    }

    /// The two hands with these scores and third cards; `None` if the rules do not permit them.
    fn hands(&self, scores: (Pip, Pip), thirds: [Option<Pip>; 2]) -> Option<[Hand; 2]> {
        let natural = |score| self.drawing.naturals.contains(score);
        if natural(scores.0) && natural(scores.1) {
            return None;
        }
        let hand = |score: Pip, third: Option<Pip>| {
            let rule = choice(self.drawing, score);
            let sight = match (third, rule) {
                (None, _) if natural(score) => HandShown::Natural(score),
                (Some(third), Third::Draws | Third::Chooses) => HandShown::Drew(third),
                (None, Third::Stands | Third::Chooses) => HandShown::Closed,
                _ => return None,
            };
            let chose = (rule == Third::Chooses).then_some(score);
            Some(Hand { score, stance: Stance { chose, sight } })
        };
        Some([hand(scores.0, thirds[0])?, hand(scores.1, thirds[1])?])
    }

    /// The banker stands, or draws any of these cards: each with the ways to deal the first cards beside it, and the
    /// number of such cards. All these ways are multiplied by `times`. Hands with the same stances are combined.
    fn banker_ends(
        &self,
        hands: &[[Hand; 2]],
        end: DealEnd,
        cards: &[(Option<Pip>, &Firsts, i64)],
        times: i128,
        take: &mut impl FnMut(&Ways),
    ) {
        let mut gathered: Vec<Ways> = Vec::new();
        for [right, left] in hands {
            let stances = (right.stance, left.stance);
            let place = gathered.iter().position(|ways| (ways.right, ways.left) == stances);
            let place = place.unwrap_or_else(|| {
                gathered.push(Ways { right: stances.0, left: stances.1, end, tally: [0; RESULTS] });
                gathered.len() - 1
            });
            for (third, first, count) in cards {
                let result = self.result(*right, *left, *third);
                gathered[place].tally[result] += ways_of(first, right.score, left.score) * i128::from(*count);
            }
        }
        for mut ways in gathered {
            ways.tally.iter_mut().for_each(|ways| *ways *= times);
            take(&ways);
        }
    }

    /// A natural is settled against the banker's first two cards, any other hand against the banker's final score
    /// (reading S5).
    fn result(&self, right: Hand, left: Hand, third: Option<Pip>) -> usize {
        let end = (self.banker + third.unwrap_or(0)) % 10;
        let compared = |hand: Hand| {
            let against = if self.drawing.naturals.contains(hand.score) { self.banker } else { end };
            hand.total().cmp(&against)
        };
        place(compared(right), compared(left))
    }

    /// The number of ways to deal these cards after the banker's first two, and the cards left after them.
    fn deal(&self, thirds: impl Iterator<Item = Pip>) -> Option<(i128, Left)> {
        let mut dealt = (self.ways, self.left);
        for third in thirds {
            let (count, rest) = self.deal_from(&dealt.1, third)?;
            dealt = (dealt.0 * i128::from(count), rest);
        }
        Some(dealt)
    }

    fn deal_from(&self, left: &Left, third: Pip) -> Option<(i64, Left)> {
        let place = usize::from(third);
        let rest = if self.cards == Sampling::WithoutReplacement { less(left, place) } else { *left };
        (left[place] > 0).then(|| (left[place], rest))
    }

    /// The number of ways to deal `count` undrawn cards when `cards` are left of which four are first cards.
    fn unseen(&self, cards: i64, count: i64) -> i128 {
        (0..count).map(|place| i128::from(cards - self.gone() * (4 + place))).product()
    }

    /// By how many cards the shoe is reduced when a card is dealt.
    fn gone(&self) -> i64 {
        i64::from(self.cards == Sampling::WithoutReplacement)
    }
}

/// Every pair of scores.
fn scores() -> impl Iterator<Item = (Pip, Pip)> {
    (0..10).flat_map(|right| (0..10).map(move |left| (right, left)))
}

fn ways_of(first: &Firsts, right: Pip, left: Pip) -> i128 {
    first[usize::from(right)][usize::from(left)].into()
}
