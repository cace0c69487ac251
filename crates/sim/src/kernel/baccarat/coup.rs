//! One coup without branches.

use croupier_rules::games::baccarat::{BANKER, Baccarat, Banker, LEFT, PLAYER, Third};

use crate::policy::{Opposite, Probability, Thirds};

/// When each hand draws: a hand draws if its decision bits are below the bound. What the rules prescribe is a bound
/// of never or always.
pub(super) struct DrawingBounds {
    /// The bounds for the right or only hand, by its score: in general, and if the left hand has a natural eight or nine.
    pub(super) right: [[u32; 16]; 3],
    /// The bound of the first plan of two hands. Without plans there is only the second.
    plan: u32,
    /// The bounds for the left hand under the second and the first plan.
    left: [[[u32; 16]; 16]; 2],
    banker: Box<[[[u32; 16]; 16]; 16]>,
    /// The scores that are naturals, as a bit set.
    pub(super) naturals: u32,
}

/// The result of a coup and its number of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Coup {
    pub(super) result: u8,
    pub(super) cards: u8,
}

impl DrawingBounds {
    pub(super) fn new(game: &Baccarat, policy: Option<&Thirds>) -> Option<Self> {
        let drawing = &game.drawing;
        let by_score = |score: usize, chosen: Option<Probability>| match drawing.opposing[score] {
            Third::Draws => Some(Probability::ALWAYS.parts()),
            Third::Stands => Some(Probability::NEVER.parts()),
            Third::Chooses => chosen.map(Probability::parts),
        };
        let mut bounds = Self {
            right: [[0; 16]; 3],
            plan: 0,
            left: [[[0; 16]; 16]; 2],
            banker: Box::new([[[0; 16]; 16]; 16]),
            naturals: 0,
        };
        let agreed = policy.and_then(|policy| policy.agreed.as_deref());
        bounds.plan = agreed.map_or(0, |agreed| agreed.first.parts());
        let customary = Thirds::customary(game);
        for score in 0..10 {
            bounds.naturals |= u32::from(drawing.naturals.contains(u8::try_from(score).ok()?)) << score;
            let right = policy.map(|policy| policy.right[score]);
            let to_natural = |shown: Opposite| match agreed {
                Some(agreed) => Some(agreed.right_to_natural[score][shown.index()]),
                None => right,
            };
            let by_left = [right, to_natural(Opposite::Natural(8)), to_natural(Opposite::Natural(9))];
            for (bound, chance) in bounds.right.iter_mut().zip(by_left) {
                bound[score] = by_score(score, chance)?;
            }
            for right in 0..Opposite::COUNT {
                let first = policy.map(|policy| policy.left[score][right]);
                let second = agreed.map_or(first, |agreed| Some(agreed.left[score][right]));
                bounds.left[0][score][right] = by_score(score, second)?;
                bounds.left[1][score][right] = by_score(score, first)?;
                for left in 0..Opposite::COUNT {
                    let thirds = if drawing.banker == Banker::Free { policy? } else { &customary };
                    bounds.banker[score][right][left] = thirds.banker[score][right][left].parts();
                }
            }
        }
        Some(bounds)
    }
}

/// The last digit of a sum below twenty.
#[inline(always)]
pub(super) const fn digit(sum: u32) -> u32 {
    let less = sum.wrapping_sub(10);
    if less < sum { less } else { sum }
}

/// 1 if `one < other`, else 0; computed by subtraction to avoid a branch.
#[inline(always)]
pub(super) const fn below(one: u32, other: u32) -> u32 {
    one.wrapping_sub(other) >> 31
}

/// `one` if the mask is all ones, `other` if it is zero.
#[inline(always)]
const fn choose(mask: u32, one: u32, other: u32) -> u32 {
    other ^ (mask & (one ^ other))
}

/// One coup without branches, from the cards by place and the decision bits by seat. Yes and no are 1 and 0, and
/// bounds are far below 2^31.
#[inline(always)]
pub(super) fn coup<const TWO: bool>(
    bounds: &DrawingBounds,
    card: impl Fn(usize) -> u32,
    bits: [u32; 3],
) -> Coup {
    let hands = if TWO { 3 } else { 2 };
    let score = |hand: usize| digit(card(hand) + card(hand + hands));
    let (right, left, banker) = (score(0), if TWO { score(1) } else { 0 }, score(hands - 1));
    let natural = |score: u32| bounds.naturals >> score & 1;
    let (right_natural, left_natural) = (natural(right), if TWO { natural(left) } else { 1 });
    let goes_on = (natural(banker) | right_natural & left_natural) ^ 1;
    let thirds = [card(2 * hands), card(2 * hands + 1), if TWO { card(2 * hands + 2) } else { 0 }];

    let left_shown = if TWO { left_natural + (left_natural & u32::from(left == 9)) } else { 0 };
    let right_bound = bounds.right[left_shown as usize % 3][right as usize % 16];
    let right_draws = below(bits[usize::from(PLAYER)], right_bound) & goes_on & (right_natural ^ 1);
    let right_mask = right_draws.wrapping_neg();
    let right_third = thirds[0];
    let right_shows = shows(right_mask, right_third, right, right_natural);
    // The next card, and the one after it.
    let (mut next, after) =
        (choose(right_mask, thirds[1], thirds[0]), choose(right_mask, thirds[2], thirds[1]));
    let (mut left_draws, left_third, mut left_shows) = (0, next, 10);
    if TWO {
        let plan = below(bits[usize::from(PLAYER)], bounds.plan);
        let bound = bounds.left[plan as usize % 2][left as usize % 16][right_shows];
        left_draws = below(bits[usize::from(LEFT)], bound) & goes_on & (left_natural ^ 1);
        left_shows = shows(left_draws.wrapping_neg(), left_third, left, left_natural);
        next = choose(left_draws.wrapping_neg(), after, next);
    }
    let bound = bounds.banker[banker as usize % 16][right_shows][left_shows];
    let banker_draws = below(bits[usize::from(BANKER)], bound) & goes_on;
    let banker_end = digit(banker + (next & banker_draws.wrapping_neg()));

    let compared = |score: u32, third: u32, draws: u32, natural: u32| {
        let own = digit(score + (third & draws.wrapping_neg()));
        let his = choose(natural.wrapping_neg(), banker, banker_end);
        (below(own, his) ^ 1) + below(his, own)
    };
    let right_compared = compared(right, right_third, right_draws, right_natural);
    let left_compared = if TWO { compared(left, left_third, left_draws, left_natural) } else { 0 };
    let cards = 2 * hands as u32 + right_draws + left_draws + banker_draws;
    Coup { result: (right_compared + 3 * left_compared) as u8, cards: cards as u8 }
}

/// The index of what a hand shows: its third card, that it stood, or its natural.
#[inline(always)]
fn shows(drew: u32, third: u32, score: u32, natural: u32) -> usize {
    choose(drew, third, 10 + natural + (natural & u32::from(score == 9))) as usize % 16
}
