//! The significant events of each house: which entries they are. What they say is in the entries.

use croupier_house::event::Event;
use croupier_house::ids::HouseId;
use croupier_house::journal::EntryContent;
use croupier_house::ledger::{Location, Transaction, TransactionKind};
use croupier_house::office::Role;
use croupier_house::paper::SlipStep;
use croupier_house::store::StoreError;
use croupier_kit::Money;
use rusqlite::Connection;

use super::handle::{Index, number, page};
use crate::error::failed;

/// A payout of at least so many minor units for one stake is a significant event.
pub const LARGE_PAYOUT: i64 = 1_000_000;

/// What a transaction pays a player for one stake, where that is a large payout.
pub fn large_payout(transaction: &Transaction) -> Option<Money> {
    if transaction.kind != TransactionKind::Settle {
        return None;
    }
    let legs = transaction.legs.iter();
    let won = legs.filter(|leg| {
        matches!(leg.from, Location::Float(_) | Location::PlayersBank(_)) && leg.to.person().is_some()
    });
    // The door refuses stakes whose results could not be counted.
    let sum = won.map(|leg| leg.amount.minor()).fold(0, i64::saturating_add);
    (sum >= LARGE_PAYOUT).then_some(Money::from_minor(sum))
}

/// Whether an entry is a significant event.
pub fn is_significant(entry: &EntryContent) -> bool {
    match &entry.body.event {
        Event::Opened { .. }
        | Event::Closed { .. }
        | Event::Corrected { .. }
        | Event::RoundVoided { .. }
        | Event::RoundInterrupted { .. }
        | Event::Breached { .. }
        | Event::ChainRetired { .. }
        | Event::DropCounted { .. }
        | Event::HouseFileAdopted { .. }
        | Event::EditionAdopted { .. }
        | Event::Approved(_)
        | Event::Assigned { .. }
        | Event::RosterAdopted { .. }
        | Event::ServiceRefused { .. }
        | Event::ServiceResumed { .. }
        | Event::Excluded { .. }
        | Event::CapitalMoved
        | Event::Issued
        | Event::DisputeOpened { .. }
        | Event::DisputeAnswered { .. }
        | Event::DisputePaid { .. }
        | Event::DisputeEscalated { .. }
        | Event::FoundingEnded { .. }
        | Event::PasswordReset { .. }
        | Event::ManagerRecovered { .. }
        | Event::KeyNoted(_)
        | Event::OwnerNoted { .. }
        | Event::Restored { .. }
        | Event::LossAccepted { .. }
        | Event::SlipStepped { step: SlipStep::Void(_), .. } => true,
        Event::Enrolled { role, .. } => *role != Role::Player,
        Event::Acted { lines, .. } if lines.lines().any(is_no_round) => true,
        _ => entry.body.ledger.iter().any(|transaction| large_payout(transaction).is_some()),
    }
}

/// Whether a line says that a deal or a spin does not count.
fn is_no_round(line: &str) -> bool {
    line == "misdeal" || line == "void spin"
}

pub(super) fn note(at: &Connection, entry: &EntryContent, sequence: u64) -> Result<(), StoreError> {
    if !is_significant(entry) {
        return Ok(());
    }
    let sql = "insert into significant (house, sequence) values (?, ?)";
    let mut insert = at.prepare_cached(sql).map_err(failed)?;
    insert.execute((entry.stream.house.0, number(sequence))).map(drop).map_err(failed)
}

impl Index {
    /// The sequences of the significant events of a house before a sequence, the latest first.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn significant_before(
        &self,
        house: HouseId,
        before: u64,
        limit: usize,
    ) -> Result<Vec<u64>, StoreError> {
        let sql = "select sequence from significant where house = ? and sequence < ?
                   order by sequence desc limit ?";
        self.rows(sql, (house.0, number(before), page(limit)), |row| {
            row.get::<_, i64>(0).map(i64::cast_unsigned)
        })
    }
}
