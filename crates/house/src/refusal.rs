//! What a house does not do, and why.

use std::fmt;

use croupier_rules::book::Book;
use croupier_rules::house::Breach;
use croupier_rules::law::{self, Cites};
use serde::{Deserialize, Serialize};

/// What kind of refusal it is, for those who cannot read the words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The rules of the game or the regulation of the house do not permit it.
    Rules,
    /// There is no such person, table, slip or dispute.
    Unknown,
    /// It is not this person's to do.
    Authority,
    /// It is not the moment for it.
    Order,
    /// The money is not there.
    Funds,
    /// The person is excluded or refused service.
    Service,
    /// The person's own limit stands against it.
    Limit,
    /// The key belongs to another command.
    Key,
    /// What was sent makes no sense.
    Malformed,
}

/// A command that was not carried out: nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// What kind.
    pub code: Code,
    /// What was found.
    pub found: String,
    /// What is allowed.
    pub allowed: String,
    /// The provisions it rests on, the deciding one first; none where the book is silent.
    pub cites: Vec<String>,
}

impl Refusal {
    /// A refusal that rests on no provision.
    pub fn new(code: Code, found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self { code, found: found.into(), allowed: allowed.into(), cites: Vec::new() }
    }

    /// There is no such thing.
    pub fn unknown(what: impl fmt::Display) -> Self {
        Self::new(Code::Unknown, format!("there is no {what}"), "name one that is there")
    }

    /// Not this person's to do.
    pub fn authority(allowed: impl Into<String>) -> Self {
        Self::new(Code::Authority, "this is not yours to do", allowed)
    }

    /// Not the moment.
    pub fn order(found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self::new(Code::Order, found, allowed)
    }

    /// The same refusal, resting on these provisions of a book.
    #[must_use]
    pub fn citing(mut self, cites: Cites, book: &Book) -> Self {
        self.cites = cites.iter().map(|rule| book.citations().text(rule).to_owned()).collect();
        self
    }

    /// A refusal of the rules.
    pub fn by_rules(refusal: &law::Refusal, book: &Book) -> Self {
        Self::new(Code::Rules, refusal.found.clone(), refusal.allowed.clone()).citing(refusal.cites, book)
    }

    /// A breach of what a book asks of a house.
    pub fn by_breach(breach: &Breach) -> Self {
        let mut refusal = Self::new(Code::Rules, breach.found.clone(), breach.allowed.clone());
        refusal.cites.clone_from(&breach.cites);
        refusal
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.found, self.allowed)?;
        if self.cites.is_empty() { Ok(()) } else { write!(f, " ({})", self.cites.join(", ")) }
    }
}

impl std::error::Error for Refusal {}
