//! Why some changes of a journal make another lawful journal, so that no audit of the journal alone can find them.

use crate::fault::{FaultGroup, FaultKind};

/// A change after which a journal may be lawful.
pub struct LawfulChange {
    /// What is changed: the group of the fault.
    pub group: FaultGroup,
    /// The field, or the kind of event.
    pub of: &'static str,
    /// Why it is lawful.
    pub why: &'static str,
}

const fn row(group: FaultGroup, of: &'static str, why: &'static str) -> LawfulChange {
    LawfulChange { group, of, why }
}

const KEY: &str = "the client chooses the key of a command: any that was not used is as good";

/// Every change that may be lawful. A test holds each row against what is planted: one that names no field, or that
/// nothing needs, fails it.
pub static LAWFUL: &[LawfulChange] = &[
    row(FaultGroup::Entry, "salt", "the salt is random: any other would have been as good"),
    row(FaultGroup::Entry, "key", KEY),
];

/// Why a fault of this kind may be lawful.
pub(crate) fn reason(kind: &FaultKind) -> Option<&'static str> {
    let fits = |row: &&LawfulChange| row.group == kind.group && row.of == kind.of;
    LAWFUL.iter().find(fits).map(|row| row.why)
}
