//! How much a dice table can hold.

use crate::book::DeclaredLimit;

/// The limits of dice.
pub(super) const LIMITS: &[DeclaredLimit] = &[LINES, RACES, NEXTS, COMBINATIONS, TIMES];

/// The lines.
pub(super) const LINES: DeclaredLimit = DeclaredLimit::rows("line", "lines");
/// The wagers on a score against seven.
pub(super) const RACES: DeclaredLimit = DeclaredLimit::rows("race", "wagers on a score against seven");
/// The wagers on the next throw.
pub(super) const NEXTS: DeclaredLimit = DeclaredLimit::rows("next", "wagers on the next throw");
/// The wagers on two dice.
pub(super) const COMBINATIONS: DeclaredLimit = DeclaredLimit::rows("combination", "wagers on two named dice");

/// How many times a line bet may be laid behind it.
pub(super) const TIMES: DeclaredLimit = DeclaredLimit {
    of: "times the line bet, behind it",
    key: "times",
    from: 1,
    to: u8::MAX,
    because: "it is stored in a byte",
};
