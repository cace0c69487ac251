//! A group of batches as the arrays that the statement takes.

use std::collections::BTreeMap;

use croupier_house::ids::{HouseId, StreamId};
use croupier_house::store::{StoreError, StoredEntry, StoredKey};
use croupier_nodes::ChainHead;
use croupier_store::{BalanceUpdate, HeadUpdate, Sums, VersionUpdate, keys_in_order};
use tokio_postgres::types::ToSql;

use crate::chunk::{Chunk, chunks_of};
use crate::marks::JournalMark;
use crate::values::{KeyValue, hyphenated};
use crate::writer_batch::{Fenced, WriterBatch};

/// The number of arrays.
pub(crate) const ARRAYS: usize = 29;

/// The statement that stores a group.
pub(crate) const STORE_GROUP: &str = "select store_group($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, \
     $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29)";

/// The lowest and the highest number of a journal of a house.
pub(crate) fn streams_of(house: HouseId) -> (i64, i64) {
    let first = StreamId { house, table: None }.number();
    (first, first + 0xffff)
}

/// The number of a house in the database.
///
/// # Errors
/// When it has none.
pub(crate) fn house_number(house: HouseId) -> Result<i16, StoreError> {
    i16::try_from(house.0).map_err(|_| StoreError::Failed(format!("there is no house {}", house.0)))
}

/// The rows of a group, and its arrays.
pub(crate) struct GroupRows<'g> {
    befores: Vec<Fenced>,
    houses: Vec<HouseId>,
    versions: Vec<&'g VersionUpdate>,
    heads: Vec<&'g HeadUpdate>,
    balances: Vec<&'g BalanceUpdate>,
    keys: Vec<&'g StoredKey>,
    arrays: Arrays<'g>,
}

#[derive(Default)]
struct Arrays<'g> {
    before_houses: Vec<i16>,
    before_sequences: Vec<i64>,
    before_hashes: Vec<Vec<u8>>,
    lease_houses: Vec<i16>,
    lease_fences: Vec<i64>,
    stream_ids: Vec<i64>,
    stream_expected: Vec<i64>,
    stream_last: Vec<i64>,
    head_houses: Vec<i16>,
    head_expected: Vec<i64>,
    head_last: Vec<i64>,
    head_hashes: Vec<&'g [u8]>,
    chunk_houses: Vec<i16>,
    chunk_first: Vec<i64>,
    chunk_last: Vec<i64>,
    chunk_bodies: Vec<Vec<u8>>,
    mark_streams: Vec<i64>,
    mark_versions: Vec<i64>,
    mark_spans: Vec<i64>,
    balance_accounts: Vec<i64>,
    balance_by: Vec<i64>,
    balance_least: Vec<Option<i64>>,
    key_keys: Vec<KeyValue>,
    key_digests: Vec<i64>,
    key_streams: Vec<i64>,
    key_first: Vec<i64>,
    key_last: Vec<i64>,
    key_sequences: Vec<i64>,
    key_at: Vec<i64>,
}

