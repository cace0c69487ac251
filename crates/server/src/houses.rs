//! The houses of a server.

use std::sync::Arc;

use croupier_house::command::{Command, Request};
use croupier_house::ids::{Actor, HouseId};

use crate::actor::HouseHandle;
use crate::wire::{CommandResult, Problem};

/// A house that is open.
pub struct OpenHouse {
    /// The way to its actor.
    pub actor: HouseHandle,
    /// The holder of its licence.
    pub name: String,
    /// Its currency, as three letters.
    pub currency: String,
    /// The time zone of its hours.
    pub time_zone: String,
    /// Whether it is a demo house.
    pub kind: HouseKind,
}

/// What a house is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HouseKind {
    /// To try out: visitors get chips, and robots play.
    Demo,
    /// To play in.
    Real,
}

/// The houses of a server, by number.
pub type Houses = Vec<(HouseId, Arc<OpenHouse>)>;

impl OpenHouse {
    /// Gives a command and waits until it is on disk.
    ///
    /// # Errors
    /// The refusal, or that the house cannot answer.
    pub async fn submit(&self, by: Actor, command: Command) -> Result<CommandResult, Problem> {
        self.actor.submit(Request { key: None, by, command }, None).await
    }
}
