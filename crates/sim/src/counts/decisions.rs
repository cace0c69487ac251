//! What every move on two cards is worth at a count, from the exact solver.
//!
//! The solver plays from shoes that are richer or poorer in what a system counts, with all kinds of cards as they are on
//! average at that count. A count is that of the cards left once the hand and the dealer's card are out, as a player sees it.

#![allow(clippy::cast_possible_wrap, reason = "cards are few")]

use croupier_kit::Rank;
use croupier_maths::blackjack::{
    ACE, BlackjackError, ChartSection, KINDS, MoveTable, RankCounts, Situation, Solver, TEN,
};
use croupier_rules::games::blackjack::{Blackjack, EvenMoney, InsuranceRight, Move, OnEqual};
use rayon::prelude::*;

use super::system::{CountSystem, OF_A_PACK, kind_of};

/// A shoe at a count, with the moves of its solver.
struct CountedShoe {
    /// The cards by kind.
    cards: [i64; KINDS],
    moves: MoveTable,
}

/// The shoes of a table at several counts, in order of the count.
pub(crate) struct CountedShoes<'t> {
    rules: &'t Blackjack,
    system: &'t CountSystem,
    shoes: Vec<CountedShoe>,
    columns: usize,
}

/// The value of something by count: points in order of the count.
type ByCount = Vec<(f64, f64)>;

/// The steps away from an even shoe, in cards of the rank that the system counts highest. A small shoe has no four to spare.
const STEPS: [i64; 5] = [-4, -2, 0, 2, 4];
/// The cards of a rank that a shoe must have for them.
const RANK_LEAST: i64 = 8;

impl<'t> CountedShoes<'t> {
    /// Shoes of so many packs.
    ///
    /// # Errors
    /// When the table cannot be priced.
    pub(crate) fn new(
        rules: &'t Blackjack,
        system: &'t CountSystem,
        packs: u8,
    ) -> Result<Self, BlackjackError> {
        // A shoe may have more cards of a rank than its packs would.
        let twice = packs.checked_mul(2).expect("a shoe has at most eight packs");
        let roomy = Blackjack { packs: twice, ..rules.clone() };
        let solver = Solver::new(&roomy)?;
        let even = 4 * i64::from(packs);
        let divisor = if even < RANK_LEAST { 2 } else { 1 };
        let shoe = |step: i64| {
            let counts = cards_at(system, even, step / divisor);
            // Every rank that counts ten has the same number of cards.
            let of_rank = Rank::ALL.map(|rank| counts[kind_of(rules, rank)]);
            let ranks = RankCounts::of_ranks(&roomy, of_rank)?;
            let mut cards = counts;
            cards[TEN] *= 4;
            Ok(CountedShoe { cards, moves: solver.policy(&ranks)? })
        };
        let shoes = STEPS.into_par_iter().map(shoe).collect::<Result<_, BlackjackError>>()?;
        Ok(Self { rules, system, shoes, columns: solver.columns() })
    }

    /// The up-cards that play depends on.
    pub(crate) fn ups(&self) -> Vec<Option<usize>> {
        if self.columns == 1 { vec![None] } else { (0..KINDS).map(Some).collect() }
    }

    /// The count of a shoe without these cards.
    fn count_without(&self, shoe: &CountedShoe, out: &[usize]) -> f64 {
        let cards: i64 = shoe.cards.iter().sum::<i64>() - out.len() as i64;
        let tag = |kind: usize| i64::from(self.system.tag(kind));
        let rest = (0..KINDS).map(|kind| shoe.cards[kind] * tag(kind)).sum::<i64>()
            - out.iter().map(|kind| tag(*kind)).sum::<i64>();
        // The count of a system that goes by the running count is that of the whole table with as many cards left.
        self.system.unrounded(self.rules.packs, real(rest), real(cards))
    }

    /// What each move is worth on the two cards of a row of a chart, by count; empty where no two cards belong to it.
    pub(crate) fn worths(
        &self,
        section: ChartSection,
        number: u8,
        up: Option<usize>,
    ) -> Vec<(Move, ByCount)> {
        let hands = hands_of(section, number);
        let moves = |hand: [usize; 2], shoe: &CountedShoe| {
            let pair = section == ChartSection::Pair;
            shoe.moves.worths(&counts_of(hand), up, Situation::First { pair })
        };
        let weight = |hand: [usize; 2]| f64::from(OF_A_PACK[hand[0]] * OF_A_PACK[hand[1]]);
        let whole: f64 = hands.iter().map(|hand| weight(*hand)).sum();
        let Some(first) = hands.first() else { return Vec::new() };
        let listed = moves(*first, &self.shoes[0]);
        let by_count = |mv: Move| -> Option<ByCount> {
            let at = |shoe: &CountedShoe| {
                hands.iter().try_fold((0.0, 0.0), |(count, sum), hand| {
                    let share = weight(*hand) / whole;
                    let worths = moves(*hand, shoe);
                    let worth = worths.iter().find(|(other, _)| *other == mv)?.1;
                    let out: Vec<usize> = hand.iter().copied().chain(up).collect();
                    Some((count + share * self.count_without(shoe, &out), sum + share * worth))
                })
            };
            in_order(self.shoes.iter().map(at).collect::<Option<Vec<_>>>()?)
        };
        listed.into_iter().filter_map(|(mv, _)| Some((mv, by_count(mv)?))).collect()
    }

    /// The chance by count that the dealer's second card counts ten, once these cards are out.
    fn tens_without(&self, out: &[usize]) -> Option<ByCount> {
        let at = |shoe: &CountedShoe| {
            let left =
                |kind: usize| shoe.cards[kind] - out.iter().filter(|gone| **gone == kind).count() as i64;
            let cards: i64 = (0..KINDS).map(left).sum();
            (self.count_without(shoe, out), real(left(TEN)) / real(cards))
        };
        in_order(self.shoes.iter().map(at).collect())
    }

