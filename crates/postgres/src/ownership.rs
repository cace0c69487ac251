//! Owning houses: claiming a lease, renewing it, releasing it.

use std::time::Duration;

use croupier_house::ids::HouseId;
use croupier_house::store::StoreError;
use tokio_postgres::Row;

use crate::lease_watch::LeaseSign;
use crate::link::{Backend, TERMINATE};
use crate::rows::house_number;
use crate::session::Session;
use crate::store::PostgresStore;
use crate::suspension::suspension;

const LOOK: &str = "select owner, incarnation, fence, renewals, backend, began, address, suspended, suspended_sequence, \
     suspended_found from leases where house = $1";
const FIRST: &str = "insert into leases (house, owner, incarnation, fence, renewals, backend, began, address) \
     values ($1, $2, $3, 1, 0, $4, $5, $6) on conflict do nothing returning fence";
/// An owner whose connection was just ended may have raised its fence on a new one: that is no renewal.
const TAKE: &str = "update leases set owner = $2, incarnation = $3, fence = fence + 1, renewals = renewals + 1, \
     backend = $4, began = $5, address = $8 where house = $1 and incarnation is not distinct from $6 and renewals = $7 \
     and suspended is null returning fence";
/// How long the end of the connection of a stopped owner is waited for, in milliseconds.
const END_WAIT: i64 = 5_000;
const NAME_BACKEND: &str = "update leases set backend = $3, began = $4 where house = $1 and incarnation = $2";
/// By the incarnation, which every claim changes: the writer raises the fence with each new connection.
const RENEW: &str = "update leases set renewals = renewals + 1 where house = $1 and incarnation = $2 and suspended is null returning fence";
/// The fence is raised: what the server has not yet read of the old owner is refused.
const RELEASE: &str = "update leases set owner = null, address = null, incarnation = null, fence = fence + 1, backend = null, \
     began = null where house = $1 and incarnation = $2 returning fence";

/// What became of a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClaimOutcome {
    /// This store owns the house, with this fence.
    Owned(i64),
    /// Another node owns it.
    Held {
        /// Its name.
        owner: String,
        /// Where it says that it is reached.
        address: Option<String>,
        /// How long its lease must still stand still before a claim may succeed. Zero: somebody else was faster.
        left: Duration,
    },
}

struct LeaseRow {
    owner: Option<String>,
    address: Option<String>,
    incarnation: Option<String>,
    sign: LeaseSign,
    backend: Option<Backend>,
}

impl LeaseRow {
    fn of(row: &Row) -> Self {
        let backend = row.get::<_, Option<i32>>(4).zip(row.get::<_, Option<i64>>(5));
        Self {
            owner: row.get(0),
            address: row.get(6),
            incarnation: row.get(1),
            sign: LeaseSign { fence: row.get(2), renewals: row.get(3) },
            backend: backend.map(|(process, began)| Backend { process, began }),
        }
    }
}

impl PostgresStore {
    /// Claims a house. A lease that another node has is claimed once this store has seen it unchanged for one lease
    /// length, so this must be called again and again until then.
    ///
    /// # Errors
    /// When the server cannot be asked.
    pub fn claim(&self, house: HouseId) -> Result<ClaimOutcome, StoreError> {
        if let Ok(fence) = self.leases.fence(house) {
            return Ok(ClaimOutcome::Owned(fence));
        }
        let outcome = self.with_control(|control| self.claim_at(control, house))?;
        if let ClaimOutcome::Owned(fence) = outcome {
            self.leases.claimed(house, fence);
        }
        Ok(outcome)
    }

    fn claim_at(&self, control: &Session, house: HouseId) -> Result<ClaimOutcome, StoreError> {
        let (number, incarnation) = (house_number(house)?, &self.leases.incarnation);
        let backend = self.leases.backend();
        let (process, began) = (backend.map(|own| own.process), backend.map(|own| own.began));
        let (owner, address) = (&self.options.owner, &self.options.address);
        let first = control.query(FIRST, &[&number, owner, incarnation, &process, &began, address])?;
        if let Some(row) = first.first() {
            return Ok(ClaimOutcome::Owned(row.get(0)));
        }
        let rows = control.query(LOOK, &[&number])?;
        let gone = || StoreError::Failed(format!("the lease of house {} is gone", house.0));
        let row = rows.first().ok_or_else(gone)?;
        if let Some(reason) = suspension(row)? {
            return Err(StoreError::Failed(format!("house {} is suspended: {reason}", house.0)));
        }
        let lease = LeaseRow::of(row);
        let own = lease.incarnation.as_ref() == Some(incarnation);
        if let (Some(owner), false) = (&lease.owner, own) {
            let left = self.observe(house, lease.sign);
            if !left.is_zero() {
                let (owner, address) = (owner.clone(), lease.address);
                return Ok(ClaimOutcome::Held { owner, address, left });
            }
            // It may hold the lock of its lease.
            if let Some(other) = lease.backend {
                control.query(TERMINATE, &[&other.process, &other.began, &END_WAIT])?;
            }
        }
        let (before, renewals) = (&lease.incarnation, lease.sign.renewals);
        let taken = control
            .query(TAKE, &[&number, owner, incarnation, &process, &began, before, &renewals, address])?;
        let Some(row) = taken.first() else {
            let owner = lease.owner.unwrap_or_default();
            return Ok(ClaimOutcome::Held { owner, address: lease.address, left: Duration::ZERO });
        };
        // The writer may have opened another connection meanwhile.
        if let Some(now) = self.leases.backend().filter(|now| Some(*now) != backend) {
            control.query(NAME_BACKEND, &[&number, incarnation, &now.process, &now.began])?;
        }
        Ok(ClaimOutcome::Owned(row.get(0)))
    }

    /// Renews the lease of a house.
    ///
    /// # Errors
    /// When another node has claimed it, or the server cannot be asked.
    pub fn renew(&self, house: HouseId) -> Result<(), StoreError> {
        let (number, fence) = (house_number(house)?, self.leases.fence(house)?);
        let incarnation = &self.leases.incarnation;
        let renewed = self.with_renewals(|session| Ok(session.query(RENEW, &[&number, incarnation])?))?;
        if renewed.is_empty() {
            self.leases.lost(house, fence);
            return Err(StoreError::NotOwner { house });
        }
        Ok(())
    }

    /// Releases a house, so that another node can claim it at once. Returns after the last group was stored.
    ///
    /// # Errors
    /// When this store does not own it, or the server cannot be asked; then others can claim it after one lease length.
    pub fn release(&self, house: HouseId) -> Result<(), StoreError> {
        let fence = self.leases.fence(house)?;
        self.leases.lost(house, fence);
        let (number, incarnation) = (house_number(house)?, &self.leases.incarnation);
        let released = self.with_control(|control| Ok(control.query(RELEASE, &[&number, incarnation])?))?;
        if released.is_empty() { Err(StoreError::NotOwner { house }) } else { Ok(()) }
    }

    /// The houses that this store owns, as far as it knows, with their fences.
    pub fn owned(&self) -> Vec<(HouseId, i64)> {
        self.leases.all().into_iter().collect()
    }
}
