//! Projections of a house for readers: tables, hands and fairness data. The server has corresponding JSON types.

mod awaited;
mod fairness;
mod hands;
mod moves;
mod next_cards;
mod stakes;
mod table;
mod visible;

pub use fairness::{FairnessView, SeedView, link_proof};
pub use hands::HandView;
pub use moves::MoveView;
pub use stakes::{BehindView, StakeView};
pub use table::{CallView, CardView, DecisionView, TableView};
