//! Commands, results and entries as bytes between nodes.

use std::sync::Arc;

use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::ids::{HouseId, IdempotencyKey, StreamId, TableId};
use croupier_house::journal::Hash;
use croupier_house::store::StoredEntry;
use croupier_nodes::{CommandKey, KeyedCommand, LinkedEntry};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::wire::Problem;

/// The age from which a key may have been used at another node, in milliseconds. A copy of its command may still be on its
/// way there.
const FRESH_MS: i64 = 1_000;

/// A command as it goes to the owner of its house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ForwardedCommand {
    pub(crate) request: Request,
    /// The time at which its key was made, if the key says it.
    pub(crate) made: Option<i64>,
    /// The round that it is meant for, if it is meant for one.
    pub(crate) in_round: Option<u64>,
    /// The version that the journal of its table must have, if it must.
    pub(crate) at_version: Option<u64>,
}

impl ForwardedCommand {
    /// The command with its key. One without a key gets one, so that it is executed once however often it is sent; only a
    /// tick needs none, because a second one has nothing to do.
    pub(crate) fn keyed(self, now: i64) -> Result<KeyedCommand, Problem> {
        self.keyed_with(now, || new_key(now))
    }

    fn keyed_with(
        mut self,
        now: i64,
        new: impl FnOnce() -> Result<u128, Problem>,
    ) -> Result<KeyedCommand, Problem> {
        let is_tick = matches!(self.request.command, Command::Table(_, TableCommand::Tick));
        let (key, again) = match self.request.key {
            Some(key) => (key.0, self.made.is_none_or(|made| (now - made).abs() > FRESH_MS)),
            None => {
                let new = new()?;
                self.request.key = (!is_tick).then_some(IdempotencyKey(new));
                (new, false)
            }
        };
        Ok(KeyedCommand { key: CommandKey(key), again, body: encode(&self)? })
    }
}

/// A new key: a UUID of version 7 (RFC 9562, 5.7).
fn new_key(now: i64) -> Result<u128, Problem> {
    let mut random = [0; 16];
    getrandom::fill(&mut random).map_err(|error| {
        tracing::error!(%error, "the operating system gives no randomness");
        Problem::internal()
    })?;
    let (random, made) = (u128::from_le_bytes(random), u128::from(now.unsigned_abs()) << 80);
    let (version, variant) = (0x7 << 76, 0b10 << 62);
    Ok(made | version | variant | (random & 0x0FFF_3FFF_FFFF_FFFF_FFFF))
}

/// The bytes of a value.
pub(crate) fn encode(value: &impl Serialize) -> Result<Arc<[u8]>, Problem> {
    postcard::to_allocvec(value).map(Into::into).map_err(|error| {
        tracing::error!(%error, "something cannot be sent to another node");
        Problem::internal()
    })
}

/// The value of bytes. What follows it is of a later version.
pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    decode_first(bytes).map(|(value, _)| value)
}

/// The value at the start of bytes, and the rest of them.
pub(crate) fn decode_first<T: DeserializeOwned>(bytes: &[u8]) -> Result<(T, &[u8]), Problem> {
    postcard::take_from_bytes(bytes).map_err(|error| {
        tracing::error!(%error, "what another node has sent cannot be read");
        Problem::unavailable(
            "another node has sent something that this one cannot read: both need the same version",
        )
    })
}

/// An entry as nodes send it. `before` is the hash of the entry before it.
pub(crate) fn linked(entry: &StoredEntry, before: Hash, format: u16) -> LinkedEntry {
    let table = entry.stream.table.map_or(0, |table| table.0);
    let mut bytes = Vec::with_capacity(10 + entry.bytes.len());
    bytes.extend(table.to_le_bytes());
    bytes.extend(entry.version.to_le_bytes());
    bytes.extend_from_slice(&entry.bytes);
    LinkedEntry { sequence: entry.sequence, before, hash: entry.hash, format, bytes: bytes.into() }
}

/// An entry that another node has sent, or that was read from the database; `None` if it is too short.
pub(crate) fn stored(house: HouseId, entry: &LinkedEntry) -> Option<StoredEntry> {
    let (table, rest) = entry.bytes.split_first_chunk::<2>()?;
    let (version, bytes) = rest.split_first_chunk::<8>()?;
    let table = Some(TableId(u16::from_le_bytes(*table))).filter(|table| table.0 > 0);
    Some(StoredEntry {
        stream: StreamId { house, table },
        version: u64::from_le_bytes(*version),
        sequence: entry.sequence,
        bytes: bytes.into(),
        hash: entry.hash,
    })
}

#[cfg(test)]
mod tests {
    use croupier_house::ids::{Actor, uuid_time};

    use super::*;

    const NOW: i64 = 1_000_000;

    fn command(key: Option<u128>, made: Option<i64>, command: Command) -> ForwardedCommand {
        let request = Request { key: key.map(IdempotencyKey), by: Actor::House, command };
        ForwardedCommand { request, made, in_round: Some(3), at_version: None }
    }

    #[test]
    fn a_command_without_a_key_gets_one_and_a_tick_none() {
        let keyed = command(None, None, Command::StoreEditions).keyed_with(NOW, || Ok(7)).unwrap();
        let read: ForwardedCommand = decode(&keyed.body).unwrap();
        assert_eq!((keyed.key, keyed.again), (CommandKey(7), false));
        assert_eq!(read.request.key, Some(IdempotencyKey(7)));
        let tick = Command::Table(TableId(1), TableCommand::Tick);
        let keyed = command(None, None, tick).keyed_with(NOW, || Ok(7)).unwrap();
        assert_eq!(decode::<ForwardedCommand>(&keyed.body).unwrap().request.key, None);
    }

    #[test]
    fn a_new_key_says_when_it_was_made() {
        let (one, other) = (new_key(NOW).unwrap(), new_key(NOW).unwrap());
        assert_eq!(uuid_time(one), Some(NOW));
        assert!(one != other && (one >> 62) & 0b11 == 0b10);
    }

    #[test]
    fn a_key_that_is_not_fresh_may_have_been_sent_before() {
        let again =
            |made| command(Some(5), made, Command::StoreEditions).keyed_with(NOW, || Ok(7)).unwrap().again;
        assert!(!again(Some(NOW)) && !again(Some(NOW - FRESH_MS)));
        assert!(again(Some(NOW - FRESH_MS - 1)) && again(Some(NOW + FRESH_MS + 1)) && again(None));
    }

    #[test]
    fn an_entry_is_the_same_after_it_was_sent() {
        for table in [None, Some(TableId(9))] {
            let entry = StoredEntry {
                stream: StreamId { house: HouseId(4), table },
                version: 11,
                sequence: 12,
                bytes: [1, 2, 3].as_slice().into(),
                hash: [8; 32],
            };
            let sent = linked(&entry, [7; 32], 1);
            assert_eq!((sent.before, sent.format, stored(HouseId(4), &sent)), ([7; 32], 1, Some(entry)));
        }
        let cut = LinkedEntry {
            sequence: 1,
            before: [0; 32],
            hash: [0; 32],
            format: 1,
            bytes: [0; 9].as_slice().into(),
        };
        assert_eq!(stored(HouseId(4), &cut), None);
    }
}
