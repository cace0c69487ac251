//! Seats: taking one, leaving, being ready to deal, and giving a seed.
use croupier_kit::Money;

use super::new_event::{NewEvent, Origin};
use super::people::unseat;
use crate::bounds::{SEAT_LASTS_MS, SEATS_PER_TABLE, check_room};
use crate::event::Event;
use crate::house::House;
use crate::ids::{Actor, PersonId, TableId};
use crate::ledger::{Location, Unit};
use crate::office::Role;
use crate::rejection::{Rejection, RejectionCode};
use crate::table::{Mode, Phase, TableState};

impl House<'_> {
    /// Takes a seat. A person may sit at several tables.
    pub(crate) fn sit(
        &self,
        id: TableId,
        origin: Origin,
        person: PersonId,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_acts_for(id, origin, person)?;
        let table = self.table(id)?;
        let live = table.open()?;
        let cite =
            |rejection: Rejection| rejection.citing(live.in_force.game.conduct().service, live.in_force.book);
        self.office.check_served(person, origin.now).map_err(cite)?;
        if self.office.person(person)?.role != Role::Player {
            return Err(Rejection::authority("staff of the house may not play"));
        }
        if table.seated.contains(&person) {
            return Err(Rejection::order("already seated at this table", "one seat is enough"));
        }
        check_room(table.seated.len(), SEATS_PER_TABLE, "people at this table", "choose another table")?;
        Ok(vec![NewEvent::at(id, Event::Sat { person }, Vec::new())])
    }

    /// Leaves a table. No stake, bank or wheel chip may remain.
    pub(crate) fn leave(
        &self,
        id: TableId,
        origin: Origin,
        person: PersonId,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_may_clear_seat(id, origin, person)?;
        let table = self.table(id)?;
        let live = table.open()?;
        if !table.seated.contains(&person) {
            return Err(Rejection::order("not seated at this table", "only people with a seat can leave"));
        }
        let standing = live.rules.standing_of(&self.office.person(person)?.handle);
        let coloured = self.ledger.balance(Unit::Wheel, Location::Wheel(person, id));
        if standing > Money::ZERO || live.bank.is_some_and(|(holder, _)| holder == person) {
            return Err(Rejection::order(
                "there are stakes on the table, or a bank",
                "leave when they are settled",
            ));
        }
        if coloured > Money::ZERO {
            let allowed = "cash in wheel chips before leaving";
            return Err(Rejection::order(format!("{coloured} in wheel chips"), allowed));
        }
        Ok(vec![NewEvent::at(id, Event::Left { person }, Vec::new())])
    }

    /// Notes that a player has finished betting. When all players have finished, the phase ends at once.
    pub(crate) fn ready(
        &self,
        id: TableId,
        origin: Origin,
        person: PersonId,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_acts_for(id, origin, person)?;
        self.check_plays(id, person, origin.now)?;
        let table = self.table(id)?;
        let phase = table.phase();
        if !matches!(phase, Phase::PlaceYourBets | Phase::FinalBets) {
            return Err(Rejection::order("betting is not open", "report ready while betting is open"));
        }
        if table.ready.contains(&person) {
            return Err(Rejection::order("already reported ready", "once is enough"));
        }
        Ok(vec![NewEvent::at(id, Event::Readied { person }, Vec::new())])
    }

    /// Notes that a seated player is gone. At an attended table the dealer sees who is there.
    pub(crate) fn note_away(
        &self,
        id: TableId,
        origin: Origin,
        person: PersonId,
    ) -> Result<Vec<NewEvent>, Rejection> {
        origin.check_house()?;
        let table = self.table(id)?;
        if table.open()?.mode != Mode::Automatic {
            return Err(Rejection::order("this table is attended", "its dealer sees who is there"));
        }
        if !table.seated.contains(&person) || table.away.contains_key(&person) {
            return Err(Rejection::order("the person is not seated, or is gone", "only once, at a seat"));
        }
        Ok(vec![NewEvent::at(id, Event::WentAway { person }, Vec::new())])
    }

    /// Notes that a player who was gone is back.
    pub(crate) fn note_back(
        &self,
        id: TableId,
        origin: Origin,
        person: PersonId,
    ) -> Result<Vec<NewEvent>, Rejection> {
        if origin.by != Actor::Person(person) {
            origin.check_house()?;
        }
        if !self.table(id)?.away.contains_key(&person) {
            return Err(Rejection::order("the person is not gone", "only people who were gone come back"));
        }
        Ok(vec![NewEvent::at(id, Event::CameBack { person }, Vec::new())])
    }

    /// Clears the seats of players who have been gone too long. Who has something at stake keeps the seat until it is
    /// settled.
    pub(crate) fn clear_seats(&self, id: TableId, origin: Origin) -> Result<Vec<NewEvent>, Rejection> {
        origin.check_house()?;
        let table = self.table(id)?;
        let leaving: Vec<NewEvent> =
            self.clearable(table, origin.now.at).map(|person| unseat(id, person)).collect();
        if leaving.is_empty() {
            return Err(Rejection::order("no seat is to be cleared", "wait until somebody is gone too long"));
        }
        Ok(leaving)
    }

    /// The players who have been gone too long and have nothing at stake.
    pub fn clearable(&self, table: &TableState<'_>, now: i64) -> impl Iterator<Item = PersonId> {
        let gone = table.away.iter().filter(move |(_, gone)| now - gone.since >= SEAT_LASTS_MS);
        let gone: Vec<PersonId> = gone.map(|(person, _)| *person).collect();
        let leaving: Vec<PersonId> =
            gone.into_iter().filter(|person| self.may_be_unseated(table, *person)).collect();
        leaving.into_iter()
    }

    /// Notes the seed of a player. The anchor of the chain was published before, so the house cannot have chosen its
    /// seeds to suit this one.
    pub(crate) fn give_seed(
        &self,
        id: TableId,
        origin: Origin,
        person: PersonId,
        seed: &str,
    ) -> Result<Vec<NewEvent>, Rejection> {
        if origin.by != Actor::Person(person) {
            return Err(Rejection::authority("players give their own seeds"));
        }
        self.check_plays(id, person, origin.now)?;
        if self.table(id)?.open()?.seed_chain.is_none() {
            return Err(Rejection::order("this table has no seed chain", "give seeds at automatic tables"));
        }
        if seed.len() > croupier_fair::PLAYER_SEED_BYTES_MAX {
            let found = format!("a seed of {} bytes", seed.len());
            return Err(Rejection::new(RejectionCode::Malformed, found, "at most 64 bytes"));
        }
        let seed = Box::from(seed.as_bytes());
        Ok(vec![NewEvent::at(id, Event::SeedGiven { person, seed }, Vec::new())])
    }
}
