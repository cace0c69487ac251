//! The ledger: double entry in whole minor units.
//!
//! A balance is what lies at a place, at face value. Every leg takes an amount from one place and puts it at another, in
//! one kind of thing (cash, value chips, wheel chips, plaques), so every transaction balances and every kind of thing is
//! conserved: the sum over all accounts is nought, always. What comes from outside comes from a place that may go below
//! nought: a purse, the licence holder's bank, the chips' maker.

use std::fmt;

use croupier_kit::Money;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::ids::{HouseId, PersonId, TableId};

/// What kind of thing is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Notes and coin.
    Cash,
    /// Chips with their value on them.
    #[default]
    Chips,
    /// The coloured chips of a wheel, worth what their player agreed on.
    Wheel,
    /// Plaques, which exchange like cash (3.5(3)).
    Plaques,
}

impl Unit {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Cash, Self::Chips, Self::Wheel, Self::Plaques];
}

/// Where things lie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// With their maker: below nought by all chips and plaques that are about.
    Issued,
    /// The licence holder's own money, outside the house.
    Bank,
    /// A person's own pocket, outside the house.
    Purse(PersonId),
    /// The cage.
    Cage,
    /// With a person: value chips or plaques.
    Held(PersonId),
    /// Wheel chips of a person at a table.
    Wheel(PersonId, TableId),
    /// The float of a table.
    Float(TableId),
    /// The drop box of a table.
    Drop(TableId),
    /// The layout of a table: stakes that are pending.
    Layout(TableId),
    /// The bank of a table that a player holds.
    PlayersBank(TableId),
    /// On the way between cage and table.
    Transit(TableId),
}

/// An account: one kind of thing at one place of one house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Account {
    /// The house.
    pub house: HouseId,
    /// What is counted.
    pub unit: Unit,
    /// Where.
    pub place: Place,
}

impl Account {
    /// A number that no other account has: house 10 bits, unit 2, place 4, table 16, person 32.
    pub const fn number(self) -> i64 {
        let (kind, table, person): (u64, TableId, PersonId) = match self.place {
            Place::Issued => (0, TableId(0), PersonId(0)),
            Place::Bank => (1, TableId(0), PersonId(0)),
            Place::Purse(person) => (2, TableId(0), person),
            Place::Cage => (3, TableId(0), PersonId(0)),
            Place::Held(person) => (4, TableId(0), person),
            Place::Wheel(person, table) => (5, table, person),
            Place::Float(table) => (6, table, PersonId(0)),
            Place::Drop(table) => (7, table, PersonId(0)),
            Place::Layout(table) => (8, table, PersonId(0)),
            Place::PlayersBank(table) => (9, table, PersonId(0)),
            Place::Transit(table) => (10, table, PersonId(0)),
        };
        let number = (self.house.0 as u64) << 54
            | (self.unit as u64) << 52
            | kind << 48
            | (table.0 as u64) << 32
            | person.0 as u64;
        number.cast_signed()
    }

    /// Whether it may go below nought at all: only what stands for the outside, and wheel chips at their table, which
    /// come from nowhere but the float.
    pub const fn is_outside(self) -> bool {
        matches!(
            (self.unit, self.place),
            (_, Place::Issued | Place::Bank | Place::Purse(_)) | (Unit::Wheel, Place::Float(_))
        )
    }
}

/// An amount that goes from one place to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Leg {
    /// What goes.
    pub unit: Unit,
    /// Where from.
    pub from: Place,
    /// Where to.
    pub to: Place,
    /// How much; more than nought.
    pub amount: Money,
}

/// The permitted kinds of movement. There is no other, and none from player to player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
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
    /// A stake is put down, or added to: it is pending.
    Stake,
    /// A pending stake is posted: won, lost, or in part both.
    Settle,
    /// A pending stake is voided: it goes back whole.
    Return,
    /// A player puts up a bank that passes.
    BankTaken,
    /// A player gets back what is in it.
    BankReturned,
    /// Chips from the cage to a table.
    Fill,
    /// Chips from a table to the cage.
    Credit,
    /// The drop box is emptied into the cage.
    Drop,
    /// What was settled wrongly is put right.
    Correct,
}

/// One movement: its legs stand or fall together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Transaction {
    /// Which of the permitted movements.
    pub kind: Kind,
    /// The number of the stake it is about, within the record of the table.
    pub stake: Option<u32>,
    /// What goes where.
    pub legs: Vec<Leg>,
}

