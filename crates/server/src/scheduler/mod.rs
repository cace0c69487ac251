//! The scheduler: it makes automatic tables go on. Actors tell it of every change to a table that is on disk, and it gives
//! commands like everybody else, as the house itself.

mod agenda;
mod timers;

pub use timers::Scheduler;
