//! The settings of In-Between tables.

use super::InBetween;
use super::deal::PLAYERS_MAX_U8;
use crate::book::DeclaredSetting;

/// The settings of In-Between tables.
pub(super) const SETTINGS: &[DeclaredSetting<InBetween>] = &[
    DeclaredSetting::decks(|rules, packs| rules.packs = packs),
    DeclaredSetting::whole(
        "seats",
        "the number of players at a table; default: as many as the packs serve with three cards each",
        1..=PLAYERS_MAX_U8,
        |rules, seats| rules.chosen_seats = Some(seats),
    ),
];
