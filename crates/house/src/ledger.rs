//! The ledger: double-entry bookkeeping in whole minor units.
//!
//! A balance is the face value of one unit at one location. Every leg moves an amount of one unit (cash, value chips,
//! wheel chips, plaques) from one location to another. So every transaction balances and every unit is conserved: the
//! sum over all accounts is always 0. Money and chips from outside the house come from accounts that may be negative:
//! a wallet, the licence holder's bank, the maker of the chips.

use std::fmt;
use std::hash::{Hash, Hasher};

use croupier_kit::Money;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::ids::{HouseId, PersonId, TableId};

/// The unit that is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Notes and coin.
    Cash,
    /// Chips with their value printed on them.
    #[default]
    Chips,
    /// The coloured chips of a wheel, with the value that was agreed with their player.
    Wheel,
    /// Plaques, which exchange like cash (3.5(3)).
    Plaques,
}

impl Unit {
    /// All units.
    pub const ALL: [Self; 4] = [Self::Cash, Self::Chips, Self::Wheel, Self::Plaques];
}

/// Where money and chips can be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Location {
    /// The maker of chips and plaques: negative by the sum of all that are in circulation.
    Issued,
    /// The licence holder's own money, outside the house.
    Bank,
    /// A person's wallet, outside the house.
    Wallet(PersonId),
    /// The cage.
    Cage,
    /// In the hands of a player: value chips or plaques.
    Player(PersonId),
    /// Wheel chips of a person at a table.
    Wheel(PersonId, TableId),
    /// The float of a table.
    Float(TableId),
    /// The drop box of a table.
    Drop(TableId),
    /// The layout of a table: pending stakes.
    Layout(TableId),
    /// The bank of a table, while a player holds it.
    PlayersBank(TableId),
    /// In transit between the cage and a table.
    Transit(TableId),
}

/// An account: one unit at one location of one house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Account {
    /// The house.
    pub house: HouseId,
    /// The unit.
    pub unit: Unit,
    /// The location.
    pub location: Location,
}

impl Hash for Account {
    /// Its number says everything, and is one word.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_i64(self.number());
    }
}

impl Account {
    /// The number of the account: house 10 bits, unit 2, location 4, table 16, person 32.
    pub const fn number(self) -> i64 {
        let (kind, table, person): (u64, TableId, PersonId) = match self.location {
            Location::Issued => (0, TableId(0), PersonId(0)),
            Location::Bank => (1, TableId(0), PersonId(0)),
            Location::Wallet(person) => (2, TableId(0), person),
            Location::Cage => (3, TableId(0), PersonId(0)),
            Location::Player(person) => (4, TableId(0), person),
            Location::Wheel(person, table) => (5, table, person),
            Location::Float(table) => (6, table, PersonId(0)),
            Location::Drop(table) => (7, table, PersonId(0)),
            Location::Layout(table) => (8, table, PersonId(0)),
            Location::PlayersBank(table) => (9, table, PersonId(0)),
            Location::Transit(table) => (10, table, PersonId(0)),
        };
        let number = (self.house.0 as u64) << 54
            | (self.unit as u64) << 52
            | kind << 48
            | (table.0 as u64) << 32
            | person.0 as u64;
        number.cast_signed()
    }

    /// Whether the account may always be negative: accounts outside the house, and wheel chips in a float, which have
    /// no other origin.
    pub const fn is_outside(self) -> bool {
        matches!(
            (self.unit, self.location),
            (_, Location::Issued | Location::Bank | Location::Wallet(_)) | (Unit::Wheel, Location::Float(_))
        )
    }
}

/// An amount that moves from one location to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Leg {
    /// The unit.
    pub unit: Unit,
    /// The location that the amount leaves.
    pub from: Location,
    /// The location that the amount goes to.
    pub to: Location,
    /// The amount; always more than 0.
    pub amount: Money,
}

