//! The Ed25519 keys that sign the checkpoints of a house, and those that verify them.

use std::fmt;
use std::str::FromStr;

use ring::digest::{SHA256, digest};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

use crate::base64_text::{decode, encode};
use crate::checkpoint::{Checkpoint, NoteSignature, SignedCheckpoint};
use crate::origin::{LogForm, NoteError, Origin, fault};

/// The mark of Ed25519 in the key of a signed note.
const ALGORITHM: u8 = 1;

/// The first bytes of the digest of name and key, by which a signature names its key.
pub(crate) fn key_id(name: &str, algorithm: u8, key: &[u8; 32]) -> [u8; 4] {
    let mut text = format!("{name}\n").into_bytes();
    text.push(algorithm);
    text.extend(key);
    let digest = digest(&SHA256, &text);
    let mut id = [0; 4];
    id.copy_from_slice(&digest.as_ref()[..4]);
    id
}

/// A key as it is published: `NAME+ID+KEY`.
pub(crate) fn key_text(name: &str, algorithm: u8, key: &[u8; 32]) -> String {
    let bytes: Vec<u8> = std::iter::once(algorithm).chain(*key).collect();
    let id = u32::from_be_bytes(key_id(name, algorithm, key));
    format!("{name}+{id:08x}+{}", encode(bytes))
}

/// Reads a key that was published for an algorithm: its name, and the key.
pub(crate) fn read_key(text: &str, algorithm: u8) -> Result<(String, [u8; 32]), NoteError> {
    let wrong = || fault("its key is not `NAME+ID+KEY`");
    let (name, rest) = text.split_once('+').ok_or_else(wrong)?;
    let (_, key) = rest.split_once('+').ok_or_else(wrong)?;
    let bytes = decode(key).ok_or_else(wrong)?;
    let (first, key) = bytes.split_first().ok_or_else(wrong)?;
    let key: [u8; 32] = key.try_into().map_err(|_| wrong())?;
    let is_written_so = *first == algorithm && key_text(name, algorithm, &key) == text;
    if is_written_so { Ok((name.to_owned(), key)) } else { Err(wrong()) }
}

/// A pair of keys from the seed of the secret one.
pub(crate) fn pair_of(seed: &[u8; 32]) -> Result<Ed25519KeyPair, NoteError> {
    Ed25519KeyPair::from_seed_unchecked(seed)
        .map_err(|error| NoteError(format!("the signing key cannot be made: {error}")))
}

/// The bytes of the public key of a pair.
pub(crate) fn public_bytes(pair: &Ed25519KeyPair) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes.copy_from_slice(pair.public_key().as_ref());
    bytes
}

/// Whether a signature over a text is valid under a key.
pub(crate) fn is_valid(key: &[u8; 32], text: &[u8], signature: &[u8]) -> bool {
    UnparsedPublicKey::new(&ED25519, key).verify(text, signature).is_ok()
}

/// The secret key that signs the checkpoints of a log.
pub struct SigningKey {
    origin: Origin,
    pair: Ed25519KeyPair,
}

impl SigningKey {
    /// The key of a log, from its seed.
    ///
    /// # Errors
    /// When the cryptographic library refuses the seed.
    pub fn new(seed: &[u8; 32], origin: Origin) -> Result<Self, NoteError> {
        Ok(Self { origin, pair: pair_of(seed)? })
    }

    /// The public key for checkpoints of a form.
    pub fn public(&self, form: LogForm) -> VerifyingKey {
        VerifyingKey { name: self.origin.name(form), bytes: public_bytes(&self.pair) }
    }

    /// Signs a checkpoint of its log.
    pub fn sign(&self, checkpoint: Checkpoint) -> SignedCheckpoint {
        let signature = self.pair.sign(checkpoint.text().as_bytes()).as_ref().to_vec();
        let public = self.public(checkpoint.form());
        let key_id = public.id();
        SignedCheckpoint {
            checkpoint,
            signatures: vec![NoteSignature { name: public.name, key_id, signature }],
        }
    }
}

/// The public key of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyingKey {
    /// The name of the signer: that of the log.
    pub name: String,
    /// The key.
    pub bytes: [u8; 32],
}

impl VerifyingKey {
    /// The first bytes of the digest of name and key, by which a signature names its key.
    pub fn id(&self) -> [u8; 4] {
        key_id(&self.name, ALGORITHM, &self.bytes)
    }

