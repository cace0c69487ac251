//! Scores that no hand has and values that no card has are faults of the book.

use croupier_kit::Rank;

use super::settings::ORIGINAL_BETS_ONLY;
use super::{Blackjack, CardValues, DealerBeforePlay};
use crate::book::{Faults, Located, Setting, each_once};

/// A setting on what a dealer's blackjack takes has an effect only where hands play before it is seen.
pub(super) fn settings_have_an_effect(rules: &Blackjack, settings: &[Setting], faults: &mut Faults) {
    let looks = rules.before_play == DealerBeforePlay::HoleCard;
    let original = settings.iter().find(|setting| &*setting.key == ORIGINAL_BETS_ONLY);
    if let Some(setting) = original.filter(|_| looks) {
        let message = format!(
            "the setting `{ORIGINAL_BETS_ONLY}` has no effect: a blackjack under the hole card ends the round before anybody doubles or splits"
        );
        faults.add(setting.at.clone(), message);
    }
}

/// The least number of boxes in play.
pub(super) fn least_boxes(least: &Located<u8>, faults: &mut Faults) -> u8 {
    if *least.get_ref() == 0 {
        faults.add(least.span(), "a round has at least one box in play");
    }
    *least.get_ref()
}

/// The scores of two cards that may be doubled; none if all may.
pub(super) fn double_scores(
    scores: Option<&Located<Vec<u8>>>,
    values: &CardValues,
    faults: &mut Faults,
) -> Vec<u8> {
    let Some(scores) = scores else { return Vec::new() };
    if scores.get_ref().is_empty() {
        faults.add(scores.span(), "name the scores that may be doubled, or leave the key out where all may");
    }
    each_once(scores.get_ref(), &scores.span(), faults);
    let of_two = |first: Rank, second: Rank| {
        // A book with larger values is refused, but is read to its end.
        let low = u16::from(values.of(first)) + u16::from(values.of(second));
        let may_be_eleven = values.may_be_eleven(first) || values.may_be_eleven(second);
        if may_be_eleven && low + 10 <= 21 { low + 10 } else { low }
    };
    let is_score = |score: u8| {
        Rank::ALL
            .iter()
            .any(|first| Rank::ALL.iter().any(|second| of_two(*first, *second) == u16::from(score)))
    };
    for score in scores.get_ref() {
        if !is_score(*score) {
            faults.add(scores.span(), format!("no two cards make {score}"));
        } else if *score == 21 {
            faults.add(scores.span(), "a hand of 21 takes no decision: it is never doubled");
        }
    }
    scores.get_ref().clone()
}

/// The values of cards that may not be split.
pub(super) fn barred_values(
    barred: Option<&Located<Vec<u8>>>,
    values: &CardValues,
    faults: &mut Faults,
) -> Vec<u8> {
    let Some(barred) = barred else { return Vec::new() };
    each_once(barred.get_ref(), &barred.span(), faults);
    for value in
        barred.get_ref().iter().filter(|value| Rank::ALL.iter().all(|rank| values.of(*rank) != **value))
    {
        faults.add(barred.span(), format!("no card counts {value}"));
    }
    barred.get_ref().clone()
}
