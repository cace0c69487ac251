//! The cards on a table hand by hand, with what each hand comes to: whoever looks adds nothing up.

use croupier_kit::Card;
use croupier_rules::contract::Seat;
use croupier_rules::games::poker::{Deal, PLAYERS_MAX};
use croupier_rules::notation::{BoxHand, Who};
use croupier_rules::table::{AnyTable, Due};
use serde::Serialize;

use crate::table::Sitting;
use crate::view::{Viewer, is_secret, seen_cards};

/// A hand as one person sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeenHand {
    /// Where it lies: `dealer`, `box 3`, `banker`, `player`, `right`, `left`, `common`, or whose it is.
    pub at: String,
    /// Which hand of a box, such as `1.2`.
    pub hand: Option<String>,
    /// Its cards, such as `TH`; nothing where one lies face down.
    pub cards: Vec<Option<String>>,
    /// What those that lie open come to, where all do.
    pub score: Option<String>,
    /// Whether it waits for a decision.
    pub due: bool,
}

/// The cards of one hand: those that lie open, and how many do not.
struct Lying {
    seat: Seat,
    spot: Option<BoxHand>,
    open: Vec<Card>,
    cards: Vec<Option<String>>,
}

/// The hands on a table as one person sees them, in the order in which they were dealt.
pub(crate) fn hands(sitting: &Sitting<'_>, viewer: Viewer<'_>) -> Vec<SeenHand> {
    let mut lying: Vec<Lying> = Vec::new();
    for (on, open) in seen_cards(sitting, viewer.name) {
        let known = lying.iter().position(|hand| (hand.seat, hand.spot) == (on.seat, on.spot));
        let place = known.unwrap_or_else(|| {
            lying.push(Lying { seat: on.seat, spot: on.spot, open: Vec::new(), cards: Vec::new() });
            lying.len() - 1
        });
        lying[place].cards.push(open.then(|| on.card.to_string()));
        lying[place].open.extend(open.then_some(on.card));
    }
    let common: Vec<Card> = match &sitting.rules {
        AnyTable::Poker(_) => {
            let nobodys = |hand: &&Lying| hand.seat == Deal::<PLAYERS_MAX>::COMMON;
            lying.iter().filter(nobodys).flat_map(|hand| hand.open.clone()).collect()
        }
        _ => Vec::new(),
    };
    let due = sitting.due().filter(|due| !is_secret(sitting, due, viewer));
    lying.into_iter().map(|hand| seen(sitting, hand, &common, due.as_ref())).collect()
}

fn seen(sitting: &Sitting<'_>, hand: Lying, common: &[Card], due: Option<&Due>) -> SeenHand {
    let at = sitting.rules.place_of(hand.seat, hand.spot);
    let splits = sitting
        .cards
        .iter()
        .filter_map(|on| on.spot)
        .filter(|spot| hand.spot.is_some_and(|own| own.number == spot.number && own.hand != spot.hand));
    let is_split = splits.count() > 0;
    let whole = hand.open.len() == hand.cards.len();
    let counted: Vec<Card> = hand.open.iter().chain(common).copied().collect();
    let score = if whole { sitting.rules.score_of(&counted, is_split) } else { None };
    let due = due.is_some_and(|due| match (&due.who, due.on) {
        (_, Some(on)) => hand.spot == Some(on),
        (Who::Person(name), None) => **name == *at,
        (Who::Side(side), None) => side.name() == at,
    });
    SeenHand { at, hand: hand.spot.map(|spot| spot.to_string()), cards: hand.cards, score, due }
}
