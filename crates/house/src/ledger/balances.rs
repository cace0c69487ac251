//! The balances of a house, and transactions on top of them.

use croupier_kit::Money;
use rustc_hash::FxHashMap;

use super::account::{Account, Location, Unit};
use super::transaction::{Leg, PostingError, Transaction, TransactionKind, may_overdraw};
use crate::ids::HouseId;

/// The balances of a house.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    house: HouseId,
    balances: FxHashMap<Account, i64>,
}

impl Ledger {
    /// An empty ledger.
    pub fn new(house: HouseId) -> Self {
        Self { house, balances: FxHashMap::default() }
    }

    /// A ledger with these balances, in minor units.
    pub(crate) fn with_balances(
        house: HouseId,
        balances: impl Iterator<Item = (Unit, Location, i64)>,
    ) -> Self {
        let balances = balances.map(|(unit, location, minor)| (Account { house, unit, location }, minor));
        Self { house, balances: balances.collect() }
    }

    /// The balance of a unit at a location.
    pub fn balance(&self, unit: Unit, location: Location) -> Money {
        Money::from_minor(self.balances.get(&self.account(unit, location)).copied().unwrap_or(0))
    }

    const fn account(&self, unit: Unit, location: Location) -> Account {
        Account { house: self.house, unit, location }
    }

    /// Every account that was ever used, in order.
    pub fn accounts(&self) -> Vec<(Account, Money)> {
        let mut all: Vec<_> = self.balances.iter().map(|(a, n)| (*a, Money::from_minor(*n))).collect();
        all.sort_unstable();
        all
    }

    /// The accounts whose numbers come after this one, in the order of their numbers, at most `limit` of them.
    pub fn accounts_after(&self, number: i64, limit: usize) -> Vec<(Account, Money)> {
        let later = self.balances.iter().filter(|(account, _)| account.number() > number);
        let mut page: Vec<_> = later.map(|(account, n)| (*account, Money::from_minor(*n))).collect();
        if page.len() > limit {
            page.select_nth_unstable_by_key(limit, |(account, _)| account.number());
            page.truncate(limit);
        }
        page.sort_unstable_by_key(|(account, _)| account.number());
        page
    }

    /// Checks whether these transactions can be posted one after another. Nothing is posted.
    ///
    /// # Errors
    /// The reason why they cannot be posted.
    pub fn check(&self, transactions: &[Transaction]) -> Result<(), PostingError> {
        // Fast path: most transactions are a stake with one leg.
        if let [transaction] = transactions
            && let [leg] = transaction.legs.as_slice()
        {
            transaction.check()?;
            return self.check_leg(transaction.kind, leg);
        }
        LedgerOverlay::new(self).post(transactions)
    }

    fn check_leg(&self, kind: TransactionKind, leg: &Leg) -> Result<(), PostingError> {
        let account = self.account(leg.unit, leg.from);
        let available = self.balance(leg.unit, leg.from);
        let left = available.minus(leg.amount).map_err(|_| PostingError::Overflow)?;
        self.balance(leg.unit, leg.to).plus(leg.amount).map_err(|_| PostingError::Overflow)?;
        if left < Money::ZERO && !may_overdraw(kind, account) {
            return Err(PostingError::Short { account, available, needed: leg.amount });
        }
        Ok(())
    }

    /// Posts these transactions one after another: all of them, or none.
    ///
    /// # Errors
    /// The reason why one of them cannot be posted.
    pub fn post(&mut self, transactions: &[Transaction]) -> Result<(), PostingError> {
        transactions.iter().try_for_each(Transaction::check)?;
        let legs = || transactions.iter().flat_map(|posted| posted.legs.iter().map(|leg| (posted.kind, leg)));
        let mut opened = Vec::new();
        for (count, (kind, leg)) in legs().enumerate() {
            if let Err(error) = self.post_leg(kind, leg, &mut opened) {
                legs().take(count).for_each(|(_, leg)| self.take_back(leg));
                for account in opened {
                    self.balances.remove(&account);
                }
                return Err(error);
            }
        }
        Ok(())
    }

    /// Posts one leg, or nothing. Notes the accounts that it opens.
    fn post_leg(
        &mut self,
        kind: TransactionKind,
        leg: &Leg,
        opened: &mut Vec<Account>,
    ) -> Result<(), PostingError> {
        self.check_leg(kind, leg)?;
        for (location, amount) in [(leg.from, -leg.amount.minor()), (leg.to, leg.amount.minor())] {
            let account = self.account(leg.unit, location);
            let balance = self.balances.entry(account).or_insert_with(|| {
                opened.push(account);
                0
            });
            *balance += amount;
        }
        Ok(())
    }

