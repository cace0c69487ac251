//! What comes before or after the events of a command and belongs to it: the chain and the commitment of a round. And the keys of
//! commands: the entries of one follow each other, so that a key that begins another command is used twice.

use croupier_house::ids::{Actor, IdempotencyKey};
use croupier_house::journal::Entry;

use crate::fair_check::Wrong;
use crate::finding::FindingKind;

/// The key of a command, and the digest of what it says.
type CommandKey = Option<(IdempotencyKey, u64)>;

/// Who gave a command, when, and with which key.
pub(crate) type CommandOrigin = (i64, Actor, CommandKey);

/// The commitments that wait for their command.
#[derive(Default)]
pub(crate) struct Prelude {
    /// Their places among the entries.
    places: Vec<usize>,
    /// The key of the last command that had one.
    key: CommandKey,
}

impl Prelude {
    /// Notes a commitment, unless it is the end of the command before it: a table that opens opens its chain.
    pub(crate) fn note(&mut self, entries: &[&Entry], place: usize) {
        let entry = entries[place];
        let before = place.checked_sub(1).map(|before| entries[before]);
        if before.is_none_or(|before| compare(entry, Some(before)).is_some()) {
            self.places.push(place);
        }
    }

    /// Nothing is known of the command that comes.
    pub(crate) fn forget(&mut self) {
        self.places.clear();
    }

    /// Whether a command begins with the key of the one before it.
    pub(crate) fn is_repeated(&mut self, key: CommandKey) -> bool {
        key.is_some() && std::mem::replace(&mut self.key, key) == key
    }

    /// What is wrong with the commitments that have waited, when a command begins at this place or nothing follows.
    pub(crate) fn end<'e>(&mut self, entries: &[&'e Entry], place: Option<usize>) -> Vec<(&'e Entry, Wrong)> {
        let next = place.map(|place| entries[place]);
        let places = std::mem::take(&mut self.places).into_iter();
        places.filter_map(|before| Some((entries[before], compare(entries[before], next)?))).collect()
    }
}

fn compare(entry: &Entry, next: Option<&Entry>) -> Option<Wrong> {
    let alone = (
        FindingKind::NoCommand,
        "a commitment that no round follows".to_owned(),
        "the round that it is for, at once".to_owned(),
    );
    let Some(next) = next.filter(|next| next.stream == entry.stream && next.body.at == entry.body.at) else {
        return Some(alone);
    };
    let (own, due) = (&entry.body, &next.body);
    if own.by != due.by {
        return Some((FindingKind::WrongActor, format!("{:?}", own.by), format!("{:?}", due.by)));
    }
    (own.key != due.key).then(|| (FindingKind::WrongKey, format!("{:?}", own.key), format!("{:?}", due.key)))
}
