//! The chain of entries: hashes, order, formats, keys, and what the transactions may move. Nothing of it needs the state
//! of the house.

use croupier_house::event::Event;
use croupier_house::ids::{DAY_MS, HouseId, IdempotencyKey, KEY_DAYS, StreamId, TableId};
use croupier_house::journal::{Entry, Hash, JournalError};
use croupier_house::store::StoredEntry;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::finding::{AuditFinding, FindingKind};

/// An entry as it was read, with what its bytes alone show to be wrong.
pub(crate) struct ReadEntry {
    pub(crate) stream: StreamId,
    pub(crate) version: u64,
    pub(crate) sequence: u64,
    /// The hash that is stored with it.
    stored_hash: Hash,
    pub(crate) entry: Result<Entry, JournalError>,
    /// The first transaction that nothing permits.
    forbidden: Option<String>,
}

impl ReadEntry {
    /// Hashes and decodes a stored entry, and checks each of its transactions.
    pub(crate) fn of(stored: StoredEntry) -> Self {
        let StoredEntry { stream, version, sequence, bytes, hash } = stored;
        let entry = Entry::read(stream, sequence, bytes);
        let forbidden = entry.as_ref().ok().and_then(|entry| {
            entry.body.ledger.iter().find_map(|moved| moved.check().err()).map(|why| why.to_string())
        });
        Self { stream, version, sequence, stored_hash: hash, entry, forbidden }
    }
}

/// The keys of the commands of about two months: older ones can be used again.
#[derive(Default)]
struct UsedKeys {
    since: i64,
    recent: FxHashSet<IdempotencyKey>,
    former: FxHashSet<IdempotencyKey>,
}

impl UsedKeys {
    /// Notes a key, and returns whether it is new.
    fn note(&mut self, key: IdempotencyKey, at: i64) -> bool {
        if at.saturating_sub(self.since) > KEY_DAYS * DAY_MS {
            self.former = std::mem::take(&mut self.recent);
            self.since = at;
        }
        !self.former.contains(&key) && self.recent.insert(key)
    }
}

/// Between the last entry of a copy and the event that names it lie the beginning of a day and a loss that is accepted.
const RECENT: usize = 3;

/// Follows the entries of a house in order.
pub(crate) struct ChainCheck {
    pub(crate) house: HouseId,
    pub(crate) sequence: u64,
    pub(crate) hash: Hash,
    pub(crate) entries: u64,
    journals: FxHashMap<StreamId, (u64, Hash)>,
    /// Whether the last entry was of the first format; `None` before any.
    first_format: Option<bool>,
    at: i64,
    keys: UsedKeys,
    /// The key of the last entry that had one.
    key: Option<(IdempotencyKey, u64, i64)>,
    anchors: FxHashSet<[u8; 32]>,
    /// The last entries with their hashes: a house that is restored names the one that its copy ended with.
    recent: [(u64, Hash); RECENT],
    pub(crate) findings: Vec<AuditFinding>,
}

impl ChainCheck {
    pub(crate) fn new(house: HouseId) -> Self {
        Self {
            house,
            sequence: 0,
            hash: Hash::default(),
            entries: 0,
            journals: FxHashMap::default(),
            first_format: None,
            at: 0,
            keys: UsedKeys::default(),
            key: None,
            anchors: FxHashSet::default(),
            recent: [(0, Hash::default()); RECENT],
            findings: Vec::new(),
        }
    }

    /// Checks the next entries.
    pub(crate) fn follow(&mut self, entries: &[ReadEntry]) {
        for read in entries {
            self.place(read);
            match &read.entry {
                Ok(entry) => self.entry(read, entry),
                Err(why) => {
                    self.find(read, FindingKind::UnreadableEntry, why.to_string(), "an entry of this place");
                    // What follows is compared with the hash that is stored.
                    self.note(read, read.stored_hash);
                }
            }
        }
    }

    fn find(
        &mut self,
        read: &ReadEntry,
        kind: FindingKind,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) {
        let table = read.stream.table.map(|table| table.0);
        let general = AuditFinding::of_house(Some(self.house.0), kind, found, expected);
        self.findings.push(AuditFinding { sequence: Some(read.sequence), table, ..general });
    }

    /// The place of an entry among all entries, and in its journal.
    fn place(&mut self, read: &ReadEntry) {
        let due = self.sequence + 1;
        if read.sequence != due {
            let found = format!("entry {}", read.sequence);
            self.find(read, FindingKind::SequenceGap, found, format!("entry {due}"));
        }
        let (before, _) = self.journals.get(&read.stream).copied().unwrap_or_default();
        if read.version != before + 1 {
            let found = format!("version {}", read.version);
            self.find(read, FindingKind::VersionGap, found, format!("version {}", before + 1));
        }
        if read.stream.house != self.house {
            let found = format!("an entry of house {}", read.stream.house.0);
            self.find(read, FindingKind::SequenceGap, found, format!("one of house {}", self.house.0));
        }
    }

