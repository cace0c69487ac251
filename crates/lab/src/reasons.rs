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

const SEALED: &str =
    "the secret is sealed under the house key, which an audit does not have; the revealed seed is compared";
const WORDS: &str = "words of a person: nothing else in a journal says what was said";
const ASKED: &str = "nobody has confirmed it yet: a player may ask for anything that is there";
const PROPOSED: &str = "nobody has authorised it yet: whoever may propose may propose this too";
const READING: &str =
    "a reading waits for the dealer, who may overrule it: only what was confirmed is played";
const CHOSEN: &str = "a person chose it: the house would have accepted this too, and what follows in the journal follows from it";
const SEEN: &str = "what the dealer saw and entered: with this too, all stakes come to what they were paid";
const NOTED: &str = "the house notes it as it is, and nothing follows from it";
const WHOLE: &str = "whole commands, on which nothing depends that follows: a journal without them, with one more, or in this \
                     order is that of another evening, and a signed checkpoint shows which was";

/// Every change that may be lawful. One whose `of` ends with a star is for every field below. A test holds each row
/// against the fields of the events.
pub static LAWFUL: &[LawfulChange] = &[
    row(FaultGroup::Entry, "salt", "the salt is random: any other would have been as good"),
    row(
        FaultGroup::Entry,
        "key",
        "the client chooses the key of a command: any that was not used is as good",
    ),
    row(
        FaultGroup::Entry,
        "digest",
        "the digest says in which words the client sent the command, which the journal does not have",
    ),
    row(
        FaultGroup::Entry,
        "at",
        "between the entries before and after it, only the entry itself says when it was; checkpoints are dated",
    ),
    row(FaultGroup::Entry, "by", "somebody else with the same authority may do it too"),
    row(FaultGroup::Entry, "journal", "it may be done at that table too, and nothing follows from it"),
    row(FaultGroup::Field, "committed.sealed", SEALED),
    row(FaultGroup::Field, "chain-opened.sealed", SEALED),
    row(
        FaultGroup::Field,
        "chain-opened.anchor",
        "no link of the chain is revealed yet: the anchor is compared with the first",
    ),
    row(
        FaultGroup::Deleted,
        "chain-opened",
        "a house without a key deals without a chain, and nothing was dealt from this one",
    ),
    row(
        FaultGroup::Field,
        "proposed*",
        "the note of a count is words, and what nobody has authorised yet may be anything that can be proposed",
    ),
    row(FaultGroup::Field, "round-began.build", "another build of the program may have dealt the round"),
    row(
        FaultGroup::Field,
        "enrolled.handle",
        "a person may have any name that is free; an act in another name is found",
    ),
    row(
        FaultGroup::Field,
        "house-file-adopted.file",
        "the house may adopt any file that its books permit; what is played is judged by it",
    ),
    row(
        FaultGroup::Field,
        "slip-requested.chips[]",
        "the same amount in other pieces: what moves is compared by its amount",
    ),
    row(FaultGroup::Field, "dispute-opened.about", WORDS),
    row(FaultGroup::Field, "inspector-called*", WORDS),
    row(FaultGroup::Field, "reader-added.name", WORDS),
    row(FaultGroup::Field, "outcome-read*", READING),
    row(FaultGroup::Field, "office-proposed.action*", PROPOSED),
    row(FaultGroup::Field, "slip-requested*", ASKED),
    row(FaultGroup::Field, "exchange-requested*", ASKED),
    row(FaultGroup::Field, "chips-requested*", ASKED),
    row(FaultGroup::Field, "exchange-withdrawn.number", CHOSEN),
    row(FaultGroup::Field, "chips-cancelled*", CHOSEN),
    row(FaultGroup::Field, "chips-laid-out.number", CHOSEN),
    row(FaultGroup::Field, "slip-stepped*", CHOSEN),
    row(FaultGroup::Field, "limit-set*", CHOSEN),
    row(FaultGroup::Field, "excluded*", CHOSEN),
    row(FaultGroup::Field, "service-refused*", CHOSEN),
    row(FaultGroup::Field, "service-resumed*", CHOSEN),
    row(FaultGroup::Field, "left*", CHOSEN),
    row(FaultGroup::Field, "went-away*", CHOSEN),
    row(FaultGroup::Field, "came-back*", CHOSEN),
    row(FaultGroup::Field, "readied*", CHOSEN),
    row(FaultGroup::Field, "dispute-answered.ruling", WORDS),
    row(FaultGroup::Field, "manager-recovered.reason", WORDS),
    row(FaultGroup::Field, "document-noted*", NOTED),
    row(FaultGroup::Deleted, "document-noted", NOTED),
    row(FaultGroup::Field, "owner-noted*", NOTED),
    row(FaultGroup::Field, "command-refused*", NOTED),
    row(
        FaultGroup::Field,
        "acted.lines",
        "what fell last, before its seed is revealed: it is compared when the seed is; or another bet or decision, with which all \
         stakes come to what they were paid",
    ),
    row(FaultGroup::Field, "acted*", CHOSEN),
    row(FaultGroup::Field, "entered*", SEEN),
    row(FaultGroup::Field, "declared*", SEEN),
    row(FaultGroup::Field, "revealed.lines", SEEN),
    row(FaultGroup::Field, "breached.lines", SEEN),
    row(
        FaultGroup::Field,
        "seed-given*",
        "a player may give any seed: nothing was dealt from this one, and a seed that something is dealt from is compared",
    ),
    row(
        FaultGroup::Field,
        "committed.commitment",
        "its seed is not revealed: a commitment is compared when its seed is",
    ),
    row(
        FaultGroup::Deleted,
        "cash-played",
        "the player had as many chips: without it he has bet those, and his cash stays with him",
    ),
    row(
        FaultGroup::Exchanged,
        "acted",
        "two acts at one time, of which neither depends on the other: the house would have done them in this order too",
    ),
    row(FaultGroup::Named, "default-as-a-decision", CHOSEN),
    row(FaultGroup::Named, "decision-left-out", WHOLE),
    row(FaultGroup::Named, "no-more-bets-left-out", WHOLE),
];

/// Why a fault of this kind may be lawful. Whole commands may be absent, doubled or exchanged where nothing depends on
/// them.
pub(crate) fn reason(kind: &FaultKind, is_whole: bool) -> Option<&'static str> {
    let of_order = matches!(kind.group, FaultGroup::Deleted | FaultGroup::Doubled | FaultGroup::Exchanged);
    if of_order && is_whole {
        return Some(WHOLE);
    }
    let fits = |row: &&LawfulChange| {
        row.group == kind.group
            && match row.of.strip_suffix('*') {
                Some(above) => kind.of.starts_with(above),
                None => kind.of == row.of,
            }
    };
    LAWFUL.iter().find(fits).map(|row| row.why)
}
