//! A clause of the standard, and what the program has to say to it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Whether a clause is met.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClauseState {
    /// It is met.
    Met,
    /// Some of it is met, and the sentence says what is not.
    Partly,
    /// It is not met.
    NotMet,
    /// It asks for a procedure of the operator.
    Operator,
    /// It is about something that this house does not have.
    Outside,
}

impl ClauseState {
    /// All of them, in the order of the tables.
    pub const ALL: [Self; 5] = [Self::Met, Self::Partly, Self::NotMet, Self::Operator, Self::Outside];

    /// The state in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::Partly => "partly",
            Self::NotMet => "not met",
            Self::Operator => "the operator's",
            Self::Outside => "does not concern us",
        }
    }

    /// What the state means.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Met => "the program does what the clause asks, and the row names what shows it",
            Self::Partly => "the program does some of it; the sentence says what is missing",
            Self::NotMet => "the program does not do it",
            Self::Operator => {
                "it is a procedure of whoever runs the house; the sentence says what the program gives for it"
            }
            Self::Outside => "it is about something that this house does not have, such as jackpots",
        }
    }
}

impl fmt::Display for ClauseState {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self.words())
    }
}

/// A clause of the standard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// Its number; that of the heading where the standard's own numbering is finer.
    pub number: String,
    /// What it asks, in our own words.
    pub asks: String,
    /// Whether it is met.
    pub state: ClauseState,
    /// How it is met, or what is missing.
    pub says: String,
    /// The sections of documents where it is described: `serve.md#bounds`.
    #[serde(default)]
    pub documents: Vec<String>,
    /// The operations of the API that give it: `GET /houses/{h}/figures`.
    #[serde(default)]
    pub operations: Vec<String>,
    /// The commands that give it.
    #[serde(default)]
    pub commands: Vec<String>,
    /// The tests that show it, as `CRATE/FILE::NAME`.
    #[serde(default)]
    pub tests: Vec<String>,
    /// The targets of the Makefile that show it.
    #[serde(default)]
    pub targets: Vec<String>,
    /// The files of the pack that show it.
    #[serde(default)]
    pub artefacts: Vec<String>,
}

/// A chapter or an appendix of the standard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClauseChapter {
    /// Its number or letter.
    pub number: String,
    /// What it is about.
    pub title: String,
    /// Its clauses, in order.
    #[serde(rename = "clause")]
    pub clauses: Vec<Clause>,
}

impl ClauseChapter {
    /// How many clauses have a state.
    pub fn count(&self, state: ClauseState) -> usize {
        self.clauses.iter().filter(|clause| clause.state == state).count()
    }
}
