//! The key under which numbers of identity documents are hashed. The house stores the hashes and never the numbers.

use std::path::Path;

use croupier_fair::Digest;
use croupier_house::ids::HouseId;
use croupier_house::office::DocumentHash;

use super::key_vault::KEY_FILE;

/// The length of a document's number, without spaces and signs.
const NUMBER_LETTERS: std::ops::RangeInclusive<usize> = 4..=40;

/// The key of one house for the numbers of documents.
#[derive(Clone)]
pub struct DocumentKey([u8; 32]);

impl DocumentKey {
    /// The key of a house, derived from the oldest key of its data folder, so that a newer key changes no hash; `None` if
    /// the folder has no key.
    pub(crate) fn open(folder: &Path, house: HouseId) -> Option<Self> {
        let text = std::fs::read_to_string(folder.join(KEY_FILE)).ok()?;
        let keys = text.lines().filter_map(|line| {
            let (number, key) = line.trim().split_once(' ')?;
            Some((number.parse::<u32>().ok()?, key.trim().parse::<Digest>().ok()?))
        });
        let (_, key) = keys.min_by_key(|(number, _)| *number)?;
        let mut hasher = blake3::Hasher::new_derive_key("croupier 2026 document number");
        hasher.update(key.as_bytes()).update(&house.0.to_le_bytes());
        Some(Self(*hasher.finalize().as_bytes()))
    }

    /// The hash of a document's number. Spaces, signs and case make no difference; `None` if it is no number.
    pub(crate) fn hash(&self, number: &str) -> Option<DocumentHash> {
        let plain: String =
            number.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect();
        let is_number = NUMBER_LETTERS.contains(&plain.chars().count());
        is_number.then(|| DocumentHash(*blake3::keyed_hash(&self.0, plain.as_bytes()).as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_the_same_however_it_is_written() {
        let key = DocumentKey([1; 32]);
        let hash = key.hash("AB 123-456").unwrap();
        assert_eq!(key.hash("ab123456"), Some(hash));
        assert_ne!(key.hash("ab123457"), Some(hash));
        assert_ne!(DocumentKey([2; 32]).hash("ab123456"), Some(hash));
        assert_eq!(key.hash("- 1 -"), None);
    }
}
