//! An edition of a rulebook that a house could adopt: what is wrong with it, and what it changes.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::office::{BreachView, EdgeChange, FileFault, digest};

/// An edition that is looked at, selected by `kind`.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum EditionQuestion {
    /// A text that the house would adopt.
    Text {
        /// The text, in TOML.
        text: String,
    },
    /// An edition that the server has, or that the house has stored.
    Known {
        /// The id of the rulebook.
        rulebook: String,
        /// The BLAKE3 digest of the edition, in hexadecimal.
        #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
        #[serde(deserialize_with = "digest")]
        digest: [u8; 32],
    },
    /// The edition that a proposal would adopt.
    Proposed {
        /// The number of the proposal.
        proposal: u32,
    },
}

/// What is wrong with an edition, and what it changes against the adopted one.
#[derive(Default, Serialize, ToSchema)]
pub struct EditionCheck {
    /// The id of the rulebook; null where the text cannot be read.
    pub rulebook: Option<String>,
    /// The name of the regulation; null where the text cannot be read.
    pub title: Option<String>,
    /// The BLAKE3 digest of the edition, in hexadecimal.
    pub digest: String,
    /// Why the edition cannot be adopted, each with its place in the text. Where the text cannot be read or is of another house, the rest is
    /// empty.
    pub faults: Vec<FileFault>,
    /// Why the house file in force does not fit the edition; null where it does.
    pub unfit: Option<String>,
    /// The text of the adopted edition.
    pub before: String,
    /// The text of this edition.
    pub after: String,
    /// What would be in breach of this edition today.
    pub breaches: Vec<BreachView>,
    /// The edge of each wager that changes.
    pub edges: Vec<EdgeChange>,
    /// The names of tables that were not priced, because too many change or their rules have no price.
    pub unpriced: Vec<String>,
}
