//! The settings of blackjack tables.

use super::{
    BOXES_MAX, Blackjack, EvenMoney, HANDS_MAX, LostToBlackjack, Pairs, Shuffler, SplitAces, Surrender,
};
use crate::book::{DeclaredSetting, Effect, Need};

#[allow(clippy::cast_possible_truncation, reason = "a table has few boxes")]
const BOXES: u8 = BOXES_MAX as u8;
#[allow(clippy::cast_possible_truncation, reason = "a box has few hands")]
const HANDS: u8 = HANDS_MAX as u8;

/// The settings of blackjack tables.
pub(super) const SETTINGS: &[DeclaredSetting<Blackjack>] = &[
    DeclaredSetting::decks(|rules, packs| rules.packs = packs),
    DeclaredSetting {
        key: "boxes",
        meaning: "the number of boxes",
        need: Need::Must,
        effect: Effect::Whole(1..=BOXES, |rules, boxes| rules.boxes.most = boxes),
    },
    DeclaredSetting::whole(
        "max-hands",
        "the most hands in a box after splitting",
        1..=HANDS,
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
        "original-bets-only",
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