    /// The form in which the key is published: `NAME+ID+KEY`, as verifiers of signed notes expect it.
    pub fn text(&self) -> String {
        key_text(&self.name, ALGORITHM, &self.bytes)
    }

    /// Whether one of the signatures of a checkpoint is valid under this key. The key must be that of the checkpoint's log.
    pub fn has_signed(&self, signed: &SignedCheckpoint) -> bool {
        let text = signed.checkpoint.text();
        let is_of_log = self.name == signed.checkpoint.log_name();
        let mut by_this =
            signed.signatures.iter().filter(|line| line.name == self.name && line.key_id == self.id());
        is_of_log && by_this.any(|line| is_valid(&self.bytes, text.as_bytes(), &line.signature))
    }
}

impl fmt::Display for VerifyingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl FromStr for VerifyingKey {
    type Err = NoteError;

    fn from_str(text: &str) -> Result<Self, NoteError> {
        let (name, bytes) = read_key(text, ALGORITHM)?;
        Ok(Self { name, bytes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(house: u16, byte: u8) -> SigningKey {
        SigningKey::new(&[byte; 32], Origin::new(house, 1, &[0x11; 32])).unwrap()
    }

    fn checkpoint(key: &SigningKey) -> Checkpoint {
        Checkpoint { origin: key.origin, sequence: 12, hash: [5; 32], root: Some([6; 32]) }
    }

    /// Another implementation of Ed25519 accepts the signature over the text as it is read from the note.
    #[test]
    fn another_implementation_verifies_the_note() {
        let key = key(1, 3);
        let text = key.sign(checkpoint(&key)).to_string();
        let (body, line) = text.split_once("\n\n").unwrap();
        let signature = decode(line.trim_end().rsplit_once(' ').unwrap().1).unwrap();
        let published = key.public(LogForm::Tree).text();
        let [name, id, public] = published.splitn(3, '+').collect::<Vec<_>>()[..] else {
            panic!("{published}")
        };
        assert_eq!(body.lines().next(), Some(name));
        assert_eq!(id, signature[..4].iter().map(|byte| format!("{byte:02x}")).collect::<String>());
        let public = decode(public).unwrap();
        assert_eq!(public[0], 1);
        let verifier = ed25519_dalek::VerifyingKey::from_bytes(public[1..].try_into().unwrap()).unwrap();
        let signature = ed25519_dalek::Signature::from_slice(&signature[4..]).unwrap();
        let signed = format!("{body}\n");
        verifier.verify_strict(signed.as_bytes(), &signature).unwrap();
        assert!(verifier.verify_strict(signed.replace("12", "13").as_bytes(), &signature).is_err());
    }

    #[test]
    fn only_the_key_of_the_log_has_signed() {
        let one = key(1, 3);
        let signed = one.sign(checkpoint(&one));
        assert!(one.public(LogForm::Tree).has_signed(&signed));
        assert!(!one.public(LogForm::Chain).has_signed(&signed), "the forms are different logs");
        // A line under the name of the other form does not help either.
        let chain = one.public(LogForm::Chain);
        let mut renamed = signed.clone();
        (renamed.signatures[0].name, renamed.signatures[0].key_id) = (chain.name.clone(), chain.id());
        assert!(!chain.has_signed(&renamed));
        for other in [key(2, 3), key(1, 4)] {
            assert!(!other.public(LogForm::Tree).has_signed(&signed));
        }
        for change in [
            |known: &mut Checkpoint| known.sequence += 1,
            |known: &mut Checkpoint| known.hash[0] ^= 1,
            |known: &mut Checkpoint| known.root = Some([7; 32]),
            |known: &mut Checkpoint| known.root = None,
            |known: &mut Checkpoint| known.origin.incarnation += 1,
        ] {
            let mut changed = signed.clone();
            change(&mut changed.checkpoint);
            assert!(!one.public(LogForm::Tree).has_signed(&changed), "{changed}");
            assert!(!one.public(LogForm::Chain).has_signed(&changed), "{changed}");
        }
    }

    #[test]
    fn a_key_is_read_as_it_is_published() {
        let public = key(1, 3).public(LogForm::Tree);
        let text = public.text();
        assert_eq!(text.parse(), Ok(public));
        for wrong in
            ["", "a+b", "a+00000000+AA==", &text.replace("house-1", "house-2"), &text[..text.len() - 4]]
        {
            assert!(wrong.parse::<VerifyingKey>().is_err(), "{wrong}");
        }
    }
}