/// The permitted kinds of transaction. All others are forbidden, in particular any from player to player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TransactionKind {
    /// The licence holder puts cash into the cage, or takes it out.
    Capital,
    /// Chips or plaques come from their maker, or go back.
    Issue,
    /// Cash or plaques for value chips, at the cage or at a table.
    BuyIn,
    /// Value chips for cash, at the cage.
    CashOut,
    /// Cash for plaques or plaques for cash, at the cage.
    Plaques,
    /// Cash, value chips or plaques for wheel chips, at a table.
    ChipChange,
    /// Wheel chips for value chips, at their table.
    CashIn,
    /// A stake is placed or increased: it is pending.
    Stake,
    /// A pending stake is settled: won, lost, or partly both.
    Settle,
    /// A pending stake is void: it is returned in full.
    Return,
    /// A player puts up a bank.
    BankTaken,
    /// A player gets the contents of the bank back.
    BankReturned,
    /// Chips from the cage to a table.
    Fill,
    /// Chips from a table to the cage.
    Credit,
    /// The drop box is emptied into the cage.
    Drop,
    /// The correction of a wrong settlement.
    Correct,
}

/// A transaction: its legs are posted together or not at all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Transaction {
    /// The kind.
    pub kind: TransactionKind,
    /// The number of the stake it concerns, within the record of the table.
    pub stake: Option<u32>,
    /// The legs.
    pub legs: Legs,
}

/// The legs of a transaction. Nearly all have one or two, which need no memory of their own.
pub type Legs = SmallVec<[Leg; 2]>;

/// Why a transaction cannot be posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PostingError {
    /// The kind of transaction does not permit this leg.
    NotPermitted(TransactionKind, Leg),
    /// The exchange is not of equal value, or its legs name several people.
    Unequal(TransactionKind),
    /// The balance is not sufficient.
    Short {
        /// The account that should have paid.
        account: Account,
        /// The amount available.
        available: Money,
        /// The amount needed.
        needed: Money,
    },
    /// The amount is too large to be represented.
    Overflow,
}

impl fmt::Display for PostingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPermitted(kind, leg) => {
                write!(f, "{kind:?} does not move {:?} from {:?} to {:?}", leg.unit, leg.from, leg.to)
            }
            Self::Unequal(kind) => write!(f, "{kind:?} must exchange equal values with one person"),
            Self::Short { available, needed, .. } => {
                write!(f, "{available} is available and {needed} is needed")
            }
            Self::Overflow => f.write_str("the amount is too large to be counted exactly"),
        }
    }
}

impl std::error::Error for PostingError {}

impl Transaction {
    /// A transaction of one kind.
    pub fn new(kind: TransactionKind, legs: Legs) -> Self {
        Self { kind, stake: None, legs }
    }

    /// Checks that the kind of transaction permits every leg.
    ///
    /// # Errors
    /// The first leg that it does not permit, or an exchange of unequal value.
    pub fn check(&self) -> Result<(), PostingError> {
        for leg in &self.legs {
            if leg.amount <= Money::ZERO || !permits(self.kind, leg) {
                return Err(PostingError::NotPermitted(self.kind, *leg));
            }
        }
        let exchange = matches!(
            self.kind,
            TransactionKind::BuyIn
                | TransactionKind::CashOut
                | TransactionKind::Plaques
                | TransactionKind::ChipChange
                | TransactionKind::CashIn
        );
        let even = match self.legs.as_slice() {
            [given, taken] => given.amount == taken.amount && given.unit != taken.unit,
            _ => false,
        };
        let mut people = self.legs.iter().flat_map(|leg| [leg.from.person(), leg.to.person()]).flatten();
        let first = people.next();
        if (exchange && !even) || people.any(|other| Some(other) != first) {
            return Err(PostingError::Unequal(self.kind));
        }
        Ok(())
    }
}

impl Location {
    /// The person who owns what is at this location, if any.
    pub const fn person(self) -> Option<PersonId> {
        match self {
            Self::Wallet(person) | Self::Player(person) | Self::Wheel(person, _) => Some(person),
            _ => None,
        }
    }
}

