//! Transactions: what may move from where to where.

use std::fmt;

use croupier_kit::Money;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::account::{Account, Location, Unit};

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
    /// The cage pays a player what a ruling in a dispute awards. No table's win is touched by it.
    Ruling,
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
        if (exchange && !even) || !self.is_of_one_person() {
            return Err(PostingError::Unequal(self.kind));
        }
        Ok(())
    }

    /// Whether its legs name no more than one person.
    fn is_of_one_person(&self) -> bool {
        let mut known = None;
        for leg in &self.legs {
            for person in [leg.from.person(), leg.to.person()] {
                if let Some(person) = person
                    && *known.get_or_insert(person) != person
                {
                    return false;
                }
            }
        }
        true
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
            | (TransactionKind::Plaques, Chips, Player(_), Cage)
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
            | (TransactionKind::Ruling, Chips, Cage, Player(_))
    )
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

/// Whether chips are played with in this kind of transaction: then those that are held for a cash-out do not count.
pub(super) const fn is_play(kind: TransactionKind) -> bool {
    matches!(kind, TransactionKind::Stake | TransactionKind::BankTaken | TransactionKind::ChipChange)
}
