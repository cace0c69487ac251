//! The bytes of an entry, from the house that writes it to the store and the index.

use std::ops::Deref;

use smallvec::SmallVec;

/// The number of bytes that nearly all entries of bets have at most.
const USUAL_BYTES: usize = 224;

/// The bytes of an entry as they are stored. Those of most entries lie within it: other threads write, index and free it,
/// and memory that one thread takes and another gives back costs both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryBytes(SmallVec<[u8; USUAL_BYTES]>);

impl Deref for EntryBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl From<&[u8]> for EntryBytes {
    fn from(bytes: &[u8]) -> Self {
        Self(SmallVec::from_slice(bytes))
    }
}

impl From<Vec<u8>> for EntryBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(SmallVec::from_vec(bytes))
    }
}

impl From<EntryBytes> for Vec<u8> {
    fn from(bytes: EntryBytes) -> Self {
        // `into_vec` would copy one by one the bytes that lie within it.
        if bytes.0.spilled() { bytes.0.into_vec() } else { bytes.0.to_vec() }
    }
}
