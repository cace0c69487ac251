//! Requests of players for chips or cash. A request moves no money: staff lay the chips or the cash out, the player
//! confirms, and then it is exchanged.

use std::collections::BTreeMap;

use croupier_kit::Money;
use serde::{Deserialize, Serialize};

use super::exchange::Exchange;
use crate::ids::{PersonId, TableId};
use crate::ledger::Unit;

/// What a player asks for. A person has at most one open request of each kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChipRequestKind {
    /// Value chips for cash.
    BuyIn,
    /// Cash for value chips, at the cage. The chips are held while the request is open.
    CashOut,
}

/// An open request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChipRequest {
    /// The player.
    pub person: PersonId,
    /// What the player asks for.
    pub kind: ChipRequestKind,
    /// The amount.
    pub amount: Money,
    /// When it was made, in milliseconds since 1970.
    pub at: i64,
    /// Where the chips or the cash are laid out; `None` while nobody has done so.
    pub laid_out: Option<LaidOut>,
}

/// Where the chips or the cash of a request are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LaidOut {
    /// At the cage.
    Cage,
    /// At a table, out of its float.
    Table(TableId),
}

impl LaidOut {
    /// The table; `None` for the cage.
    pub const fn table(self) -> Option<TableId> {
        match self {
            Self::Cage => None,
            Self::Table(id) => Some(id),
        }
    }
}

impl ChipRequest {
    /// The exchange that follows when the player confirms.
    pub const fn exchange(&self) -> Exchange {
        match self.kind {
            ChipRequestKind::BuyIn => Exchange::BuyIn { with: Unit::Cash, amount: self.amount },
            ChipRequestKind::CashOut => Exchange::CashOut { amount: self.amount },
        }
    }

    /// The chips of the player that are held for it.
    pub(crate) const fn held(&self) -> Money {
        match self.kind {
            ChipRequestKind::BuyIn => Money::ZERO,
            ChipRequestKind::CashOut => self.amount,
        }
    }
}

/// The open requests of a house.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ChipRequests {
    /// The number of the latest request.
    pub last_number: u32,
    /// The open requests, by number.
    pub open: BTreeMap<u32, ChipRequest>,
    /// Their numbers, by player and kind.
    numbers: BTreeMap<(PersonId, ChipRequestKind), u32>,
}

impl ChipRequests {
    /// The open request of a person of this kind.
    pub fn of_kind(&self, person: PersonId, kind: ChipRequestKind) -> Option<(u32, &ChipRequest)> {
        let number = *self.numbers.get(&(person, kind))?;
        self.open.get(&number).map(|request| (number, request))
    }

    /// The open requests of a person, with their numbers.
    pub fn of_person(&self, person: PersonId) -> impl Iterator<Item = (u32, &ChipRequest)> {
        let kinds = [ChipRequestKind::BuyIn, ChipRequestKind::CashOut];
        kinds.into_iter().filter_map(move |kind| self.of_kind(person, kind))
    }

    pub(crate) fn insert(&mut self, number: u32, request: ChipRequest) {
        self.last_number = number;
        self.numbers.insert((request.person, request.kind), number);
        self.open.insert(number, request);
    }

    pub(crate) fn remove(&mut self, number: u32) -> Option<ChipRequest> {
        let request = self.open.remove(&number)?;
        self.numbers.remove(&(request.person, request.kind));
        Some(request)
    }

    pub(crate) fn lay_out(&mut self, number: u32, at: LaidOut) {
        if let Some(request) = self.open.get_mut(&number) {
            request.laid_out = Some(at);
        }
    }

    /// A table closes: what was laid out there is taken back, and the requests wait again.
    pub(crate) fn take_back_at(&mut self, table: TableId) {
        for request in self.open.values_mut().filter(|r| r.laid_out == Some(LaidOut::Table(table))) {
            request.laid_out = None;
        }
    }
}