    fn entry(&mut self, read: &ReadEntry, entry: &Entry) {
        let body = &entry.body;
        if entry.hash != read.stored_hash {
            self.find(read, FindingKind::WrongHash, hex(&read.stored_hash), hex(&entry.hash));
        }
        if body.version != read.version {
            let found = format!("it says that it is version {}", body.version);
            self.find(read, FindingKind::VersionGap, found, format!("version {}", read.version));
        }
        self.format(read, entry);
        if body.at < self.at {
            self.find(
                read,
                FindingKind::TimeOrder,
                format!("the time {}", body.at),
                format!("{} or later", self.at),
            );
        }
        if let Some(why) = &read.forbidden {
            self.find(read, FindingKind::ForbiddenMove, why.clone(), "a transaction of a permitted kind");
        }
        if let Some((key, digest)) = body.key {
            self.key(read, key, digest, body.at);
        }
        if let Event::ChainOpened { anchor, .. } = &body.event
            && !self.anchors.insert(*anchor)
        {
            self.find(
                read,
                FindingKind::ReusedChain,
                format!("the anchor {}", hex(anchor)),
                "an anchor of its own",
            );
        }
        self.copied(read, &body.event);
        self.note(read, entry.hash);
    }

    /// The entry that an event names by its place and hash.
    fn copied(&mut self, read: &ReadEntry, event: &Event) {
        let (Event::Restored { sequence, hash, .. } | Event::LossAccepted { found: (sequence, hash), .. }) =
            event
        else {
            return;
        };
        if !self.recent.contains(&(*sequence, *hash)) {
            let found = format!("a copy that ended with entry {sequence} and hash {}", hex(hash));
            let expected = format!("entry {} with hash {}", self.sequence, hex(&self.hash));
            self.find(read, FindingKind::BrokenChain, found, expected);
        }
    }

    /// The hash before an entry, and its format.
    fn format(&mut self, read: &ReadEntry, entry: &Entry) {
        let (is_first, before) = (entry.is_of_first_format(), self.first_format);
        let of_journal = self.journals.get(&read.stream).map(|(_, hash)| *hash).unwrap_or_default();
        let due = if is_first { of_journal } else { self.hash };
        if entry.body.prev != due {
            self.find(read, FindingKind::BrokenChain, hex(&entry.body.prev), hex(&due));
        }
        let raises = matches!(entry.body.event, Event::FormatRaised { .. });
        let (lowered, raised) = (is_first && before == Some(false), !is_first && before == Some(true));
        if lowered || raises != raised {
            let found = if raises { "the format is raised" } else { "an entry of another format" };
            self.find(
                read,
                FindingKind::WrongFormat,
                found,
                "the format is raised once, by an event of its own",
            );
        }
        if let Event::FormatRaised { heads } = &entry.body.event
            && (*heads != self.heads() || read.stream.table.is_some())
        {
            self.find(
                read,
                FindingKind::WrongFormat,
                "other heads are bound",
                "the heads of all journals so far",
            );
        }
    }

    /// The heads of all journals that have entries, in order.
    fn heads(&self) -> Vec<(Option<TableId>, u64, Hash)> {
        let mut heads: Vec<_> =
            self.journals.iter().map(|(stream, (version, hash))| (stream.table, *version, *hash)).collect();
        heads.sort_unstable();
        heads
    }

    /// The entries of a command follow each other, at one time; a key comes back with no other.
    fn key(&mut self, read: &ReadEntry, key: IdempotencyKey, digest: u64, at: i64) {
        if self.key == Some((key, digest, at)) {
            return;
        }
        if !self.keys.note(key, at) {
            let found = format!("the key {:032x} again", key.0);
            self.find(read, FindingKind::ReusedKey, found, "a key of its own for every command");
        }
        self.key = Some((key, digest, at));
    }

    fn note(&mut self, read: &ReadEntry, hash: Hash) {
        self.journals.insert(read.stream, (read.version, hash));
        (self.sequence, self.hash) = (read.sequence, hash);
        self.recent.rotate_right(1);
        self.recent[0] = (read.sequence, hash);
        self.entries += 1;
        if let Ok(entry) = &read.entry {
            self.first_format = Some(entry.is_of_first_format());
            self.at = self.at.max(entry.body.at);
        }
    }
}

/// A hash in hexadecimal.
pub(crate) fn hex(hash: &Hash) -> String {
    blake3::Hash::from_bytes(*hash).to_hex().to_string()
}
