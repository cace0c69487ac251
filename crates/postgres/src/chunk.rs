//! Chunks: consecutive entries of a house, stored as one row. A row for each entry would cost the database as much as everything
//! else that a command changes.
//!
//! The bytes of a chunk are the number of the form (1), then its entries, one after another. Each is the number of the journal (two
//! bytes), its version (eight), its hash (32), the number of its bytes (four) and its bytes. Numbers are big-endian. The
//! sequences are those from the first to the last of the row.

use croupier_house::ids::{HouseId, StreamId, TableId};
use croupier_house::journal::Hash;
use croupier_house::store::{HouseHead, StoreError, StoredEntry};

use crate::marks::SPAN;

/// The maximum number of entries in a chunk: whoever reads one entry reads all of its chunk.
pub(crate) const CHUNK_ENTRIES: u64 = 64;
/// The maximum number of bytes of a chunk with several entries: two rows fit on a page of the database.
const CHUNK_BYTES: usize = 4000;
/// The number of bytes of an entry beside its own.
const ENTRY_FRAME: usize = 2 + 8 + 32 + 4;
/// The only form that there is.
const FORM: u8 = 1;

/// Consecutive entries of a house, of which none or all are in the same span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chunk {
    pub(crate) house: HouseId,
    pub(crate) first: u64,
    pub(crate) last: u64,
    pub(crate) body: Vec<u8>,
}

impl Chunk {
    fn begin(entry: &StoredEntry) -> Result<Self, StoreError> {
        let (house, first) = (entry.stream.house, entry.sequence);
        let mut chunk = Self { house, first, last: first, body: vec![FORM] };
        chunk.put(entry)?;
        Ok(chunk)
    }

    fn put(&mut self, entry: &StoredEntry) -> Result<(), StoreError> {
        let StoredEntry { stream, version, sequence, bytes, hash } = entry;
        let length = u32::try_from(bytes.len());
        let length = length.map_err(|_| StoreError::Failed(format!("entry {sequence} is too large")))?;
        self.body.extend_from_slice(&stream.table.map_or(0, |table| table.0).to_be_bytes());
        self.body.extend_from_slice(&version.to_be_bytes());
        self.body.extend_from_slice(hash);
        self.body.extend_from_slice(&length.to_be_bytes());
        self.body.extend_from_slice(bytes);
        self.last = *sequence;
        Ok(())
    }

    /// Whether an entry can be put behind the last one.
    fn takes(&self, entry: &StoredEntry) -> bool {
        entry.stream.house == self.house
            && self.last.checked_add(1) == Some(entry.sequence)
            && entry.sequence / SPAN == self.first / SPAN
            && entry.sequence - self.first < CHUNK_ENTRIES
            && self.body.len() + ENTRY_FRAME + entry.bytes.len() <= CHUNK_BYTES
    }
}

/// The chunks of some entries, which are in the order of their sequences in each house.
///
/// # Errors
/// When an entry is too large.
pub(crate) fn chunks_of<'e>(
    entries: impl IntoIterator<Item = &'e StoredEntry>,
) -> Result<Vec<Chunk>, StoreError> {
    let mut chunks: Vec<Chunk> = Vec::new();
    for entry in entries {
        // Groups have a few houses, whose entries may be mixed.
        match chunks.iter_mut().rev().find(|chunk| chunk.house == entry.stream.house) {
            Some(chunk) if chunk.takes(entry) => chunk.put(entry)?,
            _ => chunks.push(Chunk::begin(entry)?),
        }
    }
    Ok(chunks)
}

/// An entry in the bytes of a chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChunkEntry<'c> {
    pub(crate) stream: StreamId,
    pub(crate) version: u64,
    pub(crate) sequence: u64,
    pub(crate) hash: Hash,
    bytes: &'c [u8],
}

