//! Which cards and decisions a person may see.

use croupier_rules::contract::{Face, Turn};
use croupier_rules::notation::{Side, Who};
use croupier_rules::table::Due;

use crate::table::{LiveTable, Mode, TableCard};

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

/// The cards, and whether each is visible to this person.
pub(super) fn visible_cards<'s>(
    live: &'s LiveTable<'_>,
    viewer: Option<&'s str>,
) -> impl Iterator<Item = (&'s TableCard, bool)> {
    let over = live.rules.is_over();
    let common = live.rules.common_turned();
    let mut commons = 0;
    live.cards.iter().map(move |on| {
        let speaker = live.rules.speaker(on.seat);
        // Common cards belong to no seat. They are turned over one by one.
        let is_turned = common.is_some_and(|turned| speaker.is_none() && commons < turned);
        commons += usize::from(speaker.is_none());
        let own = viewer.is_some() && speaker == viewer;
        (on, over || on.face == Face::Up || own || is_turned)
    })
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
    visible_cards(live, viewer.name).any(|(on, open)| !open && of_hand(on))
}

/// Whether showing that a decision is due would reveal a hidden hand: at an attended table, a baccarat hand without a
/// choice is not asked.
pub(super) fn is_secret(live: &LiveTable<'_>, due: &Due, viewer: Viewer<'_>) -> bool {
    let reveals = matches!(due.who, Who::Side(_)) && live.mode == Mode::Attended;
    reveals && !viewer.enters_cards && !is_of(due, viewer) && is_hidden(live, due, viewer)
}