impl<'g> GroupRows<'g> {
    /// The rows of a group with its sums; `fences` has those of its houses, `marks` what is to be marked.
    ///
    /// # Errors
    /// When a number does not fit.
    pub(crate) fn of(
        group: &[&'g WriterBatch],
        sums: &'g Sums,
        fences: &BTreeMap<HouseId, i64>,
        marks: &[JournalMark],
    ) -> Result<Self, StoreError> {
        let mut rows = Self {
            befores: befores(group),
            houses: fences.keys().copied().collect(),
            versions: sums.versions().collect(),
            heads: sums.heads().collect(),
            balances: sums.balances().collect(),
            keys: keys_in_order(group.iter().flat_map(|one| &one.batch.keys)),
            arrays: Arrays::default(),
        };
        // Neighbours lie on the same pages, which are then looked up once.
        rows.balances.sort_unstable_by_key(|balance| balance.account.number());
        for Fenced { house, before, .. } in &rows.befores {
            rows.arrays.before_houses.push(house_number(*house)?);
            rows.arrays.before_sequences.push(before.sequence.cast_signed());
            rows.arrays.before_hashes.push(before.hash.to_vec());
        }
        for (house, fence) in fences {
            rows.arrays.lease_houses.push(house_number(*house)?);
            rows.arrays.lease_fences.push(*fence);
        }
        rows.versions.iter().try_for_each(|version| rows.arrays.add_version(version))?;
        rows.heads.iter().try_for_each(|head| rows.arrays.add_head(head))?;
        let entries = group.iter().flat_map(|one| &one.batch.entries);
        chunks_of(entries)?.into_iter().try_for_each(|chunk| rows.arrays.add_chunk(chunk))?;
        marks.iter().for_each(|mark| rows.arrays.add_mark(*mark));
        rows.balances.iter().for_each(|balance| rows.arrays.add_balance(balance));
        rows.keys.iter().for_each(|key| rows.arrays.add_key(key));
        Ok(rows)
    }

    /// The arrays, in the order of the statement.
    pub(crate) fn arrays(&self) -> [&(dyn ToSql + Sync); ARRAYS] {
        let arrays = &self.arrays;
        [
            &arrays.before_houses,
            &arrays.before_sequences,
            &arrays.before_hashes,
            &arrays.lease_houses,
            &arrays.lease_fences,
            &arrays.stream_ids,
            &arrays.stream_expected,
            &arrays.stream_last,
            &arrays.head_houses,
            &arrays.head_expected,
            &arrays.head_last,
            &arrays.head_hashes,
            &arrays.chunk_houses,
            &arrays.chunk_first,
            &arrays.chunk_last,
            &arrays.chunk_bodies,
            &arrays.mark_streams,
            &arrays.mark_versions,
            &arrays.mark_spans,
            &arrays.balance_accounts,
            &arrays.balance_by,
            &arrays.balance_least,
            &arrays.key_keys,
            &arrays.key_digests,
            &arrays.key_streams,
            &arrays.key_first,
            &arrays.key_last,
            &arrays.key_sequences,
            &arrays.key_at,
        ]
    }

    /// The error for a key that was used before. `detail` names it in brackets, in a sentence of any language.
    pub(crate) fn used_key(&self, detail: &str) -> Option<StoreError> {
        let named = |stored: &&StoredKey| detail.contains(&format!("({})", hyphenated(stored.key.0)));
        // The first one, if the server does not say which.
        let used = self.keys.iter().copied().find(named).or_else(|| self.keys.first().copied())?;
        Some(StoreError::KeyUsed(used.key))
    }

    /// The error for an SQLSTATE of `store_group` and the element that its detail names.
    pub(crate) fn offence(&self, state: &str, place: usize) -> Option<StoreError> {
        match state {
            "CR001" => self.versions.get(place).map(|version| version.stale()),
            "CR002" => self.heads.get(place).map(|head| head.stale()),
            "CR004" => self.balances.get(place).map(|balance| StoreError::Overdrawn(balance.account)),
            "CR005" => self.houses.get(place).map(|house| StoreError::NotOwner { house: *house }),
            "CR006" => self.befores.get(place).map(|Fenced { house, before, .. }| {
                StoreError::OutOfSequence { house: *house, expected: before.sequence }
            }),
            _ => None,
        }
    }
}

/// The heads that must be there before a group. Before the first entry of a house there is none, and what a batch of the group
/// itself continues is stored with it.
fn befores(group: &[&WriterBatch]) -> Vec<Fenced> {
    let mut befores = Vec::new();
    let mut reached: BTreeMap<HouseId, ChainHead> = BTreeMap::new();
    for one in group {
        let Some(fenced) = one.fenced else { continue };
        if fenced.before != ChainHead::EMPTY && reached.get(&fenced.house) != Some(&fenced.before) {
            befores.push(fenced);
        }
        if let Some(StoredEntry { sequence, hash, .. }) = one.batch.entries.last() {
            reached.insert(fenced.house, ChainHead { sequence: *sequence, hash: *hash });
        }
    }
    befores
}

impl<'g> Arrays<'g> {
    fn add_version(&mut self, version: &VersionUpdate) -> Result<(), StoreError> {
        // No journal is at a version that the database cannot have.
        let number = |of: u64| i64::try_from(of).map_err(|_| version.stale());
        self.stream_ids.push(version.stream.number());
        self.stream_expected.push(number(version.expected)?);
        self.stream_last.push(number(version.last)?);
        Ok(())
    }

