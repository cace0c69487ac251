//! Insurance: a separate wager on the dealer's second card, priced exactly from any shoe.

use croupier_kit::Ratio;
use croupier_rules::games::blackjack::{DealerBeforePlay, InsuranceRight};

use super::hands::{ACE, KINDS, TEN};
use super::pricing_rules::PricingRules;

/// The price of insurance when the dealer shows an Ace.
#[derive(Clone, PartialEq, Debug)]
pub struct InsurancePrice {
    /// The chance that the dealer's second card counts ten. Where only a player with blackjack may insure, the chance
    /// given that blackjack.
    pub ten: Ratio,
    /// The house's gain per unit insured.
    pub edge: Ratio,
    /// The variance of the player's gain per unit insured.
    pub variance: Ratio,
    /// The value to the player of insuring whenever that gains, per unit of the box's bet, over all rounds; zero
    /// where it never gains.
    pub worth: Ratio,
    /// Whether insuring gains with a hand that has no card, one or two cards that count ten; `None` where no such hand
    /// may insure.
    pub gains_with: [Option<bool>; 3],
}

impl InsurancePrice {
    /// The price from a shoe; `None` where no Ace can be shown, or nobody could insure against it.
    pub(super) fn new(terms: &PricingRules, shoe: &[i32; KINDS]) -> Option<Self> {
        let mut left = *shoe;
        left[ACE] -= 1;
        if left[ACE] < 0 || terms.before_play == DealerBeforePlay::NoCard {
            return None;
        }
        let own = terms.insurance.right == InsuranceRight::OwnBlackjack;
        let (worth, gains_with) = Self::best(terms, shoe, &left, own);
        if own {
            left[ACE] -= 1;
            left[TEN] -= 1;
        }
        if left[ACE] < 0 || left[TEN] < 0 {
            return None;
        }
        let ten = Ratio::new(left[TEN], left.iter().sum::<i32>());
        let odds = terms.insurance.odds.ratio();
        let other = Ratio::one() - ten.clone();
        let gain = ten.clone() * odds.clone() - other.clone();
        let square = ten.clone() * odds.clone() * odds + other;
        let variance = square - gain.clone() * gain.clone();
        Some(Self { ten, edge: -gain, variance, worth, gains_with })
    }

    /// The value of insuring half of the bet with every hand for which that gains.
    fn best(
        terms: &PricingRules,
        shoe: &[i32; KINDS],
        left: &[i32; KINDS],
        own: bool,
    ) -> (Ratio, [Option<bool>; 3]) {
        let cards: i64 = left.iter().map(|&count| i64::from(count)).sum();
        let (won, staked) = terms.insurance.odds.terms();
        let (mut gains, mut gains_with) = (0_i64, [None; 3]);
        for one in 0..KINDS {
            for other in one..KINDS {
                let natural = one == ACE && other == TEN && terms.ace_eleven;
                let again = i64::from(one == other);
                let ways = i64::from(left[one]) * (i64::from(left[other]) - again) * (2 - again);
                let held = usize::from(one == TEN) + usize::from(other == TEN);
                let tens = i64::from(left[TEN]) - if held == 2 { 2 } else { i64::from(held == 1) };
                let gain = tens * i64::from(won) - (cards - 2 - tens) * i64::from(staked);
                if ways <= 0 || (own && !natural) {
                    continue;
                }
                gains_with[held] = Some(gain > 0);
                if gain > 0 {
                    gains += ways * gain;
                }
            }
        }
        let all: i64 = shoe.iter().map(|&count| i64::from(count)).sum();
        let given = Ratio::new(gains, cards * (cards - 1) * (cards - 2)) / Ratio::new(i64::from(staked), 1);
        (given * Ratio::new(shoe[ACE], all) * Ratio::new(1, 2), gains_with)
    }
}
