//! The disputes of each house, with the stage of each.

use croupier_house::event::Event;
use croupier_house::ids::{HouseId, PersonId, TableId};
use croupier_house::journal::Entry;
use croupier_house::store::StoreError;
use rusqlite::{Connection, Row};

use super::handle::{Index, listed, number, page};
use crate::error::failed;

/// The stage of a dispute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DisputeRowStage {
    /// It has no answer yet.
    Opened,
    /// It has been answered.
    Answered,
    /// It has been escalated, because the answer was not accepted.
    Escalated,
}

const STAGES: [DisputeRowStage; 3] =
    [DisputeRowStage::Opened, DisputeRowStage::Answered, DisputeRowStage::Escalated];

/// A dispute about a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DisputeRow {
    /// Its number.
    pub number: u32,
    /// Who opened it.
    pub person: PersonId,
    /// The table.
    pub table: TableId,
    /// The round.
    pub round: u64,
    /// What is disputed.
    pub about: Box<str>,
    /// Its stage.
    pub stage: DisputeRowStage,
    /// The answer.
    pub ruling: Option<Box<str>>,
    /// The party it was escalated to.
    pub escalated_to: Option<Box<str>>,
    /// The sequence of the entry that opened it.
    pub opened: u64,
    /// The sequence of the entry that changed it last.
    pub changed: u64,
    /// The time of that entry.
    pub at: i64,
}

pub(super) fn note(at: &Connection, entry: &Entry, sequence: u64) -> Result<(), StoreError> {
    let (house, body, sequence) = (entry.stream.house.0, &entry.body, number(sequence));
    let done = match &body.event {
        Event::DisputeOpened { dispute, table, round, person, about } => {
            let sql =
                "insert into disputes (house, number, person, tbl, round, about, stage, opened, changed, at)
                       values (?, ?, ?, ?, ?, ?, 0, ?, ?, ?)";
            let row =
                (house, dispute, person.0, table.0, number(*round), &**about, sequence, sequence, body.at);
            at.execute(sql, row)
        }
        Event::DisputeAnswered { dispute, ruling } => {
            let sql = "update disputes set stage = 1, ruling = ?, changed = ?, at = ? where house = ? and number = ?";
            at.execute(sql, (&**ruling, sequence, body.at, house, dispute))
        }
        Event::DisputeEscalated { dispute, to } => {
            let sql = "update disputes set stage = 2, escalated_to = ?, changed = ?, at = ?
                       where house = ? and number = ?";
            at.execute(sql, (&**to, sequence, body.at, house, dispute))
        }
        _ => Ok(0),
    };
    done.map(drop).map_err(failed)
}

const COLUMNS: &str = "number, person, tbl, round, about, stage, ruling, escalated_to, opened, changed, at
    from disputes";

fn read(row: &Row<'_>) -> rusqlite::Result<DisputeRow> {
    Ok(DisputeRow {
        number: row.get(0)?,
        person: PersonId(row.get(1)?),
        table: TableId(row.get(2)?),
        round: row.get::<_, i64>(3)?.cast_unsigned(),
        about: row.get::<_, String>(4)?.into(),
        stage: listed(row, 5, &STAGES)?,
        ruling: row.get::<_, Option<String>>(6)?.map(Into::into),
        escalated_to: row.get::<_, Option<String>>(7)?.map(Into::into),
        opened: row.get::<_, i64>(8)?.cast_unsigned(),
        changed: row.get::<_, i64>(9)?.cast_unsigned(),
        at: row.get(10)?,
    })
}

impl Index {
    /// The disputes of a house before a number, the latest first; of one person if that is given.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn disputes_before(
        &self,
        house: HouseId,
        person: Option<PersonId>,
        before: u32,
        limit: usize,
    ) -> Result<Vec<DisputeRow>, StoreError> {
        match person {
            None => {
                let sql =
                    format!("select {COLUMNS} where house = ? and number < ? order by number desc limit ?");
                self.rows(&sql, (house.0, before, page(limit)), read)
            }
            Some(person) => {
                let sql = format!(
                    "select {COLUMNS} where house = ? and person = ? and number < ?
                     order by number desc limit ?"
                );
                self.rows(&sql, (house.0, person.0, before, page(limit)), read)
            }
        }
    }

    /// A dispute.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn dispute(&self, house: HouseId, number: u32) -> Result<Option<DisputeRow>, StoreError> {
        self.row(&format!("select {COLUMNS} where house = ? and number = ?"), (house.0, number), read)
    }
}
