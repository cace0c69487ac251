//! The houses that this store owns, as far as it knows, with their fences.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use croupier_house::ids::HouseId;
use croupier_house::store::{HouseHead, StoreError};

use crate::link::Backend;

/// A house that this store owns.
#[derive(Clone, Copy, Debug)]
struct OwnedHouse {
    fence: i64,
    /// The last sequence that was acknowledged.
    acknowledged: u64,
    /// The last sequence that the database has, if it is before that.
    lost_after: Option<u64>,
}

/// The houses that this store owns, and the connection that it writes through.
pub(crate) struct Leases {
    /// This run of this store.
    pub(crate) incarnation: String,
    state: Mutex<LeaseState>,
}

struct LeaseState {
    owned: BTreeMap<HouseId, OwnedHouse>,
    backend: Option<Backend>,
    /// The connection that the lease of a house names, under a fence: a claimant ends it.
    named: BTreeMap<HouseId, (i64, Backend)>,
    /// The connections over which a write was lost, by house: each may still hold the lock of the lease.
    doubtful: BTreeMap<HouseId, Backend>,
}

impl Leases {
    pub(crate) const fn new(incarnation: String) -> Self {
        let state = LeaseState {
            owned: BTreeMap::new(),
            backend: None,
            named: BTreeMap::new(),
            doubtful: BTreeMap::new(),
        };
        Self { incarnation, state: Mutex::new(state) }
    }

    fn lock(&self) -> MutexGuard<'_, LeaseState> {
        // Every change is one assignment.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The connection that the store writes through.
    pub(crate) fn backend(&self) -> Option<Backend> {
        self.lock().backend
    }

    /// The fence of a house.
    ///
    /// # Errors
    /// When this store does not own it.
    pub(crate) fn fence(&self, house: HouseId) -> Result<i64, StoreError> {
        let owned = self.lock().owned.get(&house).map(|owned| owned.fence);
        owned.ok_or(StoreError::NotOwner { house })
    }

    /// The fences of houses, for writing to them.
    ///
    /// # Errors
    /// When this store does not own one of them, or entries of one of them are lost.
    pub(crate) fn fences(
        &self,
        houses: impl Iterator<Item = HouseId>,
    ) -> Result<BTreeMap<HouseId, i64>, StoreError> {
        let state = self.lock();
        let mut fences = BTreeMap::new();
        for house in houses {
            let owned = state.owned.get(&house).ok_or(StoreError::NotOwner { house })?;
            if let Some(found) = owned.lost_after {
                return Err(StoreError::Lost { house, acknowledged: owned.acknowledged, found });
            }
            fences.insert(house, owned.fence);
        }
        Ok(fences)
    }

    /// The houses that this store owns, with their fences.
    pub(crate) fn all(&self) -> BTreeMap<HouseId, i64> {
        self.lock().owned.iter().map(|(house, owned)| (*house, owned.fence)).collect()
    }

    /// A house was claimed with a fence. Fences only grow: a later one may be known already.
    pub(crate) fn claimed(&self, house: HouseId, fence: i64) {
        let mut state = self.lock();
        let new = OwnedHouse { fence, acknowledged: 0, lost_after: None };
        let owned = state.owned.entry(house).or_insert(new);
        owned.fence = owned.fence.max(fence);
    }

    /// A house is no longer owned with this fence.
    pub(crate) fn lost(&self, house: HouseId, fence: i64) {
        let mut state = self.lock();
        if state.owned.get(&house).is_some_and(|owned| owned.fence == fence) {
            state.owned.remove(&house);
        }
    }

    /// A new connection has raised the fences: `before` is what was known before it asked, `now` the houses that are
    /// owned, with their fences and the sequences of their last entries.
    pub(crate) fn raised(
        &self,
        backend: Backend,
        before: &BTreeMap<HouseId, i64>,
        now: &[(HouseId, i64, u64)],
    ) {
        self.lock().backend = Some(backend);
        for (house, fence) in before {
            if !now.iter().any(|(owned, ..)| owned == house) {
                self.lost(*house, *fence);
            }
        }
        for (house, fence, found) in now {
            self.claimed(*house, *fence);
            if let Some(owned) = self.lock().owned.get_mut(house) {
                owned.lost_after = (*found < owned.acknowledged).then_some(*found);
            }
        }
    }

    /// Whether the lease of a house names a connection under a fence.
    pub(crate) fn names(&self, house: HouseId, fence: i64, backend: Backend) -> bool {
        self.lock().named.get(&house) == Some(&(fence, backend))
    }

    /// The lease of a house names a connection under a fence.
    pub(crate) fn named(&self, house: HouseId, fence: i64, backend: Backend) {
        self.lock().named.insert(house, (fence, backend));
    }

    /// What became of a write that was sent over a connection is not known.
    pub(crate) fn doubts(&self, house: HouseId, backend: Backend) {
        self.lock().doubtful.insert(house, backend);
    }

    /// The connection over which the last write of a house was lost.
    pub(crate) fn doubtful(&self, house: HouseId) -> Option<Backend> {
        self.lock().doubtful.get(&house).copied()
    }

    /// It is known what became of the writes of a house that were sent over a connection.
    pub(crate) fn found_out(&self, house: HouseId, over: Option<Backend>) {
        let mut state = self.lock();
        if state.doubtful.get(&house).copied() == over {
            state.doubtful.remove(&house);
        }
    }

    /// Entries up to these heads are acknowledged.
    pub(crate) fn acknowledged(&self, heads: impl Iterator<Item = (HouseId, HouseHead)>) {
        let mut state = self.lock();
        for (house, head) in heads {
            if let Some(owned) = state.owned.get_mut(&house) {
                owned.acknowledged = owned.acknowledged.max(head.sequence);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BACKEND: Backend = Backend { process: 1, began: 1 };

    fn head(sequence: u64) -> HouseHead {
        HouseHead { sequence, hash: [0; 32] }
    }

    #[test]
    fn a_house_that_is_behind_what_was_acknowledged_is_not_written() {
        let leases = Leases::new("run".to_owned());
        let house = HouseId(1);
        assert_eq!(leases.fences([house].into_iter()), Err(StoreError::NotOwner { house }));
        leases.claimed(house, 4);
        leases.acknowledged([(house, head(9)), (HouseId(2), head(3))].into_iter());
        leases.raised(BACKEND, &leases.all(), &[(house, 5, 9)]);
        assert_eq!(leases.fences([house].into_iter()), Ok(BTreeMap::from([(house, 5)])));
        leases.raised(BACKEND, &leases.all(), &[(house, 6, 8)]);
        let lost = StoreError::Lost { house, acknowledged: 9, found: 8 };
        assert_eq!(leases.fences([house].into_iter()), Err(lost));
    }

    #[test]
    fn a_house_is_lost_by_a_fence_that_is_known_and_not_by_an_older_one() {
        let leases = Leases::new("run".to_owned());
        let (first, second) = (HouseId(1), HouseId(2));
        leases.claimed(first, 4);
        let before = leases.all();
        leases.claimed(first, 3);
        assert_eq!(leases.fence(first), Ok(4));
        // It was claimed again while the connection asked.
        leases.claimed(first, 7);
        leases.claimed(second, 1);
        leases.raised(BACKEND, &before, &[]);
        assert_eq!((leases.fence(first), leases.fence(second)), (Ok(7), Ok(1)));
        leases.raised(BACKEND, &leases.all(), &[]);
        assert_eq!(leases.all(), BTreeMap::new());
    }
}
