//! Houses in a database: this server is one of several nodes, which found, own and follow them.

use std::sync::Arc;

use croupier_house::ids::HouseId;
use croupier_house::store::Store;
use croupier_postgres::MemberDetails;

use super::Installation;
use crate::actor::HouseHandle;
use crate::error::{ServeError, failed};
use crate::houses::OpenHouse;
use crate::node::RunningNode;
use crate::storage::kind_of;

/// The number of lease lengths that a start waits for the lease of a node that has failed. One that lives renews it several
/// times meanwhile.
const LEASES_AWAITED: u32 = 3;

impl Installation {
    /// Waits until this node owns a house. A house in a data folder is always owned.
    ///
    /// # Errors
    /// When another node owns it.
    pub(crate) fn await_ownership(&self, actor: &HouseHandle) -> Result<(), ServeError> {
        let Some(node) = &self.node else { return Ok(()) };
        let wait = self.config.lease * LEASES_AWAITED;
        if RunningNode::wait_until(wait, || actor.shared().is_owned()) {
            return Ok(());
        }
        let house = actor.id.0;
        Err(ServeError(match node.other_owner(actor.id) {
            Some(owner) if owner.address.is_empty() => {
                format!("house {house} is served by node `{}`: stop that server first", owner.node)
            }
            Some(MemberDetails { node, address, .. }) => {
                format!("house {house} is served by node `{node}` at {address}: stop that server first")
            }
            None => {
                format!("no node could claim house {house} in {} seconds: look at the log", wait.as_secs())
            }
        }))
    }

    /// Waits until some node owns a house, so that commands can be given. Without one, the house is served to readers.
    pub(super) fn await_owner(&self, id: HouseId) {
        let Some(node) = &self.node else { return };
        if !RunningNode::wait_until(self.config.lease * LEASES_AWAITED, || node.has_owner(id)) {
            tracing::warn!(house = id.0, "no node owns the house yet: commands wait");
        }
    }

    /// Serves a house that another node has founded since. Returns it when it is founded.
    pub(crate) fn follow(&mut self, id: HouseId) -> Result<Option<Arc<OpenHouse>>, ServeError> {
        let is_known = |known: &HouseId| *known == id;
        if self.houses.iter().any(|(known, _)| is_known(known))
            || self.unfounded.iter().any(|actor| is_known(&actor.id))
        {
            return Ok(None);
        }
        if self.store.head(id).map_err(failed)?.is_some() {
            return self.open_house(id, &[]).map(Some);
        }
        // It may become this node's to found.
        self.unfounded.push(self.start_actor(id, Vec::new())?);
        Ok(None)
    }

    /// The houses that another node has founded since they were looked at.
    pub(crate) fn newly_founded(&mut self) -> Result<Vec<Arc<OpenHouse>>, ServeError> {
        let is_founded = |actor: &HouseHandle| {
            actor.read_blocking(|state| state.house.office.house_file.is_some()).unwrap_or(false)
        };
        let (founded, left) = std::mem::take(&mut self.unfounded).into_iter().partition(is_founded);
        self.unfounded = left;
        let founded: Vec<HouseHandle> = founded;
        let mut added = Vec::new();
        for actor in founded {
            let kind = kind_of(self.store.tables(), &self.config.data, actor.id)?;
            self.recognise_key(&actor)?;
            added.push(self.add(actor, kind)?);
        }
        Ok(added)
    }

    /// Whether houses wait to be founded by another node.
    pub(crate) fn has_unfounded(&self) -> bool {
        !self.unfounded.is_empty()
    }
}
