//! Following a table that is played elsewhere: an audit plays each table in one of its lanes, and the others follow what
//! its entries change in the house outside.

use smallvec::SmallVec;

use super::office::{PlayedBy, played_by};
use super::table::is_step_of_round;
use crate::event::Event;
use crate::house::House;
use crate::ids::TableId;
use crate::journal::Entry;
use crate::ledger::{Location, Unit};

/// What an entry of a table changes outside of it. It is small, and found once for all who follow the table from afar: most
/// of them need nothing else of the entry.
#[derive(Clone, Debug)]
pub struct FarEntry {
    table: TableId,
    at: i64,
    /// What it adds to accounts that belong to no table, in minor units.
    money: SmallVec<[(Unit, Location, i64); 1]>,
    /// What people have played for and bought.
    played: SmallVec<[PlayedBy; 1]>,
    /// Whether nothing but its money matters outside of its table.
    is_of_its_table_alone: bool,
}

impl FarEntry {
    /// What an entry changes outside of its table; `None` for an entry of the office.
    pub fn of(entry: &Entry) -> Option<Self> {
        let (table, body) = (entry.stream.table?, &entry.body);
        let legs = body.ledger.iter().flat_map(|posted| &posted.legs);
        let sides = legs.flat_map(|leg| {
            let amount = leg.amount.minor();
            [(leg.unit, leg.from, -amount), (leg.unit, leg.to, amount)]
        });
        Some(Self {
            table,
            at: body.at,
            money: sides.filter(|(_, location, _)| location.table().is_none()).collect(),
            played: body.ledger.iter().filter_map(played_by).collect(),
            is_of_its_table_alone: is_of_its_table_alone(&body.event),
        })
    }

    /// The table.
    pub const fn table(&self) -> TableId {
        self.table
    }
}

impl House<'_> {
    /// Follows an entry of a table that is played and examined elsewhere: what people and the cage have, and the people and papers of
    /// the table, which decide what may be done in the house. What only that table depends on is left out, its accounts and its place in
    /// the journal too.
    pub fn follow_from_afar(&mut self, far: &FarEntry, entry: &Entry) {
        if !far.is_of_its_table_alone
            && let Event::Opened { .. } = &entry.body.event
        {
            // Only then is it known here that it is open. What is wrong with it is found where it is played.
            drop(self.play(far.table, &entry.body.event, None));
        }
        self.ledger.post_from_afar(&far.money);
        if !far.is_of_its_table_alone {
            self.end_confirmed(&entry.body.event);
        }
        for played in &far.played {
            played.count(&mut self.office, far.at);
        }
        if !far.is_of_its_table_alone {
            drop(self.note_followed(far.table, entry));
        }
    }
}

/// Whether besides its money only its own table depends on an event: on the steps of a round and how it is dealt, and on what is
/// proposed about it, which lapses when the next one begins.
fn is_of_its_table_alone(event: &Event) -> bool {
    let is_of_dealing =
        matches!(event, Event::Committed { .. } | Event::SeedsClosed { .. } | Event::SeedRevealed { .. });
    let is_of_round = matches!(event, Event::Proposed { action, .. } if action.round().is_some());
    is_step_of_round(event) || is_of_dealing || is_of_round
}
