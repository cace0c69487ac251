//! Projections of a house for its readers: tables, hands, and the fairness of dealing. The server mirrors these on the wire.

mod fairness;
mod hands;
mod table;
mod visible;

pub use fairness::{FairnessView, SeedView, link_proof};
pub use hands::HandView;
pub use table::{CardView, DecisionView, MoveView, StakeView, TableView};
