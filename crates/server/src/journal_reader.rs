//! Reading a journal page by page.

use std::ops::RangeInclusive;

use croupier_house::ids::StreamId;
use croupier_house::journal::Entry;
use croupier_house::store::{Store, StoreError};

/// The number of entries read at once.
const PAGE: u64 = 1_024;

/// Reads the entries of a journal between two versions, as far as they are there.
///
/// # Errors
/// When they cannot be read.
pub(crate) fn read_entries(
    store: &dyn Store,
    stream: StreamId,
    versions: RangeInclusive<u64>,
) -> Result<Vec<Entry>, StoreError> {
    let (mut from, to) = versions.into_inner();
    let mut found = Vec::new();
    while from <= to {
        let most = usize::try_from(PAGE.min(to - from + 1)).expect("a page is small");
        let page = store.read(stream, from, most)?;
        if page.is_empty() {
            break;
        }
        for stored in page {
            from = stored.version + 1;
            let damaged = |error: &dyn std::fmt::Display| StoreError::Damaged(error.to_string());
            found.push(
                Entry::read(stored.stream, stored.sequence, stored.bytes).map_err(|error| damaged(&error))?,
            );
        }
    }
    Ok(found)
}
