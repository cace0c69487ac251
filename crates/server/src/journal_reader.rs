//! Reading a journal page by page.

use std::ops::ControlFlow;

use croupier_house::ids::StreamId;
use croupier_house::journal::Entry;
use croupier_house::store::Store;

use crate::wire::Problem;

/// The number of entries read at once.
const PAGE: usize = 1_024;

/// Reads a journal entry by entry, starting at a version.
pub(crate) fn each_entry(
    store: &dyn Store,
    stream: StreamId,
    mut from: u64,
    mut each: impl FnMut(&Entry) -> ControlFlow<()>,
) -> Result<(), Problem> {
    let failed = |error: &dyn std::fmt::Display| Problem::unavailable(error.to_string());
    loop {
        let page = store.read(stream, from, PAGE).map_err(|error| failed(&error))?;
        let count = page.len();
        for stored in page {
            from = stored.version + 1;
            let entry =
                Entry::read(stored.stream, stored.sequence, stored.bytes).map_err(|error| failed(&error))?;
            if each(&entry).is_break() {
                return Ok(());
            }
        }
        if count < PAGE {
            return Ok(());
        }
    }
}
