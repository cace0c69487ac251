//! The secrets of a data folder in a copy of it: one file, encrypted with a passphrase of the operator.
//!
//! | bytes | content |
//! |---|---|
//! | 19 | `CROUPIER-SECRETS-1` and a newline |
//! | 3 × 4 | memory in KiB, passes and lanes of Argon2id, little-endian |
//! | 16 | the salt of Argon2id |
//! | 24 | the nonce of `XChaCha20-Poly1305` |
//! | rest | the encrypted files with their tag; all bytes before them are authenticated too |
//!
//! The key is Argon2id (version 0x13) of the passphrase, 32 bytes. Decrypted, each file is the length of its name (two
//! bytes, little-endian), its name, its length (eight bytes) and its content.

use argon2::{Algorithm, Argon2, Params, Version};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use zeroize::Zeroizing;

use crate::error::{ServeError, failed};

/// The name of the file in a copy.
pub const SECRETS_FILE: &str = "secrets.sealed";

const MAGIC: &[u8] = b"CROUPIER-SECRETS-1\n";
const SALT_BYTES: usize = 16;
const NONCE_BYTES: usize = 24;

/// The shortest passphrase, in bytes.
pub const PASSPHRASE_BYTES_MIN: usize = 12;

/// The cost of the key, stronger than that of a login because it is computed once: 64 MiB, 3 passes, 1 lane.
const COST: KeyCost = KeyCost { memory: 64 * 1024, passes: 3, lanes: 1 };
/// The highest cost that is accepted from a file, so that a forged file cannot exhaust the memory.
const COST_MAX: KeyCost = KeyCost { memory: 1024 * 1024, passes: 64, lanes: 16 };

/// What deriving a key from a passphrase costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct KeyCost {
    memory: u32,
    passes: u32,
    lanes: u32,
}

/// A secret file: its name in the data folder, and its content.
pub(crate) type SecretFile = (String, Zeroizing<Vec<u8>>);

/// The passphrase of the operator. It is wiped from memory when it is dropped.
pub struct Passphrase(Zeroizing<Vec<u8>>);

impl Passphrase {
    /// Takes a passphrase as the content of a file; a newline at the end does not belong to it.
    ///
    /// # Errors
    /// When it is too short to protect anything.
    pub fn from_file(mut content: Vec<u8>) -> Result<Self, ServeError> {
        while matches!(content.last(), Some(b'\n' | b'\r')) {
            content.pop();
        }
        if content.len() < PASSPHRASE_BYTES_MIN {
            return Err(ServeError(format!(
                "the passphrase must have at least {PASSPHRASE_BYTES_MIN} bytes, not {}",
                content.len()
            )));
        }
        Ok(Self(Zeroizing::new(content)))
    }

    fn cipher(&self, cost: KeyCost, salt: &[u8]) -> Result<XChaCha20Poly1305, ServeError> {
        let params = Params::new(cost.memory, cost.passes, cost.lanes, Some(32)).map_err(failed)?;
        let mut key = Zeroizing::new([0; 32]);
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        argon.hash_password_into(&self.0, salt, &mut *key).map_err(failed)?;
        Ok(XChaCha20Poly1305::new(&(*key).into()))
    }
}

/// Encrypts secret files.
///
/// # Errors
/// When the operating system gives no randomness, or the key cannot be derived.
pub(crate) fn seal(files: &[SecretFile], passphrase: &Passphrase) -> Result<Vec<u8>, ServeError> {
    let (mut salt, mut nonce) = ([0; SALT_BYTES], [0; NONCE_BYTES]);
    getrandom::fill(&mut salt).map_err(failed)?;
    getrandom::fill(&mut nonce).map_err(failed)?;
    let mut sealed = MAGIC.to_vec();
    for number in [COST.memory, COST.passes, COST.lanes] {
        sealed.extend(number.to_le_bytes());
    }
    sealed.extend(salt);
    sealed.extend(nonce);
    let plain = pack(files)?;
    let payload = Payload { msg: &plain, aad: &sealed };
    let text = passphrase.cipher(COST, &salt)?.encrypt(&XNonce::from(nonce), payload);
    sealed.extend(text.map_err(|_| ServeError("the secrets cannot be encrypted".to_owned()))?);
    Ok(sealed)
}