/// Why a transaction cannot be posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unposted {
    /// The kind of movement does not permit this leg.
    NotPermitted(Kind, Leg),
    /// Value does not go for value, or legs name several people.
    Unequal(Kind),
    /// More is taken than is there.
    Short {
        /// Where it was to come from.
        account: Account,
        /// What is there.
        there: Money,
        /// What was asked for.
        asked: Money,
    },
    /// An amount too large to count.
    Overflow,
}

impl fmt::Display for Unposted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPermitted(kind, leg) => {
                write!(f, "{kind:?} does not move {:?} from {:?} to {:?}", leg.unit, leg.from, leg.to)
            }
            Self::Unequal(kind) => write!(f, "{kind:?} that is not value for value with one person"),
            Self::Short { there, asked, .. } => write!(f, "{asked} is asked for and {there} is there"),
            Self::Overflow => f.write_str("the amount is too large to be counted exactly"),
        }
    }
}

impl std::error::Error for Unposted {}

impl Transaction {
    /// A movement of one kind.
    pub fn new(kind: Kind, legs: Vec<Leg>) -> Self {
        Self { kind, stake: None, legs }
    }

    /// Whether the kind of movement permits every leg.
    ///
    /// # Errors
    /// The first leg that it does not permit, or that value does not go for value.
    pub fn check(&self) -> Result<(), Unposted> {
        for leg in &self.legs {
            if leg.amount <= Money::ZERO || !permits(self.kind, leg) {
                return Err(Unposted::NotPermitted(self.kind, *leg));
            }
        }
        let exchange = matches!(
            self.kind,
            Kind::BuyIn | Kind::CashOut | Kind::Plaques | Kind::ChipChange | Kind::CashIn
        );
        let even = match self.legs.as_slice() {
            [given, taken] => given.amount == taken.amount && given.unit != taken.unit,
            _ => false,
        };
        let mut people = self.legs.iter().flat_map(|leg| [leg.from.person(), leg.to.person()]).flatten();
        let first = people.next();
        if (exchange && !even) || people.any(|other| Some(other) != first) {
            return Err(Unposted::Unequal(self.kind));
        }
        Ok(())
    }
}

impl Place {
    /// The person whose it is.
    pub const fn person(self) -> Option<PersonId> {
        match self {
            Self::Purse(person) | Self::Held(person) | Self::Wheel(person, _) => Some(person),
            _ => None,
        }
    }
}

