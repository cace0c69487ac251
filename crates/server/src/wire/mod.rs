//! What goes over the wire: requests and answers, with their schemas. Nothing here decides anything.

mod amount;
mod command;
mod exchange;
mod game;
mod problem;
mod seen;
mod socket;
mod written;

pub use amount::{Amount, Signed};
pub use command::{Decision, Done, HouseDo, TableDo, Word};
pub use exchange::{ChipCount, ExchangeOf, MatterOf, StepOf};
pub use game::{AdviceSheet, GameSheet, OptionSheet, Teaching};
pub use problem::{Kind, Problem};
pub use seen::{
    Balances, Fell, Lobby, Seen, SeenBank, SeenCard, SeenDue, SeenHand, SeenMove, SeenOutcome, SeenPlayer,
    SeenStake, Told, WheelHeld,
};
pub use socket::{FromPage, ToPage};
pub use written::Written;
