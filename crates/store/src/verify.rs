//! The full check of a house: every entry, and everything that must follow from the entries.

use croupier_house::ids::{DAY_MS, HouseId, KEY_DAYS, StreamId};
use croupier_house::journal::{Entry, Hash};
use croupier_house::store::{HouseHead, StoreError, StoredEntry, StoredKey};
use rustc_hash::FxHashMap;

use crate::derived::{BalanceSums, JournalRows, KeyedCommands, PAGE};
use crate::findings::{HouseCheck, JournalPart};

/// Checks the rows of a house: the hash, order and content of every entry, and head, versions, keys and balances against
/// the entries. `now` is the time in milliseconds since 1970: keys of older commands need not be there any more.
///
/// # Errors
/// When the rows cannot be read.
pub fn check_rows(rows: &mut dyn JournalRows, house: HouseId, now: i64) -> Result<HouseCheck, StoreError> {
    let mut check = Check::new(rows, house, now);
    check.entries()?;
    check.head()?;
    check.versions()?;
    check.extra_keys()?;
    check.balances()?;
    Ok(check.found)
}

struct Check<'c> {
    rows: &'c mut dyn JournalRows,
    now: i64,
    found: HouseCheck,
    streams: FxHashMap<StreamId, (u64, Hash)>,
    balances: BalanceSums,
    commands: KeyedCommands,
    keys_matched: u64,
}

impl<'c> Check<'c> {
    fn new(rows: &'c mut dyn JournalRows, house: HouseId, now: i64) -> Self {
        Self {
            rows,
            now,
            found: HouseCheck::new(house),
            streams: FxHashMap::default(),
            balances: BalanceSums::default(),
            commands: KeyedCommands::default(),
            keys_matched: 0,
        }
    }

    fn find(&mut self, part: JournalPart, text: String) {
        self.found.find(part, text);
    }

    fn entries(&mut self) -> Result<(), StoreError> {
        let house = self.found.house;
        let mut from = 0;
        loop {
            let page = self.rows.entries(house, from, PAGE)?;
            let Some(last) = page.last() else { break };
            from = last.sequence + 1;
            let mut ended = Vec::new();
            for stored in page {
                ended.extend(self.entry(stored));
            }
            self.keys(&ended)?;
        }
        let last = self.commands.end();
        self.keys(last.as_slice())
    }

    /// Checks an entry. Returns the command that ended before it.
    fn entry(&mut self, stored: StoredEntry) -> Option<StoredKey> {
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
            Err(error) => {
                wrong(self, &error.to_string());
                None
            }
            Ok(entry) => {
                if entry.body.version != version {
                    wrong(self, &format!("it says that it is version {}", entry.body.version));
                }
                if let Err(account) = self.balances.add(&entry) {
                    wrong(self, &format!("account {account} becomes too large"));
                }
                self.commands.next(&entry, sequence)
            }
        }
    }

    /// Compares the keys of commands with their rows.
    fn keys(&mut self, ended: &[StoredKey]) -> Result<(), StoreError> {
        if ended.is_empty() {
            return Ok(());
        }
        let wanted: Vec<_> = ended.iter().map(|command| command.key).collect();
        let rows: FxHashMap<u128, StoredKey> =
            self.rows.keys(&wanted)?.into_iter().map(|row| (row.key.0, row)).collect();
        for command in ended {
            let sequence = command.range.sequence;
            let recent = self.now.saturating_sub(command.at) <= KEY_DAYS * DAY_MS;
            match rows.get(&command.key.0) {
                None if recent => {
                    let text = format!("the key of the command at entry {sequence} is missing");
                    self.find(JournalPart::Keys, text);
                }
                None => {}
                Some(row) => {
                    self.keys_matched += 1;
                    if !is_of(row, command) {
                        let text = format!(
                            "the key of the command at entry {sequence} names other entries or another command"
                        );
                        self.find(JournalPart::Keys, text);
                    }
                }
            }
        }
        Ok(())
    }

    fn head(&mut self) -> Result<(), StoreError> {
        let stored = self.rows.head(self.found.house)?;
        let (said, last) = (stored.unwrap_or_default(), self.found.head);
        self.found.stored_head = stored;
        if said == last {
            return Ok(());
        }
        if said.sequence > last.sequence && self.rows.head_shows_loss() {
            let text = format!(
                "the journal ends at entry {}, but entry {} was acknowledged: {} entries are lost",
                last.sequence,
                said.sequence,
                said.sequence - last.sequence
            );
            self.find(JournalPart::Acknowledged, text);
            return Ok(());
        }
        let text = format!(
            "the head says entry {}, but the last entry is {}, or has another hash",
            said.sequence, last.sequence
        );
        self.find(JournalPart::Head, text);
        Ok(())
    }

    fn versions(&mut self) -> Result<(), StoreError> {
        let stored: FxHashMap<StreamId, u64> = self.rows.versions(self.found.house)?.into_iter().collect();
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
    fn extra_keys(&mut self) -> Result<(), StoreError> {
        let rows = self.rows.key_count(self.found.house)?;
        let more = rows.saturating_sub(self.keys_matched);
        if more > 0 {
            self.find(JournalPart::Keys, format!("{more} keys belong to no command"));
        }
        Ok(())
    }

    fn balances(&mut self) -> Result<(), StoreError> {
        let stored: FxHashMap<i64, i64> = self.rows.balances(self.found.house)?.into_iter().collect();
        let mut accounts: Vec<i64> = self.balances.sorted().into_iter().map(|(account, _)| account).collect();
        accounts.extend(stored.keys());
        accounts.sort_unstable();
        accounts.dedup();
        for account in accounts {
            let due = self.balances.of(account);
            let found = stored.get(&account).copied().unwrap_or(0);
            if due != found {
                let text =
                    format!("account {account} has {found} but its entries sum to {due}, in minor units");
                self.find(JournalPart::Balances, text);
            }
        }
        Ok(())
    }
}

/// Whether the row of a key is that of a command.
fn is_of(row: &StoredKey, command: &StoredKey) -> bool {
    let named = |key: &StoredKey| (key.digest, key.range.stream, key.range.from, key.range.to);
    named(row) == named(command) && [0, command.range.sequence].contains(&row.range.sequence)
}
