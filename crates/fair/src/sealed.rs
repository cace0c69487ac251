//! Sealed seeds, as stored in the journal: encrypted with a key of the house and bound to their table and link.

use std::fmt;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::bytes::{Packed, domain};
use crate::opening::Opening;
use crate::seed::{Digest, Seed};

/// The number of a key of the house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct KeyId(pub u32);

/// A key of the house, shared by its nodes. It never appears in output and is wiped from memory when it is dropped.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct HouseKey {
    #[zeroize(skip)]
    id: KeyId,
    bytes: [u8; 32],
}

impl fmt::Debug for HouseKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HouseKey({}, secret)", self.id.0)
    }
}

impl HouseKey {
    /// A key from these bytes, which must come from a cryptographic source.
    pub const fn new(id: KeyId, bytes: [u8; 32]) -> Self {
        Self { id, bytes }
    }

    /// The number of the key.
    pub const fn id(&self) -> KeyId {
        self.id
    }

    /// The value by which this key is recognised. It can be published: the key does not follow from it.
    pub fn check(&self) -> KeyCheck {
        let key = Packed::default().number(self.id.0).fixed(&self.bytes);
        KeyCheck { key: self.id, value: Digest::new(key.hash(domain::KEY_CHECK)) }
    }

    /// A secret for another purpose that follows from this key. Each purpose has a secret of its own, and neither the
    /// key nor the secret of another purpose follows from it.
    pub fn derive(&self, purpose: &str) -> Seed {
        let key = Packed::default().number(self.id.0).fixed(&self.bytes).counted(purpose.as_bytes());
        Seed::new(key.hash(domain::DERIVED))
    }
}

/// The value by which a key of the house is recognised without the key itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyCheck {
    /// The number of the key.
    pub key: KeyId,
    /// The value.
    pub value: Digest,
}

/// The format of sealed seeds.
const VERSION: u8 = 1;
const NONCE_BYTES: usize = 24;
/// The seed and the 16-byte authentication tag.
const TEXT_BYTES: usize = 32 + 16;

/// The length of a sealed seed in bytes: format, key number, nonce, text.
pub const SEALED_BYTES: usize = 1 + 4 + NONCE_BYTES + TEXT_BYTES;

/// A seed that only the house can read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sealed {
    key: KeyId,
    nonce: [u8; NONCE_BYTES],
    text: [u8; TEXT_BYTES],
}

/// Why a sealed seed cannot be opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SealedError {
    /// It has the wrong length.
    Length(usize),
    /// This program does not know its format.
    Version(u8),
    /// It was sealed with a key that is not on the ring.
    UnknownKey(KeyId),
    /// It was altered, belongs to another table or link, or was sealed with another key of the same number.
    Tampered,
    /// The cipher refused to encrypt.
    Unsealable,
}

impl fmt::Display for SealedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(found) => write!(f, "a sealed seed is {SEALED_BYTES} bytes, not {found}"),
            Self::Version(found) => write!(f, "this program does not know sealed seeds of format {found}"),
            Self::UnknownKey(KeyId(id)) => write!(f, "the seed is sealed under house key {id}, which is missing"),
            Self::Tampered => f.write_str(
                "the sealed seed does not open: it was changed, belongs to another table or link, or the house key is wrong",
            ),
            Self::Unsealable => f.write_str("the seed cannot be sealed"),
        }
    }
}

impl std::error::Error for SealedError {}

impl Sealed {
    /// The number of the key that opens it.
    pub const fn key(&self) -> KeyId {
        self.key
    }

    /// Encodes it for the journal.
    pub fn to_bytes(&self) -> [u8; SEALED_BYTES] {
        let mut bytes = [0; SEALED_BYTES];
        bytes[0] = VERSION;
        bytes[1..5].copy_from_slice(&self.key.0.to_le_bytes());
        bytes[5..5 + NONCE_BYTES].copy_from_slice(&self.nonce);
        bytes[5 + NONCE_BYTES..].copy_from_slice(&self.text);
        bytes
    }

