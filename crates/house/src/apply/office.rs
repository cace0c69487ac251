//! Applying entries to the office.

use croupier_rules::house::HouseFile;

use super::matters::{apply_matter, enrolled};
use crate::event::Event;
use crate::house::House;
use crate::ids::{Actor, DAY_MS, PersonId, TableId};
use crate::journal::JournalHead;
use crate::ledger::{Leg, Location, Transaction, TransactionKind, Unit};
use crate::office::{Dispute, DisputeStage, ExchangeRequest, Office, Person, TablePost, set_post};
use crate::rejection::Rejection;
use crate::table::TableState;

impl House<'_> {
    pub(super) fn apply_to_office(&mut self, event: &Event, at: i64, by: Actor) -> Result<(), Rejection> {
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
            Event::Enrolled { handle, role, staff, .. } => enrolled(office, handle, *role, staff.as_deref()),
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
            Event::DisputeOpened { table, round, person, about, .. } => {
                let (table, round, person, about) = (*table, *round, *person, about.clone());
                office.disputes.push(Dispute { table, round, person, about, stage: DisputeStage::Opened });
            }
            Event::DisputeAnswered { dispute, ruling } => {
                staged(office, *dispute, DisputeStage::Answered(ruling.clone()))
            }
            Event::DisputeEscalated { dispute, to } => escalated(office, *dispute, to),
            Event::EditionStored { rulebook, digest, text } => self.library.store(rulebook, digest, text)?,
            Event::EditionAdopted { rulebook, digest } => self.library.adopt(rulebook, *digest),
            Event::KeyNoted(key) => office.incarnation.key = Some(*key),
            Event::Restored { incarnation, sequence, .. } => {
                (office.incarnation.number, office.incarnation.after) = (*incarnation, *sequence);
            }
            other => apply_matter(office, other, at),
        }
        Ok(())
    }

    /// Notes a house file. One that was adopted before and that this program cannot read leaves the one before in force;
    /// only its tables are noted.
    fn note_house_file(&mut self, text: &str, read: Result<HouseFile, Rejection>) -> Result<(), Rejection> {
        match read {
            Ok(house_file) => {
                for table in &house_file.tables {
                    self.note_table(table.name.get_ref(), table.game.get_ref());
                }
                (self.office.house_file, self.office.unreadable_file) = (Some(house_file), None);
            }
            Err(why) => {
                for (name, game) in Office::tables_of_text(text)? {
                    self.note_table(&name, &game);
                }
                self.office.unreadable_file = Some(why.found.into());
            }
        }
        Ok(())
    }

    fn note_table(&mut self, name: &str, game: &str) {
        match self.tables.iter_mut().find(|known| *known.name == *name) {
            Some(known) => known.game = game.into(),
            None => {
                let id = TableId(u16::try_from(self.tables.len() + 1).unwrap_or(u16::MAX));
                self.tables.push(TableState::new(id, name, game));
                self.heads.push(JournalHead::default());
            }
        }
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

/// Escalates a dispute; the answer remains in it.
fn escalated(office: &mut Office, dispute: u32, to: &str) {
    let known = (dispute as usize).checked_sub(1).and_then(|index| office.disputes.get(index));
    if let Some(DisputeStage::Answered(ruling)) = known.map(|known| known.stage.clone()) {
        staged(office, dispute, DisputeStage::Escalated { to: to.into(), ruling });
    }
}

fn staged(office: &mut Office, dispute: u32, stage: DisputeStage) {
    if let Some(known) = (dispute as usize).checked_sub(1).and_then(|index| office.disputes.get_mut(index)) {
        known.stage = stage;
    }
}

/// Adds to the totals of a person for the day.
pub(super) fn count(office: &mut Office, transaction: &Transaction, at: i64) {
    let person = transaction.legs.iter().find_map(|leg| leg.from.person().or(leg.to.person()));
    // Journals that are older than the event of a new day count days of UTC.
    let day = office.day.unwrap_or_else(|| at.div_euclid(DAY_MS));
    let Some(person) = person.and_then(|person| office.person_mut(person)) else { return };
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
        (true, false) => leg.amount.minor(),
        (false, true) => -leg.amount.minor(),
        _ => 0,
    };
    let net = if played { transaction.legs.iter().map(gain).sum() } else { 0 };
    let paid = |leg: &&Leg| leg.unit == Unit::Cash && matches!(leg.from, Location::Wallet(_));
    let bought: i64 = transaction.legs.iter().filter(paid).map(|leg| leg.amount.minor()).sum();
    if net != 0 || bought != 0 {
        person.count(day, net, bought);
    }
}