impl ChunkEntry<'_> {
    pub(crate) fn to_stored(self) -> StoredEntry {
        let Self { stream, version, sequence, hash, bytes } = self;
        StoredEntry { stream, version, sequence, bytes: bytes.into(), hash }
    }

    pub(crate) const fn head(&self) -> HouseHead {
        HouseHead { sequence: self.sequence, hash: self.hash }
    }
}

/// The entries of a row with the bytes of a chunk.
///
/// # Errors
/// When it cannot be what was written.
pub(crate) fn entries_in(
    house: HouseId,
    first: i64,
    last: i64,
    body: &[u8],
) -> Result<Vec<ChunkEntry<'_>>, StoreError> {
    let damaged = |why: &str| {
        StoreError::Damaged(format!("the chunk of the entries {first} to {last} of house {} {why}", house.0))
    };
    let (Ok(begin), Ok(end)) = (u64::try_from(first), u64::try_from(last)) else {
        return Err(damaged("has a negative sequence"));
    };
    if begin == 0 || end < begin || begin / SPAN != end / SPAN {
        return Err(damaged("has sequences that no chunk has"));
    }
    let Some((&FORM, mut rest)) = body.split_first() else {
        return Err(damaged("has a form that this program does not know"));
    };
    let mut entries = Vec::new();
    for sequence in begin..=end {
        let cut = || damaged(&format!("ends within entry {sequence}"));
        let (entry, behind) = entry_in(house, sequence, rest).ok_or_else(cut)?;
        entries.push(entry);
        rest = behind;
    }
    if rest.is_empty() { Ok(entries) } else { Err(damaged("has bytes behind its last entry")) }
}

