//! What an auditor finds who reads the journal of an evening.

use std::collections::BTreeMap;
use std::path::Path;

use croupier_house::House;
use croupier_house::event::Event;
use croupier_house::ids::HouseId;
use croupier_house::journal::Entry;
use croupier_house::ledger::{Location, Unit};
use croupier_house::store::{Store, StoreError};
use croupier_house::table::Pace;
use croupier_kit::{Money, MoneySum};
use croupier_rules::book::Shelf;
use croupier_store::{SqliteStore, StoreOptions};

/// Reads every house of a data folder from its journal: chain, money and play are checked on the way.
pub(crate) fn audit(data: &Path, houses: u16) {
    let shelf: &'static Shelf = Box::leak(Box::new(Shelf::built_in()));
    let store = SqliteStore::open(data, StoreOptions::default()).unwrap();
    for number in 1..=houses {
        let id = HouseId(number);
        let mut house = House::new(id, shelf, "audit", Pace::default());
        let mut reply = EveningRecord::default();
        store
            .read_all(id, 1, &mut |stored| {
                let entry = Entry::read(stored.stream, stored.sequence, stored.bytes).map_err(failed)?;
                reply.note(&entry);
                house.apply(&entry).map_err(failed)
            })
            .unwrap();
        reply.check();
        adds_up(&house, &store, id);
        tables(&house);
    }
}

fn failed(error: impl ToString) -> StoreError {
    StoreError::Failed(error.to_string())
}

/// Nothing was made and nothing was lost, and the balances that are stored are those of the journal.
fn adds_up(house: &House<'_>, store: &SqliteStore, id: HouseId) {
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
