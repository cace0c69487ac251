//! Reading what follows an entry of a house.

use croupier_house::ids::HouseId;
use croupier_house::store::StoredEntry;
use croupier_nodes::{ChainHead, EntryHash, HouseNumber};
use tokio_postgres::Row;

use super::calls::{Cluster, number_of, unsigned};
use crate::chunk_read::{chunks, in_order, window};
use crate::lane::CallLost;

/// One statement, so that head and entries are of one moment.
const TAIL: &str = concat!(
    "select sequence, null::bigint, hash, true from heads where house = $1 \
     union all select first, last, body, false from (",
    chunks!(),
    ") found"
);
const IS_HEAD: usize = 3;

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
        let mut tail = TailRead { at: None, head: ChainHead::EMPTY, entries: Vec::new() };
        if after == 0 {
            tail.at = Some(ChainHead::EMPTY.hash);
        }
        // There are none behind the largest number, and none at it.
        let (at, (from, end)) =
            match (i64::try_from(after), after.checked_add(1).map(|from| window(from, most))) {
                (Ok(at), Some(Some(window))) => (at, window),
                _ => (i64::MAX, (i64::MAX, i64::MAX)),
            };
        let rows = self.tails.ask(TAIL, &[&number_of(house)?, &at, &from, &end]).await?;
        let (heads, chunks): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.get(IS_HEAD));
        if let Some(row) = heads.first() {
            tail.head = head_of(row, 0, 2)?;
        }
        let chunks = in_order(HouseId(house.0), chunks).map_err(|error| CallLost(error.to_string()))?;
        for entry in chunks.into_iter().flatten() {
            if entry.sequence == after {
                tail.at = Some(entry.hash);
            } else if entry.sequence > after && tail.entries.len() < most {
                tail.entries.push(entry.to_stored());
            }
        }
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
