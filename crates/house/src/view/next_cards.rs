//! Where the next cards of an attended table go.

use croupier_kit::{Card, Rank, Suit};
use croupier_rules::games::AnyTable;
use croupier_rules::notation::Act;

use crate::table::{LiveTable, Mode, Phase};

/// The places of the cards that the dealer enters next, in order. What depends on the cards themselves, such as a third card at baccarat, is not
/// among them: the places are those on which hands of low cards, of high cards, and of Aces with tens agree.
pub(super) fn next_cards(live: &LiveTable<'_>) -> Vec<String> {
    let is_betting = matches!(live.phase(), Phase::Waiting | Phase::PlaceYourBets | Phase::FinalBets);
    if live.mode != Mode::Attended || live.entry.is_some() || is_betting {
        return Vec::new();
    }
    // Every subscriber has a view: rules are copied only where cards are due.
    if live.rules.due().is_some() || live.rules.next_fall().is_none() {
        return Vec::new();
    }
    let dealt = [low(), high(), naturals()].map(|cards| places(live.rules.clone(), cards));
    let [first, others @ ..] = &dealt;
    let agree = (0..first.len()).take_while(|at| others.iter().all(|other| other.get(*at) == first.get(*at)));
    first[..agree.count()].to_vec()
}

/// Where the cards go when these are dealt, until somebody has to decide.
fn places(mut rules: AnyTable<'_>, cards: Vec<Card>) -> Vec<String> {
    let mut places = Vec::new();
    let mut cards = cards.into_iter();
    while rules.due().is_none()
        && let Some((fall, hand)) = rules.next_fall()
    {
        let place = rules.place_of(fall.to, hand);
        // A card that is no longer in the shoe is passed over.
        if !cards.by_ref().any(|card| rules.try_act(&Act::Cards(vec![card])).is_ok()) {
            break;
        }
        places.push(place);
    }
    places
}

fn low() -> Vec<Card> {
    in_order(&[Rank::Five, Rank::Four, Rank::Three, Rank::Two, Rank::Six, Rank::Seven])
}

fn high() -> Vec<Card> {
    in_order(&[Rank::Nine, Rank::King, Rank::Queen, Rank::Eight, Rank::Jack, Rank::Seven])
}

fn naturals() -> Vec<Card> {
    let [aces, tens] = [Rank::Ace, Rank::Ten].map(|rank| in_order(&[rank]));
    aces.into_iter().zip(tens).flat_map(|(ace, ten)| [ace, ten]).chain(low()).collect()
}

fn in_order(ranks: &[Rank]) -> Vec<Card> {
    ranks.iter().flat_map(|rank| Suit::ALL.map(|suit| Card::new(*rank, suit))).collect()
}
