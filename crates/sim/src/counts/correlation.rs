//! How well the tags of a system follow what cards are worth: exact, from the effects of removal.
//!
//! Griffin, "The Theory of Blackjack", chapters 4 and 5. Each card that leaves the shoe changes the edge, the gain of insurance,
//! and the difference between two moves on a hand. Tags that follow the changes closely say most about them.

use croupier_kit::Rank;
use croupier_maths::blackjack::{BlackjackError, KINDS, MoveTable, RankCounts, Situation, Solver, TEN};
use croupier_maths::risk::normal;
use croupier_rules::games::blackjack::Blackjack;
use rayon::prelude::*;

use super::system::{CountBasis, CountSystem, OF_A_PACK, kind_of};

/// How well a system follows the cards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CountCorrelation {
    /// The correlation of its tags with the effects of removal on the edge.
    pub betting: f64,
    /// The share that it gains of what perfect knowledge of the cards would gain by other moves than the chart's on the first two
    /// cards.
    pub playing: f64,
    /// The correlation of its tags with the effects of removal on insurance.
    pub insurance: f64,
}

/// The effects of removal of a table.
pub struct RemovalEffects {
    /// On the edge, by kind.
    pub edge: [f64; KINDS],
    decisions: Vec<DecisionEffects>,
    cards: f64,
}

/// A decision on two cards, and what each card is to it.
struct DecisionEffects {
    chance: f64,
    /// The gain of the best move over the second best.
    margin: f64,
    /// How the margin changes when a card of a kind is removed.
    effects: [f64; KINDS],
}

impl RemovalEffects {
    /// The effects at a table, from whole shoes that lack one card.
    ///
    /// # Errors
    /// When the table cannot be priced.
    pub fn of(rules: &Blackjack) -> Result<Self, BlackjackError> {
        let (solver, whole) = (Solver::new(rules)?, RankCounts::whole(rules));
        let edge = solver.effects_of_removal(&whole)?.map(|effect| effect.unwrap_or(0.0));
        let without = |kind: usize| {
            let rank = Rank::ALL.into_iter().find(|rank| kind_of(rules, *rank) == kind);
            rank.and_then(|rank| whole.without(rank)).map(|shoe| solver.policy(&shoe)).transpose()
        };
        let less = (0..KINDS).into_par_iter().map(without).collect::<Result<Vec<_>, _>>()?;
        let play = solver.policy(&whole)?;
        let ups = if solver.columns() == 1 { vec![None] } else { (0..KINDS).map(Some).collect() };
        let hands = (0..KINDS).flat_map(|one| (one..KINDS).map(move |other| [one, other]));
        let decisions = hands
            .flat_map(|hand| ups.iter().map(move |up| (hand, *up)))
            .filter_map(|(hand, up)| decision(&play, &less, hand, up))
            .collect();
        Ok(Self { edge, decisions, cards: f64::from(whole.cards()) })
    }

    /// What the player gains on average when the true count is one point higher, by the line of least squares; `None` for a
    /// running count, whose points are worth more when fewer cards are left.
    pub fn worth_of_a_point(&self, system: &CountSystem) -> Option<f64> {
        let tags = system.points();
        let gains = self.edge.map(|effect| -effect);
        // A card that is left adds the opposite of what removing it gains, for each of the others. The tags of the cards left
        // are lower by a point for every pack.
        let follows = (self.cards - 1.0) * covariance(&gains, &tags) / covariance(&tags, &tags);
        matches!(system.basis(), CountBasis::True(_)).then_some(follows / 52.0)
    }

    /// How well a system follows them. Moves are chosen from shoes that are dealt as far as `dealt`, a share of their cards.
    pub fn correlation(&self, system: &CountSystem, dealt: f64) -> CountCorrelation {
        let tags = system.points();
        // Removing a card that harms the player is good for him.
        let gains = self.edge.map(|effect| -effect);
        let tens = std::array::from_fn(|kind| if kind == TEN { -1.0 } else { 0.0 });
        let [mut known, mut whole] = [0.0; 2];
        for decision in &self.decisions {
            let spread = deviation(&decision.effects);
            let follows = correlation(&tags, &decision.effects).abs();
            // From the first card to the last that is dealt.
            for step in 0..STEPS {
                let left = self.cards * (1.0 - dealt * (f64::from(step) + 0.5) / f64::from(STEPS));
                let varies = spread * ((self.cards - 1.0) * (self.cards - left) / left).sqrt();
                known += decision.chance * loss_avoided(decision.margin, follows * varies);
                whole += decision.chance * loss_avoided(decision.margin, varies);
            }
        }
        CountCorrelation {
            betting: correlation(&tags, &gains),
            playing: if whole > 0.0 { known / whole } else { 0.0 },
            insurance: correlation(&tags, &tens),
        }
    }
}

/// The depths of a shoe at which decisions are weighed.
const STEPS: i32 = 20;

