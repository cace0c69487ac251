//! The entries in the chunks of a `PostgreSQL` database, as somebody with SQL alone reads and damages them. This reading of the
//! form is one of its own, so that the two are compared.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The number of the form, which is the first byte.
const FORM: u8 = 1;
/// The length of a hash.
const HASH: usize = 32;

/// An entry in a chunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChunkedEntry {
    /// Its house.
    pub house: u64,
    /// The first sequence of its chunk.
    pub chunk: u64,
    /// Its position among all entries of the house.
    pub sequence: u64,
    /// The number of its journal.
    pub journal: u16,
    /// Its version in that.
    pub version: u64,
    /// Its hash.
    pub hash: [u8; HASH],
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// All entries of a database, in order. `sql` runs a statement in it.
pub fn chunked_entries(sql: &dyn Fn(&str) -> String) -> Vec<ChunkedEntry> {
    let rows =
        sql("select house, first, last, encode(body, 'hex') from croupier.chunks order by house, first");
    rows.lines().flat_map(read_row).collect()
}

/// Changes entries of a database: those that are not left as they were are written again.
pub fn change_entries(sql: &dyn Fn(&str) -> String, change: impl FnOnce(&mut Vec<ChunkedEntry>)) {
    let before = chunked_entries(sql);
    let mut after = before.clone();
    change(&mut after);
    let (before, after) = (in_chunks(&before), in_chunks(&after));
    for (house, first) in before.keys().filter(|chunk| before.get(chunk) != after.get(chunk)) {
        sql(&format!("delete from croupier.chunks where house = {house} and first = {first}"));
    }
    for ((house, first), entries) in
        after.iter().filter(|(chunk, entries)| before.get(chunk) != Some(entries))
    {
        let last = first + entries.len() as u64 - 1;
        let body = hex(&body_of(entries));
        sql(&format!(
            "insert into croupier.chunks values ({house}, {first}, {last}, decode('{body}', 'hex'))"
        ));
    }
}

/// Changes one entry of house 1.
pub fn change_entry(sql: &dyn Fn(&str) -> String, sequence: u64, change: impl FnOnce(&mut ChunkedEntry)) {
    change_entries(sql, |entries| {
        let wanted = |entry: &&mut ChunkedEntry| (entry.house, entry.sequence) == (1, sequence);
        change(entries.iter_mut().find(wanted).expect("the entry is there"));
    });
}

/// Entries by house and first sequence of their chunk. One behind a gap begins another.
fn in_chunks(entries: &[ChunkedEntry]) -> BTreeMap<(u64, u64), Vec<&ChunkedEntry>> {
    let mut chunks: BTreeMap<(u64, u64), Vec<&ChunkedEntry>> = BTreeMap::new();
    for entry in entries {
        let open = chunks.iter_mut().next_back().and_then(|(_, entries)| {
            let last = entries.last()?;
            let follows =
                (last.house, last.chunk, last.sequence + 1) == (entry.house, entry.chunk, entry.sequence);
            follows.then_some(entries)
        });
        match open {
            Some(open) => open.push(entry),
            None => drop(chunks.insert((entry.house, entry.sequence), vec![entry])),
        }
    }
    chunks
}

fn body_of(entries: &[&ChunkedEntry]) -> Vec<u8> {
    let mut body = vec![FORM];
    for entry in entries {
        body.extend(entry.journal.to_be_bytes());
        body.extend(entry.version.to_be_bytes());
        body.extend(entry.hash);
        body.extend(u32::try_from(entry.bytes.len()).unwrap().to_be_bytes());
        body.extend(&entry.bytes);
    }
    body
}

fn read_row(row: &str) -> Vec<ChunkedEntry> {
    let columns: Vec<&str> = row.split('|').collect();
    let [house, chunk, last] = [0, 1, 2].map(|column| columns[column].parse::<u64>().unwrap());
    let body = unhex(columns[3]);
    assert_eq!(body[0], FORM);
    let mut rest = &body[1..];
    let mut take = |count: usize| {
        let (taken, behind) = rest.split_at(count);
        rest = behind;
        taken
    };
    let read = |sequence: u64| {
        let journal = u16::from_be_bytes(take(2).try_into().unwrap());
        let version = u64::from_be_bytes(take(8).try_into().unwrap());
        let hash = take(HASH).try_into().unwrap();
        let length = u32::from_be_bytes(take(4).try_into().unwrap());
        let bytes = take(length as usize).to_vec();
        ChunkedEntry { house, chunk, sequence, journal, version, hash, bytes }
    };
    let entries = (chunk..=last).map(read).collect();
    assert_eq!(rest, [0_u8; 0]);
    entries
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> =
        text.chars().map(|digit| u8::try_from(digit.to_digit(16).unwrap()).unwrap()).collect();
    digits.chunks(2).map(|pair| (pair[0] << 4) | pair[1]).collect()
}
