//! Why a house rejects a command.

use std::fmt;

use croupier_kit::Overflow;
use croupier_rules::book::Book;
use croupier_rules::house::Breach;
use croupier_rules::law::{self, Cites};
use serde::{Deserialize, Serialize};

use crate::ledger::PostingError;

/// The kind of a rejection, to be read by programs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RejectionCode {
    /// The rules of the game or the regulation of the house do not permit the command.
    Rules,
    /// There is no such person, table, slip or dispute.
    Unknown,
    /// The person may not do this.
    Authority,
    /// The command is not possible in the current state.
    Order,
    /// There is not enough money.
    Funds,
    /// The person is excluded or refused service.
    Service,
    /// It exceeds a limit that the person has set.
    Limit,
    /// A different command was sent with the same key.
    Key,
    /// The command is malformed.
    Malformed,
    /// The table is not at the version, or not in the round, that the command names.
    Stale,
}

/// A command that was not executed. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rejection {
    /// The kind.
    pub code: RejectionCode,
    /// What was found.
    pub found: String,
    /// What is allowed.
    pub allowed: String,
    /// The provisions cited, the decisive one first; empty if the rulebook has none.
    pub cites: Vec<String>,
    /// The duty of a roster that is refused.
    pub duty: Option<RefusedDuty>,
}

/// The duty of a proposed roster that is refused, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RefusedDuty {
    /// Its number in the proposal, from 1.
    pub number: usize,
    /// The time for which it is refused, in milliseconds since 1970.
    pub at: i64,
}

impl Rejection {
    /// A rejection that cites no provision.
    pub fn new(code: RejectionCode, found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self { code, found: found.into(), allowed: allowed.into(), cites: Vec::new(), duty: None }
    }

    /// The named thing does not exist.
    pub fn unknown(what: impl fmt::Display) -> Self {
        Self::new(RejectionCode::Unknown, format!("there is no {what}"), "choose one that exists")
    }

    /// The person may not do this.
    pub fn authority(allowed: impl Into<String>) -> Self {
        Self::new(RejectionCode::Authority, "you may not do this", allowed)
    }

    /// The person may not do this, for this reason.
    pub(crate) fn authority_because(found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self::new(RejectionCode::Authority, found, allowed)
    }

    /// The command is not possible in the current state.
    pub fn order(found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self::new(RejectionCode::Order, found, allowed)
    }

    /// Not enough money for something.
    pub(crate) fn funds(error: &PostingError, allowed: impl Into<String>) -> Self {
        Self::new(RejectionCode::Funds, error.to_string(), allowed)
    }

    /// The same rejection with citations of provisions of a rulebook.
    #[must_use]
    pub fn citing(mut self, cites: Cites, book: &Book) -> Self {
        self.cites = cites.iter().map(|rule| book.citations().text(rule).to_owned()).collect();
        self
    }

    /// The same rejection, of one duty of a roster.
    pub(crate) fn of_duty(mut self, number: usize, at: i64) -> Self {
        self.duty = Some(RefusedDuty { number, at });
        self
    }

    /// A rejection because the rules refuse an act.
    pub fn by_rules(refusal: &law::Refusal, book: &Book) -> Self {
        Self::new(RejectionCode::Rules, refusal.found.clone(), refusal.allowed.clone())
            .citing(refusal.cites, book)
    }

    /// A rejection because the house would be in breach of its rulebook.
    pub fn by_breach(breach: &Breach) -> Self {
        let mut rejection = Self::new(RejectionCode::Rules, breach.found.clone(), breach.allowed.clone());
        rejection.cites.clone_from(&breach.cites);
        rejection
    }
}

/// The door refuses amounts that cannot be counted exactly.
impl From<Overflow> for Rejection {
    fn from(overflow: Overflow) -> Self {
        Self::new(RejectionCode::Malformed, overflow.to_string(), "name a smaller amount")
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.found, self.allowed)?;
        if self.cites.is_empty() { Ok(()) } else { write!(f, " ({})", self.cites.join(", ")) }
    }
}

impl std::error::Error for Rejection {}
