//! The disputes of each house, with the stage of each.

use croupier_house::event::Event;
use croupier_house::ids::{HouseId, PersonId, TableId};
use croupier_house::journal::EntryContent;
use croupier_house::store::StoreError;
use croupier_kit::Money;
use rusqlite::{Connection, Row};

use super::handle::{Index, listed, number, page, place_in};
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
    /// The time when it was opened.
    pub opened_at: i64,
    /// When it was answered, and by whom: where two people ruled, by the one who authorised it.
    pub ruled: Option<(i64, PersonId)>,
    /// What the ruling paid.
    pub paid: Option<Money>,
}

/// Which disputes are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DisputesWanted {
    /// Those of one person. The others are then not looked at.
    pub person: Option<PersonId>,
    /// Those in one stage.
    pub stage: Option<DisputeRowStage>,
    /// Those about one table.
    pub table: Option<TableId>,
}

pub(super) fn note(at: &Connection, entry: &EntryContent, sequence: u64) -> Result<(), StoreError> {
    let (house, body, sequence) = (entry.stream.house.0, &entry.body, number(sequence));
    let done = match &body.event {
        Event::DisputeOpened { dispute, table, round, person, about } => {
            let sql =
                "insert into disputes (house, number, person, tbl, round, about, stage, opened, changed, at, opened_at)
                       values (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7, ?7, ?8, ?8)";
            let row = (house, dispute, person.0, table.0, number(*round), &**about, sequence, body.at);
            at.execute(sql, row)
        }
        Event::DisputeAnswered { dispute, ruling } => {
            let sql = "update disputes set stage = 1, ruling = ?1, changed = ?2, at = ?3, ruled_at = ?3, ruled_by = ?4
                       where house = ?5 and number = ?6";
            let by = body.by.person().map(|person| person.0);
            at.execute(sql, (&**ruling, sequence, body.at, by, house, dispute))
        }
        Event::DisputePaid { dispute, amount, .. } => {
            let sql = "update disputes set paid = ?, changed = ?, at = ? where house = ? and number = ?";
            at.execute(sql, (amount.minor(), sequence, body.at, house, dispute))
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

const COLUMNS: &str = "number, person, tbl, round, about, stage, ruling, escalated_to, opened, changed, at,
    opened_at, ruled_at, ruled_by, paid from disputes";

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
        opened_at: row.get(11)?,
        ruled: row
            .get::<_, Option<i64>>(12)?
            .zip(row.get::<_, Option<u32>>(13)?)
            .map(|(at, by)| (at, PersonId(by))),
        paid: row.get::<_, Option<i64>>(14)?.map(Money::from_minor),
    })
}

/// The disputes of a house before a number, by an index, with a further condition.
fn select(index: &str, and: &str) -> String {
    format!("select {COLUMNS} {index} where house = ?1 and number < ?2 {and} order by number desc limit ?3")
}

impl Index {
    /// The disputes of a house before a number, the latest first. There is an index for each choice.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn disputes_before(
        &self,
        house: HouseId,
        wanted: DisputesWanted,
        before: u32,
        limit: usize,
    ) -> Result<Vec<DisputeRow>, StoreError> {
        let (house, limit) = (house.0, page(limit));
        let stage = wanted.stage.map(|stage| place_in(&STAGES, &stage)).transpose()?;
        match (wanted.person, wanted.table, stage) {
            (Some(person), ..) => {
                let sql = select("indexed by disputes_of", "and person = ?4");
                self.rows(&sql, (house, before, limit, person.0), read)
            }
            (None, None, None) => self.rows(&select("", ""), (house, before, limit), read),
            (None, Some(table), None) => {
                let sql = select("indexed by disputes_at", "and tbl = ?4");
                self.rows(&sql, (house, before, limit, table.0), read)
            }
            (None, None, Some(stage)) => {
                let sql = select("indexed by disputes_in", "and stage = ?4");
                self.rows(&sql, (house, before, limit, stage), read)
            }
            (None, Some(table), Some(stage)) => {
                let sql = select("indexed by disputes_in_at", "and tbl = ?4 and stage = ?5");
                self.rows(&sql, (house, before, limit, table.0, stage), read)
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
