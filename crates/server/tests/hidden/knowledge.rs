//! Who may know which card of a round, from the provisions and from what was bet, not from the code that makes the views.
//!
//! Where a card lies and whether it was dealt face up is what the rules say of it; the law tests check that.

use std::collections::BTreeSet;

use croupier_house::House;
use croupier_house::ids::PersonId;
use croupier_house::office::Role;
use croupier_house::table::{LiveTable, Mode, Phase, TableState};
use croupier_kit::Money;
use croupier_rules::contract::Face;

use super::search::CardSet;

/// Somebody who reads messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Viewer {
    /// `None` for everybody.
    pub(crate) person: Option<PersonId>,
    pub(crate) handle: &'static str,
    pub(crate) role: Option<Role>,
}

/// The cards that somebody may know. The record of the round begins at a place in the record of the table.
pub(crate) fn known_to(house: &House<'_>, table: &TableState<'_>, from: usize, viewer: Viewer) -> CardSet {
    let mut known = CardSet::default();
    let Some(live) = &table.live else { return known };
    if deals(live, viewer) {
        return CardSet::ALL;
    }
    let sees_all = !is_played(live);
    let banker = live.bank.map(|(holder, _)| house.name_of(holder));
    let owners = Owners::of(live, live.record.get(from..).unwrap_or_default(), banker);
    let mut commons = 0;
    for on in &live.cards {
        let place = live.rules.place_of(on.seat, on.spot);
        let is_common = place == "common";
        let is_turned = is_common && commons < owners.circles;
        commons += usize::from(is_common);
        let own = viewer.person.is_some() && owners.of_place(&place) == Some(viewer.handle);
        if sees_all || own || is_turned || is_natural(live, &place) || on.face == Face::Up {
            known.add(on.card);
        }
    }
    // What the dealer has entered is read back to everybody if it is dealt face up.
    if let Some(entry) = &live.entry
        && live.rules.next_fall().is_some_and(|(fall, _)| fall.face == Face::Up)
    {
        known.add_all(&entry.lines);
    }
    known
}

/// Whether a hand is a natural, eight or nine with two cards: it is turned up at once, while others are played.
fn is_natural(live: &LiveTable<'_>, place: &str) -> bool {
    if !matches!(place, "right" | "left" | "player" | "banker") {
        return false;
    }
    let own = live.cards.iter().filter(|on| live.rules.place_of(on.seat, on.spot) == place);
    let points: Vec<u32> = own.map(|on| baccarat_points(&on.card.to_string())).collect();
    points.len() == 2 && points.iter().sum::<u32>() % 10 >= 8
}

/// What a card counts at baccarat.
fn baccarat_points(card: &str) -> u32 {
    match card.chars().next() {
        Some('A') => 1,
        Some(rank) => rank.to_digit(10).unwrap_or(0),
        None => 0,
    }
}

/// The cards that lie on the table.
pub(crate) fn dealt_at(table: &TableState<'_>) -> CardSet {
    let mut dealt = CardSet::default();
    table.live.iter().flat_map(|live| &live.cards).for_each(|on| dealt.add(on.card));
    dealt
}

/// Whether the cards of a round are in play. Before it there are none, and after it all are turned.
fn is_played(live: &LiveTable<'_>) -> bool {
    matches!(live.phase(), Phase::NoMoreBets | Phase::Outcome | Phase::Insurance | Phase::Decision)
}

/// Whether somebody of the staff has the cards of an attended table in hand, or sees to it that they are right.
fn deals(live: &LiveTable<'_>, viewer: Viewer) -> bool {
    live.mode == Mode::Attended && matches!(viewer.role, Some(Role::Dealer | Role::Inspector | Role::Manager))
}

/// Who holds which hand, from the bets of the round in the record.
struct Owners<'r> {
    /// The person and the amount of each bet, with what it is on.
    bets: Vec<(&'r str, Money, String)>,
    banker: Option<&'r str>,
    /// How often everybody has decided: so many common cards are turned.
    circles: usize,
}

impl<'r> Owners<'r> {
    fn of(live: &LiveTable<'_>, record: &'r str, banker: Option<&'r str>) -> Self {
        let (mut bets, mut decided) = (Vec::new(), 0);
        for line in record.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                [who, "bets", amount, "on", ..] => bets.push((who, sum(amount), words[4..].join(" "))),
                ["dealer", "bets", amount, "for", who, "on", ..] => {
                    bets.push((who, sum(amount), words[6..].join(" ")));
                }
                [_, "raises" | "checks", ..] => decided += 1,
                _ => {}
            }
        }
        let places = live.cards.iter().map(|on| live.rules.place_of(on.seat, on.spot));
        let hands: BTreeSet<String> = places.filter(|place| place != "common" && place != "dealer").collect();
        Self { bets, banker, circles: decided / hands.len().max(1) }
    }

    /// The player who holds the hand at a place.
    fn of_place<'p>(&'p self, place: &'p str) -> Option<&'p str> {
        match place {
            "dealer" | "common" => None,
            "banker" => self.banker,
            // The first who bets on a box calls it.
            boxed if boxed.starts_with("box ") => self.bets_on(boxed).next().map(|(who, _)| who),
            // A hand against the bank is held by whoever has the largest bet on it, the first of them (reading S5a).
            side @ ("player" | "right" | "left") => {
                let largest = self.bets_on(side).map(|(_, amount)| amount).max()?;
                self.bets_on(side).find(|(_, amount)| *amount == largest).map(|(who, _)| who)
            }
            name => Some(name),
        }
    }

    fn bets_on(&self, place: &str) -> impl Iterator<Item = (&'r str, Money)> {
        let is_on = move |on: &str| on == place || (on == "both" && matches!(place, "right" | "left"));
        self.bets.iter().filter(move |(.., on)| is_on(on)).map(|(who, amount, _)| (*who, *amount))
    }
}

fn sum(amount: &str) -> Money {
    amount.parse().unwrap_or(Money::ZERO)
}
