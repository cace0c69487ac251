//! The full check of a house: every entry, and everything that must follow from the entries.

use std::path::Path;
use std::time::Duration;

use croupier_house::ids::{DAY_MS, HouseId, IdempotencyKey, KEY_DAYS, StreamId};
use croupier_house::journal::{Entry, Hash};
use croupier_house::store::{HouseHead, StoreError, StoredEntry, changes_of};
use rusqlite::{Connection, TransactionBehavior};
use rustc_hash::FxHashMap;

use crate::error::failed;
use crate::heads::HeadFile;
use crate::journal_rows::{
    Wanted, balances_of, hash_at, head_of, key_of, last_entry, select_entries, versions_of,
};
use crate::pool::open_reader;
use crate::row_id::row_id;
use crate::schema::JOURNAL_FILE;

/// The maximum number of findings that are listed.
pub const FINDINGS_MAX: usize = 100;
const PAGE: usize = 1024;

/// The part of the store that is wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum JournalPart {
    /// An entry: it cannot be made again. Restore a backup.
    Entries,
    /// The head of a house in the database.
    Head,
    /// The versions of its journals.
    Versions,
    /// The keys of its commands.
    Keys,
    /// Its balances.
    Balances,
    /// The head file: acknowledged entries are missing, or the file is.
    HeadFile,
}

impl JournalPart {
    /// Whether it follows from the entries, so that [`crate::Repair`] can make it again.
    pub const fn can_be_rebuilt(self) -> bool {
        matches!(self, Self::Head | Self::Versions | Self::Keys | Self::Balances)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Entries => "entries",
            Self::Head => "head",
            Self::Versions => "versions",
            Self::Keys => "keys",
            Self::Balances => "balances",
            Self::HeadFile => "head file",
        }
    }
}

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The part.
    pub part: JournalPart,
    /// What is wrong with it, in words.
    pub text: String,
}

/// The result of checking a house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HouseCheck {
    /// The house.
    pub house: HouseId,
    /// The number of entries that were read.
    pub entries: u64,
    /// The last of them.
    pub head: HouseHead,
    /// What is wrong, at most [`FINDINGS_MAX`] things.
    pub findings: Vec<Finding>,
    /// The number of findings that are not listed.
    pub left_out: u64,
}

/// Checks a house in a data folder: the hash, order and content of every entry, and head, versions, keys, balances and
/// head file against the entries. Nothing is changed, and the house may be open meanwhile. `now` is the time in
/// milliseconds since 1970: keys of older commands need not be there any more.
///
/// # Errors
/// When the database cannot be read.
pub fn verify(folder: &Path, house: HouseId, now: i64) -> Result<HouseCheck, StoreError> {
    // The head file first: it is never ahead of what is read after it.
    let file = HeadFile::open(folder);
    let mut connection = open_reader(&folder.join(JOURNAL_FILE), Duration::from_secs(5))?;
    let picture = connection.transaction_with_behavior(TransactionBehavior::Deferred).map_err(failed)?;
    let mut check = Check::new(&picture, house, now);
    check.entries()?;
    check.head()?;
    check.versions()?;
    check.keys()?;
    check.balances()?;
    check.head_file(file)?;
    Ok(check.found)
}

/// A command as far as its entries have been read.
struct KeyedCommand {
    key: IdempotencyKey,
    digest: u64,
    stream: StreamId,
    from: u64,
    to: u64,
    at: i64,
    /// The sequence of its last entry.
    sequence: u64,
}

struct Check<'c> {
    at: &'c Connection,
    now: i64,
    found: HouseCheck,
    streams: FxHashMap<StreamId, (u64, Hash)>,
    balances: FxHashMap<i64, i64>,
    command: Option<KeyedCommand>,
    keys_matched: u64,
}

impl<'c> Check<'c> {
    fn new(at: &'c Connection, house: HouseId, now: i64) -> Self {
        let (head, findings) = (HouseHead::default(), Vec::new());
        Self {
            at,
            now,
            found: HouseCheck { house, entries: 0, head, findings, left_out: 0 },
            streams: FxHashMap::default(),
            balances: FxHashMap::default(),
            command: None,
            keys_matched: 0,
        }
    }

