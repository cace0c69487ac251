//! What a node asks of the database, with the connections over which it asks.

use std::sync::Arc;
use std::time::Duration;

use croupier_house::ids::HOUSES_MAX;
use croupier_nodes::{DatabaseAnswer, HouseNumber, RunId};

use crate::lane::{CallLost, Lane, ROW_LOOK_UPS};
use crate::leases::Leases;
use crate::store::PostgresStore;
use crate::values::run_of;

/// The settings of every connection here. A raised fence is on disk before it is used, also where that is not the default.
const SETTINGS: &str = "select set_config('synchronous_commit', 'on', false) \
     where current_setting('synchronous_commit') = 'off';";

/// The part of its deadline for which a claim waits for a lock. That of the owner is free when its connection is ended, and claims of other
/// houses wait behind this one.
const CLAIM_PART: u32 = 3;

/// What a node asks of the database about members, leases and tails.
///
/// The answers are those of [`DatabaseAnswer`] to the [`croupier_nodes::DatabaseCall`] of the same name. A call that
/// is [`CallLost`] may have been executed or not.
pub struct Cluster {
    pub(super) run: RunId,
    pub(super) leases: Arc<Leases>,
    /// The name of this node, for people, and where it is reached.
    pub(super) owner: String,
    pub(super) address: Option<String>,
    pub(super) deadline: Duration,
    /// Members and looks: nothing here waits for the lock of a lease.
    pub(super) members: Lane,
    pub(super) renewals: Lane,
    pub(super) claims: Lane,
    /// Everything else that locks a lease.
    pub(super) holding: Lane,
    pub(super) tails: Lane,
    // Drives the connections: lives as long as they do.
    _shared: Arc<crate::store::Shared>,
}

impl PostgresStore {
    /// The calls of the node that writes through this store. Every call has this deadline; see [`crate::CALL_DEADLINE`].
    ///
    /// # Panics
    /// Never: a store names its run as the server writes an `uuid`.
    pub fn cluster(&self, deadline: Duration) -> Cluster {
        let (handle, address) = self.shared.connects();
        let lane = |settings: &str, lock_wait: Duration| {
            Lane::new(handle.clone(), address.clone(), settings, deadline, lock_wait)
        };
        let members = lane(SETTINGS, deadline);
        Cluster {
            run: self.run(),
            leases: Arc::clone(&self.leases),
            owner: self.options.owner.clone(),
            address: self.options.address.clone(),
            deadline,
            renewals: members.another(),
            holding: members.another(),
            claims: lane(SETTINGS, deadline / CLAIM_PART),
            tails: lane(ROW_LOOK_UPS, deadline),
            members,
            _shared: Arc::clone(&self.shared),
        }
    }

    /// This run of this store: the incarnation in the leases that it owns, and the run of its node.
    pub fn run(&self) -> RunId {
        run_of(&self.leases.incarnation).unwrap_or_else(|| unreachable!("a store has a run"))
    }
}

impl Cluster {
    /// This run of this node.
    pub const fn run(&self) -> RunId {
        self.run
    }

    /// This run, as it is in the tables.
    pub(super) fn incarnation(&self) -> &str {
        &self.leases.incarnation
    }
}

/// What a call is answered.
pub(super) type CallResult = Result<DatabaseAnswer, CallLost>;

/// The number of a house in the tables.
///
/// # Errors
/// When there is no such house.
pub(super) fn number_of(house: HouseNumber) -> Result<i16, CallLost> {
    let number = i16::try_from(house.0).ok().filter(|_| house.0 < HOUSES_MAX);
    number.ok_or_else(|| CallLost(format!("there is no house {}", house.0)))
}

/// A number of the tables that is not negative.
///
/// # Errors
/// When it is.
pub(super) fn unsigned(number: i64) -> Result<u64, CallLost> {
    u64::try_from(number).map_err(|_| CallLost("a number of the tables is negative".to_owned()))
}
