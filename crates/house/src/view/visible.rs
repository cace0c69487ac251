//! Which cards and decisions a person may see.

use croupier_rules::contract::Turn;
use croupier_rules::notation::{Side, Who};
use croupier_rules::table::{Due, TableCard};

use crate::table::{LiveTable, Mode};

/// The person who views the table.
#[derive(Clone, Copy)]
pub(super) struct Viewer<'a> {
    /// The name; `None` for the public.
    pub(super) name: Option<&'a str>,
    /// Whether the person is staff.
    pub(super) is_staff: bool,
    /// Whether the person enters or corrects the cards of attended tables.
    pub(super) enters_cards: bool,
}

pub(super) fn is_of(due: &Due, viewer: Viewer<'_>) -> bool {
    viewer.name.is_some() && due.speaker.as_deref() == viewer.name
}

/// The seat that decides.
pub(super) fn seat_of(live: &LiveTable<'_>, due: &Due) -> Option<u8> {
    let by_side = |side: Side| {
        let named = |on: &&TableCard| live.rules.place_of(on.seat, on.spot) == side.name();
        live.cards.iter().find(named).map(|on| on.seat)
    };
    match (&due.who, live.rules.turn()) {
        (Who::Side(side), _) => by_side(*side),
        (_, Some(Turn::Seat(seat))) => Some(seat),
        _ => None,
    }
}

/// Whether a card of the hand that has to decide is hidden from this person.
pub(super) fn is_hidden(live: &LiveTable<'_>, due: &Due, viewer: Viewer<'_>) -> bool {
    let seat = seat_of(live, due);
    let of_hand = |on: &TableCard| Some(on.seat) == seat && (due.on.is_none() || on.spot == due.on);
    live.rules.visible(&live.cards, viewer.name).any(|(on, open)| !open && of_hand(on))
}

/// Whether showing that a decision is due would reveal a hidden hand: at an attended table, a baccarat hand without a
/// choice is not asked.
pub(super) fn is_secret(live: &LiveTable<'_>, due: &Due, viewer: Viewer<'_>) -> bool {
    let reveals = matches!(due.who, Who::Side(_)) && live.mode == Mode::Attended;
    reveals && !viewer.enters_cards && !is_of(due, viewer) && is_hidden(live, due, viewer)
}
