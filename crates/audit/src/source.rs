//! Where the entries of an audit come from.

use croupier_house::ids::HouseId;
use croupier_house::store::{HouseHead, Store, StoreError, StoredEntry};

/// How far a journal has been read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReadSoFar {
    /// The number of entries.
    pub entries: usize,
    /// The sequence of the last one.
    pub sequence: u64,
}

impl ReadSoFar {
    /// After these entries too.
    #[must_use]
    pub fn and(self, page: &[StoredEntry]) -> Self {
        let sequence = page.last().map_or(self.sequence, |last| last.sequence);
        Self { entries: self.entries + page.len(), sequence }
    }
}

/// What a store says about a house beside its entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredSums {
    /// The last entry.
    pub head: Option<HouseHead>,
    /// The balances that are not 0, by account number.
    pub balances: Vec<(i64, i64)>,
}

/// A journal that can be read in order.
pub trait JournalSource: Sync {
    /// The houses that have entries, in order.
    ///
    /// # Errors
    /// When they cannot be read.
    fn houses(&self) -> Result<Vec<HouseId>, StoreError>;

    /// The next entries of a house, at most `most` of them.
    ///
    /// # Errors
    /// When they cannot be read.
    fn page(&self, house: HouseId, after: ReadSoFar, most: usize) -> Result<Vec<StoredEntry>, StoreError>;

    /// What the store says about a house beside its entries; `None` where there are only entries.
    ///
    /// # Errors
    /// When it cannot be read.
    fn sums(&self, _: HouseId) -> Result<Option<StoredSums>, StoreError> {
        Ok(None)
    }
}

impl<S: Store> JournalSource for S {
    fn houses(&self) -> Result<Vec<HouseId>, StoreError> {
        Store::houses(self)
    }

    fn page(&self, house: HouseId, after: ReadSoFar, most: usize) -> Result<Vec<StoredEntry>, StoreError> {
        self.entries(house, after.sequence + 1, most)
    }

    fn sums(&self, house: HouseId) -> Result<Option<StoredSums>, StoreError> {
        Ok(Some(StoredSums { balances: self.balances(house)?, head: self.head(house)? }))
    }
}
