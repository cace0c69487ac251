//! Hashes and keys as base64, as notes and proofs have them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::hash::TreeHash;

/// Bytes as base64.
pub(crate) fn encode(bytes: impl AsRef<[u8]>) -> String {
    STANDARD.encode(bytes)
}

/// The bytes of a text; `None` if it is not base64.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}

/// The hash that a text has; `None` if it is none.
pub(crate) fn decode_hash(text: &str) -> Option<TreeHash> {
    decode(text)?.try_into().ok()
}

/// Lists of hashes in JSON: as texts.
pub(crate) mod hashes {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{TreeHash, decode_hash, encode};

    /// Writes hashes as base64.
    pub(crate) fn serialize<S: Serializer>(hashes: &[TreeHash], to: S) -> Result<S::Ok, S::Error> {
        hashes.iter().map(encode).collect::<Vec<_>>().serialize(to)
    }

    /// Reads them back.
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<TreeHash>, D::Error> {
        let texts = Vec::<String>::deserialize(from)?;
        let hash = |text: &String| {
            decode_hash(text).ok_or_else(|| D::Error::custom("a hash is not 32 bytes in base64"))
        };
        texts.iter().map(hash).collect()
    }
}

/// Bytes in JSON: as a text.
pub(crate) mod bytes {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{decode, encode};

    /// Writes bytes as base64.
    pub(crate) fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        encode(bytes).serialize(to)
    }

    /// Reads them back.
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(from)?;
        decode(&text).ok_or_else(|| D::Error::custom("it is not base64"))
    }
}
