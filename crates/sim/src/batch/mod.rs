//! Many blackjack tables stepped together: somebody else decides, and sees what each table shows and permits.
//!
//! A table is one box with a bet of one unit, played from its own shoe. What may be decided, what follows and what is
//! paid is asked of the rules once, when the machine of a batch is built; a step is then a look-up for each card. A box
//! that is split leaves the machine and is played by the rules themselves.

pub(crate) mod action;
pub(crate) mod machine;
pub(crate) mod round;
mod shoe;
mod tables;

pub use action::Action;
pub use round::{OBSERVED, ObservedPhase};
pub use tables::{BatchError, BlackjackBatch, StepOutput};
