//! What the named faults are planted with: places in a journal, and changes of them.

use croupier_house::event::Event;
use croupier_house::ids::{Actor, PersonId, StreamId};
use croupier_house::journal::EntryBody;
use croupier_house::ledger::{Leg, Location, Transaction, TransactionKind};
use croupier_house::office::Role;
use croupier_kit::Money;
use croupier_rules::notation::{Act, Bid, read_act};

use crate::fault::Splice;
use crate::good::{Draft, GoodJournal};

/// The splices of a fault, in order.
pub(super) type Plan = Vec<Splice>;

/// A journal with the places that faults look for.
pub(super) struct Board {
    pub(super) drafts: Vec<Draft>,
    /// The people that it enrols, in the order of their numbers.
    people: Vec<Role>,
}

impl Board {
    pub(super) fn new(good: &GoodJournal) -> Self {
        let drafts = good.drafts();
        let roles = drafts.iter().filter_map(|(_, body)| match &body.event {
            Event::Enrolled { role, .. } => Some(*role),
            _ => None,
        });
        let people = roles.collect();
        Self { drafts, people }
    }

    pub(super) fn body(&self, place: usize) -> &EntryBody {
        &self.drafts[place].1
    }

    pub(super) fn event(&self, place: usize) -> &Event {
        &self.body(place).event
    }

    pub(super) fn stream(&self, place: usize) -> StreamId {
        self.drafts[place].0
    }

    /// The first entry with such an event.
    pub(super) fn find(&self, is: impl Fn(&Event) -> bool) -> Option<usize> {
        (0..self.drafts.len()).find(|place| is(self.event(*place)))
    }

    /// The last entry with such an event.
    pub(super) fn find_last(&self, is: impl Fn(&Event) -> bool) -> Option<usize> {
        (0..self.drafts.len()).rev().find(|place| is(self.event(*place)))
    }

    /// The first entry after a place with such an event, in the same journal.
    pub(super) fn find_after(&self, place: usize, is: impl Fn(&Event) -> bool) -> Option<usize> {
        let own = self.stream(place);
        (place + 1..self.drafts.len()).find(|next| self.stream(*next) == own && is(self.event(*next)))
    }

    /// The first entry of one kind of transaction that fits.
    pub(super) fn posting(
        &self,
        kind: TransactionKind,
        fits: impl Fn(&Transaction) -> bool,
    ) -> Option<(usize, usize)> {
        self.drafts.iter().enumerate().find_map(|(place, (_, body))| {
            let found = body.ledger.iter().position(|moved| moved.kind == kind && fits(moved));
            found.map(|index| (place, index))
        })
    }

    /// The bets, with their places.
    pub(super) fn bets(&self) -> impl Iterator<Item = (usize, Bid)> {
        self.drafts.iter().enumerate().filter_map(|(place, (_, body))| {
            match (&body.event, acts(&body.event).into_iter().next()) {
                (Event::Acted { .. }, Some(Act::Bets(bid))) => Some((place, bid)),
                _ => None,
            }
        })
    }

    /// The first bet that a player made without help, with the player.
    pub(super) fn own_bet(&self) -> Option<(usize, Bid, PersonId)> {
        self.bets().find_map(|(place, bid)| {
            let staked = self.body(place).ledger.iter().find(|moved| moved.kind == TransactionKind::Stake)?;
            let person = staked.legs.first()?.from.person()?;
            Some((place, bid, person))
        })
    }

    /// The first line of an event that is such an act.
    pub(super) fn line(&self, is: impl Fn(&Act) -> bool) -> Option<usize> {
        self.find(|event| acts(event).iter().any(&is))
    }

    /// Somebody with a role, who is not this person.
    pub(super) fn somebody(&self, role: Role, except: Option<PersonId>) -> Option<PersonId> {
        let numbered = (1..).map(PersonId).zip(&self.people);
        numbered.filter(|(id, of)| **of == role && Some(*id) != except).map(|(id, _)| id).next()
    }

