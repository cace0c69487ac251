//! Sealing: the entries of a copy as the house itself would have written them.

use std::collections::BTreeMap;

use croupier_house::event::Event;
use croupier_house::ids::StreamId;
use croupier_house::journal::{Entry, Hash};
use croupier_house::store::StoredEntry;

use crate::fault::PlantedFault;
use crate::good::{Draft, GoodJournal};
use crate::stored::stored;

/// Whether a copy is sealed again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sealing {
    /// Sequence, versions and hashes are made again, as by somebody who has every key of the house.
    Sealed,
    /// Only the bytes are changed, as by somebody who can write to the database.
    Bare,
}

/// A copy of a journal with one fault. `None` if an entry with it cannot be written at all.
pub fn planted(good: &GoodJournal, fault: &PlantedFault, sealing: Sealing) -> Option<Vec<StoredEntry>> {
    match sealing {
        Sealing::Sealed => sealed(good, fault),
        Sealing::Bare => bare(good, fault),
    }
}

/// The entries of the copy: those that stay, by their place.
fn parts(good: &GoodJournal, fault: &PlantedFault) -> Vec<Result<usize, Draft>> {
    let (mut parts, mut next) = (Vec::with_capacity(good.entries.len() + 2), 0);
    for splice in &fault.splices {
        parts.extend((next..splice.at).map(Ok));
        parts.extend(splice.put.iter().cloned().map(Err));
        next = splice.at + splice.out;
    }
    parts.extend((next..good.entries.len()).map(Ok));
    parts
}

fn sealed(good: &GoodJournal, fault: &PlantedFault) -> Option<Vec<StoredEntry>> {
    let (mut last, mut versions) = (Hash::default(), BTreeMap::<StreamId, u64>::new());
    let mut renamed = BTreeMap::new();
    let mut copy = Vec::with_capacity(good.entries.len() + 2);
    for (sequence, part) in (1..).zip(parts(good, fault)) {
        let stream = part.as_ref().map_or_else(|(stream, _)| *stream, |place| good.entries[*place].stream);
        let version = versions.entry(stream).or_default();
        *version += 1;
        let before = part.as_ref().ok().map(|place| &good.entries[*place]);
        let named = before.map(|before| (before.body.sequence, before.hash));
        let entry = match part {
            Ok(place)
                if good.entries[place].body.prev == last && good.entries[place].body.sequence == sequence =>
            {
                stored(&good.entries[place])
            }
            part => {
                let mut body = part.map_or_else(|(_, body)| body, |place| good.entries[place].body.clone());
                rename(&mut body.event, &renamed);
                (body.sequence, body.version, body.prev) = (sequence, *version, last);
                stored(&Entry::write(stream, body).ok()?)
            }
        };
        last = entry.hash;
        renamed.extend(named.map(|named| (named, (sequence, last))));
        copy.push(entry);
    }
    Some(copy)
}

/// The place and hash of an entry, before and after sealing.
type Renamed = BTreeMap<(u64, Hash), (u64, Hash)>;

/// What names an entry by its place and hash names the one that stands for it now.
fn rename(event: &mut Event, renamed: &Renamed) {
    let (sequence, hash) = match event {
        Event::Restored { sequence, hash, .. } => (sequence, hash),
        Event::LossAccepted { found: (sequence, hash), .. } => (sequence, hash),
        _ => return,
    };
    if let Some(now) = renamed.get(&(*sequence, *hash)) {
        (*sequence, *hash) = *now;
    }
}

fn bare(good: &GoodJournal, fault: &PlantedFault) -> Option<Vec<StoredEntry>> {
    let mut copy = Vec::with_capacity(good.entries.len() + 2);
    for part in parts(good, fault) {
        copy.push(match part {
            Ok(place) => stored(&good.entries[place]),
            Err((stream, body)) => {
                let sequence = body.sequence;
                let entry = stored(&Entry::write(stream, body).ok()?);
                // The hash that is stored beside it is that of the entry that was there.
                let known = good.entries.iter().find(|known| known.body.sequence == sequence);
                StoredEntry { hash: known.map_or(entry.hash, |known| known.hash), ..entry }
            }
        });
    }
    Some(copy)
}
