//! The floor: what makes automatic tables go on. The desk tells it of every change that is on disk, and it gives
//! commands like anybody else, as the house itself.
//!
//! Timers take [`Beat`]s from a [`Beats`] channel and give `Order { by: Actor::House, command: At(table, Tick) }`
//! through [`Desk::give_then`](crate::desk::Desk::give_then) when a deadline has come. What falls comes from the
//! [`Chance`](croupier_house::table::OutcomeSource) in the desk's [`Settings`](crate::desk::Settings).

mod chance;
pub mod demo;
mod safe;
mod timers;
use croupier_house::ids::{HouseId, TableId};
use croupier_house::table::{Mode, Phase};
use tokio::sync::mpsc;

pub use chance::Dealt;
pub use safe::{KEY_FILE, Safe};
pub use timers::Floor;

/// A change at a table that is on disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beat {
    /// The house.
    pub house: HouseId,
    /// The table.
    pub table: TableId,
    /// The version its journal stands at.
    pub version: u64,
    /// How it is run; nothing while it is closed.
    pub mode: Option<Mode>,
    /// Where it is in its round.
    pub phase: Phase,
    /// When the time of the phase is up, in milliseconds since 1970; nothing where no timer ends it.
    pub deadline: Option<i64>,
    /// How many sit there.
    pub seated: usize,
    /// What time it was in the house.
    pub now: i64,
}

/// Where beats are told.
#[derive(Clone)]
pub struct Beats(mpsc::UnboundedSender<Beat>);

impl Beats {
    /// A channel for beats. What waits in it is at most a few a table: whoever takes them out does little with each.
    pub fn channel() -> (Self, mpsc::UnboundedReceiver<Beat>) {
        let (tell, told) = mpsc::unbounded_channel();
        (Self(tell), told)
    }

    /// Tells one.
    pub fn tell(&self, beat: Beat) {
        let _ = self.0.send(beat);
    }
}
