//! What people may do: found by trying each act on a copy of the table.

use croupier_kit::Money;
use croupier_maths::advice::DECLINE;
use croupier_rules::notation::{Act, BoxHand, Decision, Name, Verb, Who};
use croupier_rules::table::Outcome;

use super::{Choice, NativeSitting};

impl NativeSitting {
    /// The person who has yet to say whether they insure or take even money.
    pub(super) fn insured_next(&self) -> Option<usize> {
        if !self.table.offers_insurance() && !self.table.offers_early_surrender() {
            return None;
        }
        (0..self.people.len()).find(|place| !self.answered[*place] && !self.insurances(*place).is_empty())
    }

    /// What a person may do when insurance is offered.
    pub(super) fn insurances(&self, place: usize) -> Vec<Choice> {
        let name = &self.people[place];
        let boxes = self.boxes_of(name);
        let tried = boxes.into_iter().flat_map(|(number, stake)| {
            let half = Money::from_minor(stake.minor() / 2);
            [
                (format!("insure {number}"), Act::Insures(name.clone(), half, number)),
                (format!("even-money {number}"), Act::EvenMoney(name.clone(), number)),
                (format!("surrender {number}"), Self::surrender(name, number)),
            ]
        });
        let early = self.table.offers_early_surrender();
        let offered = tried.filter(|(_, act)| early || !matches!(act, Act::Decides(_)));
        offered.filter(|(_, act)| self.may(act)).map(|(word, act)| (word, Some(act))).collect()
    }

    /// A surrender of a box before the dealer looks.
    pub(super) fn surrender(name: &Name, number: u32) -> Act {
        let on = Some(BoxHand { number, hand: None });
        Act::Decides(Decision { who: Who::Person(name.clone()), verb: Verb::Surrenders, on })
    }

    /// The boxes on which a person has a standing bet, with the amount.
    pub(super) fn boxes_of(&self, name: &str) -> Vec<(u32, Money)> {
        let rows = (self.round_from..self.table.next_number()).filter_map(|number| self.table.row_of(number));
        let own = rows.filter(|row| row.player == name && row.outcome == Outcome::Standing);
        own.filter_map(|row| Some((row.wager.split(' ').nth(1)?.parse().ok()?, row.stake))).collect()
    }

    /// Whether the rules permit an act now; it is tried on a copy of the table.
    pub(super) fn may(&self, act: &Act) -> bool {
        self.table.clone().try_act(act).is_ok()
    }

    /// Whose turn it is, and what they may do.
    pub(super) fn turn(&self) -> Option<(usize, Vec<Choice>)> {
        if let Some(place) = self.insured_next() {
            let mut choices = self.insurances(place);
            choices.push((DECLINE.to_owned(), None));
            return Some((place, choices));
        }
        let due = self.table.due()?;
        let speaker = due.speaker.as_deref()?;
        let place = self.people.iter().position(|person| **person == *speaker)?;
        let decides = |(verb, word): &(Verb, &'static str)| {
            let act = Act::Decides(Decision { who: due.who.clone(), verb: *verb, on: due.on });
            ((*word).to_owned(), Some(act))
        };
        let mut tried: Vec<Choice> = Verb::ALL.iter().map(decides).collect();
        let mut spots: Vec<BoxHand> = self.cards.iter().filter_map(|card| card.spot).collect();
        spots.dedup();
        if let Who::Person(name) = &due.who {
            tried.extend(spots.into_iter().map(|spot| {
                (format!("follows {}", spot.hand.unwrap_or(1)), Some(Act::Follows(name.clone(), spot)))
            }));
        }
        tried.retain(|(_, act)| act.as_ref().is_some_and(|act| self.may(act)));
        Some((place, tried))
    }
}
