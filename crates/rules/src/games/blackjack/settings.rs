//! The settings of blackjack tables.

use croupier_kit::PACKS_MAX;

use super::{
    BOXES_MAX, Blackjack, EvenMoney, HANDS_MAX, LostToBlackjack, Pairs, Shuffler, SplitAces, Surrender,
};
use crate::book::{DeclaredSetting, Effect, Need};

#[allow(clippy::cast_possible_truncation, reason = "both are small")]
const LIMITS: (u8, u8) = (BOXES_MAX as u8, HANDS_MAX as u8);

/// The settings of blackjack tables.
pub(super) const SETTINGS: &[DeclaredSetting<Blackjack>] = &[
    DeclaredSetting {
        key: "decks",
        meaning: "the number of packs",
        need: Need::Must,
        effect: Effect::Whole(1..=PACKS_MAX, |rules, packs| rules.packs = packs),
    },
    DeclaredSetting {
        key: "boxes",
        meaning: "the number of boxes",
        need: Need::Must,
        effect: Effect::Whole(1..=LIMITS.0, |rules, boxes| rules.boxes.most = boxes),
    },
    DeclaredSetting {
        key: "max-hands",
        meaning: "the most hands in a box after splitting",
        need: Need::May,
        effect: Effect::Whole(1..=LIMITS.1, |rules, hands| rules.split.hands_max = hands),
    },
    DeclaredSetting {
        key: "split-tens",
        meaning: "whether cards of equal value make a pair, or only cards of equal rank",
        need: Need::May,
        effect: Effect::Choice(&[
            ("value", |rules| rules.split.pairs = Pairs::Value),
            ("rank", |rules| rules.split.pairs = Pairs::Rank),
        ]),
    },
    DeclaredSetting {
        key: "split-aces",
        meaning: "whether split Aces get one card each or are played on",
        need: Need::May,
        effect: Effect::Choice(&[
            ("one-card", |rules| rules.split.aces = SplitAces::OneCard),
            ("play-on", |rules| rules.split.aces = SplitAces::PlayOn),
        ]),
    },
    DeclaredSetting {
        key: "surrender",
        meaning: "whether the house offers the surrender that the book permits",
        need: Need::May,
        effect: Effect::Choice(&[("true", |_| ()), ("false", |rules| rules.surrender = Surrender::Never)]),
    },
    DeclaredSetting {
        key: "original-bets-only",
        meaning: "whether a dealer's blackjack takes only the bets made before the first card",
        need: Need::May,
        effect: Effect::Choice(&[
            ("true", |rules| rules.lost_to_blackjack = LostToBlackjack::OriginalBets),
            ("false", |rules| rules.lost_to_blackjack = LostToBlackjack::Everything),
        ]),
    },
    DeclaredSetting {
        key: "even-money",
        meaning: "whether the house offers the even money that the book permits",
        need: Need::May,
        effect: Effect::Choice(&[
            ("true", |_| ()),
            ("false", |rules| {
                if let EvenMoney::Offered(rule) = rules.even_money {
                    rules.even_money = EvenMoney::NotOffered(rule);
                }
            }),
        ]),
    },
    DeclaredSetting {
        key: "shuffler",
        meaning: "whether a machine shuffles all the time",
        need: Need::May,
        effect: Effect::Choice(&[
            ("true", |rules| rules.shuffler = Shuffler::Machine),
            ("false", |rules| rules.shuffler = Shuffler::Shoe),
        ]),
    },
];