/// The first entry in some bytes, and what is behind it; `None` where they end before.
fn entry_in(house: HouseId, sequence: u64, bytes: &[u8]) -> Option<(ChunkEntry<'_>, &[u8])> {
    let (table, rest) = bytes.split_first_chunk()?;
    let (version, rest) = rest.split_first_chunk()?;
    let (hash, rest) = rest.split_first_chunk()?;
    let (length, rest) = rest.split_first_chunk()?;
    let (bytes, rest) = rest.split_at_checked(usize::try_from(u32::from_be_bytes(*length)).ok()?)?;
    let table = u16::from_be_bytes(*table);
    let stream = StreamId { house, table: (table != 0).then_some(TableId(table)) };
    let entry = ChunkEntry { stream, version: u64::from_be_bytes(*version), sequence, hash: *hash, bytes };
    Some((entry, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(house: u16, table: u16, sequence: u64, length: usize) -> StoredEntry {
        let stream = StreamId { house: HouseId(house), table: (table != 0).then_some(TableId(table)) };
        let byte = u8::try_from(sequence % 251).unwrap();
        let bytes = vec![byte; length].into();
        StoredEntry { stream, version: sequence + 9, sequence, bytes, hash: [byte; 32] }
    }

    fn run(from: u64, count: u64) -> Vec<StoredEntry> {
        (from..from + count).map(|sequence| entry(3, 7, sequence, 4)).collect()
    }

    fn places(chunks: &[Chunk]) -> Vec<(u64, u64)> {
        chunks.iter().map(|chunk| (chunk.first, chunk.last)).collect()
    }

    fn read(chunk: &Chunk) -> Result<Vec<StoredEntry>, StoreError> {
        let (first, last) = (chunk.first.cast_signed(), chunk.last.cast_signed());
        let entries = entries_in(chunk.house, first, last, &chunk.body)?;
        Ok(entries.into_iter().map(ChunkEntry::to_stored).collect())
    }

    /// The form is in databases: it never changes.
    #[test]
    fn a_chunk_has_these_bytes() {
        let mut first = entry(3, 0x0102, 5, 2);
        first.version = 0x0304;
        let second = entry(3, 0, 6, 0);
        let [chunk] = &chunks_of([&first, &second]).unwrap()[..] else { panic!("one chunk") };
        let mut bytes = vec![1, 1, 2, 0, 0, 0, 0, 0, 0, 3, 4];
        bytes.extend([5; 32]);
        bytes.extend([0, 0, 0, 2, 5, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15]);
        bytes.extend([6; 32]);
        bytes.extend([0; 4]);
        assert_eq!((chunk.first, chunk.last, &chunk.body), (5, 6, &bytes));
        assert_eq!(read(chunk), Ok(vec![first, second]));
    }

    #[test]
    fn a_chunk_ends_when_it_is_full_at_the_end_of_a_span_and_before_a_gap() {
        let entries = run(1, 130);
        let chunks = chunks_of(&entries).unwrap();
        assert_eq!(places(&chunks), [(1, 64), (65, 128), (129, 130)]);
        let again: Vec<StoredEntry> = chunks.iter().flat_map(|chunk| read(chunk).unwrap()).collect();
        assert_eq!(again, entries);
        assert_eq!(places(&chunks_of(&run(SPAN - 2, 4)).unwrap()), [(SPAN - 2, SPAN - 1), (SPAN, SPAN + 1)]);
        let gap = [run(1, 2), run(4, 1)].concat();
        assert_eq!(places(&chunks_of(&gap).unwrap()), [(1, 2), (4, 4)]);
        for (length, each) in [(9_000, 1), (1_954, 1), (1_953, 2), (1_288, 2), (1_287, 3)] {
            let large: Vec<StoredEntry> = (1..=6).map(|sequence| entry(3, 1, sequence, length)).collect();
            let chunks = chunks_of(&large).unwrap();
            assert!(chunks.iter().all(|chunk| chunk.last - chunk.first + 1 == each), "{length}");
        }
        let mixed = [entry(3, 1, 1, 1), entry(4, 1, 8, 1), entry(3, 2, 2, 1), entry(4, 2, 9, 1)];
        assert_eq!(places(&chunks_of(&mixed).unwrap()), [(1, 2), (8, 9)]);
    }

    #[test]
    fn what_cannot_be_a_chunk_is_refused_with_its_place() {
        let whole = chunks_of(&run(5, 3)).unwrap().remove(0);
        let refused = |chunk: Chunk, why: &str| {
            let error = read(&chunk).unwrap_err();
            let StoreError::Damaged(text) = &error else { panic!("{error}") };
            let place = format!(
                "the chunk of the entries {} to {} of house 3",
                chunk.first.cast_signed(),
                chunk.last.cast_signed()
            );
            assert!(text.starts_with(&place) && text.contains(why), "{text}");
        };
        for length in 0..whole.body.len() {
            let why = if length == 0 { "has a form" } else { "ends within entry" };
            refused(Chunk { body: whole.body[..length].to_vec(), ..whole.clone() }, why);
        }
        refused(Chunk { body: [&whole.body[..], &[0]].concat(), ..whole.clone() }, "behind its last");
        for form in [0, 2, 255] {
            refused(Chunk { body: [&[form], &whole.body[1..]].concat(), ..whole.clone() }, "has a form");
        }
        refused(Chunk { last: 8, ..whole.clone() }, "ends within entry 8");
        refused(Chunk { last: 6, ..whole.clone() }, "behind its last entry");
        for (first, last) in [(0, 2), (7, 5), (SPAN - 1, SPAN + 1)] {
            refused(Chunk { first, last, ..whole.clone() }, "sequences that no chunk has");
        }
        refused(Chunk { first: u64::MAX, ..whole.clone() }, "negative");
        refused(Chunk { last: u64::MAX, ..whole }, "negative");
    }

    /// Whatever the bytes are, they are read or refused.
    #[test]
    fn any_changed_byte_is_read_or_refused() {
        let whole = chunks_of(&run(5, 3)).unwrap().remove(0);
        for place in 0..whole.body.len() {
            for by in [1, 0x80, 0xff] {
                let mut chunk = whole.clone();
                chunk.body[place] ^= by;
                assert_ne!(read(&chunk), read(&whole));
            }
        }
    }
}
