//! `croupier export`: the rounds, wagers, ledger, events and figures of houses as files for other programs (`croupier-export`).
//!
//! A house is replayed once for its rounds and figures, and its journal is read once more for the ledger and the events. Memory is
//! that of the house, of a few thousand rows and of the figures of the periods that can still change, whatever its age. Nothing of a round that is not over is written: its hidden cards are in
//! the journal.
//!
//! `files` are what is written; `rounds` and `journal_rows` make their rows; `figures` sums rounds for `periods`, and `figure_rows`
//! sets them beside the prices of `pricing`; `run` is the export of a folder or a database.

mod figure_rows;
mod figures;
mod files;
mod journal_rows;
mod periods;
mod pricing;
mod rounds;
mod run;

pub use files::ExportedFile;
pub use periods::FigurePeriod;
pub use run::{ExportRequest, export};
