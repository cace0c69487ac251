//! The ledger, the events and the significant events: each entry of the journals, those of open rounds left out.

use std::collections::BTreeMap;

use croupier_export::{Cell, EVENTS, LEDGER, SIGNIFICANT_EVENTS};
use croupier_house::House;
use croupier_house::ids::TableId;
use croupier_house::journal::EntryContent;
use croupier_house::ledger::{Leg, Location};
use croupier_house::store::{Store, StoreError};
use croupier_store::index::is_significant;

use super::files::{ExportFiles, hex, integer, name_of};
use crate::error::{ServeError, failed};
use crate::significant::significant_event;
use crate::wire::{EventKind, SignificantEvent};

/// How many entries are read at a time.
const PAGE: usize = 1024;

/// Writes the entries of a house up to its head. `open` is the version of each table's journal from which on a round is played that
/// is not over. People and tables have the names that they have at the head.
pub(super) fn write_journal(
    store: &dyn Store,
    house: &House<'_>,
    head: u64,
    open: &BTreeMap<TableId, u64>,
    files: &mut ExportFiles,
) -> Result<(), ServeError> {
    let mut from = 1;
    while from <= head {
        let page = store.entries(house.id, from, PAGE).map_err(failed)?;
        let Some(last) = page.last() else { break };
        from = last.sequence + 1;
        for stored in page.iter().filter(|stored| stored.sequence <= head) {
            let table = stored.stream.table;
            if table.and_then(|table| open.get(&table)).is_some_and(|open| stored.version >= *open) {
                continue;
            }
            let sequence = stored.sequence;
            let content =
                stored.content().map_err(|error| ServeError(format!("entry {sequence}: {error}")))?;
            if files.covers(content.body.at) {
                write_entry(&content, sequence, files).map_err(failed)?;
                if files.wants(&SIGNIFICANT_EVENTS) && is_significant(&content) {
                    write_significant(house, &content, files).map_err(failed)?;
                }
            }
        }
    }
    Ok(())
}

fn write_entry(entry: &EntryContent, sequence: u64, files: &mut ExportFiles) -> Result<(), StoreError> {
    let body = &entry.body;
    let head = || -> Result<[Cell<'static>; 5], StoreError> {
        Ok([
            Cell::Integer(entry.stream.house.0.into()),
            integer(sequence)?,
            Cell::Time(body.at),
            Cell::maybe(entry.stream.table, of_table),
            integer(body.version)?,
        ])
    };
    if files.wants(&EVENTS) {
        let json = serde_json::to_string(&body.event);
        let json = json.map_err(|error| StoreError::Failed(format!("entry {sequence}: {error}")))?;
        let by = Cell::maybe(body.by.person(), |person| Cell::Integer(person.0.into()));
        let [kind, event] = [name_of(&EventKind::of(&body.event))?, json].map(Cell::text);
        let row: Vec<Cell<'_>> = head()?.into_iter().chain([by, kind, event, hex(entry.hash)]).collect();
        files.row(&EVENTS, &row)?;
    }
    for (number, transaction) in (1..).zip(&body.ledger) {
        for (leg_number, leg) in (1..).zip(&transaction.legs) {
            let stake = Cell::maybe(transaction.stake, |stake| Cell::Integer(stake.into()));
            let named = [
                Cell::Integer(number),
                Cell::Integer(leg_number),
                Cell::text(name_of(&transaction.kind)?),
                stake,
            ];
            let row: Vec<Cell<'_>> = head()?.into_iter().chain(named).chain(of_leg(leg)?).collect();
            files.row(&LEDGER, &row)?;
        }
    }
    Ok(())
}

fn write_significant(
    house: &House<'_>,
    entry: &EntryContent,
    files: &mut ExportFiles,
) -> Result<(), StoreError> {
    let SignificantEvent { sequence, at, kind, table, name, people, text } =
        significant_event(house, entry.stream, &entry.body);
    let handles: Vec<&str> = people.iter().map(|person| &*person.handle).collect();
    let row = [
        Cell::Integer(house.id.0.into()),
        integer(sequence)?,
        Cell::Time(at),
        Cell::maybe(table, |table| Cell::Integer(table.into())),
        Cell::maybe(name, |name| Cell::text(String::from(name))),
        Cell::text(name_of(&kind)?),
        Cell::maybe(entry.body.by.person(), |person| Cell::Integer(person.0.into())),
        Cell::text(handles.join("; ")),
        Cell::text(text),
        hex(entry.hash),
    ];
    files.row(&SIGNIFICANT_EVENTS, &row)
}

fn of_leg(leg: &Leg) -> Result<[Cell<'static>; 8], StoreError> {
    let [from, to] = [leg.from, leg.to].map(of_place);
    let [from_place, from_table, from_person] = from;
    let [to_place, to_table, to_person] = to;
    let (unit, amount) = (Cell::text(name_of(&leg.unit)?), Cell::Money(leg.amount.minor()));
    Ok([unit, amount, from_place, from_table, from_person, to_place, to_table, to_person])
}

fn of_table(table: TableId) -> Cell<'static> {
    Cell::Integer(table.0.into())
}

/// A place: its kind, its table, its person.
fn of_place(place: Location) -> [Cell<'static>; 3] {
    let (kind, table) = match place {
        Location::Issued => ("issued", None),
        Location::Bank => ("bank", None),
        Location::Wallet(_) => ("wallet", None),
        Location::Cage => ("cage", None),
        Location::Player(_) => ("player", None),
        Location::Wheel(_, table) => ("wheel", Some(table)),
        Location::Float(table) => ("float", Some(table)),
        Location::Drop(table) => ("drop", Some(table)),
        Location::Layout(table) => ("layout", Some(table)),
        Location::PlayersBank(table) => ("players-bank", Some(table)),
        Location::Transit(table) => ("transit", Some(table)),
    };
    let person = Cell::maybe(place.person(), |person| Cell::Integer(person.0.into()));
    [Cell::text(kind), Cell::maybe(table, of_table), person]
}