    fn add_head(&mut self, update: &'g HeadUpdate) -> Result<(), StoreError> {
        let number = |of: u64| i64::try_from(of).map_err(|_| update.stale());
        self.head_houses.push(house_number(update.house)?);
        self.head_expected.push(number(update.expected)?);
        self.head_last.push(number(update.head.sequence)?);
        self.head_hashes.push(&update.head.hash);
        Ok(())
    }

    /// Adds a chunk, whose sequences are not above that of its house.
    fn add_chunk(&mut self, Chunk { house, first, last, body }: Chunk) -> Result<(), StoreError> {
        self.chunk_houses.push(house_number(house)?);
        self.chunk_first.push(first.cast_signed());
        self.chunk_last.push(last.cast_signed());
        self.chunk_bodies.push(body);
        Ok(())
    }

    fn add_mark(&mut self, JournalMark { stream, version, span }: JournalMark) {
        self.mark_streams.push(stream.number());
        self.mark_versions.push(version.cast_signed());
        self.mark_spans.push(span.cast_signed());
    }

    fn add_balance(&mut self, balance: &BalanceUpdate) {
        self.balance_accounts.push(balance.account.number());
        self.balance_by.push(balance.by);
        self.balance_least.push(balance.least);
    }

    fn add_key(&mut self, StoredKey { key, digest, range, at }: &StoredKey) {
        self.key_keys.push((*key).into());
        self.key_digests.push(digest.cast_signed());
        self.key_streams.push(range.stream.number());
        self.key_first.push(range.from.cast_signed());
        self.key_last.push(range.to.cast_signed());
        self.key_sequences.push(range.sequence.cast_signed());
        self.key_at.push(*at);
    }
}

#[cfg(test)]
mod tests {
    use croupier_house::ids::{StreamId, TableId};
    use croupier_house::store::Batch;

    use super::*;

    const HOUSE: HouseId = HouseId(1);

    const fn head(sequence: u64) -> ChainHead {
        ChainHead { sequence, hash: [7; 32] }
    }

    /// A batch of a node, with one entry after a head.
    fn after(before: ChainHead) -> WriterBatch {
        let stream = StreamId { house: HOUSE, table: Some(TableId(1)) };
        let (sequence, bytes) = (before.sequence + 1, Vec::new().into());
        let entry = StoredEntry { stream, version: sequence, sequence, bytes, hash: [7; 32] };
        let batch = Batch { entries: vec![entry], ..Batch::default() };
        WriterBatch { batch, fenced: Some(Fenced { house: HOUSE, fence: 1, before }) }
    }

    #[test]
    fn what_a_group_itself_stores_need_not_be_there_before_it() {
        let wanted = |group: &[ChainHead]| -> Vec<ChainHead> {
            let group: Vec<WriterBatch> = group.iter().copied().map(after).collect();
            befores(&group.iter().collect::<Vec<_>>()).into_iter().map(|fenced| fenced.before).collect()
        };
        assert_eq!(wanted(&[head(4), head(5), head(6)]), [head(4)]);
        assert_eq!(wanted(&[ChainHead::EMPTY, head(1)]), []);
        let other = ChainHead { hash: [9; 32], ..head(5) };
        assert_eq!(wanted(&[head(4), other]), [head(4), other], "it continues something else");
    }
}
