//! The rows of a house as every store has them, and what follows from its entries. What is wrong is found by comparing
//! both (`verify`), and put right by writing the latter (`rebuild`).

use croupier_house::EntryRange;
use croupier_house::ids::{HouseId, IdempotencyKey, StreamId};
use croupier_house::journal::Entry;
use croupier_house::store::{HouseHead, StoreError, StoredEntry, StoredKey, changes_of};
use rustc_hash::FxHashMap;

/// How many entries are read at a time.
pub(crate) const PAGE: usize = 1024;

/// The rows of a house in a store, all of one moment.
pub trait JournalRows {
    /// The entries of a house from a sequence on, at most `most` of them, in order.
    ///
    /// # Errors
    /// When they cannot be read, or cannot be what was written.
    fn entries(&mut self, house: HouseId, from: u64, most: usize) -> Result<Vec<StoredEntry>, StoreError>;

    /// The head that is stored for a house.
    ///
    /// # Errors
    /// When it cannot be read.
    fn head(&mut self, house: HouseId) -> Result<Option<HouseHead>, StoreError>;

    /// The versions of the journals of a house.
    ///
    /// # Errors
    /// When they cannot be read.
    fn versions(&mut self, house: HouseId) -> Result<Vec<(StreamId, u64)>, StoreError>;

    /// The balances of a house that are not 0, by account number.
    ///
    /// # Errors
    /// When they cannot be read.
    fn balances(&mut self, house: HouseId) -> Result<Vec<(i64, i64)>, StoreError>;

    /// The commands with these keys, as far as they are stored. The sequence is 0 for keys that were stored before there
    /// were any.
    ///
    /// # Errors
    /// When they cannot be read.
    fn keys(&mut self, keys: &[IdempotencyKey]) -> Result<Vec<StoredKey>, StoreError>;

    /// The number of keys of a house.
    ///
    /// # Errors
    /// When they cannot be counted.
    fn key_count(&mut self, house: HouseId) -> Result<u64, StoreError>;

    /// Whether nothing but the stored head shows what was acknowledged. Then a journal that ends before it has lost entries.
    fn head_shows_loss(&self) -> bool;
}

/// The rows of a house that can be made again. All of them are written, or none.
pub trait RebuiltRows: JournalRows {
    /// Sets the head of a house; `None` removes it.
    ///
    /// # Errors
    /// When it cannot be written.
    fn put_head(&mut self, house: HouseId, head: Option<HouseHead>) -> Result<(), StoreError>;

    /// Replaces the versions of the journals of a house.
    ///
    /// # Errors
    /// When they cannot be written.
    fn put_versions(&mut self, house: HouseId, versions: &[(StreamId, u64)]) -> Result<(), StoreError>;

    /// Replaces the balances of a house.
    ///
    /// # Errors
    /// When they cannot be written.
    fn put_balances(&mut self, house: HouseId, balances: &[(i64, i64)]) -> Result<(), StoreError>;

    /// Removes the keys of a house.
    ///
    /// # Errors
    /// When they cannot be removed.
    fn remove_keys(&mut self, house: HouseId) -> Result<(), StoreError>;

    /// Adds keys.
    ///
    /// # Errors
    /// When they cannot be written.
    fn put_keys(&mut self, keys: &[StoredKey]) -> Result<(), StoreError>;
}

/// Every entry of a house, in order.
///
/// # Errors
/// When they cannot be read, or `each` fails.
pub fn each_entry<R: JournalRows + ?Sized>(
    rows: &mut R,
    house: HouseId,
    each: &mut dyn FnMut(StoredEntry) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut from = 0;
    loop {
        let page = rows.entries(house, from, PAGE)?;
        let Some(last) = page.last() else { return Ok(()) };
        from = last.sequence + 1;
        page.into_iter().try_for_each(&mut *each)?;
    }
}

/// The balances that entries sum to.
#[derive(Default)]
pub(crate) struct BalanceSums(FxHashMap<i64, i64>);

impl BalanceSums {
    /// Adds an entry. Returns the account that becomes too large, if one does.
    pub(crate) fn add(&mut self, entry: &Entry) -> Result<(), i64> {
        for change in changes_of(entry) {
            let number = change.account.number();
            let balance = self.0.entry(number).or_default();
            *balance = balance.checked_add(change.by).ok_or(number)?;
        }
        Ok(())
    }

    /// The balances by account number, those that are 0 too.
    pub(crate) fn sorted(&self) -> Vec<(i64, i64)> {
        let mut sums: Vec<(i64, i64)> = self.0.iter().map(|(account, minor)| (*account, *minor)).collect();
        sums.sort_unstable();
        sums
    }

    /// The balance of an account.
    pub(crate) fn of(&self, account: i64) -> i64 {
        self.0.get(&account).copied().unwrap_or(0)
    }
}

/// The keyed commands of a house, put together from their entries: those of one command follow each other and have the
/// same key.
#[derive(Default)]
pub(crate) struct KeyedCommands(Option<StoredKey>);

impl KeyedCommands {
    /// Reads the next entry. Returns the command that ended before it.
    pub(crate) fn next(&mut self, entry: &Entry, sequence: u64) -> Option<StoredKey> {
        let body = &entry.body;
        let Some((key, digest)) = body.key else { return self.0.take() };
        if let Some(command) = self.0.as_mut().filter(|command| command.key == key) {
            (command.range.to, command.range.sequence) = (body.version, sequence);
            return None;
        }
        let (stream, version) = (entry.stream, body.version);
        let range = EntryRange { stream, from: version, to: version, sequence };
        self.0.replace(StoredKey { key, digest, range, at: body.at })
    }

    /// The last command.
    pub(crate) fn end(&mut self) -> Option<StoredKey> {
        self.0.take()
    }
}
