//! Entries of the journals, for managers and the regulator.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use croupier_house::ids::{PersonId, StreamId, TableId};
use croupier_house::journal::Entry;
use croupier_house::ledger::{Leg, Location};
use croupier_kit::Money;
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::own_house;
use super::extract::{PathParams, Position, QueryParams};
use super::staff::place_words;
use crate::actor::{HouseReader, TableHistory};
use crate::app::App;
use crate::auth::Caller;
use crate::door::limits::{ENTRIES_PER_PAGE, ENTRIES_SEARCHED};
use crate::journal_reader::read_entries;
use crate::lookup::unreadable;
use crate::storage::HouseStore;
use crate::wire::{EventKind, JournalEntry, Posting, Problem};

/// A page of a journal.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct JournalPage {
    /// The number of the table; the house's own journal by default.
    stream: Option<u16>,
    /// The version to start from; 1 by default.
    #[param(value_type = Option<i64>, minimum = 0)]
    from: Option<Position>,
    /// How many entries to return; 100 by default, at most 500.
    #[param(maximum = 500)]
    limit: Option<usize>,
    /// Return entries of this kind; of all by default.
    kind: Option<EventKind>,
    /// Return entries that this person caused; that anybody or the house caused by default.
    person: Option<u32>,
}

impl JournalPage {
    fn limit(&self) -> usize {
        self.limit.unwrap_or(100).min(ENTRIES_PER_PAGE)
    }

    const fn is_filtered(&self) -> bool {
        self.kind.is_some() || self.person.is_some()
    }

    fn wants(&self, entry: &Entry) -> bool {
        let by = entry.body.by.person();
        self.kind.is_none_or(|kind| EventKind::of(&entry.body.event) == kind)
            && self.person.is_none_or(|person| by == Some(PersonId(person)))
    }
}

/// List entries of a journal
///
/// For managers and the regulator. The entries of a round are shown when it is over. With a filter a request reads at most 2,048 entries; where it did
/// not reach the end, the header `x-next-from` has the version to go on from (`from`), also where it found nothing.
#[utoipa::path(get, path = "/houses/{h}/journal", tag = "staff", params(("h" = u16, Path, description = "The number of the house"), JournalPage), responses(
    (status = 200, description = "Entries in order", body = Vec<JournalEntry>,
        headers(("x-next-from" = u64, description = "The version that the next page starts from; absent at the end of what is shown"))),
    (status = "4XX", description = "The person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn list_journal(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    QueryParams(which): QueryParams<JournalPage>,
) -> Result<impl IntoResponse, Problem> {
    let house = own_house(&app, h, &session)?;
    let stream = StreamId { house: house.actor.id, table: which.stream.map(TableId) };
    let end = house.actor.read(move |state| open_end(state, stream)).await?;
    let store = Arc::clone(&app.store);
    let read = tokio::task::spawn_blocking(move || read_page(&store, stream, &which, end));
    let page = read.await.map_err(|_| Problem::internal())??;
    let next = page.next.map(|next| [("x-next-from", next.to_string())]);
    // The actor only names the places: entries can be large.
    let places: Vec<Location> =
        page.entries.iter().flat_map(legs).flat_map(|leg| [leg.from, leg.to]).collect();
    let named = house
        .actor
        .read(move |state| places.into_iter().map(|place| place_words(state, place)).collect::<Vec<_>>());
    let mut named = named.await?.into_iter();
    let views: Vec<JournalEntry> =
        page.entries.iter().map(|entry| journal_entry(entry, &mut named)).collect();
    Ok((next, Json(views)))
}

/// The entries of a page, and the version that the next one starts from.
struct EntryPage {
    entries: Vec<Entry>,
    next: Option<u64>,
}

/// Reads a page: entries before `end`, as many as are wanted. A filter reads more than it returns, up to a bound.
fn read_page(
    store: &HouseStore,
    stream: StreamId,
    which: &JournalPage,
    end: u64,
) -> Result<EntryPage, Problem> {
    let (limit, from) = (which.limit(), which.from.map_or(1, |from| from.0).max(1));
    let most = if which.is_filtered() { ENTRIES_SEARCHED } else { limit };
    let to = from.saturating_add(most as u64).min(end);
    let (mut entries, mut next) = (Vec::new(), from);
    while next < to && entries.len() < limit {
        // As few as may do: entries with rulebooks are large.
        let step = (limit as u64).max(1).min(to - next);
        let read = read_entries(store, stream, next..=next + step - 1).map_err(unreadable)?;
        let Some(last) = read.last().map(|entry| entry.body.version) else { break };
        next = last + 1;
        for entry in read.into_iter().filter(|entry| which.wants(entry)) {
            if entries.len() == limit {
                next = entry.body.version;
                break;
            }
            entries.push(entry);
        }
    }
    Ok(EntryPage { entries, next: (next < end).then_some(next) })
}

/// The version from which entries are not shown yet. While a round is played, its hidden cards are in the journal, and
/// nobody is shown them, the regulator too. A round that begins while the entries are read is not shown either.
fn open_end(state: &HouseReader<'_>, stream: StreamId) -> u64 {
    let playing = stream.table.and_then(|table| state.history(table)).and_then(TableHistory::playing_since);
    playing.unwrap_or_else(|| state.house.head(stream).version.saturating_add(1))
}

fn legs(entry: &Entry) -> impl Iterator<Item = &Leg> {
    entry.body.ledger.iter().flat_map(|transaction| &transaction.legs)
}

/// An entry; `places` are the names of the places of its legs, from and to.
fn journal_entry(entry: &Entry, places: &mut impl Iterator<Item = String>) -> JournalEntry {
    let hash = |hash: [u8; 32]| blake3::Hash::from_bytes(hash).to_hex().to_string();
    let mut posting = |leg: &Leg, minor: i64| Posting {
        unit: leg.unit.into(),
        place: places.next().expect("both places of every leg are named"),
        amount: Money::from_minor(minor).into(),
    };
    let both = |leg: &Leg| [posting(leg, -leg.amount.minor()), posting(leg, leg.amount.minor())];
    JournalEntry {
        version: entry.body.version,
        sequence: entry.body.sequence,
        at: entry.body.at,
        by: entry.body.by.person().map(|person| person.0),
        what: EventKind::of(&entry.body.event),
        event: serde_json::to_value(&entry.body.event).expect("an event is JSON"),
        hash: hash(entry.hash),
        prev: hash(entry.body.prev),
        bytes: hex(&entry.bytes),
        postings: legs(entry).flat_map(both).collect(),
    }
}

/// Bytes in lower-case hexadecimal.
fn hex(bytes: &[u8]) -> String {
    let digit = |of: u8| char::from(b"0123456789abcdef"[usize::from(of & 15)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(*byte)]).collect()
}
