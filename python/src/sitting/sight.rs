//! What a person sees, and best play in it.

use croupier_kit::Card;
use croupier_maths::{Advice, Advisor, PlayerView};
use croupier_rules::contract::{Seat, Turn};
use croupier_rules::notation::{Act, BoxHand, Decision, Verb};
use croupier_rules::table::TableCard;

use super::NativeSitting;

impl NativeSitting {
    /// Best play in what the person whose turn it is sees.
    pub(super) fn advice(&self, advisor: &Advisor) -> Option<Advice> {
        let (place, choices) = self.turn()?;
        let insured = self.insured_next().is_some();
        let (seat, on) = self.asked(place, insured)?;
        let mine = |card: &TableCard| on.map_or(card.seat == seat, |_| card.spot == on);
        let own: Vec<Card> = self.cards.iter().filter(|card| mine(card)).map(|card| card.card).collect();
        let seen = self.table.visible(&self.cards, Some(&self.people[place]));
        let others: Vec<(Seat, Option<Card>)> = seen
            .filter(|(card, _)| !mine(card))
            .map(|(card, open)| (card.seat, open.then_some(card.card)))
            .collect();
        let split = on.filter(|hand| self.is_split(*hand)).and_then(|hand| u8::try_from(hand.hand?).ok());
        let splits = |act: &Act| matches!(act, Act::Decides(Decision { verb: Verb::Splits, .. }));
        let may_split = choices.iter().any(|(_, act)| act.as_ref().is_some_and(splits));
        let view = PlayerView { seat, own: &own, others: &others, split, may_split };
        if insured { advisor.on_insurance(view) } else { advisor.advise(view) }
    }

    /// The seat and the hand on which a person decides now.
    fn asked(&self, place: usize, insured: bool) -> Option<(Seat, Option<BoxHand>)> {
        let on = if insured {
            self.boxes_of(&self.people[place]).first().and_then(|(number, _)| self.hand_of(*number))
        } else {
            self.table.due()?.on
        };
        match (on, self.table.turn()) {
            (Some(_), _) => Some((self.cards.iter().find(|card| card.spot == on)?.seat, on)),
            (None, Some(Turn::Seat(seat))) => Some((seat, None)),
            _ => None,
        }
    }

    /// Whether the box of a hand has another hand.
    fn is_split(&self, hand: BoxHand) -> bool {
        let mut hands = self.cards.iter().filter_map(|card| card.spot);
        hands.any(|other| other.number == hand.number && other != hand)
    }

    /// The first hand of a box.
    fn hand_of(&self, number: u32) -> Option<BoxHand> {
        self.cards.iter().filter_map(|card| card.spot).find(|spot| spot.number == number)
    }

    /// The name of the place where a card lies; hands after the first have their number.
    pub(super) fn place_of(&self, card: &TableCard) -> String {
        let place = self.table.place_of(card.seat, card.spot);
        let hand = card.spot.and_then(|spot| spot.hand).filter(|hand| *hand > 1);
        hand.map_or(place.clone(), |hand| format!("{place}.{hand}"))
    }
}
