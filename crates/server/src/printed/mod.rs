//! Printed matter of a house: what each paper says, from what the journal has.

mod dispute;
mod letterhead;
mod sitting;
mod slip;

pub(crate) use dispute::DisputeFile;
pub(crate) use letterhead::{Letterhead, SignedStep, print_date};
pub(crate) use sitting::{CountedFloat, NotedDrop, SittingPapers, SlipLine};
pub(crate) use slip::SlipPaper;

/// How many papers are drawn at the same time. It takes some milliseconds of a processor each, and anybody may ask for a sign.
pub(crate) const PRINTS_AT_ONCE: usize = 2;
