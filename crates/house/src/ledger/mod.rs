//! The ledger: double-entry bookkeeping in whole minor units.
//!
//! A balance is the face value of one unit at one location. Every leg moves an amount of one unit (cash, value chips,
//! wheel chips, plaques) from one location to another. So every transaction balances and every unit is conserved: the
//! sum over all accounts is always 0. Money and chips from outside the house come from accounts that may be negative:
//! a wallet, the licence holder's bank, the maker of the chips.

mod account;
mod balances;
mod transaction;

pub use account::{Account, Location, Unit};
pub use balances::{Ledger, LedgerOverlay};
pub use transaction::{Leg, Legs, PostingError, Transaction, TransactionKind, may_overdraw};
