//! The scheduler, which drives automatic tables. Actors notify it of every change to a table that is on disk. It
//! sends commands in the same way as everybody else, in the name of the house.

mod agenda;
mod cashier;
mod dealer;
mod seats;
mod timers;

pub use cashier::run_cashier;
pub use dealer::run_dealer;
pub use seats::run_seats;
pub(crate) use timers::GRACE;
pub use timers::Scheduler;