    /// Decodes it from the journal.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SealedError> {
        let sealed: &[u8; SEALED_BYTES] = bytes.try_into().map_err(|_| SealedError::Length(bytes.len()))?;
        if sealed[0] != VERSION {
            return Err(SealedError::Version(sealed[0]));
        }
        let (mut key, mut nonce, mut text) = ([0; 4], [0; NONCE_BYTES], [0; TEXT_BYTES]);
        key.copy_from_slice(&sealed[1..5]);
        nonce.copy_from_slice(&sealed[5..5 + NONCE_BYTES]);
        text.copy_from_slice(&sealed[5 + NONCE_BYTES..]);
        Ok(Self { key: KeyId(u32::from_le_bytes(key)), nonce, text })
    }
}

/// The keys of the house: the current one, which seals, and former ones, which only open.
#[derive(Clone, Debug)]
pub struct Keyring {
    current: HouseKey,
    former: Vec<HouseKey>,
}

/// Two keys have the same number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyringError(pub KeyId);

impl fmt::Display for KeyringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "two house keys have the number {}", self.0.0)
    }
}

impl std::error::Error for KeyringError {}

impl Keyring {
    /// A ring with the current key and the former ones.
    pub fn new(current: HouseKey, former: Vec<HouseKey>) -> Result<Self, KeyringError> {
        let ids: Vec<KeyId> = former.iter().map(HouseKey::id).chain([current.id]).collect();
        let twice = ids.iter().enumerate().find(|(at, id)| ids[..*at].contains(id));
        twice.map_or(Ok(Self { current, former }), |(_, id)| Err(KeyringError(*id)))
    }

    /// The current key.
    pub const fn current(&self) -> &HouseKey {
        &self.current
    }

    /// All keys, the current one first.
    pub fn all(&self) -> impl Iterator<Item = &HouseKey> {
        [&self.current].into_iter().chain(&self.former)
    }

    /// The key that a check value belongs to.
    pub fn key_of(&self, check: &KeyCheck) -> Option<&HouseKey> {
        self.all().find(|key| key.check() == *check)
    }

    /// Seals the seed of a link. The nonce must come from a cryptographic source and be used only once.
    pub fn seal(
        &self,
        opening: &Opening,
        link: u32,
        seed: &Seed,
        nonce: [u8; NONCE_BYTES],
    ) -> Result<Sealed, SealedError> {
        let key = self.current.id;
        let bound = bound(key, opening, link);
        let payload = Payload { msg: seed.reveal(), aad: bound.as_bytes() };
        let text = cipher(&self.current).encrypt(&XNonce::from(nonce), payload);
        let text = text.ok().and_then(|text| text.try_into().ok()).ok_or(SealedError::Unsealable)?;
        Ok(Sealed { key, nonce, text })
    }

    /// Opens the sealed seed of a link, or returns why it cannot be opened.
    pub fn open(&self, opening: &Opening, link: u32, sealed: &Sealed) -> Result<Seed, SealedError> {
        let mut keys = self.former.iter().chain([&self.current]);
        let key = keys.find(|key| key.id == sealed.key).ok_or(SealedError::UnknownKey(sealed.key))?;
        let bound = bound(sealed.key, opening, link);
        let payload = Payload { msg: &sealed.text, aad: bound.as_bytes() };
        let seed = cipher(key).decrypt(&XNonce::from(sealed.nonce), payload).map(Zeroizing::new);
        let seed = seed.ok().and_then(|seed| <[u8; 32]>::try_from(seed.as_slice()).ok());
        seed.map(Seed::new).ok_or(SealedError::Tampered)
    }

    /// Seals a seed again with the current key, after a key rotation.
    pub fn reseal(
        &self,
        opening: &Opening,
        link: u32,
        sealed: &Sealed,
        nonce: [u8; NONCE_BYTES],
    ) -> Result<Sealed, SealedError> {
        self.seal(opening, link, &self.open(opening, link, sealed)?, nonce)
    }
}

