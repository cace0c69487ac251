//! The bounds of what one person or table may leave open, so that nobody can fill the memory of a house.
//!
//! Each is far more than honest play needs. The rejection says which it is, and how to make room.

use std::ops::RangeInclusive;

use crate::rejection::{Rejection, RejectionCode};

/// The number of exchange requests of one person that wait at one table, or at the cage.
pub const EXCHANGES_PER_PERSON: usize = 8;
/// The number of proposals that wait at one table.
pub const PROPOSALS_PER_TABLE: usize = 32;
/// The number of fills and credits that are under way at one table.
pub const SLIPS_PER_TABLE: usize = 32;
/// The number of disputes of one person without an answer.
pub const DISPUTES_PER_PERSON: usize = 8;
/// The number of disputes of one person that have no answer or can be escalated.
pub const DISPUTES_OPEN_PER_PERSON: usize = 64;
/// The number of tables that a house has ever had.
pub const TABLES_PER_HOUSE: usize = 4_096;
/// The number of approvals that are entered after the house file in force.
pub const APPROVALS_PER_FILE: usize = 1_024;
/// The number of people seated at one table.
pub const SEATS_PER_TABLE: usize = 4_096;
/// The number of stakes that one person may place in a round at one table.
pub const STAKES_PER_PERSON: u32 = 2_048;
/// The number of stakes that may be placed in a round at one table.
pub const STAKES_PER_TABLE: u32 = 65_536;
/// The number of readers at one table.
pub const READERS_PER_TABLE: usize = 16;
/// The number of people of a house.
pub const PEOPLE_PER_HOUSE: usize = 10_000_000;

/// The time after which a player who is gone gives the seat back, in milliseconds.
pub const SEAT_LASTS_MS: i64 = 5 * 60 * 1_000;

/// How long an attended table of a demo waits for a command of its staff before a robot deals it, in milliseconds.
pub const ROBOT_RETURNS_MS: i64 = 2 * 60 * 1_000;

/// The number of duties in one roster.
pub const DUTIES_PER_ROSTER: usize = 400;
/// The number of duties that a house has.
pub const DUTIES_PER_HOUSE: usize = 4_000;
/// How far ahead a roster may reach, in days.
pub const ROSTER_DAYS: i64 = 14;
/// How long a duty remains in the roster after its end, in milliseconds. A roster may begin as long ago.
pub const DUTY_REMAINS_MS: i64 = 24 * 60 * 60 * 1_000;
/// How long before a duty its person may take the post over, in milliseconds.
pub const TAKE_OVER_EARLY_MS: i64 = 10 * 60 * 1_000;

/// The length of a name.
pub const HANDLE_LETTERS: RangeInclusive<usize> = 2..=32;
/// The longest text of a dispute or an answer, in characters.
pub const DISPUTE_LETTERS: usize = 2_000;

/// The length of the name of a reader.
pub const READER_LETTERS: RangeInclusive<usize> = 2..=40;
/// The longest reason for which an inspector is called, in characters.
pub const CALL_LETTERS: usize = 200;

/// The longest text of an edition that a house adopts, in bytes.
pub const EDITION_BYTES: usize = 262_144;
/// The longest note on a count, in characters.
pub const NOTE_LETTERS: usize = 400;

/// The longest reason for which staff decline a chip request, in characters.
pub const CHIP_REQUEST_LETTERS: usize = 200;

/// The number after the last one.
///
/// # Errors
/// When the numbers are used up.
pub(crate) fn next_number(last: u32, of: &str) -> Result<u32, Rejection> {
    last.checked_add(1).ok_or_else(|| used_up(of))
}

/// The rejection when all numbers are used up.
pub(crate) fn used_up(of: &str) -> Rejection {
    let found = format!("the numbers of {of} are used up");
    Rejection::new(RejectionCode::Limit, found, "no more can be made here")
}

/// Checks that there is room for one more.
///
/// # Errors
/// When there are as many as there may be.
pub(crate) fn check_room<N: Copy + PartialOrd + std::fmt::Display>(
    open: N,
    most: N,
    what: &str,
    remedy: &str,
) -> Result<(), Rejection> {
    if open < most {
        return Ok(());
    }
    let allowed = format!("at most {most} at the same time: {remedy}");
    Err(Rejection::new(RejectionCode::Limit, format!("too many {what}"), allowed))
}
