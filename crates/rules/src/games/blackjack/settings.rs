//! The settings of blackjack tables.

use super::limits::{BOXES, HANDS};
use super::{Blackjack, EvenMoney, LostToBlackjack, Pairs, Shuffler, SplitAces, Surrender};
use crate::book::{DeclaredSetting, Effect, Need};

/// The setting on what a dealer's blackjack takes.
pub(super) const ORIGINAL_BETS_ONLY: &str = "original-bets-only";

/// The settings of blackjack tables.
pub(super) const SETTINGS: &[DeclaredSetting<Blackjack>] = &[
    DeclaredSetting::decks(|rules, packs| rules.packs = packs),
    DeclaredSetting {
        key: BOXES.key,
        meaning: "the number of boxes",
        need: Need::Must,
        effect: Effect::Whole(BOXES.range(), |rules, boxes| rules.boxes.most = boxes),
    },
    DeclaredSetting::whole(
        HANDS.key,
        "the most hands in a box after splitting",
        HANDS.range(),
        |rules, hands| rules.split.hands_max = hands,
    ),
    DeclaredSetting::choice(
        "split-tens",
        "whether cards of equal value make a pair, or only cards of equal rank",
        &[
            ("value", |rules| rules.split.pairs = Pairs::Value),
            ("rank", |rules| rules.split.pairs = Pairs::Rank),
        ],
    ),
    DeclaredSetting::choice(
        "split-aces",
        "whether split Aces get one card each or are played on",
        &[
            ("one-card", |rules| rules.split.aces = SplitAces::OneCard),
            ("play-on", |rules| rules.split.aces = SplitAces::PlayOn),
        ],
    ),
    DeclaredSetting::choice(
        "surrender",
        "whether the house offers the surrender that the book permits",
        &[("true", |_| ()), ("false", |rules| rules.surrender = Surrender::Never)],
    ),
    DeclaredSetting::choice(
        ORIGINAL_BETS_ONLY,
        "whether a dealer's blackjack takes only the bets made before the first card",
        &[
            ("true", |rules| rules.lost_to_blackjack = LostToBlackjack::OriginalBets),
            ("false", |rules| rules.lost_to_blackjack = LostToBlackjack::Everything),
        ],
    ),
    DeclaredSetting::choice(
        "even-money",
        "whether the house offers the even money that the book permits",
        &[
            ("true", |_| ()),
            ("false", |rules| {
                if let EvenMoney::Offered(rule) = rules.even_money {
                    rules.even_money = EvenMoney::NotOffered(rule);
                }
            }),
        ],
    ),
    DeclaredSetting::choice(
        "shuffler",
        "whether a machine shuffles all the time",
        &[
            ("true", |rules| rules.shuffler = Shuffler::Machine),
            ("false", |rules| rules.shuffler = Shuffler::Shoe),
        ],
    ),
];
