//! Faults that are made from the entries of a journal and the types of their events: nobody lists them.

use croupier_house::event::Event;
use croupier_house::ids::{Actor, IdempotencyKey, PersonId, StreamId, TableId};
use croupier_house::ledger::Transaction;

use crate::fault::{FaultGroup, PlantedFault, Splice};
use crate::fields::{Observed, altered};
use crate::good::{Draft, GoodJournal};

/// A key that no command has.
const OTHER_KEY: IdempotencyKey = IdempotencyKey(0x1ab << 64);

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Every fault that follows from the entries themselves.
pub fn generated(good: &GoodJournal) -> Vec<PlantedFault> {
    let drafts = good.drafts();
    let (mut events, mut postings) = (Observed::default(), Observed::default());
    for (_, body) in &drafts {
        events.note(&body.event);
        postings.note(&body.ledger);
    }
    let any = drafts.iter().find_map(|(_, body)| body.ledger.first().cloned());
    let mut faults = Vec::new();
    for place in 0..drafts.len() {
        fields(&drafts, place, &events, &mut faults);
        ledger(&drafts, place, &postings, any.as_ref(), &mut faults);
        entry(&drafts, place, &mut faults);
        order(&drafts, place, &mut faults);
    }
    faults
}

/// The name of an event, as in paths.
pub(crate) fn name(event: &Event) -> String {
    match serde_json::to_value(event) {
        Ok(serde_json::Value::String(name)) => name,
        Ok(serde_json::Value::Object(fields)) => fields.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

fn instead(place: usize, draft: Draft) -> Splice {
    Splice { at: place, out: 1, put: vec![draft] }
}

/// Each field of the event.
fn fields(drafts: &[Draft], place: usize, observed: &Observed, faults: &mut Vec<PlantedFault>) {
    let (stream, body) = &drafts[place];
    for other in altered(&body.event, observed) {
        // The event as a whole: another kind of event, or one of this kind from elsewhere.
        let path = if other.path.is_empty() { name(&body.event) } else { other.path };
        let mut body = body.clone();
        body.event = other.value;
        faults.push(PlantedFault::at(FaultGroup::Field, path, other.what, instead(place, (*stream, body))));
    }
}

/// Each field of the postings; and a posting where there is none.
fn ledger(
    drafts: &[Draft],
    place: usize,
    observed: &Observed,
    any: Option<&Transaction>,
    faults: &mut Vec<PlantedFault>,
) {
    let (stream, body) = &drafts[place];
    let of = name(&body.event);
    let others = altered(&body.ledger, observed).into_iter().map(|other| (other.what, other.value));
    let added = any
        .filter(|_| body.ledger.is_empty())
        .map(|any| ("a posting of another entry is added".to_owned(), vec![any.clone()]));
    // Postings that another entry has are added by taking them from there.
    for (what, ledger) in others.chain(added) {
        let mut body = body.clone();
        body.ledger = ledger;
        faults.push(PlantedFault::at(FaultGroup::Posting, &*of, what, instead(place, (*stream, body))));
    }
}

/// What an entry has beside its event and its postings.
fn entry(drafts: &[Draft], place: usize, faults: &mut Vec<PlantedFault>) {
    let (stream, body) = &drafts[place];
    let mut with = |of: &str, what: String, change: &dyn Fn(&mut Draft)| {
        let mut draft = (*stream, body.clone());
        change(&mut draft);
        faults.push(PlantedFault::at(FaultGroup::Entry, of, what, instead(place, draft)));
    };
    let before = place.checked_sub(1).map(|before| drafts[before].1.at);
    if let Some(before) = before {
        with("at", "a millisecond before the entry before it".to_owned(), &|(_, body)| body.at = before - 1);
    }
    for (what, later) in [("a millisecond later", 1), ("a day later", DAY_MS)] {
        with("at", what.to_owned(), &|(_, body)| body.at += later);
    }
    let people = [Actor::House, Actor::Person(PersonId(1)), Actor::Person(PersonId(4_000_000))];
    let near = body.by.person().map_or(2, |PersonId(number)| number + 1);
    for by in people.into_iter().chain([Actor::Person(PersonId(near))]).filter(|by| *by != body.by) {
        with("by", format!("by {by:?} instead of {:?}", body.by), &|(_, body)| body.by = by);
    }
    with("salt", "another salt".to_owned(), &|(_, body)| body.salt[0] ^= 1);
    let elsewhere = match stream.table {
        Some(TableId(number)) => [None, Some(TableId(number + 1))],
        None => [Some(TableId(1)), Some(TableId(60_000))],
    };
    for table in elsewhere {
        let to = StreamId { table, ..*stream };
        let what = format!(
            "in the journal of {}",
            table.map_or("the house".to_owned(), |id| format!("table {}", id.0))
        );
        with("journal", what, &|(stream, _)| *stream = to);
    }
    keys(drafts, place, &mut with);
}

/// Plants a change of an entry: what it is done to, and what is done in words.
type Plant<'a> = dyn FnMut(&str, String, &dyn Fn(&mut Draft)) + 'a;

/// The key of the command.
fn keys(drafts: &[Draft], place: usize, with: &mut Plant<'_>) {
    let body = &drafts[place].1;
    match body.key {
        None => {
            with("key", "a key where there is none".to_owned(), &|(_, body)| body.key = Some((OTHER_KEY, 1)))
        }
        Some((key, digest)) => {
            with("key", "no key".to_owned(), &|(_, body)| body.key = None);
            with("key", "another key".to_owned(), &|(_, body)| body.key = Some((OTHER_KEY, digest)));
            with("digest", "another digest of the command".to_owned(), &|(_, body)| {
                body.key = Some((key, digest ^ 1));
            });
        }
    }
    let earlier = drafts[..place]
        .iter()
        .rev()
        .find_map(|(_, earlier)| earlier.key.filter(|key| Some(key.0) != body.key.map(|own| own.0)));
    if let Some(key) = earlier {
        with("key", "the key of an earlier command".to_owned(), &|(_, body)| body.key = Some(key));
    }
}

/// The entry deleted, doubled, and exchanged with the next.
fn order(drafts: &[Draft], place: usize, faults: &mut Vec<PlantedFault>) {
    let draft = &drafts[place];
    let of = name(&draft.1.event);
    let mut splice = |group, of: String, what: String, out, put| {
        faults.push(PlantedFault::at(group, of, what, Splice { at: place, out, put }));
    };
    splice(FaultGroup::Deleted, of.clone(), format!("{of} deleted"), 1, Vec::new());
    splice(FaultGroup::Doubled, of.clone(), format!("{of} doubled"), 1, vec![draft.clone(), draft.clone()]);
    if let Some(next) = drafts.get(place + 1) {
        let what = format!("{of} after {}", name(&next.1.event));
        splice(FaultGroup::Exchanged, of, what, 2, vec![next.clone(), draft.clone()]);
    }
}