/// Whether a kind of transaction may move this unit between these locations.
#[allow(clippy::unnested_or_patterns, reason = "one line a movement reads as a list does")]
const fn permits(kind: TransactionKind, leg: &Leg) -> bool {
    use Location::{Bank, Cage, Drop, Float, Issued, Layout, Player, PlayersBank, Transit, Wallet, Wheel};
    use Unit::{Cash, Chips, Plaques};
    matches!(
        (kind, leg.unit, leg.from, leg.to),
        (TransactionKind::Capital, Cash, Bank, Cage)
            | (TransactionKind::Capital, Cash, Cage, Bank)
            | (TransactionKind::Issue, Chips | Plaques, Issued, Cage)
            | (TransactionKind::Issue, Chips | Plaques, Cage, Issued)
            | (TransactionKind::BuyIn, Cash, Wallet(_), Cage | Drop(_))
            | (TransactionKind::BuyIn, Plaques, Player(_), Cage | Drop(_))
            | (TransactionKind::BuyIn, Chips, Cage | Float(_), Player(_))
            | (TransactionKind::CashOut, Chips, Player(_), Cage)
            | (TransactionKind::CashOut, Cash, Cage, Wallet(_))
            | (TransactionKind::Plaques, Cash, Wallet(_), Cage)
            | (TransactionKind::Plaques, Cash, Cage, Wallet(_))
            | (TransactionKind::Plaques, Plaques, Cage, Player(_))
            | (TransactionKind::Plaques, Plaques, Player(_), Cage)
            | (TransactionKind::ChipChange, Cash, Wallet(_), Drop(_))
            | (TransactionKind::ChipChange, Plaques, Player(_), Drop(_))
            | (TransactionKind::ChipChange, Chips, Player(_), Float(_))
            | (TransactionKind::ChipChange, Unit::Wheel, Float(_), Wheel(..))
            | (TransactionKind::CashIn, Unit::Wheel, Wheel(..), Float(_))
            | (TransactionKind::CashIn, Chips, Float(_), Player(_))
            | (TransactionKind::Stake, Chips, Player(_), Layout(_))
            | (TransactionKind::Stake, Unit::Wheel, Wheel(..), Layout(_))
            | (TransactionKind::Settle, Chips, Layout(_) | Float(_) | PlayersBank(_), Player(_))
            | (TransactionKind::Settle, Unit::Wheel, Layout(_) | Float(_), Wheel(..))
            | (TransactionKind::Settle, Chips, Layout(_), Float(_) | PlayersBank(_))
            | (TransactionKind::Settle, Unit::Wheel, Layout(_), Float(_))
            | (TransactionKind::Return, Chips, Layout(_), Player(_))
            | (TransactionKind::Return, Unit::Wheel, Layout(_), Wheel(..))
            | (TransactionKind::BankTaken, Chips, Player(_), PlayersBank(_))
            | (TransactionKind::BankReturned, Chips, PlayersBank(_), Player(_))
            | (TransactionKind::Fill, Chips, Cage, Transit(_))
            | (TransactionKind::Fill, Chips, Transit(_), Float(_) | Cage)
            | (TransactionKind::Credit, Chips, Float(_), Transit(_))
            | (TransactionKind::Credit, Chips, Transit(_), Cage | Float(_))
            | (TransactionKind::Drop, Cash | Plaques, Drop(_), Cage)
            | (TransactionKind::Correct, Chips, Float(_) | PlayersBank(_), Player(_))
            | (TransactionKind::Correct, Chips, Player(_), Float(_) | PlayersBank(_))
            | (TransactionKind::Correct, Unit::Wheel, Float(_), Wheel(..))
            | (TransactionKind::Correct, Unit::Wheel, Wheel(..), Float(_))
    )
}

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

/// Whether an account may become negative in this kind of transaction. A float pays every winning bet at once (2.7),
/// and the fill comes later; nothing else may be overdrawn.
pub const fn may_overdraw(kind: TransactionKind, account: Account) -> bool {
    account.is_outside()
        || matches!(
            (kind, account.location),
            (
                TransactionKind::Settle | TransactionKind::Return | TransactionKind::Correct,
                Location::Float(_)
            )
        )
}
