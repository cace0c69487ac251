//! The state of a house as it is stored.

use croupier_rules::book::Shelf;
use serde::{Deserialize, Serialize};

use super::error::SnapshotError;
use super::ledger::BalanceSnapshot;
use super::library::LibrarySnapshot;
use super::office::OfficeSnapshot;
use super::table::TableSnapshot;
use crate::event::EVENT_FORMAT;
use crate::house::House;
use crate::ids::HouseId;
use crate::journal::{Hash, JournalHead};
use crate::keys::KeyCache;
use crate::ledger::Ledger;
use crate::store::HouseHead;
use crate::table::Pace;

/// The format of a state. It is raised when the stored form changes; a state of another format is not read, and the
/// house is replayed instead.
pub const STATE_FORMAT: u16 = 7;

/// A house. The books of the program, the pace and the version of the software are not state: they are given when it is opened. Keys
/// of recent commands are in the store.
#[derive(Serialize, Deserialize)]
struct HouseSnapshot {
    house: HouseId,
    /// The sequence and the hash of the last entry, and whether it is of the first format.
    last: (u64, Hash),
    first_format: bool,
    heads: Vec<HeadSnapshot>,
    library: LibrarySnapshot,
    office: OfficeSnapshot,
    balances: Vec<BalanceSnapshot>,
    tables: Vec<TableSnapshot>,
}

#[derive(Serialize, Deserialize)]
struct HeadSnapshot {
    version: u64,
    hash: Hash,
}

impl HouseSnapshot {
    fn of(house: &House<'_>) -> Result<Self, SnapshotError> {
        let House {
            id,
            library,
            build: _,
            pace: _,
            office,
            ledger,
            tables,
            heads,
            last,
            first_format,
            keys: _,
            halted,
            writes_format: _,
            replayed: _,
        } = house;
        if *halted {
            return Err(SnapshotError::Unwritable("an entry was applied only in part".to_owned()));
        }
        let head = |head: &JournalHead| HeadSnapshot { version: head.version, hash: head.hash };
        Ok(Self {
            house: *id,
            last: (last.sequence, last.hash),
            first_format: *first_format,
            heads: heads.iter().map(head).collect(),
            library: LibrarySnapshot::of(library),
            office: OfficeSnapshot::of(office)?,
            balances: BalanceSnapshot::all(ledger),
            tables: tables.iter().map(TableSnapshot::of).collect::<Result<_, _>>()?,
        })
    }

    fn restore<'b>(
        self,
        texts: &[Box<str>],
        shelf: &'b Shelf,
        build: &str,
        pace: Pace,
    ) -> Result<House<'b>, SnapshotError> {
        if self.heads.len() != self.tables.len() + 1 {
            return Err(SnapshotError::contradiction("each table has one journal"));
        }
        let library = self.library.restore(shelf, texts)?;
        let office = self.office.restore()?;
        let mut ledger: Ledger = BalanceSnapshot::restore(self.house, self.balances)?;
        for request in office.chip_requests.open.values() {
            ledger.hold(request.person, request.held());
        }
        let tables = (1..).zip(self.tables).map(|(id, table)| table.restore(id, &library, &office));
        let tables = tables.collect::<Result<_, _>>()?;
        let heads =
            self.heads.into_iter().map(|HeadSnapshot { version, hash }| JournalHead { version, hash });
        Ok(House {
            id: self.house,
            library,
            build: build.into(),
            pace,
            office,
            ledger,
            tables,
            heads: heads.collect(),
            last: HouseHead { sequence: self.last.0, hash: self.last.1 },
            first_format: self.first_format,
            keys: KeyCache::default(),
            halted: false,
            writes_format: EVENT_FORMAT,
            replayed: None,
        })
    }
}

impl<'b> House<'b> {
    /// The whole state: equal states give equal bytes. The texts of the rulebooks come last.
    ///
    /// # Errors
    /// When the state cannot be encoded.
    pub fn snapshot(&self) -> Result<Vec<u8>, SnapshotError> {
        let texts = LibrarySnapshot::texts(&self.library);
        postcard::to_extend(&texts, self.state_bytes()?).map_err(unwritable)
    }

    /// The whole state, with the texts of the rulebooks as their digests.
    fn state_bytes(&self) -> Result<Vec<u8>, SnapshotError> {
        let state = HouseSnapshot::of(self)?;
        postcard::to_extend(&state, STATE_FORMAT.to_le_bytes().to_vec()).map_err(unwritable)
    }

    /// The house of a snapshot. Open records are played again from their start, without posting.
    ///
    /// # Errors
    /// When it cannot be read, the rules it was made under are not available, or playing an open record again does not
    /// lead to the stored stakes.
    pub fn from_snapshot(
        bytes: &[u8],
        shelf: &'b Shelf,
        build: &str,
        pace: Pace,
    ) -> Result<Self, SnapshotError> {
        let truncated = || SnapshotError::Unreadable("it is truncated".to_owned());
        let (format, state) = bytes.split_first_chunk().ok_or_else(truncated)?;
        match u16::from_le_bytes(*format) {
            STATE_FORMAT => {}
            other => return Err(SnapshotError::Format(other)),
        }
        let unreadable = |error: postcard::Error| SnapshotError::Unreadable(error.to_string());
        let (state, rest) = postcard::take_from_bytes::<HouseSnapshot>(state).map_err(unreadable)?;
        let (texts, rest) = postcard::take_from_bytes::<Vec<Box<str>>>(rest).map_err(unreadable)?;
        if !rest.is_empty() {
            return Err(SnapshotError::Unreadable(format!("{} bytes follow it", rest.len())));
        }
        state.restore(&texts, shelf, build, pace)
    }

    /// The BLAKE3 hash of the state, in which the digests of the rulebooks stand for their texts: equal states have equal
    /// digests.
    ///
    /// # Errors
    /// When the state cannot be encoded.
    pub fn state_digest(&self) -> Result<Hash, SnapshotError> {
        Ok(*blake3::hash(&self.state_bytes()?).as_bytes())
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it takes errors as `map_err` passes them")]
fn unwritable(error: postcard::Error) -> SnapshotError {
    SnapshotError::Unwritable(error.to_string())
}
