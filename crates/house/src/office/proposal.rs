//! Matters of the office that two people from different posts decide: one proposes, the other authorises.

use std::collections::BTreeMap;

use croupier_kit::Money;
use serde::{Deserialize, Serialize};

use super::approval::ApprovalDraft;
use super::role::{Role, TablePost};
use super::roster::Duty;
use crate::ids::{DAY_MS, PersonId, TableId};
use crate::ledger::Unit;

/// The maximum number of open proposals of a house.
pub const OFFICE_PROPOSALS_MAX: usize = 32;
/// How long a proposal can be authorised, in milliseconds.
pub const OFFICE_PROPOSAL_LASTS: i64 = 7 * DAY_MS;

/// A matter of the office that needs two people. New variants go at the end: their index is in the bytes of the journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OfficeAction {
    /// Adopt a house file.
    AdoptHouseFile {
        /// The file, in TOML.
        file: Box<str>,
    },
    /// Make somebody staff, or a regulator.
    Enrol {
        /// The name in records.
        handle: Box<str>,
        /// The role.
        role: Role,
        /// The name in the house file.
        staff: Option<Box<str>>,
    },
    /// Enter an approval of the authority into the register.
    Approve(ApprovalDraft),
    /// Assign a post at a table, or leave it vacant.
    Assign {
        /// The table.
        table: TableId,
        /// The post.
        post: TablePost,
        /// The person who gets the post; `None` leaves it vacant.
        person: Option<PersonId>,
    },
    /// The licence holder puts cash into the cage, or takes it out if the amount is negative.
    Capital {
        /// The amount.
        cash: Money,
    },
    /// Chips or plaques arrive in the cage from their maker, or are returned if the amount is negative.
    Issue {
        /// Chips or plaques.
        unit: Unit,
        /// The amount.
        amount: Money,
    },
    /// Reset the password of a member of the staff.
    ResetPassword {
        /// The person.
        person: PersonId,
    },
    /// Play by another edition of a rulebook, each table from its next opening on.
    AdoptEdition {
        /// The id of the book.
        rulebook: Box<str>,
        /// The digest of the edition: one that the program has, or that the house has played by.
        digest: [u8; 32],
    },
    /// Answer a dispute with a ruling that pays: the cage pays the player.
    Ruling {
        /// The number of the dispute.
        dispute: u32,
        /// The ruling.
        ruling: Box<str>,
        /// The amount that the player is paid, in chips.
        amount: Money,
    },
    /// Adopt a roster: it replaces every duty that begins in this time.
    Roster {
        /// Its beginning, in milliseconds since 1970.
        from: i64,
        /// Its end.
        to: i64,
        /// The duties.
        duties: Vec<Duty>,
    },
    /// Play by an edition that neither the program nor the journal has, each table from its next opening on.
    AdoptText {
        /// The id of the book.
        rulebook: Box<str>,
        /// The text of the edition.
        text: Box<str>,
    },
}

/// A proposal that is not authorised yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OfficeProposal {
    /// Who made it.
    pub by: PersonId,
    /// When it was made, in milliseconds since 1970.
    pub at: i64,
    /// The matter.
    pub action: OfficeAction,
}

impl OfficeProposal {
    /// When it expires.
    pub const fn expires(&self) -> i64 {
        self.at.saturating_add(OFFICE_PROPOSAL_LASTS)
    }

    /// Whether it can be authorised at a time.
    pub const fn is_open(&self, at: i64) -> bool {
        at < self.expires()
    }
}

/// The proposals to the office, by number.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OfficeProposals {
    /// The number of proposals made so far.
    pub made: u32,
    /// Those that are not authorised yet. Expired ones are dropped when the next is made.
    pub open: BTreeMap<u32, OfficeProposal>,
}

impl OfficeProposals {
    /// Those that can be authorised at a time.
    pub fn open_at(&self, at: i64) -> impl Iterator<Item = (u32, &OfficeProposal)> {
        self.open
            .iter()
            .filter(move |(_, proposal)| proposal.is_open(at))
            .map(|(number, proposal)| (*number, proposal))
    }

    pub(crate) fn put(&mut self, number: u32, proposal: OfficeProposal) {
        self.open.retain(|_, known| known.is_open(proposal.at));
        self.made = number;
        self.open.insert(number, proposal);
    }
}
