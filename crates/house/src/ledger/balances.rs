//! The balances of a house, and transactions on top of them.

use croupier_kit::Money;
use rustc_hash::FxHashMap;

use super::account::{Account, Location, Unit};
use super::transaction::{Leg, PostingError, Transaction, TransactionKind, is_play, may_overdraw};
use crate::ids::{HouseId, PersonId};

/// The balances of a house.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    house: HouseId,
    /// By the number of the account, which is hashed and compared as one word.
    balances: FxHashMap<i64, Balance>,
}

/// The balance of an account, in minor units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Balance {
    account: Account,
    minor: i64,
    /// What is held of it: it may not be played with.
    held: i64,
}

impl Balance {
    const fn new(account: Account, minor: i64) -> Self {
        Self { account, minor, held: 0 }
    }

    /// Checks whether an amount can be added; a negative one is taken away.
    fn check(&self, kind: TransactionKind, amount: i64) -> Result<i64, PostingError> {
        let after = self.minor.checked_add(amount).ok_or(PostingError::Overflow)?;
        let reserved = if is_play(kind) { self.held } else { 0 };
        if amount < 0 && after < reserved && !may_overdraw(kind, self.account) {
            let (available, needed) =
                (Money::from_minor((self.minor - reserved).max(0)), Money::from_minor(-amount));
            return Err(PostingError::Short { account: self.account, available, needed });
        }
        Ok(after)
    }
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
        let balances = balances.map(|(unit, location, minor)| {
            let account = Account { house, unit, location };
            (account.number(), Balance::new(account, minor))
        });
        Self { house, balances: balances.collect() }
    }

    /// The balance of a unit at a location.
    pub fn balance(&self, unit: Unit, location: Location) -> Money {
        Money::from_minor(self.at(self.account(unit, location)).minor)
    }

    const fn account(&self, unit: Unit, location: Location) -> Account {
        Account { house: self.house, unit, location }
    }

    /// The balance of an account; 0 if it was never used.
    fn at(&self, account: Account) -> Balance {
        self.balances.get(&account.number()).copied().unwrap_or(Balance::new(account, 0))
    }

    /// The chips of a person that are held for a cash-out.
    pub fn held(&self, person: PersonId) -> Money {
        Money::from_minor(self.at(self.account(Unit::Chips, Location::Player(person))).held)
    }

    /// Holds chips of a person, who has them.
    pub(crate) fn hold(&mut self, person: PersonId, amount: Money) {
        self.add_held(person, amount.minor());
    }

    /// Ends a hold.
    pub(crate) fn release(&mut self, person: PersonId, amount: Money) {
        self.add_held(person, -amount.minor());
    }

    fn add_held(&mut self, person: PersonId, amount: i64) {
        let account = self.account(Unit::Chips, Location::Player(person));
        // An account that does not exist has no chips that could be held.
        if let Some(balance) = self.balances.get_mut(&account.number()) {
            balance.held += amount;
        }
    }

    /// Every account that was ever used, in order.
    pub fn accounts(&self) -> Vec<(Account, Money)> {
        let mut all: Vec<_> =
            self.balances.values().map(|b| (b.account, Money::from_minor(b.minor))).collect();
        all.sort_unstable();
        all
    }

    /// The accounts whose numbers come after this one, in the order of their numbers, at most `limit` of them.
    pub fn accounts_after(
        &self,
        number: i64,
        limit: usize,
        is_wanted: impl Fn(&Account) -> bool,
    ) -> Vec<(Account, Money)> {
        let later = self
            .balances
            .iter()
            .filter(|(account, balance)| **account > number && is_wanted(&balance.account));
        let mut page: Vec<(i64, Balance)> = later.map(|(account, balance)| (*account, *balance)).collect();
        if page.len() > limit {
            page.select_nth_unstable_by_key(limit, |(number, _)| *number);
            page.truncate(limit);
        }
        page.sort_unstable_by_key(|(number, _)| *number);
        page.into_iter().map(|(_, balance)| (balance.account, Money::from_minor(balance.minor))).collect()
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
            let [(from, taken), (to, given)] = self.sides(leg);
            self.at(from).check(transaction.kind, taken)?;
            return self.at(to).check(transaction.kind, given).map(drop);
        }
        LedgerOverlay::new(self).post(transactions)
    }

    /// The two accounts of a leg, with what is added to each.
    const fn sides(&self, leg: &Leg) -> [(Account, i64); 2] {
        let amount = leg.amount.minor();
        [(self.account(leg.unit, leg.from), -amount), (self.account(leg.unit, leg.to), amount)]
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

    /// Posts what was written, whether or not there was enough: an audit has reported that, and goes on. What cannot be
    /// counted is left out.
    pub(crate) fn post_as_written(&mut self, transactions: &[Transaction]) {
        for leg in transactions.iter().flat_map(|posted| &posted.legs) {
            for (account, amount) in self.sides(leg) {
                self.add_as_written(account, amount);
            }
        }
    }

    /// Posts what was written at a table that is played elsewhere, as far as the house outside depends on it: what people and
    /// the cage have, in minor units.
    pub(crate) fn post_from_afar(&mut self, money: &[(Unit, Location, i64)]) {
        for (unit, location, amount) in money {
            self.add_as_written(self.account(*unit, *location), *amount);
        }
    }

    fn add_as_written(&mut self, account: Account, amount: i64) {
        let balance = self.balances.entry(account.number()).or_insert_with(|| Balance::new(account, 0));
        balance.minor = balance.minor.checked_add(amount).unwrap_or(balance.minor);
    }

    /// Posts one leg, or nothing. Notes the accounts that it opens.
    fn post_leg(
        &mut self,
        kind: TransactionKind,
        leg: &Leg,
        opened: &mut Vec<i64>,
    ) -> Result<(), PostingError> {
        let [(from, taken), (to, given)] = self.sides(leg);
        let numbers = [from.number(), to.number()];
        // Almost always both accounts are there, and each is looked up once.
        if numbers[0] != numbers[1]
            && let [Some(from), Some(to)] = self.balances.get_disjoint_mut([&numbers[0], &numbers[1]])
        {
            (from.minor, to.minor) = (from.check(kind, taken)?, to.check(kind, given)?);
            return Ok(());
        }
        self.at(from).check(kind, taken)?;
        self.at(to).check(kind, given)?;
        for (account, amount) in [(from, taken), (to, given)] {
            let number = account.number();
            let balance = self.balances.entry(number).or_insert_with(|| {
                opened.push(number);
                Balance::new(account, 0)
            });
            balance.minor += amount;
        }
        Ok(())
    }

    /// Reverses a leg that was posted.
    fn take_back(&mut self, leg: &Leg) {
        for (account, amount) in self.sides(leg) {
            if let Some(balance) = self.balances.get_mut(&account.number()) {
                balance.minor -= amount;
            }
        }
    }

    /// The sum over all accounts of one unit: always 0.
    pub fn sum(&self, unit: Unit) -> i128 {
        let of = self.balances.values().filter(|balance| balance.account.unit == unit);
        of.map(|balance| i128::from(balance.minor)).sum()
    }
}

/// A ledger with further transactions on top of it. The ledger itself does not change.
#[derive(Clone, Debug)]
pub struct LedgerOverlay<'l> {
    ledger: &'l Ledger,
    changed: FxHashMap<i64, Balance>,
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
                for (account, amount) in self.ledger.sides(leg) {
                    self.add(transaction.kind, account, amount)?;
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, kind: TransactionKind, account: Account, amount: i64) -> Result<(), PostingError> {
        let ledger = self.ledger;
        let balance = self.changed.entry(account.number()).or_insert_with(|| ledger.at(account));
        balance.minor = balance.check(kind, amount)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use smallvec::smallvec;

    use super::*;
    use crate::ids::TableId;

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
