//! Printed matter of a house: what each paper says, from what the journal has.

mod dispute;
mod letterhead;
mod sitting;
mod slip;

pub(crate) use dispute::DisputeFile;
pub(crate) use letterhead::{Letterhead, SignedStep, print_date};
pub(crate) use sitting::{CountedFloat, SittingPapers, SlipLine};
pub(crate) use slip::SlipPaper;