    /// The entry at a place with a change.
    pub(super) fn change(&self, place: usize, change: impl FnOnce(&mut EntryBody)) -> Option<Plan> {
        let (stream, mut body) = self.drafts[place].clone();
        change(&mut body);
        (body != *self.body(place)).then(|| vec![Splice { at: place, out: 1, put: vec![(stream, body)] }])
    }

    /// One entry less.
    pub(super) fn remove(&self, place: usize) -> Option<Plan> {
        self.drafts.get(place)?;
        Some(vec![Splice { at: place, out: 1, put: Vec::new() }])
    }

    /// An event more, before the entry at a place, by somebody, at the time of that entry.
    pub(super) fn insert(
        &self,
        place: usize,
        stream: StreamId,
        by: Actor,
        event: Event,
        ledger: Vec<Transaction>,
    ) -> Option<Plan> {
        let (_, next) = self.drafts.get(place)?;
        let body = EntryBody { by, event, ledger, key: None, ..next.clone() };
        Some(vec![Splice { at: place, out: 0, put: vec![(stream, body)] }])
    }

    /// An event more at the end, a second later, by somebody.
    pub(super) fn append(
        &self,
        stream: StreamId,
        by: Actor,
        event: Event,
        ledger: Vec<Transaction>,
    ) -> Option<Plan> {
        let (_, last) = self.drafts.last()?;
        let body = EntryBody { at: last.at + 1000, by, event, ledger, key: None, ..last.clone() };
        Some(vec![Splice { at: self.drafts.len(), out: 0, put: vec![(stream, body)] }])
    }

    /// The journal of the house.
    pub(super) fn office(&self) -> StreamId {
        StreamId { table: None, ..self.drafts[0].0 }
    }

    /// The entry at a place after a later one, at the time of that.
    pub(super) fn later(&self, place: usize, after: usize) -> Option<Plan> {
        let (stream, mut body) = self.drafts.get(place)?.clone();
        body.at = self.body(after).at;
        let out = Splice { at: place, out: 1, put: Vec::new() };
        Some(vec![out, Splice { at: after + 1, out: 0, put: vec![(stream, body)] }])
    }

    /// The entry at a place before an earlier one, at the time of that.
    pub(super) fn earlier(&self, place: usize, before: usize) -> Option<Plan> {
        let (stream, mut body) = self.drafts.get(place)?.clone();
        body.at = self.body(before).at;
        let put = Splice { at: before, out: 0, put: vec![(stream, body)] };
        Some(vec![put, Splice { at: place, out: 1, put: Vec::new() }])
    }

    /// The bet with another amount, and its posting with that too.
    pub(super) fn bet_of(&self, place: usize, bid: &Bid, amount: Money) -> Option<Plan> {
        self.change(place, |body| {
            set_lines(&mut body.event, &Act::Bets(Bid { amount, ..bid.clone() }).to_string());
            for moved in body.ledger.iter_mut().filter(|moved| moved.kind == TransactionKind::Stake) {
                moved.legs.iter_mut().for_each(|leg| leg.amount = amount);
            }
        })
    }
}

/// The acts of an event.
pub(super) fn acts(event: &Event) -> Vec<Act> {
    match event {
        Event::Acted { lines, .. } | Event::Entered { lines } | Event::Revealed { lines } => {
            lines.lines().filter_map(|line| read_act(line).ok()).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether an event is acts that were performed.
pub(super) fn is_acted(event: &Event) -> bool {
    matches!(event, Event::Acted { .. })
}

/// Other lines in an event that has some.
pub(super) fn set_lines(event: &mut Event, to: &str) {
    if let Event::Acted { lines, .. } | Event::Entered { lines } | Event::Revealed { lines } = event {
        *lines = to.into();
    }
}

/// The acts of an event, changed.
pub(super) fn change_acts(event: &mut Event, change: impl FnOnce(&mut Vec<Act>)) {
    let mut all = acts(event);
    change(&mut all);
    set_lines(event, &all.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
}

/// So many minor units more.
pub(super) fn more(money: Money, by: i64) -> Money {
    Money::from_minor(money.minor() + by)
}

/// Whether a leg pays a player.
pub(super) fn pays_player(leg: &Leg) -> bool {
    matches!(leg.to, Location::Player(_))
}
