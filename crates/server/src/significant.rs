//! Significant events in words: which entries they are, the index says.

use croupier_house::House;
use croupier_house::event::Event;
use croupier_house::ids::{PersonId, StreamId, TableId};
use croupier_house::journal::EntryBody;
use croupier_house::ledger::Unit;
use croupier_house::office::Role;
use croupier_house::paper::{Count, SlipStep};
use croupier_kit::Money;
use croupier_store::index::large_payout;

use crate::actor::corrected;
use crate::clock::local_time;
use crate::wire::{EventPerson, SignificantEvent, SignificantKind};

/// What is said about an entry: what it is about, in words, and whom it is about.
struct Said {
    kind: SignificantKind,
    text: String,
    people: Vec<PersonId>,
}

impl Said {
    fn new(kind: SignificantKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), people: Vec::new() }
    }

    fn of(mut self, people: impl IntoIterator<Item = PersonId>) -> Self {
        self.people.extend(people);
        self
    }
}

/// A significant event as the staff and the regulator see it. It shows no cards.
pub(crate) fn significant_event(house: &House<'_>, stream: StreamId, body: &EntryBody) -> SignificantEvent {
    let Said { kind, text, people } = said(house, body);
    let table = about_table(stream, body);
    let mut all: Vec<PersonId> = body.by.person().into_iter().chain(people).collect();
    let mut seen = Vec::new();
    all.retain(|person| {
        let is_new = !seen.contains(person);
        seen.push(*person);
        is_new
    });
    SignificantEvent {
        sequence: body.sequence,
        at: body.at,
        kind,
        table: table.map(|table| table.0),
        name: table.and_then(|table| Some(house.table(table).ok()?.name.clone())),
        people: all.into_iter().filter_map(|person| event_person(house, person)).collect(),
        text,
    }
}

fn event_person(house: &House<'_>, person: PersonId) -> Option<EventPerson> {
    let known = house.office.person(person).ok()?;
    Some(EventPerson { person: person.0, handle: known.handle.clone(), role: known.role.into() })
}

/// The table of an entry, or the one that it is about.
const fn about_table(stream: StreamId, body: &EntryBody) -> Option<TableId> {
    match &body.event {
        Event::Assigned { table, .. } | Event::DisputeOpened { table, .. } => Some(*table),
        _ => stream.table,
    }
}

fn total(count: &Count) -> String {
    count.total().map_or_else(|error| error.to_string(), |total| total.to_string())
}

fn said(house: &House<'_>, body: &EntryBody) -> Said {
    let event = &body.event;
    at_table(event)
        .or_else(|| of_people(house, event))
        .or_else(|| of_house(body))
        .or_else(|| of_dispute(house, event))
        .unwrap_or_else(|| of_play(house, body))
}

fn at_table(event: &Event) -> Option<Said> {
    use SignificantKind as Kind;
    Some(match event {
        Event::Opened { opener, signed, .. } => {
            Said::new(Kind::Opening, format!("opened, float {}", total(opener))).of(*signed)
        }
        Event::Closed { closer, signed } => {
            Said::new(Kind::Closing, format!("closed, float {}", total(closer))).of(*signed)
        }
        Event::DropCounted { cash, signed } => {
            Said::new(Kind::Drop, format!("the drop was counted: {}", total(cash))).of(*signed)
        }
        Event::Corrected { round, from, to, reason, signed } => {
            let text = format!("round {round}: {}", corrected(from, to, reason));
            Said::new(Kind::Correction, text).of(*signed)
        }
        Event::RoundVoided { round, reason, signed } => {
            Said::new(Kind::Void, format!("round {round} is void: {reason}")).of(*signed)
        }
        Event::SlipStepped { number, step: SlipStep::Void(reason) } => {
            Said::new(Kind::Void, format!("slip {number} is void: {reason}"))
        }
        Event::RoundInterrupted { round, .. } => {
            Said::new(Kind::Interruption, format!("round {round} was interrupted; its stakes were returned"))
        }
        Event::ChainRetired { reason } => {
            Said::new(Kind::Interruption, format!("the chain of seeds was given up: {reason}"))
        }
        Event::Breached { message, .. } => Said::new(Kind::Breach, message.to_string()),
        _ => return None,
    })
}

