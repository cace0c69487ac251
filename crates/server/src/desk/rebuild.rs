//! A house is what its journal folds to.

use std::fmt;

use croupier_house::House;
use croupier_house::ids::{HouseId, StreamId};
use croupier_house::journal::{Entry, JournalError};
use croupier_house::ledger::Ledger;
use croupier_house::store::{Store, StoreError};
use croupier_house::table::Pace;
use croupier_rules::book::Shelf;
use rustc_hash::FxHashMap;

use super::board::Board;
use super::keys::Used;
use super::passbook::Passbooks;

/// Why a desk cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unopened(pub String);

impl fmt::Display for Unopened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unopened {}

/// A house with what is written down beside it.
pub(super) struct Rebuilt {
    pub(super) house: House<'static>,
    pub(super) boards: Vec<Board>,
    pub(super) passbooks: Passbooks,
    pub(super) used: Used,
    /// When something last happened.
    pub(super) at: i64,
}

/// Reads a house from its journal: chain, money and play are checked on the way.
pub(super) fn rebuild(
    id: HouseId,
    shelf: &'static Shelf,
    build: &str,
    pace: Pace,
    store: &dyn Store,
) -> Result<Rebuilt, Unopened> {
    let house = House::new(id, shelf, build, pace);
    let mut rebuilt =
        Rebuilt { house, boards: Vec::new(), passbooks: Passbooks::default(), used: Used::new(), at: 0 };
    let mut read = 0_u64;
    let start = std::time::Instant::now();
    store
        .read_all(id, &mut |kept| {
            let (stream, version) = (kept.stream, kept.version);
            let place = |fault: String| StoreError::Failed(told(stream, version, &fault));
            let entry = Entry::read(kept.stream, kept.bytes).map_err(|fault| place(fault.to_string()))?;
            if entry.hash != kept.hash {
                return Err(place(JournalError::Chain(version).to_string()));
            }
            rebuilt.house.apply(&entry).map_err(|fault| place(fault.to_string()))?;
            rebuilt.note(&entry);
            read += 1;
            Ok(())
        })
        .map_err(|error| Unopened(format!("the journal of house {} cannot be read: {error}", id.0)))?;
    let unlike = |error: &dyn fmt::Display| Unopened(format!("the balances of house {}: {error}", id.0));
    let balances = store.balances(id).map_err(|error| unlike(&error))?;
    check_balances(&rebuilt.house.ledger, &balances).map_err(|error| unlike(&error))?;
    tracing::info!(house = id.0, entries = read, took = ?start.elapsed(), "house read from its journal");
    Ok(rebuilt)
}

/// Whether the balances that are kept are what the entries come to.
pub(crate) fn check_balances(ledger: &Ledger, kept: &[(i64, i64)]) -> Result<(), StoreError> {
    let moved = ledger.accounts().into_iter().map(|(account, there)| (account.number(), there.minor()));
    let due: FxHashMap<i64, i64> = moved.filter(|(_, minor)| *minor != 0).collect();
    let wrong = kept.iter().find(|(account, minor)| due.get(account) != Some(minor));
    let fault = match wrong {
        Some((account, minor)) => {
            let due = due.get(account).copied().unwrap_or(0);
            format!("account {account} has {minor} where its entries come to {due}, in minor units")
        }
        None if kept.len() != due.len() => {
            format!("{} accounts are kept and {} have something", kept.len(), due.len())
        }
        None => return Ok(()),
    };
    Err(StoreError::Damaged(fault))
}

/// Where in the journals a fault is.
pub(crate) fn told(stream: StreamId, version: u64, fault: &str) -> String {
    match stream.table {
        Some(table) => format!("table {}, entry {version}: {fault}", table.0),
        None => format!("the house's own journal, entry {version}: {fault}"),
    }
}

impl Rebuilt {
    fn note(&mut self, entry: &Entry) {
        self.at = self.at.max(entry.body.at);
        if let Some((key, _)) = entry.body.key {
            self.used.note(key);
        }
        note_boards(&mut self.boards, &self.house, entry);
        note_passbooks(&mut self.passbooks, &self.house, entry);
    }
}

/// Notes an entry on the board of its table.
pub(super) fn note_boards(boards: &mut Vec<Board>, house: &House<'_>, entry: &Entry) {
    boards.resize_with(house.tables().len(), Board::default);
    let Some(id) = entry.stream.table else { return };
    let place = usize::from(id.0).wrapping_sub(1);
    if let (Some(board), Ok(table)) = (boards.get_mut(place), house.table(id)) {
        board.note(entry, table);
    }
}

/// Notes what an entry moved in the passbooks of those it moved it for.
pub(super) fn note_passbooks(passbooks: &mut Passbooks, house: &House<'_>, entry: &Entry) {
    if !entry.body.ledger.is_empty() {
        let round = entry.stream.table.and_then(|id| house.table(id).ok()).map_or(0, |table| table.rounds);
        passbooks.note(entry, round, &house.ledger);
    }
}