impl Keyring {
    /// The number of the current key.
    pub const fn current_key(&self) -> KeyId {
        self.current.id
    }

    /// A code that authenticates what the house stores for itself. It is made under a key derived from the current one
    /// for this purpose alone; `purpose` is a text that no other use has.
    pub fn authenticate(&self, purpose: &str, bytes: &[u8]) -> Digest {
        Digest::new(*code(&self.current, purpose, bytes).as_bytes())
    }

    /// Checks a code that [`Keyring::authenticate`] made under the key with this number.
    ///
    /// # Errors
    /// When the key is not on the ring, or the bytes, the purpose or the key are others.
    pub fn check_authentic(
        &self,
        key: KeyId,
        purpose: &str,
        bytes: &[u8],
        found: &Digest,
    ) -> Result<(), SealedError> {
        let mut keys = self.former.iter().chain([&self.current]);
        let key = keys.find(|known| known.id == key).ok_or(SealedError::UnknownKey(key))?;
        // Hashes of BLAKE3 are compared in constant time.
        let same = code(key, purpose, bytes) == blake3::Hash::from_bytes(*found.as_bytes());
        if same { Ok(()) } else { Err(SealedError::Tampered) }
    }
}

fn code(key: &HouseKey, purpose: &str, bytes: &[u8]) -> blake3::Hash {
    let derived = Zeroizing::new(blake3::derive_key(purpose, &key.bytes));
    blake3::keyed_hash(&derived, bytes)
}

fn cipher(key: &HouseKey) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&key.bytes.into())
}

