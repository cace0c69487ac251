//! Reads what a book says on splitting.

use std::ops::Range;

use croupier_kit::Rank;
use schemars::JsonSchema;
use serde::Deserialize;

use super::check;
use super::limits::HANDS;
use super::{
    AcesAgain, Blackjack, CardValues, DealerBeforePlay, DoubleAfterSplit, InsuranceAfterSplit, Pairs,
    SplitAces, SplitRules, SplitTwoCard21,
};
use crate::book::{Bounds, Citation, Faults, Located, Setting};

/// What may be split, and how often.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BlackjackSplit")]
pub(super) struct SplitDraft {
    /// The values of cards that may not be split.
    barred: Option<Located<Vec<u8>>>,
    /// The most hands in a box if the game has no setting `max-hands`; default: 4.
    hands: Option<Located<u8>>,
    /// What split Aces may get if the game has no setting `split-aces`; default: one card.
    aces: Option<Located<AcesDraft>>,
    /// Whether Aces may be split again.
    aces_again: Located<AcesAgain>,
    /// What 21 in two cards is on a hand that was split.
    two_card_21: SplitTwoCard21,
    /// Whether a hand that was split may be doubled.
    double: DoubleAfterSplit,
    /// Whether a box that was split may still insure.
    insurance: Located<InsuranceAfterSplit>,
    /// The provision on splitting.
    pub(super) cite: Located<Citation>,
    /// The provision on splitting again, where it is another.
    pub(super) again_cite: Option<Located<Citation>>,
}

/// What split Aces may get.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "BlackjackSplitAces")]
pub(super) enum AcesDraft {
    /// One card each.
    OneCard,
    /// Cards as any other hand.
    PlayOn,
}

/// Where the keys on splitting are in the file that settings can make idle.
#[derive(Clone, Debug)]
pub(super) struct SplitAt {
    hands: Option<Range<usize>>,
    aces: Option<Range<usize>>,
    again: Range<usize>,
}

impl SplitAt {
    pub(super) fn of(draft: &SplitDraft) -> Self {
        Self {
            hands: draft.hands.as_ref().map(|hands| hands.span()),
            aces: draft.aces.as_ref().map(|aces| aces.span()),
            again: draft.aces_again.span(),
        }
    }

    /// Reports what a setting decides instead, and Aces that could be split again where no hand can be.
    pub(super) fn check(&self, rules: &Blackjack, settings: &[Setting], faults: &mut Faults) {
        let setting = |key: &str| settings.iter().find(|setting| *setting.key == *key);
        for (key, at, name) in [("max-hands", &self.hands, "hands"), ("split-aces", &self.aces, "aces")] {
            if let (Some(_), Some(at)) = (setting(key), at) {
                let message = format!("`{name}` has no effect: the setting `{key}` decides it");
                faults.add_with_help(at.clone(), message, "leave one of the two out");
            }
        }
        let most = match setting("max-hands").map(|setting| &setting.bounds) {
            Some(Bounds::Whole { to, .. }) => *to,
            _ => rules.split.hands_max.into(),
        };
        let barred = rules.split.barred.contains(&rules.values.of(Rank::Ace));
        if rules.split.aces_again == AcesAgain::AsOthers && (most <= 2 || barred) {
            let why = if barred { "Aces cannot be split at all" } else { "a box has at most two hands" };
            let message = format!("Aces are never split again: {why}");
            faults.add_with_help(self.again.clone(), message, "write `aces_again = \"never\"`");
        }
    }
}

pub(super) fn read_split(
    draft: &SplitDraft,
    values: &CardValues,
    before_play: DealerBeforePlay,
    faults: &mut Faults,
) -> SplitRules {
    let insurance = *draft.insurance.get_ref();
    if before_play == DealerBeforePlay::HoleCard && insurance == InsuranceAfterSplit::GoesOn {
        let message = "with a hole card insurance ends with the dealer's look, before anybody splits";
        faults.add_with_help(draft.insurance.span(), message, "write `insurance = \"ends\"`");
    }
    let hands_max = draft.hands.as_ref().map_or(4, |hands| *hands.get_ref());
    if let Some(hands) = &draft.hands
        && !HANDS.permits(*hands.get_ref())
    {
        faults.add(hands.span(), format!("a box has {HANDS} hands"));
    }
    SplitRules {
        pairs: Pairs::Value,
        barred: check::barred_values(draft.barred.as_ref(), values, faults),
        hands_max,
        aces: match draft.aces.as_ref().map(|aces| *aces.get_ref()) {
            Some(AcesDraft::PlayOn) => SplitAces::PlayOn,
            Some(AcesDraft::OneCard) | None => SplitAces::OneCard,
        },
        aces_again: *draft.aces_again.get_ref(),
        two_card_21: draft.two_card_21,
        double: draft.double,
        insurance,
    }
}
