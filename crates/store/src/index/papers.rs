//! The papers of each house: fills and credits, and proposals at tables and to the office, with who took each step and
//! when. What a paper says (chips, counts, reasons) is in the entry that made it.

use croupier_house::event::Event;
use croupier_house::ids::{Actor, HouseId, PersonId, StreamId, TableId};
use croupier_house::journal::EntryContent;
use croupier_house::office::OfficeAction;
use croupier_house::paper::{ProposedAction, SlipKind, SlipStep};
use croupier_house::store::StoreError;
use rusqlite::{Connection, OptionalExtension, Row};

use super::handle::{Index, listed, number, page, place_in};
use crate::error::failed;

/// What a paper is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the kinds are those of slips and of proposals")]
pub enum PaperKind {
    Fill,
    Credit,
    Open,
    Close,
    Drop,
    Void,
    Correct,
    Charter,
    Enrol,
    Approve,
    Assign,
    Capital,
    Issue,
    ResetPassword,
    Edition,
    Ruling,
    Roster,
}

/// The number of each kind is its place here.
const KINDS: [PaperKind; 17] = [
    PaperKind::Fill,
    PaperKind::Credit,
    PaperKind::Open,
    PaperKind::Close,
    PaperKind::Drop,
    PaperKind::Void,
    PaperKind::Correct,
    PaperKind::Charter,
    PaperKind::Enrol,
    PaperKind::Approve,
    PaperKind::Assign,
    PaperKind::Capital,
    PaperKind::Issue,
    PaperKind::ResetPassword,
    PaperKind::Edition,
    PaperKind::Ruling,
    PaperKind::Roster,
];

impl PaperKind {
    const fn of_slip(kind: SlipKind) -> Self {
        match kind {
            SlipKind::Fill => Self::Fill,
            SlipKind::Credit => Self::Credit,
        }
    }

    const fn at_table(action: &ProposedAction) -> Self {
        match action {
            ProposedAction::Open { .. } | ProposedAction::OpenNoted { .. } => Self::Open,
            ProposedAction::Close { .. } | ProposedAction::CloseNoted { .. } => Self::Close,
            ProposedAction::Drop { .. } | ProposedAction::DropNoted { .. } => Self::Drop,
            ProposedAction::Void { .. } => Self::Void,
            ProposedAction::Correct { .. } => Self::Correct,
        }
    }

    const fn of_office(action: &OfficeAction) -> Self {
        match action {
            OfficeAction::AdoptHouseFile { .. } => Self::Charter,
            OfficeAction::Enrol { .. } => Self::Enrol,
            OfficeAction::Approve(_) => Self::Approve,
            OfficeAction::Assign { .. } => Self::Assign,
            OfficeAction::Capital { .. } => Self::Capital,
            OfficeAction::Issue { .. } => Self::Issue,
            OfficeAction::ResetPassword { .. } => Self::ResetPassword,
            OfficeAction::AdoptEdition { .. } | OfficeAction::AdoptText { .. } => Self::Edition,
            OfficeAction::Ruling { .. } => Self::Ruling,
            OfficeAction::Roster { .. } => Self::Roster,
        }
    }
}

/// A step of a paper, and its state after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PaperState {
    /// A fill or credit was requested.
    Requested,
    /// Its chips have left their origin.
    Sent,
    /// They have arrived.
    Delivered,
    /// They were counted, and the amount is right.
    Confirmed,
    /// The slip is void.
    Void,
    /// A proposal waits for a second person.
    Proposed,
    /// A second person authorised it.
    Authorised,
    /// It was withdrawn.
    Withdrawn,
    /// It has become obsolete: what it is about has ended.
    Obsolete,
}

const STATES: [PaperState; 9] = [
    PaperState::Requested,
    PaperState::Sent,
    PaperState::Delivered,
    PaperState::Confirmed,
    PaperState::Void,
    PaperState::Proposed,
    PaperState::Authorised,
    PaperState::Withdrawn,
    PaperState::Obsolete,
];

/// A paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaperRow {
    /// The sequence of the entry that made it: its place among all.
    pub opened: u64,
    /// The table; `None` for the office.
    pub table: Option<TableId>,
    /// What it is.
    pub kind: PaperKind,
    /// Its number: slips and proposals of a table are numbered apart.
    pub number: u32,
    /// Its state.
    pub state: PaperState,
}

/// A step of a paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaperStep {
    /// The state after it.
    pub state: PaperState,
    /// Who took it; `None` for the house itself.
    pub person: Option<PersonId>,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The sequence of its entry.
    pub sequence: u64,
}

/// Which papers of a house are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PapersWanted {
    /// Those of one table.
    pub table: Option<TableId>,
    /// Those of one kind.
    pub kind: Option<PaperKind>,
}

/// Slips and proposals of a journal are numbered apart.
#[derive(Clone, Copy)]
enum Series {
    Slips,
    Proposals,
}

