//! How many bets players have made, by the hour, and how many of them after the last call.
//!
//! A bet is late if it was accepted after `final bets`. One that comes after `no more bets` is refused, and refusals are
//! in no journal.

use croupier_house::event::Event;
use croupier_house::ids::{HouseId, PersonId};
use croupier_house::journal::EntryContent;
use croupier_house::ledger::TransactionKind;
use croupier_house::store::StoreError;
use rusqlite::Connection;
use rustc_hash::FxHashMap;

use super::handle::{Index, at_most};
use super::played::own;
use super::plays::{PLAY_HOUR, hours};
use crate::error::failed;

/// The bets of a player in an hour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BetHour {
    /// The player.
    pub person: PersonId,
    /// The bets.
    pub bets: u64,
    /// Those of them that were made after the last call.
    pub late: u64,
}

/// Whether the last call has been made after an event at a table at which it was `before`.
pub(super) fn is_last_call(event: &Event, before: bool) -> bool {
    match event {
        Event::RoundBegan { .. } => false,
        Event::Acted { lines, .. } => lines.lines().fold(before, |now, line| match line {
            "final bets" => true,
            "no more bets" | "place your bets" => false,
            _ => now,
        }),
        _ => before,
    }
}

/// Whether the lines of an act begin with a bet.
fn is_bet(lines: &str) -> bool {
    lines.split_once(' ').is_some_and(|(_, said)| said.starts_with("bets "))
}

/// Whether an event is one bet. Most events are: they need not be searched for anything else.
pub(super) fn is_one_bet(event: &Event) -> bool {
    matches!(event, Event::Acted { lines, .. } if is_bet(lines) && !lines.contains('\n'))
}

/// The player of a bet; `None` for everything else, such as a stake that a decision increases.
fn bettor(entry: &EntryContent) -> Option<PersonId> {
    let Event::Acted { lines, .. } = &entry.body.event else { return None };
    if !is_bet(lines) {
        return None;
    }
    let staked = entry.body.ledger.iter().find(|moved| moved.kind == TransactionKind::Stake)?;
    own(staked.legs.first()?.from)
}

/// The bets of a step.
#[derive(Default)]
pub(super) struct LateStage {
    hours: FxHashMap<(HouseId, i64, PersonId), (i64, i64)>,
}

impl LateStage {
    pub(super) fn note(&mut self, entry: &EntryContent, last_call: bool) {
        let Some(person) = bettor(entry) else { return };
        let hour = entry.body.at.div_euclid(PLAY_HOUR);
        let (bets, late) = self.hours.entry((entry.stream.house, hour, person)).or_default();
        *bets += 1;
        *late += i64::from(last_call);
    }

    pub(super) fn finish(self, at: &Connection) -> Result<(), StoreError> {
        let sql = "insert into bet_hours (house, hour, person, bets, late) values (?, ?, ?, ?, ?)
                   on conflict (house, hour, person) do update set bets = bets + excluded.bets, late = late + excluded.late";
        let mut add = at.prepare_cached(sql).map_err(failed)?;
        for ((house, hour, person), (bets, late)) in self.hours {
            add.execute((house.0, hour, person.0, bets, late)).map_err(failed)?;
        }
        Ok(())
    }
}

impl Index {
    /// The bets that players have made in the hours of an interval, at most so many rows.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn bet_hours(
        &self,
        house: HouseId,
        (from, to): (i64, i64),
        limit: usize,
    ) -> Result<Vec<BetHour>, StoreError> {
        let sql =
            "select person, bets, late from bet_hours where house = ? and hour >= ? and hour < ? limit ?";
        let (from, to) = hours(from, to);
        self.rows(sql, (house.0, from, to, at_most(limit)), |row| {
            let count = |column| row.get::<_, i64>(column).map(i64::cast_unsigned);
            Ok(BetHour { person: PersonId(row.get(0)?), bets: count(1)?, late: count(2)? })
        })
    }
}
