//! Papers and significant events: what the house has signed, and what it has to report.

use croupier_store::index::{PaperKind as IndexPaperKind, PaperState as IndexPaperState};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::amount::Signed;
use super::kinds::{Role, mirror};
use super::paperwork::ChipCount;

mirror! {
    /// What a paper is: a slip, a proposal at a table, or a proposal to the office.
    PaperKind, IndexPaperKind {
        /// Chips from the cage to a table.
        Fill,
        /// Chips from a table to the cage.
        Credit,
        /// Opening a table.
        Open,
        /// Closing a table.
        Close,
        /// Counting a drop box.
        Drop,
        /// Declaring a round void.
        Void,
        /// Correcting the record of a round.
        Correct,
        /// A house file.
        Charter,
        /// A new member of the staff, or a regulator.
        Enrol,
        /// An approval of an authority.
        Approve,
        /// A post at a table.
        Assign,
        /// The licence holder's cash.
        Capital,
        /// Chips or plaques from their maker.
        Issue,
        /// The password of a member of the staff.
        ResetPassword,
        /// An edition of a rulebook.
        Edition,
        /// A ruling in a dispute that pays.
        Ruling,
        /// A roster.
        Roster,
    }
}

mirror! {
    /// The state of a paper after a step. Slips go from `requested` to `confirmed` or `void`; proposals are `proposed`, and then
    /// `authorised`, `withdrawn` or `obsolete`.
    PaperState, IndexPaperState {
        /// A slip was requested.
        Requested,
        /// Its chips are on their way.
        Sent,
        /// They have arrived.
        Delivered,
        /// They were counted.
        Confirmed,
        /// The slip is void.
        Void,
        /// A proposal waits for a second person, or has expired.
        Proposed,
        /// A second person authorised it.
        Authorised,
        /// It was withdrawn.
        Withdrawn,
        /// What it is about has ended.
        Obsolete,
    }
}

/// A slip or a proposal, with who took each step and when.
#[derive(Serialize, ToSchema)]
pub struct PaperView {
    /// Its place among all papers: the next page continues from it (`before`).
    pub place: u64,
    /// The number of the table; null for the office.
    pub table: Option<u16>,
    /// The name of the table; null for the office.
    pub name: Option<Box<str>>,
    /// What it is.
    pub kind: PaperKind,
    /// Its number. Slips and proposals of a table are numbered apart, and so are proposals to the office.
    pub number: u32,
    /// Its state.
    pub state: PaperState,
    /// The value of its chips, what was counted, or the amount that it moves; null where it has none.
    pub amount: Option<Signed>,
    /// The count by denomination, where it has one.
    pub count: Vec<ChipCount>,
    /// What it says: a reason, a note on a count, a matter in words. Of a house file the digest: its text is in the journal.
    pub text: String,
    /// The number of the dispute that it rules in; null for other papers.
    pub dispute: Option<u32>,
    /// The sitting of the table that it opened or closed, by the sequence of its opening; null for other papers. The printed inventory slip
    /// and shift report of a sitting are named by it.
    pub sitting: Option<u64>,
    /// Who took each step, and when.
    pub steps: Vec<PaperStepView>,
}

/// A step of a paper.
#[derive(Serialize, ToSchema)]
pub struct PaperStepView {
    /// The state after it.
    pub state: PaperState,
    /// The name of the person who took it; `house` for the house itself.
    pub by: Box<str>,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// What a significant event is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SignificantKind {
    /// A table was opened.
    Opening,
    /// A table was closed.
    Closing,
    /// A drop box was counted.
    Drop,
    /// The record of a round was corrected.
    Correction,
    /// A round, a spin or a slip is void.
    Void,
    /// A deal does not count.
    Misdeal,
    /// What was declared and revealed breaks the rules.
    Breach,
    /// A round was interrupted, or a chain of seeds given up.
    Interruption,
    /// A person was excluded.
    Exclusion,
    /// Service was refused or resumed.
    Service,
    /// Somebody became staff or a regulator, or got a new password.
    Staff,
    /// A manager was given access again from the shell.
    Recovery,
    /// The house was restored, accepted a loss, or deals with another key.
    Incarnation,
    /// A house file or an edition of a rulebook came into force.
    Charter,
    /// An approval was entered.
    Approval,
    /// Somebody was put at a post.
    Post,
    /// Cash, chips or plaques came into the house or left it.
    Capital,
    /// A dispute was opened, ruled in, paid or escalated.
    Dispute,
    /// A player won a large amount on one stake.
    Payout,
}

/// Somebody with a part in an event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct EventPerson {
    /// The number of the person.
    pub person: u32,
    /// The name.
    pub handle: Box<str>,
    /// The role.
    pub role: Role,
}

/// A significant event.
#[derive(Serialize, ToSchema)]
pub struct SignificantEvent {
    /// Its place among all entries of the house: the next page continues from it (`before`).
    pub sequence: u64,
    /// When it happened, in milliseconds since 1970.
    pub at: i64,
    /// What it is about.
    pub kind: SignificantKind,
    /// The number of the table; null where it is not about one.
    pub table: Option<u16>,
    /// The name of the table; null where it is not about one.
    pub name: Option<Box<str>>,
    /// Those with a part in it: who caused it first, then who signed it, then whom it is about.
    pub people: Vec<EventPerson>,
    /// The event in one line.
    pub text: String,
}
