//! Side wagers: wagers on a fact of the round that a family of card games declares, with odds by case.
//!
//! The engines do not know their names. A family declares its facts ([`DeclaredFact`]), each with its values and how it is
//! read from the cards as they fell; a book lists wagers on them. From the declaration come the reader and its faults, the
//! JSON Schema and the reference.
//!
//! What a family has to do:
//!
//! 1. declare its facts in a file `facts.rs` of its folder, and name them as `TableGame::FACTS`;
//! 2. read the wagers in its `draft.rs` with `read_sides`, store the [`SideWagers`] in its rules, and return them from
//!    `TableGame::sides`;
//! 3. go through one round of every kind in `TableGame::kinds_of_rounds`, and call `check_sides` with their `fact_rows` in its
//!    `FamilyBook::check`, where the settings are known: so cases that never happen are found;
//! 4. if a fact is of a box or a player's own hand, say which: `TableGame::side_place`, `TableGame::side_seat`.

mod carded;
mod case;
mod draft;
mod fact;
mod wager;

pub use carded::{Carded, CardedDeal, CardedWager};
pub use case::{Case, Cases, CasesAt, Paid};
pub(crate) use draft::{CaseDraft, SIDES, check_sides, fact_rows, read_cases, read_sides};
pub(crate) use fact::FactRows;
pub use fact::{DeclaredFact, FactReader, FactValue, FactValues, RoundCards, ValueSet};
pub use wager::{SIDE, SideBet, SideWager, SideWagers};
