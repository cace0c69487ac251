//! Exact blackjack: the best play for the cards of a hand, its price from any shoe, and the price of a chart.
//!
//! One box is played; the cards of other boxes are ignored. All terms come from the rules of the table
//! ([`croupier_rules::games::blackjack::Blackjack`]): whether the dealer has a hole card, which stakes a dealer's
//! blackjack wins, and which hands may be doubled, split or surrendered. Play after a split is defined in [`split`];
//! docs/prices.md explains what "exact" means here.
//!
//! ```
//! use croupier_maths::blackjack::{RankCounts, Solver};
//! use croupier_rules::book::{Chosen, Shelf};
//! use croupier_rules::games::AnyGame;
//! let shelf = Shelf::built_in();
//! let (_, game) = shelf.game("scotland-1970/blackjack").unwrap();
//! let AnyGame::Blackjack(rules) = game.table(&Chosen::default()) else { unreachable!() };
//! let solver = Solver::new(&rules).unwrap();
//! let analysis = solver.analyse(&RankCounts::whole(&rules)).unwrap();
//! assert!((0.004..0.02).contains(&analysis.edge.value()));
//! ```

mod advisor;
mod analyse;
mod analysis;
mod best_chart;
mod cell_uses;
mod chart;
mod clauses;
mod dealer;
mod effects;
mod family;
mod flow;
mod hand_solver;
mod hands;
mod insurance;
mod move_table;
mod pricing_rules;
mod profit_chances;
mod removed;
mod round;
mod shoe;
mod sides;
mod solver;
pub mod split;
mod strategy;

pub(crate) use analysis::BEST_PLAY;
pub use analysis::{Analysis, FirstDecision, RoundOutcome, UpCard};
pub use chart::{Chart, ChartCell, ChartError, ChartHand, ChartSection};
pub use effects::{SettingEffect, effects_of_rules};
pub use hands::{ACE, HandId, HandState, KINDS, KindCounts, OVER, TEN, hands};
pub use insurance::InsurancePrice;
pub use move_table::{MoveTable, Situation};
pub use pricing_rules::BlackjackError;
pub use shoe::RankCounts;
pub use sides::side_prices;
pub use solver::Solver;
