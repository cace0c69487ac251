//! The cards on a table by hand, with the score of each hand.

use croupier_kit::Card;
use croupier_rules::contract::Seat;
use croupier_rules::notation::{BoxHand, Who};
use croupier_rules::table::Due;
use serde::Serialize;

use super::visible::{Viewer, is_secret};
use crate::table::LiveTable;

/// A hand as one person sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HandView {
    /// The owner: `dealer`, `box 3`, `banker`, `player`, `right`, `left`, `common`, or the name of the player.
    pub at: String,
    /// The number of the hand in its box, such as `1.2`.
    pub hand: Option<String>,
    /// Its cards, such as `TH`; `None` for a card that is face down.
    pub cards: Vec<Option<String>>,
    /// The score, when all cards are face up.
    pub score: Option<String>,
    /// Whether a decision on it is due.
    pub due: bool,
}

/// The cards of one hand: the visible ones, and all of them.
struct HandCards {
    seat: Seat,
    spot: Option<BoxHand>,
    open: Vec<Card>,
    cards: Vec<Option<String>>,
}

/// The hands on a table as one person sees them, in the order of dealing.
pub(crate) fn hands(live: &LiveTable<'_>, viewer: Viewer<'_>) -> Vec<HandView> {
    let mut hands: Vec<HandCards> = Vec::new();
    for (on, open) in live.rules.visible(&live.cards, viewer.name) {
        let known = hands.iter().position(|hand| (hand.seat, hand.spot) == (on.seat, on.spot));
        let index = known.unwrap_or_else(|| {
            hands.push(HandCards { seat: on.seat, spot: on.spot, open: Vec::new(), cards: Vec::new() });
            hands.len() - 1
        });
        hands[index].cards.push(open.then(|| on.card.to_string()));
        hands[index].open.extend(open.then_some(on.card));
    }
    let is_common = |hand: &&HandCards| live.rules.is_common(hand.seat);
    let common: Vec<Card> = hands.iter().filter(is_common).flat_map(|hand| hand.open.clone()).collect();
    let due = live.due().filter(|due| !is_secret(live, due, viewer));
    hands.into_iter().map(|hand| view_of(live, hand, &common, due.as_ref())).collect()
}

fn view_of(live: &LiveTable<'_>, hand: HandCards, common: &[Card], due: Option<&Due>) -> HandView {
    let at = live.rules.place_of(hand.seat, hand.spot);
    let splits = live
        .cards
        .iter()
        .filter_map(|on| on.spot)
        .filter(|spot| hand.spot.is_some_and(|own| own.number == spot.number && own.hand != spot.hand));
    let is_split = splits.count() > 0;
    let whole = hand.open.len() == hand.cards.len();
    let counted: Vec<Card> = hand.open.iter().chain(common).copied().collect();
    let score = if whole { live.rules.score_of(&counted, is_split) } else { None };
    let due = due.is_some_and(|due| match (&due.who, due.on) {
        (_, Some(on)) => hand.spot == Some(on),
        (Who::Person(name), None) => **name == *at,
        (Who::Side(side), None) => side.name() == at,
    });
    HandView { at, hand: hand.spot.map(|spot| spot.to_string()), cards: hand.cards, score, due }
}
