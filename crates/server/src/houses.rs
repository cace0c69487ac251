//! The houses of a server.

use std::sync::Arc;

use croupier_house::command::{Command, Request};
use croupier_house::ids::{Actor, HouseId};

use crate::actor::HouseHandle;
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
}

/// The purpose of a house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HouseKind {
    /// For trying out: visitors get chips, and robots play.
    Demo,
    /// For real play.
    Real,
}

/// The houses of a server, by number.
pub type Houses = Vec<(HouseId, Arc<OpenHouse>)>;

impl OpenHouse {
    /// Sends a command and waits until it is on disk.
    ///
    /// # Errors
    /// The rejection, or that the house cannot answer.
    pub async fn submit(&self, by: Actor, command: Command) -> Result<CommandResult, Problem> {
        self.actor.submit(Request { key: None, by, command }, None).await
    }
}