/// Whether a kind of movement may take this from there to there.
#[allow(clippy::unnested_or_patterns, reason = "one line a movement reads as a list does")]
const fn permits(kind: Kind, leg: &Leg) -> bool {
    use Place::{Bank, Cage, Drop, Float, Held, Issued, Layout, PlayersBank, Purse, Transit, Wheel};
    use Unit::{Cash, Chips, Plaques};
    matches!(
        (kind, leg.unit, leg.from, leg.to),
        (Kind::Capital, Cash, Bank, Cage)
            | (Kind::Capital, Cash, Cage, Bank)
            | (Kind::Issue, Chips | Plaques, Issued, Cage)
            | (Kind::Issue, Chips | Plaques, Cage, Issued)
            | (Kind::BuyIn, Cash, Purse(_), Cage | Drop(_))
            | (Kind::BuyIn, Plaques, Held(_), Cage | Drop(_))
            | (Kind::BuyIn, Chips, Cage | Float(_), Held(_))
            | (Kind::CashOut, Chips, Held(_), Cage)
            | (Kind::CashOut, Cash, Cage, Purse(_))
            | (Kind::Plaques, Cash, Purse(_), Cage)
            | (Kind::Plaques, Cash, Cage, Purse(_))
            | (Kind::Plaques, Plaques, Cage, Held(_))
            | (Kind::Plaques, Plaques, Held(_), Cage)
            | (Kind::ChipChange, Cash, Purse(_), Drop(_))
            | (Kind::ChipChange, Plaques, Held(_), Drop(_))
            | (Kind::ChipChange, Chips, Held(_), Float(_))
            | (Kind::ChipChange, Unit::Wheel, Float(_), Wheel(..))
            | (Kind::CashIn, Unit::Wheel, Wheel(..), Float(_))
            | (Kind::CashIn, Chips, Float(_), Held(_))
            | (Kind::Stake, Chips, Held(_), Layout(_))
            | (Kind::Stake, Unit::Wheel, Wheel(..), Layout(_))
            | (Kind::Settle, Chips, Layout(_) | Float(_) | PlayersBank(_), Held(_))
            | (Kind::Settle, Unit::Wheel, Layout(_) | Float(_), Wheel(..))
            | (Kind::Settle, Chips, Layout(_), Float(_) | PlayersBank(_))
            | (Kind::Settle, Unit::Wheel, Layout(_), Float(_))
            | (Kind::Return, Chips, Layout(_), Held(_))
            | (Kind::Return, Unit::Wheel, Layout(_), Wheel(..))
            | (Kind::BankTaken, Chips, Held(_), PlayersBank(_))
            | (Kind::BankReturned, Chips, PlayersBank(_), Held(_))
            | (Kind::Fill, Chips, Cage, Transit(_))
            | (Kind::Fill, Chips, Transit(_), Float(_) | Cage)
            | (Kind::Credit, Chips, Float(_), Transit(_))
            | (Kind::Credit, Chips, Transit(_), Cage | Float(_))
            | (Kind::Drop, Cash | Plaques, Drop(_), Cage)
            | (Kind::Correct, Chips, Float(_) | PlayersBank(_), Held(_))
            | (Kind::Correct, Chips, Held(_), Float(_) | PlayersBank(_))
            | (Kind::Correct, Unit::Wheel, Float(_), Wheel(..))
            | (Kind::Correct, Unit::Wheel, Wheel(..), Float(_))
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

    /// What lies at a place.
    pub fn balance(&self, unit: Unit, place: Place) -> Money {
        Money::from_minor(self.balances.get(&self.account(unit, place)).copied().unwrap_or(0))
    }

    const fn account(&self, unit: Unit, place: Place) -> Account {
        Account { house: self.house, unit, place }
    }

    /// Every account that has ever moved, in order.
    pub fn accounts(&self) -> Vec<(Account, Money)> {
        let mut all: Vec<_> = self.balances.iter().map(|(a, n)| (*a, Money::from_minor(*n))).collect();
        all.sort_unstable();
        all
    }

    /// Whether some transactions can be posted one after another, without posting them.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, transactions: &[Transaction]) -> Result<(), Unposted> {
        // Most are one leg: a stake.
        if let [transaction] = transactions
            && let [leg] = transaction.legs.as_slice()
        {
            transaction.check()?;
            return self.check_leg(transaction.kind, leg);
        }
        // A handful of legs: a short list is quicker than another map.
        let mut after: Vec<(Account, i64)> = Vec::new();
        for transaction in transactions {
            transaction.check()?;
            for leg in &transaction.legs {
                let mut add = |place: Place, amount: i64| -> Result<(), Unposted> {
                    let account = self.account(leg.unit, place);
                    let at = after.iter().position(|(known, _)| *known == account).unwrap_or_else(|| {
                        after.push((account, self.balances.get(&account).copied().unwrap_or(0)));
                        after.len() - 1
                    });
                    let there = after[at].1;
                    let left = there.checked_add(amount).ok_or(Unposted::Overflow)?;
                    if amount < 0 && left < 0 && !may_run_short(transaction.kind, account) {
                        let there = Money::from_minor(there);
                        return Err(Unposted::Short { account, there, asked: leg.amount });
                    }
                    after[at].1 = left;
                    Ok(())
                };
                add(leg.from, -leg.amount.minor())?;
                add(leg.to, leg.amount.minor())?;
            }
        }
        Ok(())
    }

    fn check_leg(&self, kind: Kind, leg: &Leg) -> Result<(), Unposted> {
        let account = self.account(leg.unit, leg.from);
        let there = self.balance(leg.unit, leg.from);
        let left = there.minus(leg.amount).map_err(|_| Unposted::Overflow)?;
        self.balance(leg.unit, leg.to).plus(leg.amount).map_err(|_| Unposted::Overflow)?;
        if left < Money::ZERO && !may_run_short(kind, account) {
            return Err(Unposted::Short { account, there, asked: leg.amount });
        }
        Ok(())
    }

    /// Posts a transaction that [`Ledger::check`] permits.
    pub fn post_unchecked(&mut self, transaction: &Transaction) {
        for leg in &transaction.legs {
            let (from, to) = (self.account(leg.unit, leg.from), self.account(leg.unit, leg.to));
            *self.balances.entry(from).or_default() -= leg.amount.minor();
            *self.balances.entry(to).or_default() += leg.amount.minor();
        }
    }

    /// The sum over all accounts of one kind of thing: nought, always.
    pub fn sum(&self, unit: Unit) -> i128 {
        let of = self.balances.iter().filter(|(account, _)| account.unit == unit);
        of.map(|(_, balance)| i128::from(*balance)).sum()
    }
}

/// Whether an account may go below nought in this movement. A float pays every winning bet at once (2.7), and a fill
/// follows; nothing else may owe.
pub const fn may_run_short(kind: Kind, account: Account) -> bool {
    account.is_outside()
        || matches!((kind, account.place), (Kind::Settle | Kind::Return | Kind::Correct, Place::Float(_)))
}