/// The context that a sealed seed is bound to, so that it cannot be opened in another one.
fn bound(KeyId(key): KeyId, opening: &Opening, link: u32) -> Packed {
    let domain = Packed::default().counted(domain::SEALED.as_bytes()).number(key);
    let table = domain.counted(opening.table.as_str().as_bytes()).number(opening.links);
    table.fixed(opening.anchor.as_bytes()).number(link)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening(table: &str) -> Opening {
        Opening { table: table.parse().unwrap(), links: 9, anchor: Digest::new([1; 32]) }
    }

    fn ring(id: u32, former: Vec<HouseKey>) -> Keyring {
        Keyring::new(HouseKey::new(KeyId(id), [u8::try_from(id).unwrap(); 32]), former).unwrap()
    }

    fn sealed() -> Sealed {
        ring(1, vec![]).seal(&opening("t"), 4, &Seed::new([7; 32]), [3; 24]).unwrap()
    }

    #[test]
    fn a_sealed_seed_opens_where_it_belongs_and_nowhere_else() {
        let keys = ring(1, vec![]);
        assert_eq!(keys.open(&opening("t"), 4, &sealed()), Ok(Seed::new([7; 32])));
        assert_eq!(keys.open(&opening("t"), 5, &sealed()), Err(SealedError::Tampered));
        assert_eq!(keys.open(&opening("u"), 4, &sealed()), Err(SealedError::Tampered));
        let other = Opening { links: 10, ..opening("t") };
        assert_eq!(keys.open(&other, 4, &sealed()), Err(SealedError::Tampered));
        let other = Opening { anchor: Digest::new([2; 32]), ..opening("t") };
        assert_eq!(keys.open(&other, 4, &sealed()), Err(SealedError::Tampered));
        let impostor = Keyring::new(HouseKey::new(KeyId(1), [9; 32]), vec![]).unwrap();
        assert_eq!(impostor.open(&opening("t"), 4, &sealed()), Err(SealedError::Tampered));
    }

    #[test]
    fn no_bit_of_a_sealed_seed_can_be_changed() {
        let bytes = sealed().to_bytes();
        assert_eq!(Sealed::from_bytes(&bytes), Ok(sealed()));
        for bit in 0..SEALED_BYTES * 8 {
            let mut changed = bytes;
            changed[bit / 8] ^= 1 << (bit % 8);
            let opened = Sealed::from_bytes(&changed);
            let opened = opened.and_then(|sealed| ring(1, vec![]).open(&opening("t"), 4, &sealed));
            assert!(opened.is_err(), "bit {bit}");
        }
        assert_eq!(Sealed::from_bytes(&bytes[1..]), Err(SealedError::Length(76)));
    }

    #[test]
    fn the_seed_is_not_in_clear_text() {
        let bytes = sealed().to_bytes();
        assert!(!bytes.windows(4).any(|window| window == [7; 4]));
    }

    #[test]
    fn a_code_holds_for_its_bytes_purpose_and_key_alone() {
        let keys = ring(1, vec![]);
        let (key, code) = (keys.current_key(), keys.authenticate("a test", b"some bytes"));
        assert_eq!(key, KeyId(1));
        assert_eq!(keys.check_authentic(key, "a test", b"some bytes", &code), Ok(()));
        assert_eq!(keys.check_authentic(key, "a test", b"other bytes", &code), Err(SealedError::Tampered));
        assert_eq!(keys.check_authentic(key, "another", b"some bytes", &code), Err(SealedError::Tampered));
        let unknown = keys.check_authentic(KeyId(2), "a test", b"some bytes", &code);
        assert_eq!(unknown, Err(SealedError::UnknownKey(KeyId(2))));
        let rotated = ring(2, vec![HouseKey::new(KeyId(1), [1; 32])]);
        assert_eq!(rotated.check_authentic(key, "a test", b"some bytes", &code), Ok(()));
        let impostor = Keyring::new(HouseKey::new(KeyId(1), [9; 32]), vec![]).unwrap();
        assert_eq!(impostor.check_authentic(key, "a test", b"some bytes", &code), Err(SealedError::Tampered));
    }

    #[test]
    fn a_key_is_recognised_by_its_check_value() {
        let both = ring(2, vec![HouseKey::new(KeyId(1), [1; 32])]);
        let (first, second) = (ring(1, vec![]).current().check(), both.current().check());
        assert_eq!(both.key_of(&first).map(HouseKey::id), Some(KeyId(1)));
        assert_eq!(both.key_of(&second).map(HouseKey::id), Some(KeyId(2)));
        let renumbered = HouseKey::new(KeyId(3), [1; 32]);
        let changed = HouseKey::new(KeyId(1), [9; 32]);
        for other in [renumbered, changed] {
            assert_ne!(other.check().value, first.value);
            assert!(both.key_of(&other.check()).is_none());
        }
    }

    #[test]
    fn each_purpose_has_a_secret_of_its_own() {
        let (one, other) = (HouseKey::new(KeyId(1), [1; 32]), HouseKey::new(KeyId(1), [2; 32]));
        assert_eq!(one.derive("a"), one.derive("a"));
        for different in [one.derive("b"), other.derive("a"), Seed::new(*one.check().value.as_bytes())] {
            assert_ne!(one.derive("a"), different);
        }
    }

    #[test]
    fn keys_rotate() {
        let both = ring(2, vec![HouseKey::new(KeyId(1), [1; 32])]);
        let anew = both.reseal(&opening("t"), 4, &sealed(), [5; 24]).unwrap();
        assert_eq!((sealed().key(), anew.key()), (KeyId(1), KeyId(2)));
        assert_eq!(ring(2, vec![]).open(&opening("t"), 4, &anew), Ok(Seed::new([7; 32])));
        let unknown = ring(2, vec![]).open(&opening("t"), 4, &sealed());
        assert_eq!(unknown, Err(SealedError::UnknownKey(KeyId(1))));
        let twice = Keyring::new(HouseKey::new(KeyId(2), [1; 32]), vec![HouseKey::new(KeyId(2), [2; 32])]);
        assert_eq!(twice.unwrap_err(), KeyringError(KeyId(2)));
        assert_eq!(format!("{both:?}").matches("secret").count(), 2);
    }
}
