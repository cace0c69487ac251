//! A table as it is stored.

use croupier_kit::Money;
use serde::{Deserialize, Serialize};

use super::error::SnapshotError;
use super::live::LiveSnapshot;
use super::papers::{ExchangesSnapshot, PapersSnapshot};
use super::suspension::SuspensionSnapshot;
use crate::ids::{PersonId, TableId};
use crate::library::Library;
use crate::office::Office;
use crate::table::{
    Absence, GivenSeed, InspectorCall, LinkPosition, OutcomeReader, OutcomeReaders, Phase, RecentLinks,
    RecentPlayers, TableState, WheelChips,
};

/// A table. Its number is its place among the tables.
#[derive(Serialize, Deserialize)]
pub(super) struct TableSnapshot {
    name: Box<str>,
    game: Box<str>,
    live: Option<LiveSnapshot>,
    suspension: Option<SuspensionSnapshot>,
    seated: Vec<PersonId>,
    wheel: Vec<(PersonId, u8, Money)>,
    exchanges: ExchangesSnapshot,
    papers: PapersSnapshot,
    rounds: u64,
    records: u64,
    since: i64,
    phase_since: i64,
    last_seen: (Phase, bool),
    fallen: (u16, u16),
    ready: Vec<PersonId>,
    away: Vec<(PersonId, i64)>,
    /// The number of readers so far, and each that may post: its number, name and last reading.
    readers: (u32, Vec<(u32, Box<str>, u64)>),
    dealt_by_staff: i64,
    called: Option<(PersonId, i64, Box<str>)>,
    seeds: Vec<GivenSeed>,
    chain: u64,
    links: Vec<LinkSnapshot>,
    played: Vec<(PersonId, Vec<(u64, u64)>)>,
}

#[derive(Serialize, Deserialize)]
struct LinkSnapshot {
    round: u64,
    chain: u64,
    committed: u64,
    closed: u64,
    revealed: u64,
}

impl TableSnapshot {
    pub(super) fn of(table: &TableState<'_>) -> Result<Self, SnapshotError> {
        let TableState {
            id: _,
            name,
            game,
            live,
            suspension,
            seated,
            wheel,
            exchanges,
            papers,
            rounds,
            records,
            since,
            phase_since,
            last_seen,
            fallen,
            ready,
            away,
            readers,
            dealt_by_staff,
            called,
            seeds,
            links,
            players,
        } = table;
        let RecentLinks { chain, links } = links;
        let RecentPlayers { played } = players;
        let chips = |(person, chips): (&PersonId, &WheelChips)| {
            let WheelChips { colour, value } = *chips;
            (*person, colour, value)
        };
        let mut played: Vec<_> = played.iter().map(|(person, spans)| (*person, spans.clone())).collect();
        played.sort_unstable();
        Ok(Self {
            name: name.clone(),
            game: game.clone(),
            live: live.as_ref().map(LiveSnapshot::of).transpose()?,
            suspension: suspension.as_ref().map(SuspensionSnapshot::of),
            seated: seated.iter().copied().collect(),
            wheel: wheel.iter().map(chips).collect(),
            exchanges: ExchangesSnapshot::of(exchanges),
            papers: PapersSnapshot::of(papers),
            rounds: *rounds,
            records: *records,
            since: *since,
            phase_since: *phase_since,
            last_seen: *last_seen,
            fallen: *fallen,
            ready: ready.iter().copied().collect(),
            away: away.iter().map(|(person, absence)| (*person, absence.since)).collect(),
            readers: stored_readers(readers),
            dealt_by_staff: *dealt_by_staff,
            called: called.as_ref().map(|call| (call.by, call.at, call.reason.clone())),
            seeds: seeds.iter().map(|(person, seed)| (*person, seed.clone())).collect(),
            chain: *chain,
            links: links.iter().map(LinkSnapshot::of).collect(),
            played,
        })
    }

    pub(super) fn restore<'b>(
        self,
        id: u16,
        library: &Library<'b>,
        office: &Office,
    ) -> Result<TableState<'b>, SnapshotError> {
        let chips = |(person, colour, value)| (person, WheelChips { colour, value });
        let absence = |(person, since)| {
            let known = office.person(person);
            let name =
                known.map_err(|_| SnapshotError::contradiction("an unknown person is gone"))?.handle.clone();
            Ok((person, Absence { since, name }))
        };
        let table = TableState {
            id: TableId(id),
            name: self.name,
            game: self.game,
            live: self.live.map(|live| live.restore(library, office)).transpose()?,
            suspension: self.suspension.map(|suspension| suspension.restore(library)).transpose()?,
            seated: self.seated.into_iter().collect(),
            wheel: self.wheel.into_iter().map(chips).collect(),
            exchanges: self.exchanges.restore(),
            papers: self.papers.restore(),
            rounds: self.rounds,
            records: self.records,
            since: self.since,
            phase_since: self.phase_since,
            last_seen: self.last_seen,
            fallen: self.fallen,
            ready: self.ready.into_iter().collect(),
            away: self.away.into_iter().map(absence).collect::<Result<_, SnapshotError>>()?,
            readers: readers(self.readers),
            dealt_by_staff: self.dealt_by_staff,
            called: self.called.map(|(by, at, reason)| InspectorCall { by, at, reason }),
            seeds: self.seeds.into_iter().collect(),
            links: RecentLinks {
                chain: self.chain,
                links: self.links.into_iter().map(LinkSnapshot::restore).collect(),
            },
            players: RecentPlayers { played: self.played.into_iter().collect() },
        };
        if table.last_seen.0 == table.phase() {
            Ok(table)
        } else {
            Err(SnapshotError::contradiction(format!("{} is in another phase", table.name)))
        }
    }
}

fn stored_readers(readers: &OutcomeReaders) -> (u32, Vec<(u32, Box<str>, u64)>) {
    let OutcomeReaders { made, active } = readers;
    let stored = |(number, reader): (&u32, &OutcomeReader)| {
        let OutcomeReader { name, last } = reader;
        (*number, name.clone(), *last)
    };
    (*made, active.iter().map(stored).collect())
}

fn readers((made, active): (u32, Vec<(u32, Box<str>, u64)>)) -> OutcomeReaders {
    let active = active.into_iter().map(|(number, name, last)| (number, OutcomeReader { name, last }));
    OutcomeReaders { made, active: active.collect() }
}

impl LinkSnapshot {
    const fn of(link: &LinkPosition) -> Self {
        let LinkPosition { round, chain, committed, closed, revealed } = *link;
        Self { round, chain, committed, closed, revealed }
    }

    const fn restore(self) -> LinkPosition {
        let Self { round, chain, committed, closed, revealed } = self;
        LinkPosition { round, chain, committed, closed, revealed }
    }
}
