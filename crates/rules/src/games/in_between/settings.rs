//! The settings of In-Between tables.

use super::InBetween;
use super::limits::SEATS;
use crate::book::DeclaredSetting;

/// The settings of In-Between tables.
pub(super) const SETTINGS: &[DeclaredSetting<InBetween>] = &[
    DeclaredSetting::decks(|rules, packs| rules.packs = packs),
    DeclaredSetting::whole(
        SEATS.key,
        "the number of players at a table; default: as many as the packs serve with three cards each",
        SEATS.range(),
        |rules, seats| rules.chosen_seats = Some(seats),
    ),
];