/// Decrypts secret files.
///
/// # Errors
/// When the bytes are no such file, were changed, or the passphrase is wrong.
pub(crate) fn unseal(sealed: &[u8], passphrase: &Passphrase) -> Result<Vec<SecretFile>, ServeError> {
    let truncated = || ServeError(format!("{SECRETS_FILE} is not a file of secrets, or is truncated"));
    let rest = sealed.strip_prefix(MAGIC).ok_or_else(truncated)?;
    let (cost, rest) = rest.split_first_chunk::<12>().ok_or_else(truncated)?;
    let (salt, rest) = rest.split_first_chunk::<SALT_BYTES>().ok_or_else(truncated)?;
    let (nonce, text) = rest.split_first_chunk::<NONCE_BYTES>().ok_or_else(truncated)?;
    let [memory, passes, lanes] = numbers(cost);
    if memory > COST_MAX.memory || passes > COST_MAX.passes || lanes > COST_MAX.lanes {
        return Err(ServeError(format!("{SECRETS_FILE} demands an unreasonable cost of its key")));
    }
    let cipher = passphrase.cipher(KeyCost { memory, passes, lanes }, salt)?;
    let head = &sealed[..sealed.len() - text.len()];
    let plain = cipher.decrypt(&XNonce::from(*nonce), Payload { msg: text, aad: head });
    let plain = plain.map_err(|_| {
        ServeError(format!("{SECRETS_FILE} does not open: the passphrase is wrong, or it was changed"))
    })?;
    unpack(&Zeroizing::new(plain)).ok_or_else(truncated)
}

fn numbers(bytes: &[u8; 12]) -> [u32; 3] {
    let (words, _) = bytes.as_chunks::<4>();
    [words[0], words[1], words[2]].map(u32::from_le_bytes)
}

fn pack(files: &[SecretFile]) -> Result<Zeroizing<Vec<u8>>, ServeError> {
    let mut plain = Zeroizing::new(Vec::new());
    for (name, content) in files {
        plain.extend(u16::try_from(name.len()).map_err(failed)?.to_le_bytes());
        plain.extend(name.as_bytes());
        plain.extend(u64::try_from(content.len()).map_err(failed)?.to_le_bytes());
        plain.extend(content.iter());
    }
    Ok(plain)
}

fn unpack(mut plain: &[u8]) -> Option<Vec<SecretFile>> {
    let mut files = Vec::new();
    while !plain.is_empty() {
        let (length, rest) = plain.split_first_chunk::<2>()?;
        let (name, rest) = rest.split_at_checked(usize::from(u16::from_le_bytes(*length)))?;
        let (length, rest) = rest.split_first_chunk::<8>()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (content, rest) = rest.split_at_checked(length)?;
        files.push((String::from_utf8(name.to_vec()).ok()?, Zeroizing::new(content.to_vec())));
        plain = rest;
    }
    Some(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passphrase(text: &str) -> Passphrase {
        Passphrase::from_file(text.as_bytes().to_vec()).unwrap()
    }

    fn files() -> Vec<SecretFile> {
        [("house.key", &b"1 abc\n"[..]), ("accounts.db", &[0, 255, 7]), ("empty", &[])]
            .map(|(name, content)| (name.to_owned(), Zeroizing::new(content.to_vec())))
            .to_vec()
    }

    #[test]
    fn only_the_passphrase_opens_the_secrets() {
        let sealed = seal(&files(), &passphrase("correct horse battery\n")).unwrap();
        assert_eq!(unseal(&sealed, &passphrase("correct horse battery")).unwrap(), files());
        assert!(!sealed.windows(5).any(|window| window == b"1 abc"));
        let wrong = unseal(&sealed, &passphrase("correct horse stable")).unwrap_err().to_string();
        assert!(wrong.contains("passphrase is wrong"), "{wrong}");
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let right = passphrase("correct horse battery");
        let sealed = seal(&files(), &right).unwrap();
        // The cost of the key is left out: deriving it with another one takes long.
        let places = (0..19).chain([31, 46, 47, 70, 71, sealed.len() - 1]);
        for place in places {
            let mut changed = sealed.clone();
            changed[place] ^= 1;
            assert!(unseal(&changed, &right).is_err(), "byte {place}");
        }
        assert!(unseal(&sealed[..sealed.len() - 1], &right).is_err());
        assert!(unseal(&sealed[..40], &right).is_err());
        let mut costly = sealed;
        costly[19..23].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(unseal(&costly, &right).unwrap_err().to_string().contains("unreasonable"));
    }

    #[test]
    fn a_short_passphrase_is_refused() {
        assert!(Passphrase::from_file(b"short\n\n\n\n\n\n\n\n\n\n".to_vec()).is_err());
    }
}