fn of_people(house: &House<'_>, event: &Event) -> Option<Said> {
    use SignificantKind as Kind;
    let name = |person: &PersonId| house.name_of(*person).to_owned();
    Some(match event {
        Event::Excluded { person, until, reason } => {
            let span = if until.is_some() { "for some time" } else { "permanently" };
            let text = format!("{} is excluded {span}: {reason}", name(person));
            Said::new(Kind::Exclusion, text).of([*person])
        }
        Event::ServiceRefused { person, reason } => {
            let text = format!("{} is refused service: {reason}", name(person));
            Said::new(Kind::Service, text).of([*person])
        }
        Event::ServiceResumed { person, reason } => {
            Said::new(Kind::Service, format!("{} is served again: {reason}", name(person))).of([*person])
        }
        Event::Enrolled { person, handle, role, .. } if *role != Role::Player => {
            Said::new(Kind::Staff, format!("{handle} is enrolled as {}", role.name())).of([*person])
        }
        Event::PasswordReset { person } => {
            Said::new(Kind::Staff, format!("the password of {} was reset", name(person))).of([*person])
        }
        Event::FoundingEnded { people } => {
            Said::new(Kind::Staff, "the house is founded: its matters need two people").of(*people)
        }
        Event::Assigned { post, person, .. } => {
            let who = person.as_ref().map_or_else(|| "nobody".to_owned(), name);
            Said::new(Kind::Post, format!("{who} is {} now", post.in_book().name())).of(*person)
        }
        Event::RosterAdopted { from, to, duties } => {
            let zone = house.office.time_zone();
            let time = |at| local_time(at, zone.as_deref());
            let (from, to, count) = (time(*from), time(*to), duties.len());
            Said::new(Kind::Post, format!("a roster is adopted, {from} to {to}, {count} duties"))
        }
        Event::ManagerRecovered { staff, person, reason } => {
            let text = format!("{staff} was given access again from the shell: {reason}");
            Said::new(Kind::Recovery, text).of(*person)
        }
        _ => return None,
    })
}

fn of_house(body: &EntryBody) -> Option<Said> {
    use SignificantKind as Kind;
    Some(match &body.event {
        Event::HouseFileAdopted { version, .. } => {
            Said::new(Kind::Charter, format!("version {version} of the house file is in force"))
        }
        Event::EditionAdopted { rulebook, digest } => {
            let digest = croupier_fair::Digest::new(*digest);
            Said::new(Kind::Charter, format!("another edition of {rulebook} is adopted: {digest}"))
        }
        Event::Approved(approval) => Said::new(
            Kind::Approval,
            format!("{} is approved: {} of {}", approval.of, approval.reference, approval.date),
        ),
        Event::CapitalMoved => Said::new(Kind::Capital, format!("capital: {}", moved(body))),
        Event::Issued => Said::new(Kind::Capital, format!("issued: {}", moved(body))),
        Event::KeyNoted(_) => Said::new(Kind::Incarnation, "the house deals with this key from now on"),
        Event::OwnerNoted { node } => {
            Said::new(Kind::Incarnation, format!("node {node} has the house, because its owner failed"))
        }
        Event::Restored { incarnation, sequence, .. } => {
            let text = format!("restored from a copy up to entry {sequence}: incarnation {incarnation}");
            Said::new(Kind::Incarnation, text)
        }
        Event::LossAccepted { acknowledged: (last, _), found: (found, _), by } => {
            let text = format!("the loss of entries {} to {last} was accepted", found.saturating_add(1));
            Said::new(Kind::Incarnation, text).of(*by)
        }
        _ => return None,
    })
}

/// What came into the cage, or left it.
fn moved(body: &EntryBody) -> String {
    let legs = body.ledger.iter().flat_map(|transaction| &transaction.legs);
    let words = legs.map(|leg| {
        let (unit, is_in) = (unit_words(leg.unit), leg.to == croupier_house::ledger::Location::Cage);
        format!("{} in {unit} {} the cage", leg.amount, if is_in { "into" } else { "out of" })
    });
    words.collect::<Vec<_>>().join(", ")
}

const fn unit_words(unit: Unit) -> &'static str {
    match unit {
        Unit::Cash => "cash",
        Unit::Chips => "chips",
        Unit::Wheel => "wheel chips",
        Unit::Plaques => "plaques",
    }
}

fn of_dispute(house: &House<'_>, event: &Event) -> Option<Said> {
    use SignificantKind as Kind;
    Some(match event {
        Event::DisputeOpened { dispute, round, person, .. } => {
            let text = format!("{} disputes round {round}: dispute {dispute}", house.name_of(*person));
            Said::new(Kind::Dispute, text).of([*person])
        }
        Event::DisputeAnswered { dispute, ruling } => {
            Said::new(Kind::Dispute, format!("dispute {dispute} is answered: {ruling}"))
        }
        Event::DisputePaid { dispute, person, amount } => {
            let text = format!("the cage paid {} {amount} in dispute {dispute}", house.name_of(*person));
            Said::new(Kind::Dispute, text).of([*person])
        }
        Event::DisputeEscalated { dispute, to } => {
            Said::new(Kind::Dispute, format!("dispute {dispute} was taken to {to}"))
        }
        _ => return None,
    })
}

/// A deal or spin that does not count, or large payouts.
fn of_play(house: &House<'_>, body: &EntryBody) -> Said {
    use SignificantKind as Kind;
    if let Event::Acted { lines, .. } = &body.event {
        if lines.lines().any(|line| line == "misdeal") {
            return Said::new(Kind::Misdeal, "misdeal: the hand does not count");
        }
        if lines.lines().any(|line| line == "void spin") {
            return Said::new(Kind::Void, "the spin is void");
        }
    }
    let won = body.ledger.iter().filter_map(|transaction| {
        let person = transaction.legs.iter().find_map(|leg| leg.to.person())?;
        Some((person, large_payout(transaction)?))
    });
    let won: Vec<(PersonId, Money)> = won.collect();
    let words = won.iter().map(|(person, amount)| format!("{} won {amount}", house.name_of(*person)));
    Said::new(Kind::Payout, words.collect::<Vec<_>>().join(", ")).of(won.iter().map(|(person, _)| *person))
}
