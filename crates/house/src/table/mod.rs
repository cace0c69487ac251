//! Tables: their state, the live table that plays by the rules, its money, and fair dealing.
//!
//! This module does not depend on the house around a table: the required parts are passed in as a `TableContext`.

mod correct;
mod deal;
mod decided;
mod due;
mod fair_dealing;
mod figure_sums;
mod figures;
mod laid;
mod lines;
mod live;
mod mode;
mod outcome;
mod phase;
mod reader;
mod recent;
mod record;
mod seed_chain;
mod settle;
mod stake;
mod state;
mod suspension;

pub(crate) use deal::ActGroup;
pub use decided::DecidedActs;
pub(crate) use fair_dealing::{DealSource, ProofNames};
pub use figure_sums::{FigureSums, FigureTerms, PairFigures, PersonFigures, RoundFigures, WagerFigures};
pub use laid::LaidStakes;
pub(crate) use lines::{read_lines, with_its_word, written};
pub(crate) use live::TableContext;
pub use live::{DeclaredDecision, LiveTable, RulesInForce, WheelChips};
pub use mode::Mode;
pub use outcome::{OutcomeSource, Vault};
pub use phase::{Pace, Phase};
pub use reader::{OutcomeReader, OutcomeReaders, WaitingEntry};
pub(crate) use recent::RecentPlayers;
pub use recent::{LINKS_REMEMBERED, LinkPosition, ROUNDS_REMEMBERED, RecentLinks};
pub use record::RECORD_ACTS_MAX;
pub use seed_chain::{ChainState, CommittedRound, GivenSeed, LINKS};
pub(crate) use seed_chain::{DealtOutcomes, by_seat, held, no_key};
pub use stake::PlacedStake;
pub use state::{Absence, InspectorCall, TableState};
pub use suspension::Suspension;