    /// What insuring gains for every unit insured, by count; `None` where nobody may insure.
    pub(crate) fn insurance(&self) -> Option<ByCount> {
        let out: &[usize] = match self.rules.insurance.right {
            InsuranceRight::AnyHand => &[ACE],
            InsuranceRight::OwnBlackjack => &[ACE, ACE, TEN],
        };
        let odds = value(self.rules.insurance.odds.terms());
        let gain = |(count, ten): (f64, f64)| (count, ten * (odds + 1.0) - 1.0);
        Some(self.tens_without(out)?.into_iter().map(gain).collect())
    }

    /// What a blackjack gains when it is settled at evens, by count; `None` where that is not offered.
    pub(crate) fn even_money(&self) -> Option<ByCount> {
        if !matches!(self.rules.even_money, EvenMoney::Offered(_)) {
            return None;
        }
        let odds = value(self.rules.natural.odds.terms());
        let equal = if self.rules.on_equal == OnEqual::Void { 0.0 } else { -1.0 };
        let gain = |(count, ten): (f64, f64)| (count, 1.0 - (1.0 - ten) * odds - ten * equal);
        Some(self.tens_without(&[ACE, ACE, TEN])?.into_iter().map(gain).collect())
    }
}

/// The cards of each rank, by kind, in a shoe with `even` of every rank, moved `step` away from that: each kind as far as
/// its tag is from the mean of all tags, which is where it is on average.
fn cards_at(system: &CountSystem, even: i64, step: i64) -> [i64; KINDS] {
    let tags: [f64; KINDS] = std::array::from_fn(|kind| f64::from(system.tag(kind)));
    let mean = (0..KINDS).map(|kind| f64::from(OF_A_PACK[kind]) * tags[kind]).sum::<f64>() / 52.0;
    let widest = tags.iter().map(|tag| (tag - mean).abs()).fold(0.0, f64::max);
    #[allow(clippy::cast_possible_truncation, reason = "a few cards")]
    let moved = |tag: f64| (real(step) * (tag - mean) / widest).round() as i64;
    tags.map(|tag| even - moved(tag))
}

/// The two cards of a row, by kind. The total of a pair is in its own row, and as a total where no other cards make it.
fn hands_of(section: ChartSection, number: u8) -> Vec<[usize; 2]> {
    let number = usize::from(number);
    match section {
        ChartSection::Pair => vec![[number - 1; 2]],
        ChartSection::Soft => (number > 12).then(|| [ACE, number - 12]).into_iter().collect(),
        ChartSection::Hard => {
            let other =
                |one: usize| number.checked_sub(one + 2).filter(|other| one < *other && *other <= TEN);
            (1..KINDS).filter_map(|one| Some([one, other(one)?])).collect()
        }
    }
}

fn counts_of(hand: [usize; 2]) -> [u8; KINDS] {
    let mut counts = [0; KINDS];
    hand.into_iter().for_each(|kind| counts[kind] += 1);
    counts
}

/// The points in order of the count; `None` if they are all of one.
fn in_order(mut points: ByCount) -> Option<ByCount> {
    points.sort_by(|one, other| one.0.total_cmp(&other.0));
    points.dedup_by(|one, other| one.0 - other.0 < 1e-9);
    (points.len() > 1).then_some(points)
}

/// The value at a count: on the line between the points beside it, and beyond them all as at the last.
pub(crate) fn at_count(points: &[(f64, f64)], count: f64) -> f64 {
    let after = points.partition_point(|(known, _)| *known <= count);
    match (after.checked_sub(1).map(|before| points[before]), points.get(after)) {
        (Some((low, from)), Some((high, to))) => from + (to - from) * (count - low) / (high - low),
        (Some((_, last)), None) => last,
        (None, Some((_, first))) => *first,
        (None, None) => 0.0,
    }
}

fn value((won, staked): (u32, u32)) -> f64 {
    f64::from(won) / f64::from(staked)
}

#[allow(clippy::cast_precision_loss, reason = "cards and tags are few")]
fn real(number: i64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shoes_are_moved_as_the_tags_are() {
        let hi_lo = CountSystem::named("hi-lo").unwrap();
        assert_eq!(cards_at(&hi_lo, 16, 2), [18, 14, 14, 14, 14, 14, 16, 16, 16, 18]);
        assert_eq!(cards_at(&hi_lo, 16, 0), [16; KINDS]);
        let omega = CountSystem::named("omega-2").unwrap();
        assert_eq!(cards_at(&omega, 16, -4), [16, 18, 18, 20, 20, 20, 18, 16, 14, 12]);
    }

    #[test]
    fn every_hand_of_two_cards_is_in_one_row() {
        let mut seen = std::collections::HashSet::new();
        for section in ChartSection::ALL {
            for number in section.span() {
                for mut hand in hands_of(section, number) {
                    hand.sort_unstable();
                    assert!(seen.insert(hand), "{hand:?}");
                }
            }
        }
        // All but the Ace with a ten, which is decided.
        assert_eq!(seen.len(), 54);
    }

    #[test]
    fn values_lie_on_lines_between_points() {
        let points = [(-2.0, 1.0), (0.0, 3.0), (4.0, -1.0)];
        let expected =
            [(-9.0, 1.0), (-2.0, 1.0), (-1.0, 2.0), (0.0, 3.0), (1.0, 2.0), (4.0, -1.0), (9.0, -1.0)];
        for (count, value) in expected {
            assert!((at_count(&points, count) - value).abs() < 1e-12, "{count}");
        }
    }
}
