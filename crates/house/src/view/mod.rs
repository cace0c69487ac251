//! Projections of a house for readers: tables, hands and fairness data. The server has corresponding JSON types.

mod awaited;
mod fairness;
mod hands;
mod next_cards;
mod table;
mod visible;

pub use fairness::{FairnessView, SeedView, link_proof};
pub use hands::HandView;
pub use table::{BehindView, CardView, DecisionView, MoveView, StakeView, TableView};
