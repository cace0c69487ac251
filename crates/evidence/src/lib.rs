//! The evidence pack for a test lab: clause by clause, where GLI-19 is met and what shows it, and what is not met.
//!
//! The clauses stand in `clauses/*.toml`: number, what it asks in our own words, whether it is met, and the documents,
//! operations, commands, tests and files that show it. A test holds every row against the project. [`EvidencePack`] puts
//! them into one folder with what the program makes at once: its digests, the rulebooks, the exact prices, the answers of
//! the generator, the tables of roles and the documents.
//!
//! The same [`EvidenceSources`] give the same bytes: this crate has no clock, files or randomness.

mod artefact;
mod books;
mod chapters;
mod clause;
mod document;
mod generator;
mod markdown;
mod pack;
mod page;
mod prices;
mod roles;
mod sources;
mod standard;

pub use artefact::Artefact;
pub use chapters::chapters;
pub use clause::{Clause, ClauseChapter, ClauseState};
pub use document::{EvidenceDocument, documents};
pub use generator::{GeneratorCheck, VECTORS, check_vectors};
pub use markdown::{anchors, table_after};
pub use pack::EvidencePack;
pub use prices::{PricedWager, priced_wagers};
pub use sources::{BillOfMaterials, CheckedHouse, EvidenceSources};
