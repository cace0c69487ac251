//! The settings of baccarat tables.

use super::limits::AREAS;
use super::{Baccarat, Banker, HeldBy};
use crate::book::DeclaredSetting;

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
        AREAS.key,
        "the number of numbered betting areas",
        AREAS.range(),
        |rules, numbered| {
            if let Some(areas) = &mut rules.areas {
                areas.numbered = numbered;
            }
        },
    ),
];
