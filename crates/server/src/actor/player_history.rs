//! The rounds and transactions of each player.

use std::collections::VecDeque;

use croupier_house::ids::{PersonId, TableId};
use croupier_house::journal::Entry;
use croupier_house::ledger::{Ledger, Location, Transaction, TransactionKind, Unit};
use croupier_kit::Money;
use rustc_hash::FxHashMap;

/// The maximum number of movements in a statement.
const ROWS_MAX: usize = 500;

/// A round in which a player had a stake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedRound {
    /// The table.
    pub table: TableId,
    /// The round.
    pub round: u64,
    /// The time of its last event.
    pub at: i64,
    /// The sum of the stakes.
    pub staked: Money,
    /// The sum of the returns.
    pub returned: Money,
}

/// A movement of a player's money.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Movement {
    /// The time.
    pub at: i64,
    /// The kind of transaction.
    pub kind: TransactionKind,
    /// The table and its round, if it happened at a table.
    pub table: Option<(TableId, u64)>,
    /// The unit.
    pub unit: Unit,
    /// The amount; negative if the player paid it.
    pub amount: Money,
    /// The balance after it.
    pub balance: Money,
}

/// The rounds and movements of one player.
#[derive(Clone, Debug, Default)]
pub struct PlayerHistory {
    /// All rounds, the earliest first.
    pub rounds: Vec<PlayedRound>,
    /// The latest movements, the earliest first.
    pub rows: VecDeque<Movement>,
}

/// The histories of all players of a house.
#[derive(Clone, Debug, Default)]
pub struct PlayerHistories {
    histories: FxHashMap<PersonId, PlayerHistory>,
}

impl PlayerHistories {
    /// The history of a player.
    pub fn of(&self, person: PersonId) -> Option<&PlayerHistory> {
        self.histories.get(&person)
    }

    /// Adds an entry; `round` is the current round of its table. The ledger has already posted the entry.
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
                let rows = &mut self.histories.entry(person).or_default().rows;
                if rows.len() == ROWS_MAX {
                    rows.pop_front();
                }
                rows.push_back(Movement {
                    at,
                    kind: transaction.kind,
                    table,
                    unit: leg.unit,
                    amount,
                    balance,
                });
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
            let played = self.histories.entry(person).or_default().round(table, round);
            played.at = at;
            let sum = if down.is_some() { &mut played.staked } else { &mut played.returned };
            *sum = sum.plus(leg.amount).unwrap_or(*sum);
        }
    }
}

impl PlayerHistory {
    /// The row of a round. It is among the last few, because a player sits at few tables.
    fn round(&mut self, table: TableId, round: u64) -> &mut PlayedRound {
        let latest = self.rounds.len().saturating_sub(32);
        let known = self.rounds[latest..].iter().rposition(|p| (p.table, p.round) == (table, round));
        let place = known.map_or(self.rounds.len(), |place| latest + place);
        if place == self.rounds.len() {
            let (staked, returned) = (Money::ZERO, Money::ZERO);
            self.rounds.push(PlayedRound { table, round, at: 0, staked, returned });
        }
        &mut self.rounds[place]
    }
}
