//! What an auditor finds who reads the journals of an evening.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use croupier_house::House;
use croupier_house::event::Event;
use croupier_house::ids::HouseId;
use croupier_house::journal::Entry;
use croupier_house::ledger::{Location, Unit};
use croupier_house::store::{Store, StoreError};
use croupier_house::table::Pace;
use croupier_kit::{Money, MoneySum};
use croupier_rules::book::Shelf;

use crate::history::{EveningJournal, JournalLine};

/// A house after it was read from its journal.
pub struct AuditedHouse {
    /// Its number.
    pub house: u16,
    /// What the journal has.
    pub journal: EveningJournal,
    /// The digest of the state that the journal leads to.
    pub digest: [u8; 32],
}

/// Reads every house of a store after an evening: also, tables are closed, and what is usual in an evening has happened.
pub fn audit(store: &dyn Store, houses: u16) -> Vec<AuditedHouse> {
    let after_evening = |record: &EveningRecord, house: &House<'_>| {
        record.check();
        tables(house);
    };
    (1..=houses).map(|number| read_house(store, number, after_evening)).collect()
}

/// Reads a house of a store from its journal: chain, money and play are checked on the way.
pub fn audit_house(store: &dyn Store, number: u16) -> AuditedHouse {
    read_house(store, number, |_, _| {})
}

fn read_house(store: &dyn Store, number: u16, further: impl Fn(&EveningRecord, &House<'_>)) -> AuditedHouse {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    let shelf = SHELF.get_or_init(Shelf::built_in);
    let id = HouseId(number);
    let mut house = House::new(id, shelf, "audit", Pace::default());
    let (mut record, mut journal) = (EveningRecord::default(), EveningJournal::default());
    store
        .read_all(id, 1, &mut |stored| {
            let entry = Entry::read(stored.stream, stored.sequence, stored.bytes).map_err(failed)?;
            record.note(&entry);
            house.apply(&entry).map_err(failed)?;
            note(&mut journal, &entry, &house);
            Ok(())
        })
        .unwrap();
    adds_up(&house, store, id);
    further(&record, &house);
    let digest = house.state_digest().unwrap();
    AuditedHouse { house: number, journal, digest }
}

fn failed(error: impl ToString) -> StoreError {
    StoreError::Failed(error.to_string())
}

/// Notes an entry, and what it did to the chips of people.
fn note(journal: &mut EveningJournal, entry: &Entry, house: &House<'_>) {
    let sequence = entry.body.sequence;
    journal.lines.push(JournalLine {
        sequence,
        key: entry.body.key.map(|(key, _)| key.0),
        by: entry.body.by.person().map(|person| person.0),
        is_refusal: matches!(entry.body.event, Event::CommandRefused(_)),
        what: format!("{:?}", entry.body.event),
    });
    if entry.body.ledger.is_empty() {
        return;
    }
    for (person, _) in house.office.people() {
        let chips = house.ledger.balance(Unit::Chips, Location::Player(person)).minor();
        let known = journal.chips.entry(person.0).or_default();
        if known.last().map_or(0, |(_, last)| *last) != chips {
            known.push((sequence, chips));
        }
    }
}

/// Nothing was made and nothing was lost, and the balances that are stored are those of the journal.
fn adds_up(house: &House<'_>, store: &dyn Store, id: HouseId) {
    for unit in Unit::ALL {
        assert_eq!(house.ledger.sum(unit), 0, "{unit:?}");
    }
    let journal: BTreeMap<i64, i64> = house
        .ledger
        .accounts()
        .into_iter()
        .filter(|(_, balance)| *balance != Money::ZERO)
        .map(|(account, balance)| (account.number(), balance.minor()))
        .collect();
    let stored: BTreeMap<i64, i64> = store.balances(id).unwrap().into_iter().collect();
    assert_eq!(journal, stored, "every chip is where the journal says");
}
/// Every table is closed, owes nothing, and won by its drop what it won by its bets.
fn tables(house: &House<'_>) {
    let mut won = 0;
    for table in house.tables() {
        assert!(table.live.is_none(), "{} is closed", table.name);
        let there = |unit, place| house.ledger.balance(unit, place);
        for unit in Unit::ALL {
            assert_eq!(there(unit, Location::Layout(table.id)), Money::ZERO, "{}", table.name);
            assert_eq!(there(unit, Location::Transit(table.id)), Money::ZERO, "{}", table.name);
        }
        let shift = &table.papers.shift;
        assert_eq!(shift.win_by_drop(), Some(shift.true_win()), "{}: {shift:?}", table.name);
        assert_eq!(shift.drop, shift.drop_counted, "{}", table.name);
        won += u32::from(shift.staked > MoneySum::ZERO);
    }
    assert!(won >= 5, "tables were played at");
    let disputes = &house.office.disputes;
    assert!(disputes.open.values().all(|dispute| dispute.answered.is_some()));
}

/// What the journal tells of the evening.
#[derive(Default)]
struct EveningRecord {
    slips: u32,
    committed: u32,
    revealed: u32,
}

impl EveningRecord {
    fn note(&mut self, entry: &Entry) {
        match entry.body.event {
            Event::SlipStepped { .. } => self.slips += 1,
            Event::Committed { .. } => self.committed += 1,
            Event::SeedRevealed { .. } => self.revealed += 1,
            _ => {}
        }
    }

    fn check(&self) {
        assert!(self.slips >= 6);
        assert!(self.committed > 10);
        assert_eq!(self.committed, self.revealed, "every link that was committed to was shown");
    }
}
