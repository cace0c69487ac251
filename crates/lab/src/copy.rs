//! A copy of a journal with what a store has beside it: the last entry and the balances.

use std::collections::BTreeMap;

use croupier_audit::{ExportedJournal, JournalSource, ReadSoFar, StoredSums};
use croupier_house::ids::HouseId;
use croupier_house::journal::Entry;
use croupier_house::ledger::{Account, Transaction};
use croupier_house::store::{HouseHead, StoreError, StoredEntry};

/// A journal in memory that is read like a store.
pub(crate) struct StoredCopy {
    journal: ExportedJournal,
    sums: StoredSums,
}

impl StoredCopy {
    /// These entries, with the sums that follow from others.
    pub(crate) fn new(entries: &[StoredEntry], summed: &[StoredEntry], house: HouseId) -> Self {
        let head = summed.last().map(|last| HouseHead { sequence: last.sequence, hash: last.hash });
        let mut balances = BTreeMap::new();
        for entry in summed {
            let read = Entry::read(entry.stream, entry.sequence, entry.bytes.clone());
            read.iter()
                .flat_map(|entry| &entry.body.ledger)
                .for_each(|moved| add(&mut balances, moved, house));
        }
        balances.retain(|_, balance| *balance != 0);
        let sums = StoredSums { head, balances: balances.into_iter().collect() };
        Self { journal: ExportedJournal::of(entries.iter().cloned()), sums }
    }
}

fn add(balances: &mut BTreeMap<i64, i64>, moved: &Transaction, house: HouseId) {
    for leg in &moved.legs {
        let minor = leg.amount.minor();
        for (location, by) in [(leg.from, minor.wrapping_neg()), (leg.to, minor)] {
            let account = Account { house, unit: leg.unit, location };
            let balance = balances.entry(account.number()).or_default();
            *balance = i64::wrapping_add(*balance, by);
        }
    }
}

impl JournalSource for StoredCopy {
    fn houses(&self) -> Result<Vec<HouseId>, StoreError> {
        self.journal.houses()
    }

    fn page(&self, house: HouseId, after: ReadSoFar, most: usize) -> Result<Vec<StoredEntry>, StoreError> {
        self.journal.page(house, after, most)
    }

    fn sums(&self, _: HouseId) -> Result<Option<StoredSums>, StoreError> {
        Ok(Some(self.sums.clone()))
    }
}
