//! The index: what people look up, as indexed tables in a file of their own (`index.db`).
//!
//! The commit path writes none of it. A writer thread (`IndexWriter`) gets the entries that were just stored, reads
//! those that it missed from the journal, and projects each exactly once, in sequence: what an entry changes and how far the index is are one transaction. So the index is complete to
//! a stated sequence per house ([`Index::indexed_to`]), resumes where it was, and can be made again from the journal at
//! any time. A read that must see a certain entry waits for it ([`Index::wait_for`]).
//!
//! Everything is derived from the entries alone, with one exception: the result of a round in words and what was played
//! in it ([`Index::put_results`]) come from the rules. Whoever applies the entries puts it, and puts it again after a
//! restart for the entries since the last snapshot; without it a row has what the wheel or the dice gave.
//!
//! Every list has pages: a place to continue from and a limit of at most [`PAGE_MAX`] rows. One file per table.

mod authorised;
mod banks;
mod disputes;
mod drop_box;
mod ended_round;
mod feeder;
mod figure_series;
mod handed;
mod handle;
mod house_files;
mod incarnations;
mod late_bets;
mod links;
mod marks;
mod movements;
mod papers;
mod played;
mod plays;
mod postings;
mod progress;
mod projection;
mod results;
mod rounds;
mod series_parts;
mod significant;
mod sittings;
mod snapshots;
mod table_now;
mod tables;

pub use authorised::AuthorisedRow;
pub use banks::CarriedBank;
pub use disputes::{DisputeRow, DisputeRowStage, DisputesWanted};
pub use ended_round::{EndedRound, RoundPlay};
pub use feeder::{INDEX_STEP, IndexWriter};
pub use figure_series::{FIGURE_SERIES_MAX, FigureSeries, FigureSubject};
pub use handed::HANDED_BYTES_MAX;
pub use handle::{INDEX_FILE, Index, OnProjected, PAGE_MAX};
pub use incarnations::{KnownHouse, KnownStanding, known_houses};
pub use late_bets::BetHour;
pub use links::LinkRow;
pub use marks::MARK_SPAN;
pub use movements::MovementRow;
pub use papers::{PaperKind, PaperRow, PaperState, PaperStep, PapersWanted};
pub use played::{PlayedRow, PlayerTotals};
pub use plays::{DealtHour, PLAY_HOUR, PlayedHour};
pub(crate) use progress::Progress;
pub use results::RESULTS_WAITING_MAX;
pub use rounds::{RoundRow, RoundState};
pub use series_parts::{SeriesPart, cash_dropped, series_parts};
pub use significant::{LARGE_PAYOUT, is_significant, large_payout};
pub use sittings::SittingRow;
pub use snapshots::SNAPSHOTS_STORED;