    fn find(&mut self, part: JournalPart, text: String) {
        if self.found.findings.len() < FINDINGS_MAX {
            self.found.findings.push(Finding { part, text });
        } else {
            self.found.left_out += 1;
        }
    }

    fn entries(&mut self) -> Result<(), StoreError> {
        let house = self.found.house;
        let mut from = 0;
        loop {
            let wanted = Wanted { house, from, to: u64::MAX, journal: None, most: PAGE };
            let page = select_entries(self.at, &wanted)?;
            let Some(last) = page.last() else { break };
            from = last.sequence + 1;
            for stored in page {
                self.entry(stored)?;
            }
        }
        self.end_command()
    }

    fn entry(&mut self, stored: StoredEntry) -> Result<(), StoreError> {
        let StoredEntry { stream, version, sequence, bytes, hash } = stored;
        let wrong = |check: &mut Self, why: &str| {
            check.find(JournalPart::Entries, format!("entry {sequence}: {why}"));
        };
        let due = self.found.head.sequence + 1;
        if sequence != due {
            wrong(self, &format!("entry {due} was expected"));
        }
        if *blake3::hash(&bytes).as_bytes() != hash {
            wrong(self, "its bytes do not have its hash");
        }
        let (before, stream_hash) = self.streams.get(&stream).copied().unwrap_or_default();
        if version != before + 1 {
            wrong(self, &format!("version {} of its journal was expected, but it is {version}", before + 1));
        }
        // Format 1 chains each journal, later formats the whole house. The hash follows the format's byte.
        let due_before = if bytes.first() == Some(&1) { stream_hash } else { self.found.head.hash };
        if bytes.get(1..33) != Some(&due_before[..]) {
            wrong(self, "it does not follow from the one before it");
        }
        self.streams.insert(stream, (version, hash));
        self.found.head = HouseHead { sequence, hash };
        self.found.entries += 1;
        match Entry::read(stream, sequence, bytes) {
            Err(error) => wrong(self, &error.to_string()),
            Ok(entry) => {
                if entry.body.version != version {
                    wrong(self, &format!("it says that it is version {}", entry.body.version));
                }
                self.add_balances(&entry, sequence);
                self.add_key(&entry, sequence)?;
            }
        }
        Ok(())
    }

    fn add_balances(&mut self, entry: &Entry, sequence: u64) {
        for change in changes_of(entry) {
            let balance = self.balances.entry(change.account.number()).or_default();
            match balance.checked_add(change.by) {
                Some(after) => *balance = after,
                None => {
                    let number = change.account.number();
                    self.find(
                        JournalPart::Entries,
                        format!("entry {sequence}: account {number} becomes too large"),
                    );
                }
            }
        }
    }

    /// Entries of one command follow each other and have the same key.
    fn add_key(&mut self, entry: &Entry, sequence: u64) -> Result<(), StoreError> {
        let body = &entry.body;
        let Some((key, digest)) = body.key else { return self.end_command() };
        if let Some(command) = self.command.as_mut().filter(|command| command.key == key) {
            (command.to, command.sequence) = (body.version, sequence);
            return Ok(());
        }
        self.end_command()?;
        let (stream, version) = (entry.stream, body.version);
        let (from, to, at) = (version, version, body.at);
        self.command = Some(KeyedCommand { key, digest, stream, from, to, at, sequence });
        Ok(())
    }

    /// Compares the key of the last command with its row.
    fn end_command(&mut self) -> Result<(), StoreError> {
        let Some(command) = self.command.take() else { return Ok(()) };
        let row = key_of(self.at, command.key)?;
        let recent = self.now.saturating_sub(command.at) <= KEY_DAYS * DAY_MS;
        match row {
            None if recent => self.find(
                JournalPart::Keys,
                format!("the key of the command at entry {} is missing", command.sequence),
            ),
            None => {}
            Some(row) => {
                self.keys_matched += 1;
                let named = (row.digest, row.range.stream, row.range.from, row.range.to);
                let same = named == (command.digest, command.stream, command.from, command.to);
                if !same || ![0, command.sequence].contains(&row.range.sequence) {
                    let text = format!(
                        "the key of the command at entry {} names other entries or another command",
                        command.sequence
                    );
                    self.find(JournalPart::Keys, text);
                }
            }
        }
        Ok(())
    }

