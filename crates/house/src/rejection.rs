//! Why a house rejects a command.

use std::fmt;

use croupier_rules::book::Book;
use croupier_rules::house::Breach;
use croupier_rules::law::{self, Cites};
use serde::{Deserialize, Serialize};

use crate::ledger::PostingError;

/// The kind of a rejection, for programs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RejectionCode {
    /// The rules of the game or the regulation of the house do not permit it.
    Rules,
    /// There is no such person, table, slip or dispute.
    Unknown,
    /// The person may not do this.
    Authority,
    /// The command does not fit the present state.
    Order,
    /// There is not enough money.
    Funds,
    /// The person is excluded or refused service.
    Service,
    /// It exceeds a limit that the person has set.
    Limit,
    /// Another command was sent with the same key.
    Key,
    /// The command is malformed.
    Malformed,
}

/// A command that was not carried out. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rejection {
    /// The kind.
    pub code: RejectionCode,
    /// What was found.
    pub found: String,
    /// What is allowed.
    pub allowed: String,
    /// The provisions it cites, the deciding one first; empty when the book has none.
    pub cites: Vec<String>,
}

impl Rejection {
    /// A rejection that cites no provision.
    pub fn new(code: RejectionCode, found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self { code, found: found.into(), allowed: allowed.into(), cites: Vec::new() }
    }

    /// There is no such thing.
    pub fn unknown(what: impl fmt::Display) -> Self {
        Self::new(RejectionCode::Unknown, format!("there is no {what}"), "choose one that exists")
    }

    /// The person may not do this.
    pub fn authority(allowed: impl Into<String>) -> Self {
        Self::new(RejectionCode::Authority, "you may not do this", allowed)
    }

    /// The command does not fit the present state.
    pub fn order(found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self::new(RejectionCode::Order, found, allowed)
    }

    /// Not enough money for something.
    pub(crate) fn funds(error: &PostingError, allowed: impl Into<String>) -> Self {
        Self::new(RejectionCode::Funds, error.to_string(), allowed)
    }

    /// The same rejection, citing these provisions of a book.
    #[must_use]
    pub fn citing(mut self, cites: Cites, book: &Book) -> Self {
        self.cites = cites.iter().map(|rule| book.citations().text(rule).to_owned()).collect();
        self
    }

    /// A rejection because the rules refuse an act.
    pub fn by_rules(refusal: &law::Refusal, book: &Book) -> Self {
        Self::new(RejectionCode::Rules, refusal.found.clone(), refusal.allowed.clone())
            .citing(refusal.cites, book)
    }

    /// A rejection because the house would be in breach of its book.
    pub fn by_breach(breach: &Breach) -> Self {
        let mut rejection = Self::new(RejectionCode::Rules, breach.found.clone(), breach.allowed.clone());
        rejection.cites.clone_from(&breach.cites);
        rejection
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.found, self.allowed)?;
        if self.cites.is_empty() { Ok(()) } else { write!(f, " ({})", self.cites.join(", ")) }
    }
}

impl std::error::Error for Rejection {}
