//! Who authorised what whom had proposed, at tables and in the office.

use croupier_house::event::Event;
use croupier_house::ids::{HouseId, PersonId};
use croupier_house::journal::EntryContent;
use croupier_house::store::StoreError;
use rusqlite::Connection;

use super::handle::{Index, at_most, number};
use super::papers;
use crate::error::failed;

/// A proposal that a second person authorised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AuthorisedRow {
    /// The person who proposed it.
    pub proposer: PersonId,
    /// The person who authorised it.
    pub authoriser: PersonId,
}

pub(super) fn note(at: &Connection, entry: &EntryContent, sequence: u64) -> Result<(), StoreError> {
    let pair = match (&entry.body.event, entry.body.by.person()) {
        (Event::Authorised { proposal }, Some(authoriser)) => {
            let proposer = papers::proposer(at, entry.stream, *proposal)?;
            proposer.map(|proposer| (proposer, authoriser.0))
        }
        (Event::OfficeAuthorised { signed: [proposer, authoriser], .. }, _) => {
            Some((proposer.0, authoriser.0))
        }
        _ => None,
    };
    let Some((proposer, authoriser)) = pair else { return Ok(()) };
    let sql = "insert into authorised (house, at, sequence, proposer, authoriser) values (?, ?, ?, ?, ?)";
    let row = (entry.stream.house.0, entry.body.at, number(sequence), proposer, authoriser);
    at.execute(sql, row).map(drop).map_err(failed)
}

impl Index {
    /// What was authorised in an interval, at most so many.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn authorised(
        &self,
        house: HouseId,
        (from, to): (i64, i64),
        limit: usize,
    ) -> Result<Vec<AuthorisedRow>, StoreError> {
        let sql =
            "select proposer, authoriser from authorised where house = ? and at >= ? and at < ? limit ?";
        self.rows(sql, (house.0, from, to, at_most(limit)), |row| {
            Ok(AuthorisedRow { proposer: PersonId(row.get(0)?), authoriser: PersonId(row.get(1)?) })
        })
    }
}
