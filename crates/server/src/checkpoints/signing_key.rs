//! The Ed25519 key that signs the checkpoints of a house.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use croupier_fair::HouseKey;
use ring::digest::{SHA256, digest};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

use super::note::{Checkpoint, NoteError, NoteSignature, Origin, SignedCheckpoint};

/// The mark of Ed25519 in the key of a signed note.
const ALGORITHM: u8 = 1;

/// The purpose for which the signing key is derived from the house key. Each house of a data folder has its own.
const PURPOSE: &str = "checkpoints of house ";

/// The secret key that signs the checkpoints of a log.
pub struct SigningKey {
    origin: Origin,
    pair: Ed25519KeyPair,
}

impl SigningKey {
    /// The key of a log, derived from the house key, so that whoever has the house key can sign and nothing else must
    /// be stored.
    ///
    /// # Errors
    /// When the cryptographic library refuses the seed.
    pub fn derive(house_key: &HouseKey, origin: Origin) -> Result<Self, NoteError> {
        let seed = house_key.derive(&format!("{PURPOSE}{}", origin.house.0));
        let pair = Ed25519KeyPair::from_seed_unchecked(seed.reveal())
            .map_err(|error| NoteError(format!("the signing key cannot be made: {error}")))?;
        Ok(Self { origin, pair })
    }

    /// The public key.
    pub fn public(&self) -> VerifyingKey {
        let mut bytes = [0; 32];
        bytes.copy_from_slice(self.pair.public_key().as_ref());
        VerifyingKey { name: self.origin.to_string(), bytes }
    }

    /// Signs a checkpoint of its log.
    pub fn sign(&self, checkpoint: Checkpoint) -> SignedCheckpoint {
        let VerifyingKey { name, .. } = self.public();
        let signature = self.pair.sign(checkpoint.text().as_bytes()).as_ref().to_vec();
        let key_id = self.public().id();
        SignedCheckpoint { checkpoint, signatures: vec![NoteSignature { name, key_id, signature }] }
    }
}

/// The public key of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyingKey {
    /// The name of the signer: the origin of the log.
    pub name: String,
    /// The key.
    pub bytes: [u8; 32],
}

impl VerifyingKey {
    /// The first bytes of the digest of name and key, by which a signature names its key.
    pub fn id(&self) -> [u8; 4] {
        let mut text = format!("{}\n", self.name).into_bytes();
        text.push(ALGORITHM);
        text.extend(self.bytes);
        let digest = digest(&SHA256, &text);
        let mut id = [0; 4];
        id.copy_from_slice(&digest.as_ref()[..4]);
        id
    }

    /// The form in which the key is published: `NAME+ID+KEY`, as verifiers of signed notes expect it.
    pub fn text(&self) -> String {
        let key: Vec<u8> = std::iter::once(ALGORITHM).chain(self.bytes).collect();
        format!("{}+{:08x}+{}", self.name, u32::from_be_bytes(self.id()), STANDARD.encode(key))
    }

    /// Whether one of the signatures of a checkpoint is valid under this key.
    pub fn has_signed(&self, signed: &SignedCheckpoint) -> bool {
        let key = UnparsedPublicKey::new(&ED25519, self.bytes);
        let text = signed.checkpoint.text();
        let by_this =
            signed.signatures.iter().filter(|line| line.name == self.name && line.key_id == self.id());
        by_this.into_iter().any(|line| key.verify(text.as_bytes(), &line.signature).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use croupier_fair::KeyId;
    use croupier_house::ids::HouseId;

    use super::*;

    fn key(house: u16, byte: u8) -> SigningKey {
        let origin = Origin::new(HouseId(house), 1, &[0x11; 32]);
        SigningKey::derive(&HouseKey::new(KeyId(1), [byte; 32]), origin).unwrap()
    }

    fn checkpoint(key: &SigningKey) -> Checkpoint {
        Checkpoint { origin: key.origin, sequence: 12, hash: [5; 32] }
    }

    /// Another implementation of Ed25519 accepts the signature over the text as it is read from the note.
    #[test]
    fn another_implementation_verifies_the_note() {
        let key = key(1, 3);
        let text = key.sign(checkpoint(&key)).to_string();
        let (body, line) = text.split_once("\n\n").unwrap();
        let signature = STANDARD.decode(line.trim_end().rsplit_once(' ').unwrap().1).unwrap();
        let published = key.public().text();
        let [name, id, public] = published.splitn(3, '+').collect::<Vec<_>>()[..] else {
            panic!("{published}")
        };
        assert_eq!(body.lines().next(), Some(name));
        assert_eq!(id, signature[..4].iter().map(|byte| format!("{byte:02x}")).collect::<String>());
        let public = STANDARD.decode(public).unwrap();
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
        assert!(one.public().has_signed(&signed));
        for other in [key(2, 3), key(1, 4)] {
            assert_ne!(other.public().bytes, one.public().bytes);
            assert!(!other.public().has_signed(&signed));
        }
        let mut changed = signed;
        changed.checkpoint.sequence += 1;
        assert!(!one.public().has_signed(&changed));
    }
}