/// Where an entry writes what it does to papers.
struct Noting<'a> {
    at: &'a Connection,
    entry: &'a EntryContent,
    sequence: i64,
}

impl Noting<'_> {
    fn journal(&self) -> (u16, u16) {
        (self.entry.stream.house.0, self.entry.stream.table.map_or(0, |table| table.0))
    }

    fn make(&self, series: Series, of: u32, kind: PaperKind, state: PaperState) -> Result<(), StoreError> {
        let (house, table) = self.journal();
        let sql = "insert into papers (house, opened, tbl, series, number, kind, state) values (?, ?, ?, ?, ?, ?, ?)";
        let mut insert = self.at.prepare_cached(sql).map_err(failed)?;
        let (kind, noted) = (place_in(&KINDS, &kind)?, place_in(&STATES, &state)?);
        insert.execute((house, self.sequence, table, series as i64, of, kind, noted)).map_err(failed)?;
        self.step(self.sequence, noted)
    }

    fn advance(&self, series: Series, of: u32, state: PaperState) -> Result<(), StoreError> {
        let (house, table) = self.journal();
        let noted = place_in(&STATES, &state)?;
        let sql = "update papers set state = ? where house = ? and tbl = ? and series = ? and number = ? returning opened";
        let mut update = self.at.prepare_cached(sql).map_err(failed)?;
        let of = (noted, house, table, series as i64, of);
        let found: Vec<i64> =
            update.query_map(of, |row| row.get(0)).and_then(Iterator::collect).map_err(failed)?;
        found.into_iter().try_for_each(|opened| self.step(opened, noted))
    }

    /// Proposals of a table that are open become obsolete. Those that are open are few, whatever the age of the table.
    fn obsolete(&self, kinds: &[PaperKind]) -> Result<(), StoreError> {
        let (house, table) = self.journal();
        let sql = "select number, kind from papers indexed by papers_proposed
                   where house = ? and tbl = ? and series = 1 and state = 5";
        let mut select = self.at.prepare_cached(sql).map_err(failed)?;
        let open = select.query_map((house, table), |row| Ok((row.get(0)?, listed(row, 1, &KINDS)?)));
        let open: Vec<(u32, PaperKind)> = open.and_then(Iterator::collect).map_err(failed)?;
        let mut ended = open.into_iter().filter(|(_, kind)| kinds.contains(kind));
        ended.try_for_each(|(of, _)| self.advance(Series::Proposals, of, PaperState::Obsolete))
    }

    fn step(&self, opened: i64, state: i64) -> Result<(), StoreError> {
        let sql =
            "insert into paper_steps (house, opened, sequence, state, person, at) values (?, ?, ?, ?, ?, ?)";
        let mut insert = self.at.prepare_cached(sql).map_err(failed)?;
        let (house, _) = self.journal();
        let person = match self.entry.body.by {
            Actor::Person(person) => Some(person.0),
            Actor::House => None,
        };
        let row = (house, opened, self.sequence, state, person, self.entry.body.at);
        insert.execute(row).map(drop).map_err(failed)
    }
}

/// The person who made a proposal at a table or to the office; `None` where the house itself made it.
pub(super) fn proposer(at: &Connection, of: StreamId, proposal: u32) -> Result<Option<u32>, StoreError> {
    let sql = "select person from papers join paper_steps using (house, opened)
               where house = ? and tbl = ? and series = 1 and number = ? and sequence = opened";
    let mut select = at.prepare_cached(sql).map_err(failed)?;
    let row = (of.house.0, of.table.map_or(0, |table| table.0), proposal);
    let found: Option<Option<u32>> = select.query_row(row, |row| row.get(0)).optional().map_err(failed)?;
    Ok(found.flatten())
}

const fn state_after(step: &SlipStep) -> PaperState {
    match step {
        SlipStep::Send => PaperState::Sent,
        SlipStep::Deliver => PaperState::Delivered,
        SlipStep::Confirm => PaperState::Confirmed,
        SlipStep::Void(_) => PaperState::Void,
    }
}

