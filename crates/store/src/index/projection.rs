//! Projecting entries: each table of the index takes from an entry what it needs.
//!
//! What several entries of a step change again and again (balances, the current round, stakes) is collected and
//! written once, at the end of the step.

use std::collections::hash_map;

use croupier_house::event::Event;
use croupier_house::ids::{HouseId, StreamId};
use croupier_house::journal::EntryContent;
use croupier_house::store::{HouseHead, StoreError};
use rusqlite::Connection;
use rustc_hash::FxHashMap;

use super::banks::BankStage;
use super::drop_box::DropStage;
use super::late_bets::{LateStage, is_last_call, is_one_bet};
use super::marks::{Mark, MarkStage};
use super::movements::MovementStage;
use super::played::PlayedStage;
use super::postings::PostingStage;
use super::rounds::RoundStage;
use super::table_now::TableNow;
use super::{authorised, disputes, house_files, incarnations, links, papers, significant, sittings};
use crate::error::failed;

/// A step of the projections of one house: some consecutive entries, within one transaction.
pub(super) struct Projection<'c> {
    at: &'c Connection,
    tables: FxHashMap<StreamId, TableNow>,
    marks: MarkStage,
    postings: PostingStage,
    banks: BankStage,
    drop_box: DropStage,
    late: LateStage,
    rounds: RoundStage,
    played: PlayedStage,
    movements: MovementStage<'c>,
}

impl<'c> Projection<'c> {
    pub(super) fn at(at: &'c Connection) -> Result<Self, StoreError> {
        Ok(Self {
            at,
            tables: FxHashMap::default(),
            marks: MarkStage::default(),
            postings: PostingStage::default(),
            banks: BankStage::default(),
            drop_box: DropStage::default(),
            late: LateStage::default(),
            rounds: RoundStage::default(),
            played: PlayedStage::default(),
            movements: MovementStage::at(at)?,
        })
    }

    /// Projects the next entry.
    pub(super) fn note(&mut self, entry: &EntryContent, sequence: u64) -> Result<(), StoreError> {
        let at = self.at;
        let mark = Mark { version: entry.body.version, sequence };
        self.marks.note(at, entry.stream, mark)?;
        self.postings.note(at, entry, sequence)?;
        self.drop_box.note(at, entry, sequence)?;
        authorised::note(at, entry, sequence)?;
        papers::note(at, entry, sequence)?;
        significant::note(at, entry, sequence)?;
        if entry.stream.table.is_none() {
            house_files::note(at, entry, sequence)?;
            incarnations::note(at, entry, sequence)?;
            disputes::note(at, entry, sequence)?;
            return self.movements.note(entry, sequence, 0);
        }
        let is_bet = is_one_bet(&entry.body.event);
        let now = self.table_after(entry, sequence, is_bet)?;
        if !is_bet {
            self.banks.note(at, entry, &now)?;
        }
        self.late.note(entry, now.last_call);
        sittings::note(at, entry, sequence, &now)?;
        links::note(at, entry, &now)?;
        self.rounds.note(at, entry, sequence, &now)?;
        self.played.note(entry, sequence, now.round)?;
        self.movements.note(entry, sequence, now.round)
    }

    /// The state of the table after the event.
    fn table_after(
        &mut self,
        entry: &EntryContent,
        sequence: u64,
        is_bet: bool,
    ) -> Result<TableNow, StoreError> {
        let now = match self.tables.entry(entry.stream) {
            hash_map::Entry::Occupied(known) => known.into_mut(),
            hash_map::Entry::Vacant(new) => new.insert(TableNow::load(self.at, entry.stream)?),
        };
        match &entry.body.event {
            Event::Opened { .. } => now.opening = sequence,
            Event::RoundBegan { round, record, .. } => {
                if *record != now.record {
                    (now.record, now.record_version) = (*record, entry.body.version);
                }
                now.round = *round;
            }
            Event::ChainOpened { .. } => now.chain = entry.body.version,
            Event::Committed { .. } => now.link = entry.body.version,
            _ => {}
        }
        if !is_bet {
            now.last_call = is_last_call(&entry.body.event, now.last_call);
        }
        Ok(*now)
    }

    /// Writes what was collected, and how far the index is.
    pub(super) fn finish(self, house: HouseId, head: &HouseHead) -> Result<(), StoreError> {
        self.postings.finish(self.at)?;
        self.banks.finish(self.at)?;
        self.drop_box.finish(self.at)?;
        self.late.finish(self.at)?;
        self.rounds.finish(self.at)?;
        self.played.finish(self.at)?;
        self.movements.finish(self.at)?;
        for (stream, now) in &self.tables {
            now.store(self.at, *stream)?;
        }
        let sql = "insert or replace into progress (house, sequence, hash) values (?, ?, ?)";
        let row = (house.0, head.sequence.cast_signed(), &head.hash[..]);
        self.at.execute(sql, row).map(drop).map_err(failed)
    }
}
