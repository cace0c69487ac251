//! The houses of a server.

use std::sync::{Arc, PoisonError, RwLock};

use croupier_house::command::{Command, Request};
use croupier_house::ids::{Actor, HouseId};
use croupier_house::office::DocumentHash;

use crate::actor::HouseHandle;
pub use crate::config::HouseKind;
use crate::config::HousePolicy;
use crate::dealing::DocumentKey;
use crate::wire::{CommandResult, Problem};

/// An open house.
pub struct OpenHouse {
    /// The handle of its actor.
    pub actor: HouseHandle,
    /// The name of the licence holder.
    pub name: String,
    /// The currency, as three letters.
    pub currency: String,
    /// The time zone of its opening hours.
    pub time_zone: String,
    /// Whether it is a demo house.
    pub kind: HouseKind,
    /// The key for the numbers of identity documents; `None` without a key file.
    pub documents: Option<DocumentKey>,
    /// What it demands of those who log in and create accounts.
    pub policy: HousePolicy,
}

/// The houses of a server, by number.
pub type Houses = Vec<(HouseId, Arc<OpenHouse>)>;

/// The houses that a server serves. Others are added while it runs: the first by its set-up, more by other nodes.
#[derive(Default)]
pub struct HouseList(RwLock<Houses>);

impl HouseList {
    /// The houses, by number.
    pub fn all(&self) -> Houses {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A house, if there is one with this number.
    pub fn get(&self, id: HouseId) -> Option<Arc<OpenHouse>> {
        let houses = self.0.read().unwrap_or_else(PoisonError::into_inner);
        houses.iter().find(|(known, _)| *known == id).map(|(_, house)| Arc::clone(house))
    }

    /// Adds a house, unless it is there.
    pub(crate) fn add(&self, id: HouseId, house: &Arc<OpenHouse>) {
        let mut houses = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if houses.iter().all(|(known, _)| *known != id) {
            houses.push((id, Arc::clone(house)));
            houses.sort_by_key(|(id, _)| *id);
        }
    }
}

impl OpenHouse {
    /// The hash of a document's number.
    ///
    /// # Errors
    /// When it is no number, or the house has no key.
    pub(crate) fn hash_document(&self, number: &str) -> Result<DocumentHash, Problem> {
        let key = self.documents.as_ref().ok_or_else(|| Problem::unavailable("the house has no key file"))?;
        key.hash(number).ok_or_else(|| {
            Problem::malformed("the number of the document is missing", "send 4 to 40 letters and digits")
        })
    }

    /// Sends a command and waits until it is on disk.
    ///
    /// # Errors
    /// The rejection, or that the house cannot answer.
    pub async fn submit(&self, by: Actor, command: Command) -> Result<CommandResult, Problem> {
        self.actor.submit(Request { key: None, by, command }, None).await
    }
}