pub(super) fn note(at: &Connection, entry: &EntryContent, sequence: u64) -> Result<(), StoreError> {
    use PaperKind::{Close, Correct, Open, Void};
    let noting = Noting { at, entry, sequence: number(sequence) };
    match &entry.body.event {
        Event::SlipRequested { number, kind, .. } => {
            noting.make(Series::Slips, *number, PaperKind::of_slip(*kind), PaperState::Requested)
        }
        Event::SlipStepped { number, step } => noting.advance(Series::Slips, *number, state_after(step)),
        Event::Proposed { proposal, action, .. } => {
            noting.make(Series::Proposals, *proposal, PaperKind::at_table(action), PaperState::Proposed)
        }
        Event::OfficeProposed { proposal, action, .. } => {
            noting.make(Series::Proposals, *proposal, PaperKind::of_office(action), PaperState::Proposed)
        }
        Event::Authorised { proposal } | Event::OfficeAuthorised { proposal, .. } => {
            noting.advance(Series::Proposals, *proposal, PaperState::Authorised)
        }
        Event::Withdrawn { proposal } | Event::OfficeWithdrawn { proposal } => {
            noting.advance(Series::Proposals, *proposal, PaperState::Withdrawn)
        }
        Event::Opened { .. } => noting.obsolete(&[Open]),
        Event::RoundBegan { .. } | Event::RoundVoided { .. } => noting.obsolete(&[Void, Correct]),
        Event::Closed { .. } => noting.obsolete(&[Open, Close, Void, Correct]),
        _ => Ok(()),
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<PaperRow> {
    let table: u16 = row.get(1)?;
    Ok(PaperRow {
        opened: row.get::<_, i64>(0)?.cast_unsigned(),
        table: (table != 0).then_some(TableId(table)),
        kind: listed(row, 2, &KINDS)?,
        number: row.get(3)?,
        state: listed(row, 4, &STATES)?,
    })
}

/// A step whose columns begin at a place.
fn read_step(row: &Row<'_>, from: usize) -> rusqlite::Result<PaperStep> {
    Ok(PaperStep {
        state: listed(row, from, &STATES)?,
        person: row.get::<_, Option<u32>>(from + 1)?.map(PersonId),
        at: row.get(from + 2)?,
        sequence: row.get::<_, i64>(from + 3)?.cast_unsigned(),
    })
}

/// The papers of a house before a sequence, by an index, with a further condition.
fn select(index: &str, and: &str) -> String {
    format!(
        "select opened, tbl, kind, number, state from papers {index}
         where house = ?1 and opened < ?2 {and} order by opened desc limit ?3"
    )
}

impl Index {
    /// The papers of a house that were made before a sequence, the latest first.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn papers_before(
        &self,
        house: HouseId,
        wanted: PapersWanted,
        before: u64,
        limit: usize,
    ) -> Result<Vec<PaperRow>, StoreError> {
        let (before, limit) = (number(before), page(limit));
        let kind = wanted.kind.map(|kind| place_in(&KINDS, &kind)).transpose()?;
        // The index is named: a page that another one is used for reads what grows with age.
        match (wanted.table, kind) {
            (None, None) => self.rows(&select("", ""), (house.0, before, limit), read),
            (Some(table), None) => {
                let sql = select("indexed by papers_of_table", "and tbl = ?4");
                self.rows(&sql, (house.0, before, limit, table.0), read)
            }
            (None, Some(kind)) => {
                let sql = select("indexed by papers_of_kind", "and kind = ?4");
                self.rows(&sql, (house.0, before, limit, kind), read)
            }
            (Some(table), Some(kind)) => {
                let sql = select("indexed by papers_of_both", "and tbl = ?4 and kind = ?5");
                self.rows(&sql, (house.0, before, limit, table.0, kind), read)
            }
        }
    }

    /// A fill or credit of a table.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn slip(&self, house: HouseId, table: TableId, number: u32) -> Result<Option<PaperRow>, StoreError> {
        let sql = "select opened, tbl, kind, number, state from papers
                   where house = ? and tbl = ? and series = ? and number = ?";
        self.row(sql, (house.0, table.0, Series::Slips as i64, number), read)
    }

    /// A proposal at a table by its number.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn proposal(
        &self,
        house: HouseId,
        table: TableId,
        number: u32,
    ) -> Result<Option<PaperRow>, StoreError> {
        let sql = "select opened, tbl, kind, number, state from papers
                   where house = ? and tbl = ? and series = ? and number = ?";
        self.row(sql, (house.0, table.0, Series::Proposals as i64, number), read)
    }

    /// The steps of a paper, in order.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn paper_steps(&self, house: HouseId, opened: u64) -> Result<Vec<PaperStep>, StoreError> {
        let sql = "select state, person, at, sequence from paper_steps where house = ? and opened = ?
                   order by sequence";
        self.rows(sql, (house.0, number(opened)), |row| read_step(row, 0))
    }

    /// Of the latest papers of a kind at a table, those that came to a state between two sequences, with that step, in the order of
    /// the steps. `limit` is how many papers are looked at.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn papers_stepped(
        &self,
        house: HouseId,
        (table, kind): (TableId, PaperKind),
        state: PaperState,
        (after, before): (u64, u64),
        limit: usize,
    ) -> Result<Vec<(PaperRow, PaperStep)>, StoreError> {
        let latest = select("indexed by papers_of_both", "and tbl = ?4 and kind = ?5");
        let sql = format!(
            "select p.*, s.state, s.person, s.at, s.sequence from ({latest}) p
             join paper_steps s on s.house = ?1 and s.opened = p.opened
             where s.state = ?6 and s.sequence > ?7 and s.sequence < ?2 order by s.sequence"
        );
        let (kind, state) = (place_in(&KINDS, &kind)?, place_in(&STATES, &state)?);
        let of = (house.0, number(before), page(limit), table.0, kind, state, number(after));
        self.rows(&sql, of, |row| Ok((read(row)?, read_step(row, 5)?)))
    }
}
