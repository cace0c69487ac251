//! The players' banks: at some games a player holds the bank, and it is carried from record to record. The bank at the
//! beginning of a record is stored, so that the record can be read on its own.

use std::collections::hash_map::Entry;

use croupier_house::event::Event;
use croupier_house::ids::{HouseId, StreamId, TableId};
use croupier_house::journal::{EntryBody, EntryContent};
use croupier_house::ledger::{Location, TransactionKind};
use croupier_house::store::StoreError;
use croupier_kit::Money;
use rusqlite::{Connection, OptionalExtension, Row};
use rustc_hash::FxHashMap;

use super::handle::{Index, number};
use super::table_now::TableNow;
use crate::error::failed;

/// A bank that a player holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CarriedBank {
    /// The name of its holder.
    pub holder: String,
    /// Its contents.
    pub amount: Money,
}

/// The banks of the tables that a step has come to, and the last record of each.
#[derive(Default)]
pub(super) struct BankStage {
    tables: FxHashMap<StreamId, (u64, Option<CarriedBank>)>,
}

impl BankStage {
    pub(super) fn note(
        &mut self,
        at: &Connection,
        entry: &EntryContent,
        now: &TableNow,
    ) -> Result<(), StoreError> {
        let stream = entry.stream;
        let (record, bank) = match self.tables.entry(stream) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                // A record that begins with this entry is new; otherwise its bank has been stored.
                let record = if begins_record(entry, now) { 0 } else { now.record };
                new.insert((record, load(at, stream)?))
            }
        };
        match &entry.body.event {
            Event::Opened { .. } | Event::BankGivenUp { .. } | Event::RoundVoided { .. } => *bank = None,
            Event::RoundBegan { record: new, .. } if new != record => {
                *record = *new;
                if let Some(bank) = bank {
                    let sql = "insert or replace into record_banks (stream, record, holder, amount)
                               values (?, ?, ?, ?)";
                    let row = (stream.number(), number(*new), &bank.holder, bank.amount.minor());
                    at.execute(sql, row).map_err(failed)?;
                }
            }
            Event::Acted { lines, .. } | Event::Revealed { lines } => {
                if let Some(taken) = lines.lines().rev().find_map(CarriedBank::taken) {
                    *bank = Some(taken);
                }
            }
            _ => {}
        }
        if let Some(bank) = bank {
            bank.note(&entry.body)?;
        }
        Ok(())
    }

    pub(super) fn finish(&self, at: &Connection) -> Result<(), StoreError> {
        for (stream, (_, bank)) in &self.tables {
            let done = match bank {
                Some(CarriedBank { holder, amount }) => {
                    let sql = "insert or replace into banks (stream, holder, amount) values (?, ?, ?)";
                    at.execute(sql, (stream.number(), holder, amount.minor()))
                }
                None => at.execute("delete from banks where stream = ?", [stream.number()]),
            };
            done.map_err(failed)?;
        }
        Ok(())
    }
}

/// Whether the record of a table begins with this entry.
const fn begins_record(entry: &EntryContent, now: &TableNow) -> bool {
    matches!(entry.body.event, Event::RoundBegan { .. }) && now.record_version == entry.body.version
}

impl CarriedBank {
    /// The bank that a line of the notation says somebody has taken.
    pub fn taken(line: &str) -> Option<Self> {
        let (holder, amount) = line.strip_prefix("bank ")?.split_once(' ')?;
        Some(Self { holder: holder.to_owned(), amount: amount.parse().ok()? })
    }

    /// Adds what the bank wins and loses by an entry.
    ///
    /// # Errors
    /// When the sum is too large.
    pub fn note(&mut self, entry: &EntryBody) -> Result<(), StoreError> {
        let too_large = |_| StoreError::Failed("the bank of a player is too large".to_owned());
        let is_settled = |kind| matches!(kind, TransactionKind::Settle | TransactionKind::Correct);
        let settled = entry.ledger.iter().filter(|transaction| is_settled(transaction.kind));
        for leg in settled.flat_map(|transaction| &transaction.legs) {
            if let Location::PlayersBank(_) = leg.to {
                self.amount = self.amount.plus(leg.amount).map_err(too_large)?;
            }
            if let Location::PlayersBank(_) = leg.from {
                self.amount = self.amount.minus(leg.amount).map_err(too_large)?;
            }
        }
        Ok(())
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<CarriedBank> {
    Ok(CarriedBank { holder: row.get(0)?, amount: Money::from_minor(row.get(1)?) })
}

fn load(at: &Connection, stream: StreamId) -> Result<Option<CarriedBank>, StoreError> {
    let mut select =
        at.prepare_cached("select holder, amount from banks where stream = ?").map_err(failed)?;
    select.query_row([stream.number()], read).optional().map_err(failed)
}

impl Index {
    /// The bank that a player held when a record began; `None` when nobody did.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn bank_of_record(
        &self,
        house: HouseId,
        table: TableId,
        record: u64,
    ) -> Result<Option<CarriedBank>, StoreError> {
        let stream = StreamId { house, table: Some(table) };
        let sql = "select holder, amount from record_banks where stream = ? and record = ?";
        self.row(sql, (stream.number(), number(record)), read)
    }
}
