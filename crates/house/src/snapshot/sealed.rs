//! A snapshot as a store has it: bound to its place in the journal, and authenticated under the house key.

use croupier_fair::{Digest, KeyId, Keyring};
use croupier_rules::book::Shelf;

use super::error::SnapshotError;
use crate::house::House;
use crate::ids::HouseId;
use crate::journal::Hash;
use crate::store::HouseHead;
use crate::table::Pace;

/// The layout of a sealed snapshot. The state in it has a format of its own.
const LAYOUT: u8 = 1;

/// The purpose for which the key of its code is derived.
const PURPOSE: &str = "croupier house v1: snapshot";

/// The bytes before the state: layout, house, sequence, hash, number of the key.
const HEAD_BYTES: usize = 1 + 2 + 8 + 32 + 4;
const CODE_BYTES: usize = 32;

/// A snapshot with its place in the journal. Whoever has it knows that the house itself made it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SealedSnapshot {
    /// The house.
    pub house: HouseId,
    /// The sequence of the last entry that it covers.
    pub sequence: u64,
    /// The hash of that entry.
    pub hash: Hash,
    key: KeyId,
    state: Vec<u8>,
    code: Digest,
}

impl SealedSnapshot {
    /// Seals the state of a house.
    ///
    /// # Errors
    /// When the state cannot be encoded.
    pub fn seal(house: &House<'_>, keys: &Keyring) -> Result<Self, SnapshotError> {
        let (last, key, state) = (house.last(), keys.current_key(), house.snapshot()?);
        let covered = covered(house.id, last, key, &state);
        let code = keys.authenticate(PURPOSE, &covered);
        Ok(Self { house: house.id, sequence: last.sequence, hash: last.hash, key, state, code })
    }

    /// The bytes to store.
    pub fn to_bytes(&self) -> Vec<u8> {
        let last = HouseHead { sequence: self.sequence, hash: self.hash };
        let mut bytes = covered(self.house, last, self.key, &self.state);
        bytes.extend(self.code.as_bytes());
        bytes
    }

    /// Reads a stored snapshot and checks that the house made it.
    ///
    /// # Errors
    /// When the bytes are no sealed snapshot, or not one that was sealed under these keys.
    pub fn read(bytes: &[u8], keys: &Keyring) -> Result<Self, SnapshotError> {
        let unreadable = |why: &str| SnapshotError::Unreadable(why.to_owned());
        let parts =
            bytes.split_last_chunk().and_then(|(covered, code)| Some((covered, code, parts(covered)?)));
        let (covered, code, (layout, house, sequence, hash, key, state)) =
            parts.ok_or_else(|| unreadable("it is truncated"))?;
        let (key, code) = (KeyId(key), Digest::new(*code));
        keys.check_authentic(key, PURPOSE, covered, &code)
            .map_err(|error| SnapshotError::NotAuthentic(error.to_string()))?;
        if layout != LAYOUT {
            return Err(unreadable("its layout is unknown to this version"));
        }
        Ok(Self { house: HouseId(house), sequence, hash, key, state: state.to_vec(), code })
    }

    /// The house of the snapshot; see [`House::from_snapshot`].
    ///
    /// # Errors
    /// When it is of another house, has a later format, or cannot be restored.
    pub fn open<'b>(
        &self,
        house: HouseId,
        shelf: &'b Shelf,
        build: &str,
        pace: Pace,
    ) -> Result<House<'b>, SnapshotError> {
        if self.house != house {
            return Err(SnapshotError::OtherHouse(self.house));
        }
        let restored = House::from_snapshot(&self.state, shelf, build, pace)?;
        let last = restored.last();
        if (restored.id, last.sequence, last.hash) == (self.house, self.sequence, self.hash) {
            Ok(restored)
        } else {
            Err(SnapshotError::contradiction("its state is of another place in the journal"))
        }
    }
}

/// Everything that the code covers.
fn covered(house: HouseId, last: HouseHead, KeyId(key): KeyId, state: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD_BYTES + state.len() + CODE_BYTES);
    bytes.push(LAYOUT);
    bytes.extend(house.0.to_le_bytes());
    bytes.extend(last.sequence.to_le_bytes());
    bytes.extend(last.hash);
    bytes.extend(key.to_le_bytes());
    bytes.extend(state);
    bytes
}

/// Layout, house, sequence, hash, number of the key, state.
type Parts<'a> = (u8, u16, u64, Hash, u32, &'a [u8]);

/// The parts of a sealed snapshot, without its code.
fn parts(bytes: &[u8]) -> Option<Parts<'_>> {
    let (layout, bytes) = bytes.split_first()?;
    let (house, bytes) = bytes.split_first_chunk()?;
    let (sequence, bytes) = bytes.split_first_chunk()?;
    let (hash, bytes) = bytes.split_first_chunk()?;
    let (key, state) = bytes.split_first_chunk()?;
    let (house, sequence) = (u16::from_le_bytes(*house), u64::from_le_bytes(*sequence));
    Some((*layout, house, sequence, *hash, u32::from_le_bytes(*key), state))
}
