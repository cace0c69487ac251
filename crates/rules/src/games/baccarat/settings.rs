//! The settings of baccarat tables.

use croupier_kit::PACKS_MAX;

use super::{Baccarat, Banker, HeldBy};
use crate::book::{DeclaredSetting, Effect, Need};

/// The most numbered betting areas. A layout has no room for more.
const AREAS_MAX: u8 = 30;

/// The settings of baccarat tables.
pub(super) const SETTINGS: &[DeclaredSetting<Baccarat>] = &[
    DeclaredSetting {
        key: "decks",
        meaning: "the number of packs in the shoe",
        need: Need::Must,
        effect: Effect::Whole(1..=PACKS_MAX, |rules, packs| rules.packs = packs),
    },
    DeclaredSetting {
        key: "banker",
        meaning: "whether the banker chooses freely or plays by the drawing table",
        need: Need::May,
        effect: Effect::Choice(&[
            ("free", |rules| rules.drawing.banker = Banker::Free),
            ("tableau", |rules| rules.drawing.banker = Banker::Tableau),
        ]),
    },
    DeclaredSetting {
        key: "bank",
        meaning: "whether the bank passes among the players or is the house's",
        need: Need::May,
        effect: Effect::Choice(&[
            ("passing", |rules| rules.bank.held = HeldBy::Passing),
            ("house", |rules| rules.bank.held = HeldBy::House),
        ]),
    },
    DeclaredSetting {
        key: "areas",
        meaning: "the number of numbered betting areas",
        need: Need::May,
        effect: Effect::Whole(1..=AREAS_MAX, |rules, numbered| {
            if let Some(areas) = &mut rules.areas {
                areas.numbered = numbered;
            }
        }),
    },
];
