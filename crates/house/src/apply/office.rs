//! Applying entries to the office.

use std::ops::Add;

use croupier_kit::MoneySum;
use croupier_rules::house::HouseFile;

use super::matters::{apply_matter, enrolled};
use crate::bounds::used_up;
use crate::event::Event;
use crate::house::House;
use crate::ids::{Actor, DAY_MS, PersonId, TableId};
use crate::journal::JournalHead;
use crate::ledger::{Leg, Location, Transaction, TransactionKind, Unit};
use crate::office::{
    ChipRequest, Dispute, ExchangeRequest, FileText, LaidOut, Office, Person, TablePost, set_post,
};
use crate::rejection::Rejection;
use crate::table::TableState;

impl House<'_> {
    /// Applies an event of the office. Its transactions are posted apart.
    pub(crate) fn apply_to_office(&mut self, event: &Event, at: i64, by: Actor) -> Result<(), Rejection> {
        let office = &mut self.office;
        match event {
            Event::HouseFileAdopted { version, file } => {
                let read = Office::read_adopted_file(file);
                if read.is_err() && self.replayed.is_none() {
                    return read.map(drop);
                }
                office.version = *version;
                (office.adopted, office.approved) = (file.clone(), Vec::new());
                self.note_house_file(file, read)?;
            }
            Event::Enrolled { handle, role, staff, .. } => {
                enrolled(office, handle, *role, staff.as_deref())?;
            }
            Event::Approved(approval) => {
                if let (Some(house_file), Ok(approved)) = (&mut office.house_file, approval.checked()) {
                    house_file.approvals.push(approved);
                    office.approved.push(approval.clone());
                }
            }
            Event::Assigned { table, post, person } => self.note_post(*table, *post, *person),
            Event::ServiceRefused { person, reason } => {
                set(office, *person, |p| p.refused = Some(reason.clone()))
            }
            Event::ServiceResumed { person, .. } => set(office, *person, |p| p.refused = None),
            Event::Excluded { person, until, .. } => set(office, *person, |p| p.excluded = Some(*until)),
            Event::LimitSet { person, limit, amount, from } => {
                set(office, *person, |p| p.set_limit(*limit, *amount, *from, at));
            }
            Event::ExchangeRequested { number, person, exchange } => {
                office.exchanges.last_number = *number;
                let request = ExchangeRequest { person: *person, exchange: *exchange, by };
                office.exchanges.requests.insert(*number, request);
            }
            Event::Exchanged { number } | Event::ExchangeWithdrawn { number } => {
                office.exchanges.requests.remove(number);
            }
            Event::ChipsRequested { number, person, kind, amount } => {
                let (person, kind, amount) = (*person, *kind, *amount);
                let request = ChipRequest { person, kind, amount, at, laid_out: None };
                self.ledger.hold(person, request.held());
                office.chip_requests.insert(*number, request);
            }
            Event::ChipsLaidOut { number, table } => {
                office.chip_requests.lay_out(*number, table.map_or(LaidOut::Cage, LaidOut::Table));
            }
            Event::ChipsCancelled { number, .. } => self.end_chip_request(*number),
            Event::DisputeOpened { dispute, table, round, person, .. } => {
                let opened = Dispute { table: *table, round: *round, person: *person, answered: None };
                office.disputes.put(*dispute, opened, at);
            }
            Event::DisputeAnswered { dispute, .. } => office.disputes.answer(*dispute, at),
            Event::DisputeEscalated { dispute, .. } => office.disputes.close(*dispute),
            Event::EditionStored { rulebook, digest, text } => self.library.store(rulebook, digest, text)?,
            Event::EditionAdopted { rulebook, digest } => self.library.adopt(rulebook, *digest),
            Event::KeyNoted(key) => office.incarnation.key = Some(*key),
            Event::Restored { incarnation, sequence, .. } => {
                (office.incarnation.number, office.incarnation.after) = (*incarnation, *sequence);
            }
            Event::OwnerNoted { .. } => self.tables.iter_mut().for_each(|table| table.restart_timer(at)),
            other => apply_matter(office, other, at),
        }
        Ok(())
    }

    /// Ends a request for chips: what was held for it is free again.
    pub(super) fn end_chip_request(&mut self, number: u32) {
        if let Some(request) = self.office.chip_requests.remove(number) {
            self.ledger.release(request.person, request.held());
        }
    }

    /// Notes a house file. One that was adopted before and that this program cannot read leaves the one before in force;
    /// only its tables are noted, because they have journals.
    fn note_house_file(&mut self, text: &str, read: Result<HouseFile, Rejection>) -> Result<(), Rejection> {
        match read {
            Ok(house_file) => {
                for table in &house_file.tables {
                    self.note_table(table.name.get_ref(), table.game.get_ref())?;
                }
                (self.office.house_file, self.office.unreadable_file) = (Some(house_file), None);
            }
            Err(why) => {
                for (name, game) in FileText::read(text).tables {
                    self.note_table(&name, &game)?;
                }
                self.office.unreadable_file = Some(why.found.into());
            }
        }
        Ok(())
    }

    fn note_table(&mut self, name: &str, game: &str) -> Result<(), Rejection> {
        match self.tables.iter_mut().find(|known| *known.name == *name) {
            Some(known) => known.game = game.into(),
            None => {
                let number = self.tables.len().checked_add(1).and_then(|next| u16::try_from(next).ok());
                let id = TableId(number.ok_or_else(|| used_up("tables"))?);
                self.tables.push(TableState::new(id, name, game));
                self.heads.push(JournalHead::default());
            }
        }
        Ok(())
    }

    fn note_post(&mut self, table: TableId, post: TablePost, person: Option<PersonId>) {
        let staff = person.and_then(|person| self.office.person(person).ok()?.staff.clone());
        let name = self.table(table).map(|table| table.name.clone());
        if let (Some(house_file), Ok(name)) = (&mut self.office.house_file, name) {
            set_post(house_file, &name, post, staff.as_deref());
        }
    }
}

