//! The leaves of a house's tree that are not shown yet: those of rounds that are still played.
//!
//! A leaf is the hash of an entry with its random salt, so that nobody can guess a face-down card from it. All the same no
//! single hash of an entry is shown to anybody before the round is over. Hashes over two entries and more are.

use croupier_house::ids::{HouseId, TableId};
use croupier_house::store::{Store, StoredEntry};
use croupier_transparency::LeafSpan;

use crate::actor::{HouseReader, TableHistory};
use crate::checkpoints::WITHOUT_SALT;
use crate::lookup::unreadable;
use crate::wire::{Problem, ProblemCode};

/// What is played in a house at one moment.
pub(crate) struct RoundsInPlay {
    /// The last entry that this server has applied.
    applied: u64,
    /// The tables at which a round is played, each with the version at which it began.
    since: Vec<(TableId, u64)>,
}

impl RoundsInPlay {
    /// The rounds that are played in a house now.
    pub(crate) fn of(state: &HouseReader<'_>) -> Self {
        let tables = state.house.tables().iter().map(|table| table.id);
        let since =
            tables.filter_map(|id| Some((id, state.history(id).and_then(TableHistory::playing_since)?)));
        Self { applied: state.house.last().sequence, since: since.collect() }
    }

    /// Checks that the hash of an entry may be shown.
    fn check(&self, entry: &StoredEntry) -> Result<(), Problem> {
        let sequence = entry.sequence;
        if entry.bytes.first() == Some(&WITHOUT_SALT) {
            let found =
                format!("entry {sequence} was written before entries had salt, so its hash is not shown");
            return Err(Problem::new(ProblemCode::Unknown, found, "ask for entries after it"));
        }
        // A round that began after this moment is not known here.
        let is_new = sequence > self.applied;
        let played = self
            .since
            .iter()
            .find(|(table, version)| entry.stream.table == Some(*table) && entry.version >= *version);
        if let Some((table, _)) = played {
            let found =
                format!("entry {sequence} belongs to a round at table {} that is still played", table.0);
            return Err(Problem::new(ProblemCode::Unavailable, found, "ask again when the round is over"));
        }
        if is_new {
            let found = format!("entry {sequence} was written just now");
            return Err(Problem::new(ProblemCode::Unavailable, found, "ask again"));
        }
        Ok(())
    }

    /// Checks that the hashes of some leaves may be shown.
    ///
    /// # Errors
    /// Which entry is withheld, and until when.
    pub(crate) fn check_leaves(
        &self,
        store: &dyn Store,
        house: HouseId,
        leaves: LeafSpan,
    ) -> Result<(), Problem> {
        let count = usize::try_from(leaves.len()).map_err(|_| Problem::internal())?;
        let entries = store.entries(house, leaves.start + 1, count).map_err(unreadable)?;
        if entries.len() != count {
            let found = format!("entries {} to {} are not all here", leaves.start + 1, leaves.end);
            return Err(Problem::new(ProblemCode::Unavailable, found, "ask again"));
        }
        entries.iter().try_for_each(|entry| self.check(entry))
    }
}
