//! `croupier export`: the rounds, wagers, ledger and events of houses as files for other programs (`croupier-export`).
//!
//! A house is replayed once for its rounds, and its journal is read once more for the ledger and the events. Memory is that of the
//! house and of a few thousand rows, whatever its age. Nothing of a round that is not over is written: its hidden cards are in
//! the journal.
//!
//! `files` are what is written; `rounds` and `journal_rows` make their rows; `run` is the export of a folder or a database.

mod files;
mod journal_rows;
mod rounds;
mod run;

pub use files::ExportedFile;
pub use run::{ExportRequest, export};