    /// Reverses a leg that was posted.
    fn take_back(&mut self, leg: &Leg) {
        for (location, amount) in [(leg.from, leg.amount.minor()), (leg.to, -leg.amount.minor())] {
            let account = self.account(leg.unit, location);
            *self.balances.entry(account).or_default() += amount;
        }
    }

    /// The sum over all accounts of one unit: always 0.
    pub fn sum(&self, unit: Unit) -> i128 {
        let of = self.balances.iter().filter(|(account, _)| account.unit == unit);
        of.map(|(_, balance)| i128::from(*balance)).sum()
    }
}

/// A ledger with further transactions on top of it. The ledger itself does not change.
#[derive(Clone, Debug)]
pub struct LedgerOverlay<'l> {
    ledger: &'l Ledger,
    changed: FxHashMap<Account, i64>,
}

impl<'l> LedgerOverlay<'l> {
    /// An overlay without transactions.
    pub fn new(ledger: &'l Ledger) -> Self {
        Self { ledger, changed: FxHashMap::default() }
    }

    /// Posts transactions on top of those posted before.
    ///
    /// # Errors
    /// The reason why one of them cannot be posted. The overlay must not be used after that.
    pub fn post(&mut self, transactions: &[Transaction]) -> Result<(), PostingError> {
        for transaction in transactions {
            transaction.check()?;
            for leg in &transaction.legs {
                self.add(transaction.kind, leg, leg.from, -leg.amount.minor())?;
                self.add(transaction.kind, leg, leg.to, leg.amount.minor())?;
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        kind: TransactionKind,
        leg: &Leg,
        location: Location,
        amount: i64,
    ) -> Result<(), PostingError> {
        let account = self.ledger.account(leg.unit, location);
        let balances = &self.ledger.balances;
        let balance =
            self.changed.entry(account).or_insert_with(|| balances.get(&account).copied().unwrap_or(0));
        let left = balance.checked_add(amount).ok_or(PostingError::Overflow)?;
        if amount < 0 && left < 0 && !may_overdraw(kind, account) {
            let available = Money::from_minor(*balance);
            return Err(PostingError::Short { account, available, needed: leg.amount });
        }
        *balance = left;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use smallvec::smallvec;

    use super::*;
    use crate::ids::{PersonId, TableId};

    const HOUSE: HouseId = HouseId(1);

    /// A stake, a settlement or a purchase of chips by one of three people at one of two tables.
    fn transactions() -> impl Strategy<Value = Vec<Transaction>> {
        let one = (0..3_u8, 0..3_u32, 0..2_u16, 1..40_i64).prop_map(|(kind, person, table, amount)| {
            let (person, table, amount) = (PersonId(person), TableId(table), Money::from_minor(amount));
            let leg = |unit, from, to| Leg { unit, from, to, amount };
            let (own, layout) = (Location::Player(person), Location::Layout(table));
            let (kind, legs) = match kind {
                0 => (TransactionKind::Stake, smallvec![leg(Unit::Chips, own, layout)]),
                1 => {
                    let won = leg(Unit::Chips, Location::Float(table), own);
                    (TransactionKind::Settle, smallvec![leg(Unit::Chips, layout, own), won])
                }
                _ => {
                    let paid = leg(Unit::Cash, Location::Wallet(person), Location::Cage);
                    (TransactionKind::BuyIn, smallvec![paid, leg(Unit::Chips, Location::Cage, own)])
                }
            };
            Transaction::new(kind, legs)
        });
        proptest::collection::vec(one, 0..12)
    }

    /// A ledger whose cage has a few chips, so that transactions fail half way now and then.
    fn ledger(chips: i64) -> Ledger {
        let cage = [(Unit::Chips, Location::Issued, -chips), (Unit::Chips, Location::Cage, chips)];
        Ledger::with_balances(HOUSE, cage.into_iter().filter(|_| chips > 0))
    }

    proptest! {
        #[test]
        fn posting_does_what_an_overlay_says_or_nothing(chips in 0..120_i64, all in transactions()) {
            let before = ledger(chips);
            let mut overlay = LedgerOverlay::new(&before);
            let said = overlay.post(&all);
            let mut after = before.clone();
            prop_assert_eq!(after.post(&all), said);
            prop_assert_eq!(before.check(&all), said);
            let mut due = before.balances.clone();
            if said.is_ok() {
                due.extend(overlay.changed);
            }
            // The whole state: an account that was opened on the way and is empty again would be a difference.
            prop_assert_eq!(after.balances, due);
        }
    }
}
