//! The signatures of witnesses: C2SP `tlog-cosignature`, version 1.
//!
//! A witness signs the checkpoint together with the time at which it saw that it extends everything that it saw before.

use std::fmt;
use std::str::FromStr;

use ring::signature::Ed25519KeyPair;

use crate::checkpoint::{NoteSignature, SignedCheckpoint};
use crate::keys::{is_valid, key_id, key_text, pair_of, public_bytes, read_key};
use crate::origin::{NoteError, fault};

/// The mark of a timestamped Ed25519 cosignature in a key.
const ALGORITHM: u8 = 4;

/// What is signed: the checkpoint, and the time in seconds since 1970.
fn signed_text(signed: &SignedCheckpoint, at: u64) -> String {
    format!("cosignature/v1\ntime {at}\n{}", signed.checkpoint.text())
}

/// The secret key of a witness.
pub struct CosigningKey {
    name: String,
    pair: Ed25519KeyPair,
}

impl CosigningKey {
    /// The key of a witness with this name, from its seed.
    ///
    /// # Errors
    /// When no signer can have this name, or the cryptographic library refuses the seed.
    pub fn new(name: &str, seed: &[u8; 32]) -> Result<Self, NoteError> {
        if name.is_empty() || name.contains(|letter: char| letter.is_whitespace() || letter == '+') {
            return Err(fault(
                "the name of a witness has neither spaces nor plus signs, such as example.org/witness",
            ));
        }
        Ok(Self { name: name.to_owned(), pair: pair_of(seed)? })
    }

    /// The public key.
    pub fn public(&self) -> WitnessKey {
        WitnessKey { name: self.name.clone(), bytes: public_bytes(&self.pair) }
    }

    /// Adds the signature of this witness, at a time in seconds since 1970. One that it has made before is replaced.
    pub fn cosign(&self, signed: &SignedCheckpoint, at: u64) -> SignedCheckpoint {
        let public = self.public();
        let key_id = public.id();
        let mut signature = at.to_be_bytes().to_vec();
        signature.extend(self.pair.sign(signed_text(signed, at).as_bytes()).as_ref());
        let mut cosigned = signed.clone();
        cosigned.signatures.retain(|line| (&line.name, line.key_id) != (&public.name, key_id));
        cosigned.signatures.push(NoteSignature { name: public.name, key_id, signature });
        cosigned
    }
}

/// The public key of a witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WitnessKey {
    /// The name of the witness.
    pub name: String,
    /// The key.
    pub bytes: [u8; 32],
}

impl WitnessKey {
    fn id(&self) -> [u8; 4] {
        key_id(&self.name, ALGORITHM, &self.bytes)
    }
}

impl fmt::Display for WitnessKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&key_text(&self.name, ALGORITHM, &self.bytes))
    }
}

impl FromStr for WitnessKey {
    type Err = NoteError;

    fn from_str(text: &str) -> Result<Self, NoteError> {
        let (name, bytes) = read_key(text, ALGORITHM)?;
        Ok(Self { name, bytes })
    }
}

/// When a witness has cosigned a checkpoint, in seconds since 1970; `None` if it has not.
pub fn cosigned_at(key: &WitnessKey, signed: &SignedCheckpoint) -> Option<u64> {
    let mut by_this =
        signed.signatures.iter().filter(|line| line.name == key.name && line.key_id == key.id());
    by_this.find_map(|line| {
        let (at, signature) = line.signature.split_first_chunk::<8>()?;
        let at = u64::from_be_bytes(*at);
        is_valid(&key.bytes, signed_text(signed, at).as_bytes(), signature).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base64_text::decode;
    use crate::{Checkpoint, LogForm, Origin, SigningKey};

    fn house() -> SigningKey {
        SigningKey::new(&[3; 32], Origin::new(1, 1, &[0x11; 32])).unwrap()
    }

    fn signed() -> SignedCheckpoint {
        let origin = Origin::new(1, 1, &[0x11; 32]);
        house().sign(Checkpoint { origin, sequence: 12, hash: [5; 32], root: Some([6; 32]) })
    }

    #[test]
    fn both_signatures_are_valid_and_another_implementation_says_so() {
        let witness = CosigningKey::new("example.org/witness", &[4; 32]).unwrap();
        let cosigned = witness.cosign(&signed(), 1_700_000_000);
        let text = cosigned.to_string();
        let read: SignedCheckpoint = text.parse().unwrap();
        assert_eq!(cosigned_at(&witness.public(), &read), Some(1_700_000_000));
        assert!(house().public(LogForm::Tree).has_signed(&read));
        let line = text.lines().last().unwrap();
        let bytes = decode(line.strip_prefix("\u{2014} example.org/witness ").unwrap()).unwrap();
        let body = text.split_once("\n\n").unwrap().0;
        let said = format!("cosignature/v1\ntime 1700000000\n{body}\n");
        let verifier = ed25519_dalek::VerifyingKey::from_bytes(&witness.public().bytes).unwrap();
        let signature = ed25519_dalek::Signature::from_slice(&bytes[12..]).unwrap();
        verifier.verify_strict(said.as_bytes(), &signature).unwrap();
        assert_eq!(bytes[4..12], 1_700_000_000_u64.to_be_bytes());
    }

    #[test]
    fn a_later_cosignature_replaces_the_earlier_one() {
        let witness = CosigningKey::new("w", &[4; 32]).unwrap();
        let twice = witness.cosign(&witness.cosign(&signed(), 5), 6);
        assert_eq!((twice.signatures.len(), cosigned_at(&witness.public(), &twice)), (2, Some(6)));
    }

    #[test]
    fn what_was_changed_is_not_cosigned() {
        let witness = CosigningKey::new("w", &[4; 32]).unwrap();
        let key = witness.public();
        assert_eq!(key.to_string().parse(), Ok(key.clone()));
        assert_eq!(cosigned_at(&key, &signed()), None);
        let mut other = witness.cosign(&signed(), 5);
        other.checkpoint.sequence += 1;
        assert_eq!(cosigned_at(&key, &other), None);
        let mut later = witness.cosign(&signed(), 5);
        later.signatures[1].signature[7] += 1;
        assert_eq!(cosigned_at(&key, &later), None, "the time is signed too");
        let stranger = CosigningKey::new("w", &[5; 32]).unwrap();
        assert_eq!(cosigned_at(&stranger.public(), &witness.cosign(&signed(), 5)), None);
        for name in ["", "a b", "a+b", "a\n"] {
            assert!(CosigningKey::new(name, &[4; 32]).is_err(), "{name:?}");
        }
    }
}