/// The margin of a decision and how each card changes it; `None` where there is nothing to decide.
fn decision(
    play: &MoveTable,
    less: &[Option<MoveTable>],
    hand: [usize; 2],
    up: Option<usize>,
) -> Option<DecisionEffects> {
    let mut cards = [0; KINDS];
    hand.into_iter().for_each(|kind| cards[kind] += 1);
    let worths = |play: &MoveTable| play.worths(&cards, up, Situation::First { pair: hand[0] == hand[1] });
    let mut ranked = worths(play);
    ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
    let [(best, most), (second, next), ..] = ranked[..] else { return None };
    let margin_in = |play: &MoveTable| {
        let found = worths(play);
        let of = |wanted| found.iter().find(|(mv, _)| *mv == wanted).map(|(_, worth)| *worth);
        Some(of(best)? - of(second)?)
    };
    let mut effects = [0.0; KINDS];
    for (effect, play) in effects.iter_mut().zip(less) {
        *effect = margin_in(play.as_ref()?)? - (most - next);
    }
    let again = if hand[0] == hand[1] { 1.0 } else { 2.0 };
    let chance = |kind: usize| f64::from(OF_A_PACK[kind]) / 52.0;
    let chance = again * chance(hand[0]) * chance(hand[1]) * up.map_or(1.0, chance);
    Some(DecisionEffects { chance, margin: most - next, effects })
}

/// What is gained by the other move where the margin falls below zero, if it varies normally: the unit normal linear loss.
fn loss_avoided(margin: f64, deviation: f64) -> f64 {
    if deviation <= 0.0 {
        return 0.0;
    }
    let far = margin / deviation;
    let density = (-far * far / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (deviation * density - margin * normal(-far)).max(0.0)
}

/// The mean over the cards of a pack.
fn mean(values: &[f64; KINDS]) -> f64 {
    values.iter().zip(OF_A_PACK).map(|(value, count)| value * f64::from(count)).sum::<f64>() / 52.0
}

fn covariance(one: &[f64; KINDS], other: &[f64; KINDS]) -> f64 {
    let products = std::array::from_fn(|kind| one[kind] * other[kind]);
    mean(&products) - mean(one) * mean(other)
}

fn deviation(values: &[f64; KINDS]) -> f64 {
    covariance(values, values).max(0.0).sqrt()
}

fn correlation(one: &[f64; KINDS], other: &[f64; KINDS]) -> f64 {
    let both = deviation(one) * deviation(other);
    if both > 0.0 { covariance(one, other) / both } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use croupier_maths::blackjack::ACE;

    use super::*;

    /// By hand: tags against tens, the covariance 4/13, the deviations √(10/13) and 6/13.
    #[test]
    fn hi_lo_follows_insurance_as_can_be_computed_by_hand() {
        let tags = CountSystem::named("hi-lo").unwrap().points();
        let tens = std::array::from_fn(|kind| if kind == TEN { -1.0 } else { 0.0 });
        let by_hand = (4.0 / 13.0) / ((10.0_f64 / 13.0).sqrt() * 6.0 / 13.0);
        assert!((correlation(&tags, &tens) - by_hand).abs() < 1e-12);
        assert!(correlation(&tags, &[1.0; KINDS]).abs() < 1e-12);
    }

    /// Griffin's effects of removal of one pack, in per cent ("The Theory of Blackjack", chapter 4): from them come the
    /// betting correlations that lists of counting systems print.
    #[test]
    fn betting_correlations_are_the_printed_ones_with_the_printed_effects() {
        // The Ace, 2 to 9, and each ten.
        let effects = [-0.61, 0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.0, -0.18, -0.51];
        let printed = [
            ("hi-lo", 0.97),
            ("hi-opt-1", 0.88),
            ("hi-opt-2", 0.91),
            ("ko", 0.98),
            ("omega-2", 0.92),
            ("zen", 0.96),
            ("halves", 0.99),
        ];
        for (name, betting) in printed {
            let found = correlation(&CountSystem::named(name).unwrap().points(), &effects);
            assert!((found - betting).abs() < 0.0051, "{name}: {found}");
        }
    }

    /// The unit normal linear loss at 0, 0.5 and 1 from printed tables: 0.3989, 0.1978, 0.0833.
    #[test]
    fn the_linear_loss_is_that_of_the_tables() {
        for (far, loss) in [(0.0, 0.3989), (0.5, 0.1978), (1.0, 0.0833)] {
            assert!((loss_avoided(far, 1.0) - loss).abs() < 5e-5);
            assert!((loss_avoided(3.0 * far, 3.0) - 3.0 * loss).abs() < 2e-4);
        }
        assert_eq!(loss_avoided(1.0, 0.0).to_bits(), 0);
    }

    #[test]
    fn an_ace_is_no_ten() {
        let ace_alone: [f64; KINDS] = std::array::from_fn(|kind| if kind == ACE { -1.0 } else { 0.0 });
        let tens: [f64; KINDS] = std::array::from_fn(|kind| if kind == TEN { -1.0 } else { 0.0 });
        assert!(correlation(&ace_alone, &tens) < 0.0);
    }
}
