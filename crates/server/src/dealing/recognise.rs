//! Whether the key file of a data folder has the key that a house deals with.

use croupier_fair::{Digest, HouseKey, KeyCheck, KeyId, Keyring, Opening, Sealed};
use croupier_house::event::Event;
use croupier_house::ids::HouseId;
use croupier_house::journal::Entry;
use croupier_house::office::NotedKey;
use croupier_house::store::Store;

use super::key_vault::{KEY_FILE, KeyFile};
use crate::error::{ServeError, failed};

/// What follows from comparing the key file with the journal of a house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KeyVerdict {
    /// The file has the key, and it is noted in the journal.
    Right,
    /// The file has the key, and this key has to be noted: none is yet, or the key was changed.
    ToNote(NotedKey),
    /// The key is missing or wrong, for this reason: automatic tables must not deal.
    Held(String),
}

/// The check value of a key, as it is noted in a journal.
pub fn noted(key: &HouseKey) -> NotedKey {
    let KeyCheck { key: KeyId(key), value } = key.check();
    NotedKey { key, check: *value.as_bytes() }
}

/// Compares the key file with the key that a house has noted. For a house that has noted none, because an earlier
/// version wrote its journal, `last_chain` is the last chain that it opened: the key must open its seed.
pub fn recognise(file: &KeyFile, known: Option<NotedKey>, last_chain: Option<&Event>) -> KeyVerdict {
    let keys = match file {
        KeyFile::Keys(keys) => keys,
        KeyFile::Missing => {
            return KeyVerdict::Held(format!(
                "{KEY_FILE} is missing: restore the file from a copy of the secrets, and start the server again"
            ));
        }
        KeyFile::Unreadable(why) => {
            return KeyVerdict::Held(format!("{KEY_FILE} cannot be read: {why}"));
        }
    };
    let current = noted(keys.current());
    let is_right = match known {
        Some(known) if known == current => return KeyVerdict::Right,
        Some(NotedKey { key, check }) => {
            keys.key_of(&KeyCheck { key: KeyId(key), value: Digest::new(check) }).is_some()
        }
        None => last_chain.is_none_or(|chain| opens(keys, chain)),
    };
    if is_right {
        return KeyVerdict::ToNote(current);
    }
    KeyVerdict::Held(format!(
        "{KEY_FILE} has another key than the one that the house deals with: restore the right file, and start the \
         server again"
    ))
}

/// The last chain of seeds that a house opened. It is read once, when an earlier version has written the journal.
///
/// # Errors
/// When the journal cannot be read.
pub(crate) fn last_chain(store: &dyn Store, house: HouseId) -> Result<Option<Event>, ServeError> {
    let mut found = None;
    store
        .read_all(house, 1, &mut |stored| {
            // Unreadable entries are reported when the house is opened.
            let entry = Entry::read(stored.stream, stored.sequence, stored.bytes).ok();
            let chain = entry.map(|entry| entry.body.event);
            found = chain.filter(|event| matches!(event, Event::ChainOpened { .. })).or_else(|| found.take());
            Ok(())
        })
        .map_err(failed)?;
    Ok(found)
}

/// Whether the keys open the last seed of a chain.
fn opens(keys: &Keyring, chain: &Event) -> bool {
    let Event::ChainOpened { table, links, anchor, sealed } = chain else { return false };
    let (Ok(table), Ok(sealed)) = (table.parse(), Sealed::from_bytes(sealed)) else { return false };
    let opening = Opening { table, links: *links, anchor: Digest::new(*anchor) };
    keys.open(&opening, *links, &sealed).is_ok()
}

#[cfg(test)]
mod tests {
    use croupier_fair::{Chain, Seed};

    use super::*;

    fn key(number: u32, byte: u8) -> HouseKey {
        HouseKey::new(KeyId(number), [byte; 32])
    }

    fn file(current: HouseKey, former: Vec<HouseKey>) -> KeyFile {
        KeyFile::Keys(Keyring::new(current, former).unwrap())
    }

    fn chain_of(keys: &KeyFile) -> Event {
        let chain = Chain::open("h1-t1".parse().unwrap(), 8, Seed::new([3; 32])).unwrap();
        let opening = chain.opening();
        let sealed = keys.keys().unwrap().seal(opening, 8, &Seed::new([3; 32]), [1; 24]).unwrap();
        let (anchor, sealed) = (*opening.anchor.as_bytes(), Box::from(sealed.to_bytes()));
        Event::ChainOpened { table: "h1-t1".into(), links: 8, anchor, sealed }
    }

    #[test]
    fn the_right_key_is_recognised_and_a_changed_one_is_noted() {
        let (one, both) = (file(key(1, 1), vec![]), file(key(2, 2), vec![key(1, 1)]));
        let (first, second) = (noted(&key(1, 1)), noted(&key(2, 2)));
        assert_eq!(recognise(&one, Some(first), None), KeyVerdict::Right);
        assert_eq!(recognise(&both, Some(first), None), KeyVerdict::ToNote(second));
        assert_eq!(recognise(&one, None, None), KeyVerdict::ToNote(first));
        assert_eq!(recognise(&one, None, Some(&chain_of(&one))), KeyVerdict::ToNote(first));
    }

    #[test]
    fn a_missing_or_wrong_key_holds_the_tables() {
        let (one, other) = (file(key(1, 1), vec![]), file(key(1, 9), vec![]));
        let chain = chain_of(&one);
        let reasons = [
            recognise(&other, Some(noted(&key(1, 1))), Some(&chain)),
            recognise(&other, None, Some(&chain)),
            recognise(&KeyFile::Missing, None, None),
            recognise(&KeyFile::Unreadable("it contains no key".to_owned()), Some(noted(&key(1, 1))), None),
        ];
        let words = ["another key", "another key", "is missing", "cannot be read"];
        for (verdict, word) in reasons.into_iter().zip(words) {
            assert!(matches!(&verdict, KeyVerdict::Held(why) if why.contains(word)), "{word}: {verdict:?}");
        }
    }
}
