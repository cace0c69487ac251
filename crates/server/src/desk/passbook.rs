//! What each player has played and what has moved for him, so that he finds it again.

use std::collections::VecDeque;

use croupier_house::ids::{PersonId, TableId};
use croupier_house::journal::Entry;
use croupier_house::ledger::{Ledger, Location, Transaction, TransactionKind, Unit};
use croupier_kit::Money;
use rustc_hash::FxHashMap;

/// The movements that a statement shows.
const ROWS_MAX: usize = 500;

/// A round that somebody had a stake in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The table.
    pub table: TableId,
    /// The round.
    pub round: u64,
    /// When the last thing in it happened.
    pub at: i64,
    /// What was put down in it.
    pub staked: Money,
    /// What went back in it.
    pub returned: Money,
}

/// A movement of somebody's money.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moved {
    /// When.
    pub at: i64,
    /// Which of the permitted movements.
    pub kind: TransactionKind,
    /// At which table, with its round.
    pub table: Option<(TableId, u64)>,
    /// What was moved.
    pub unit: Unit,
    /// How much; below nought where it went away.
    pub amount: Money,
    /// What there was after it.
    pub balance: Money,
}

/// What one player has played and what has moved for him.
#[derive(Clone, Debug, Default)]
pub struct Passbook {
    /// Every round, the earliest first.
    pub rounds: Vec<Played>,
    /// The latest movements, the earliest first.
    pub rows: VecDeque<Moved>,
}

/// The passbooks of a house.
#[derive(Clone, Debug, Default)]
pub struct Passbooks {
    books: FxHashMap<PersonId, Passbook>,
}

impl Passbooks {
    /// Somebody's passbook.
    pub fn of(&self, person: PersonId) -> Option<&Passbook> {
        self.books.get(&person)
    }

    /// Notes what an entry moved; `round` is that of its table, and `ledger` has it already.
    pub(super) fn note(&mut self, entry: &Entry, round: u64, ledger: &Ledger) {
        let (at, table) = (entry.body.at, entry.stream.table.map(|table| (table, round)));
        for transaction in &entry.body.ledger {
            self.note_rows(transaction, at, table, ledger);
            if let Some((table, round)) = table {
                self.note_round(transaction, at, table, round);
            }
        }
    }

    fn note_rows(
        &mut self,
        transaction: &Transaction,
        at: i64,
        table: Option<(TableId, u64)>,
        ledger: &Ledger,
    ) {
        for leg in &transaction.legs {
            for (place, sign) in [(leg.from, -1), (leg.to, 1)] {
                let (Location::Player(person) | Location::Wheel(person, _)) = place else { continue };
                let amount = Money::from_minor(sign * leg.amount.minor());
                let balance = ledger.balance(leg.unit, place);
                let rows = &mut self.books.entry(person).or_default().rows;
                if rows.len() == ROWS_MAX {
                    rows.pop_front();
                }
                rows.push_back(Moved { at, kind: transaction.kind, table, unit: leg.unit, amount, balance });
            }
        }
    }

    fn note_round(&mut self, transaction: &Transaction, at: i64, table: TableId, round: u64) {
        if !matches!(
            transaction.kind,
            TransactionKind::Stake
                | TransactionKind::Settle
                | TransactionKind::Return
                | TransactionKind::Correct
        ) {
            return;
        }
        for leg in &transaction.legs {
            let (down, back) = match (leg.from, leg.to) {
                (Location::Player(person) | Location::Wheel(person, _), _) => (Some(person), None),
                (_, Location::Player(person) | Location::Wheel(person, _)) => (None, Some(person)),
                _ => continue,
            };
            let Some(person) = down.or(back) else { continue };
            let played = self.books.entry(person).or_default().round(table, round);
            played.at = at;
            let sum = if down.is_some() { &mut played.staked } else { &mut played.returned };
            *sum = sum.plus(leg.amount).unwrap_or(*sum);
        }
    }
}

impl Passbook {
    /// The line of a round: among the last few, for somebody sits at few tables.
    fn round(&mut self, table: TableId, round: u64) -> &mut Played {
        let latest = self.rounds.len().saturating_sub(32);
        let known = self.rounds[latest..].iter().rposition(|p| (p.table, p.round) == (table, round));
        let place = known.map_or(self.rounds.len(), |place| latest + place);
        if place == self.rounds.len() {
            let (staked, returned) = (Money::ZERO, Money::ZERO);
            self.rounds.push(Played { table, round, at: 0, staked, returned });
        }
        &mut self.rounds[place]
    }
}
