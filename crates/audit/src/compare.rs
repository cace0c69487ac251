//! Comparing what a command leads to with what is written.

use croupier_house::NewEvent;
use croupier_house::event::Event;
use croupier_house::journal::Entry;

use crate::finding::FindingKind;
use crate::prelude::CommandOrigin;

/// Whether an entry can belong to the command with this origin.
pub(crate) fn continues((at, by, key): CommandOrigin, entry: &Entry) -> bool {
    (at, by) == (entry.body.at, entry.body.by) && (entry.body.key.is_none() || entry.body.key == key)
}

/// The number of entries that are the first of these events.
pub(crate) fn agreeing(events: &[NewEvent], run: &[&Entry]) -> usize {
    let due = events.iter().filter(|event| !is_day(event));
    due.zip(run).take_while(|(due, entry)| !differs(due, entry)).count()
}

pub(crate) fn is_day(event: &NewEvent) -> bool {
    matches!(event.event, Event::DayBegan { .. })
}

pub(crate) fn differs(due: &NewEvent, entry: &Entry) -> bool {
    due.table != entry.stream.table
        || due.ledger != entry.body.ledger
        || !same_event(&due.event, &entry.body.event)
}

/// Whether two events are the same. Another build of the program may have dealt the round.
pub(crate) fn same_event(due: &Event, found: &Event) -> bool {
    match (due, found) {
        (
            Event::RoundBegan { round, record, book, settings, .. },
            Event::RoundBegan { round: of, record: within, book: by, settings: under, .. },
        ) => (round, record, book, settings) == (of, within, by, under),
        (due, found) => due == found,
    }
}

/// The kind of a fault that replaying an entry of fair dealing has found.
pub(crate) fn of_fair_dealing(event: &Event, why: &str) -> Option<FindingKind> {
    match event {
        Event::SeedRevealed { .. } if why.contains("another outcome") => Some(FindingKind::WrongOutcome),
        Event::SeedRevealed { .. } => Some(FindingKind::WrongSeed),
        Event::SeedsClosed { .. } => Some(FindingKind::WrongSeed),
        Event::Committed { .. } | Event::ChainOpened { .. } | Event::ChainRetired { .. } => {
            Some(FindingKind::WrongCommitment)
        }
        Event::RoundBegan { .. } if why.contains("edition") => Some(FindingKind::WrongEdition),
        _ => None,
    }
}

/// The longest text of a value in a finding, in characters.
const WORDS_MAX: usize = 240;

/// A value in words, cut where it is long.
pub(crate) fn words(value: &impl std::fmt::Debug) -> String {
    let all = format!("{value:?}");
    match all.char_indices().nth(WORDS_MAX) {
        Some((end, _)) => format!("{}…", &all[..end]),
        None => all,
    }
}

pub(crate) fn kind_of(event: &Event) -> std::mem::Discriminant<Event> {
    std::mem::discriminant(event)
}

/// The name of an event.
pub(crate) fn name(event: &Event) -> String {
    let all = words(event);
    all.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
}