    fn head(&mut self) -> Result<(), StoreError> {
        let stored = head_of(self.at, self.found.house)?;
        if stored.unwrap_or_default() != self.found.head {
            let text = format!(
                "the head says entry {}, but the last entry is {}, or has another hash",
                stored.unwrap_or_default().sequence,
                self.found.head.sequence
            );
            self.find(JournalPart::Head, text);
        }
        Ok(())
    }

    fn versions(&mut self) -> Result<(), StoreError> {
        let stored: FxHashMap<StreamId, u64> = versions_of(self.at, self.found.house)?.into_iter().collect();
        let mut due: Vec<(StreamId, u64)> =
            self.streams.iter().map(|(stream, (version, _))| (*stream, *version)).collect();
        due.extend(
            stored.keys().filter(|stream| !self.streams.contains_key(stream)).map(|stream| (*stream, 0)),
        );
        due.sort_unstable();
        for (stream, version) in due {
            let found = stored.get(&stream).copied().unwrap_or(0);
            if found != version {
                let name = stream.table.map_or_else(
                    || "the house's own journal".to_owned(),
                    |table| format!("the journal of table {}", table.0),
                );
                let text = format!("{name} is said to have version {found}, but it has {version}");
                self.find(JournalPart::Versions, text);
            }
        }
        Ok(())
    }

    /// Every row of a key must belong to a command that names it: there are no more rows than were matched.
    fn keys(&mut self) -> Result<(), StoreError> {
        let sql = "select count(*) from keys where stream >> 16 = ?";
        let rows: i64 = self.at.query_row(sql, [self.found.house.0], |row| row.get(0)).map_err(failed)?;
        let more = rows.cast_unsigned().saturating_sub(self.keys_matched);
        if more > 0 {
            self.find(JournalPart::Keys, format!("{more} keys belong to no command"));
        }
        Ok(())
    }

    fn balances(&mut self) -> Result<(), StoreError> {
        let stored: FxHashMap<i64, i64> = balances_of(self.at, self.found.house)?.into_iter().collect();
        let mut accounts: Vec<i64> = self.balances.keys().chain(stored.keys()).copied().collect();
        accounts.sort_unstable();
        accounts.dedup();
        for account in accounts {
            let due = self.balances.get(&account).copied().unwrap_or(0);
            let found = stored.get(&account).copied().unwrap_or(0);
            if due != found {
                let text =
                    format!("account {account} has {found} but its entries sum to {due}, in minor units");
                self.find(JournalPart::Balances, text);
            }
        }
        Ok(())
    }

    fn head_file(&mut self, file: Result<Option<HeadFile>, StoreError>) -> Result<(), StoreError> {
        let house = self.found.house;
        let file = match file {
            Ok(Some(file)) => file,
            Ok(None) => {
                self.find(JournalPart::HeadFile, "it is missing".to_owned());
                return Ok(());
            }
            Err(error) => {
                self.find(JournalPart::HeadFile, error.to_string());
                return Ok(());
            }
        };
        let known = file.heads().iter().find(|(known, _)| *known == house);
        let Some((_, acknowledged)) = known else { return Ok(()) };
        let last = last_entry(self.at, house)?.unwrap_or_default();
        if acknowledged.sequence > last.sequence {
            let (acknowledged, found) = (acknowledged.sequence, last.sequence);
            let lost = StoreError::Lost { house, acknowledged, found };
            self.find(JournalPart::HeadFile, lost.to_string());
        } else if acknowledged.sequence > 0 {
            let hash = hash_at(self.at, row_id(house, acknowledged.sequence)?)?;
            if hash.as_deref() != Some(&acknowledged.hash[..]) {
                let text = format!("entry {} is not the one that was acknowledged", acknowledged.sequence);
                self.find(JournalPart::HeadFile, text);
            }
        }
        Ok(())
    }
}
