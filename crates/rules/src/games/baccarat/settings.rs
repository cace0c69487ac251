//! The settings of baccarat tables.

use super::{Baccarat, Banker, HeldBy};
use crate::book::DeclaredSetting;

/// The most numbered betting areas. A layout has no room for more.
const AREAS_MAX: u8 = 30;

/// The settings of baccarat tables.
pub(super) const SETTINGS: &[DeclaredSetting<Baccarat>] = &[
    DeclaredSetting::decks(|rules, packs| rules.packs = packs),
    DeclaredSetting::choice(
        "banker",
        "whether the banker chooses freely or plays by the drawing table",
        &[
            ("free", |rules| rules.drawing.banker = Banker::Free),
            ("tableau", |rules| rules.drawing.banker = Banker::Tableau),
        ],
    ),
    DeclaredSetting::choice(
        "bank",
        "whether the bank passes among the players or is the house's",
        &[
            ("passing", |rules| rules.bank.held = HeldBy::Passing),
            ("house", |rules| rules.bank.held = HeldBy::House),
        ],
    ),
    DeclaredSetting::whole(
        "areas",
        "the number of numbered betting areas",
        1..=AREAS_MAX,
        |rules, numbered| {
            if let Some(areas) = &mut rules.areas {
                areas.numbered = numbered;
            }
        },
    ),
];
