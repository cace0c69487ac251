//! The documents that the clauses name. They are in the pack, so that a laboratory needs nothing else.

/// A document of the project.
#[derive(Clone, Copy, Debug)]
pub struct EvidenceDocument {
    /// The name of its file in `docs`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! documents {
    ($($name:literal)*) => {
        &[$(EvidenceDocument { name: $name, text: include_str!(concat!("../../../docs/", $name)) }),*]
    };
}

static DOCUMENTS: &[EvidenceDocument] = documents![
    "api.md" "audit.md" "configuration.md" "exports.md" "fairness.md" "figures.md" "house.md" "judging.md" "logs.md"
    "nodes.md" "notation.md" "opening-night.md" "operations.md" "pages.md" "play.md" "prices.md" "print.md" "proof.md"
    "randomness.md" "readers.md" "rulebooks.md" "security.md" "serve.md" "signs.md" "transparency.md"
];

/// Every document that a clause names, and no other: a test compares them.
pub const fn documents() -> &'static [EvidenceDocument] {
    DOCUMENTS
}

/// The text of a document.
///
/// # Panics
/// If it is none of them.
pub(crate) fn document(name: &str) -> &'static str {
    let found = DOCUMENTS.iter().find(|document| document.name == name);
    found.unwrap_or_else(|| panic!("{name} is no document of the pack")).text
}