fn set(office: &mut Office, person: PersonId, change: impl FnOnce(&mut Person)) {
    if let Some(person) = office.person_mut(person) {
        change(person);
    }
}

/// What a person has played for and bought with one transaction.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayedBy {
    person: PersonId,
    net: MoneySum,
    bought: MoneySum,
}

impl PlayedBy {
    /// Adds to the totals of the person for the day.
    pub(super) fn count(&self, office: &mut Office, at: i64) {
        // Journals that are older than the event of a new day count days of UTC.
        let day = office.day.unwrap_or_else(|| at.div_euclid(DAY_MS));
        if let Some(person) = office.person_mut(self.person) {
            person.count(day, self.net, self.bought);
        }
    }
}

/// Adds to the totals of a person for the day.
pub(super) fn count(office: &mut Office, transaction: &Transaction, at: i64) {
    if let Some(played) = played_by(transaction) {
        played.count(office, at);
    }
}

/// What a person has played for and bought with a transaction; `None` where that is nothing.
pub(super) fn played_by(transaction: &Transaction) -> Option<PlayedBy> {
    let person = transaction.legs.iter().find_map(|leg| leg.from.person().or(leg.to.person()))?;
    let own = |location: Location| matches!(location, Location::Player(_) | Location::Wheel(..));
    // The amount in a player's bank counts as at risk until it is returned.
    let bank = matches!(transaction.kind, TransactionKind::BankTaken | TransactionKind::BankReturned);
    let played = bank
        || matches!(
            transaction.kind,
            TransactionKind::Stake
                | TransactionKind::Settle
                | TransactionKind::Return
                | TransactionKind::Correct
        );
    let gain = |leg: &Leg| match (own(leg.to), own(leg.from)) {
        (true, false) => leg.amount.into(),
        (false, true) => -MoneySum::from(leg.amount),
        _ => MoneySum::ZERO,
    };
    let net = transaction.legs.iter().filter(|_| played).map(gain).fold(MoneySum::ZERO, Add::add);
    let paid = |leg: &&Leg| leg.unit == Unit::Cash && matches!(leg.from, Location::Wallet(_));
    let bought: MoneySum = transaction.legs.iter().filter(paid).map(|leg| leg.amount).sum();
    let is_any = net != MoneySum::ZERO || bought != MoneySum::ZERO;
    is_any.then_some(PlayedBy { person, net, bought })
}
