//! Reading what follows an entry of a house.

use croupier_house::ids::HouseId;
use croupier_house::store::StoredEntry;
use croupier_nodes::{ChainHead, EntryHash, HouseNumber};
use tokio_postgres::Row;

use super::calls::{Cluster, number_of, unsigned};
use crate::lane::CallLost;
use crate::read::entry;

/// One statement, so that head and entries are of one moment.
const TAIL: &str = "select sequence, null::integer as journal, null::bigint as ver, hash, null::bytea as body, 0 as kind \
     from heads where house = $1 \
     union all select sequence, null, null, hash, null, 1 from entries where house = $1 and sequence = $2 \
     union all (select sequence, journal, ver, hash, body, 2 from entries where house = $1 and sequence > $2 \
     order by sequence limit $3)";
const KIND: usize = 5;

/// What follows an entry of a house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TailRead {
    /// The hash of the entry after which they begin; `None` if there is no such entry.
    pub at: Option<EntryHash>,
    /// The head of the journal.
    pub head: ChainHead,
    /// The entries, in order.
    pub entries: Vec<StoredEntry>,
}

impl Cluster {
    /// Reads at most so many entries after a sequence.
    ///
    /// # Errors
    /// When there is no answer, or a row cannot be what was written.
    pub async fn read_tail(&self, house: HouseNumber, after: u64, most: usize) -> Result<TailRead, CallLost> {
        // There are none behind the largest number, and none at it.
        let from = i64::try_from(after).unwrap_or(i64::MAX);
        let limit = i64::try_from(most).unwrap_or(i64::MAX);
        let rows = self.tails.ask(TAIL, &[&number_of(house)?, &from, &limit]).await?;
        let mut tail = TailRead { at: None, head: ChainHead::EMPTY, entries: Vec::new() };
        if after == 0 {
            tail.at = Some(ChainHead::EMPTY.hash);
        }
        for row in &rows {
            match row.get(KIND) {
                0 => tail.head = head_of(row, 0, 3)?,
                1 => tail.at = Some(hash_of(row, 3)?),
                _ => {
                    let entry = entry(HouseId(house.0), row).map_err(|error| CallLost(error.to_string()))?;
                    tail.entries.push(entry);
                }
            }
        }
        tail.entries.sort_by_key(|entry| entry.sequence);
        Ok(tail)
    }
}

/// The head in two columns of a row.
pub(super) fn head_of(row: &Row, sequence: usize, hash: usize) -> Result<ChainHead, CallLost> {
    Ok(ChainHead { sequence: unsigned(row.get(sequence))?, hash: hash_of(row, hash)? })
}

fn hash_of(row: &Row, column: usize) -> Result<EntryHash, CallLost> {
    let hash = row.get::<_, &[u8]>(column).try_into();
    hash.map_err(|_| CallLost("an entry or a head has no valid hash".to_owned()))
}
