//! The encoding of values before hashing: numbers have four bytes, and variable-length data has its length in front.

/// Domains for hashing, so that a hash made for one purpose is never valid for another. BLAKE3 uses them as key
/// derivation contexts.
pub(crate) mod domain {
    /// From one link of a chain to the link before it.
    pub(crate) const CHAIN: &str = "croupier fair v1: chain";
    /// The commitment of the house.
    pub(crate) const COMMITMENT: &str = "croupier fair v1: commitment";
    /// The players' seeds that were accepted for a commitment.
    pub(crate) const RECEIPT: &str = "croupier fair v1: receipt";
    /// The key that determines outcomes.
    pub(crate) const OUTCOME: &str = "croupier fair v1: outcome";
    /// The context that a sealed seed is bound to.
    pub(crate) const SEALED: &str = "croupier fair v1: sealed seed";
    /// The value by which a key of the house is recognised.
    pub(crate) const KEY_CHECK: &str = "croupier fair v1: key check";
    /// Secrets for other purposes that follow from a key of the house.
    pub(crate) const DERIVED: &str = "croupier fair v1: derived secret";
    /// Random choices in the examples.
    pub(crate) const EXAMPLE: &str = "croupier fair v1: example";
}

/// A builder of bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Packed(Vec<u8>);

impl Packed {
    /// Appends a number in four bytes, little-endian.
    #[must_use]
    pub(crate) fn number(mut self, number: u32) -> Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    /// Appends bytes of a fixed length, which the reader knows.
    #[must_use]
    pub(crate) fn fixed(mut self, bytes: &[u8]) -> Self {
        self.0.extend(bytes);
        self
    }

    /// Appends bytes of any length, with their length in front.
    #[must_use]
    pub(crate) fn counted(self, bytes: &[u8]) -> Self {
        self.number(length(bytes)).fixed(bytes)
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The hash of these bytes in a domain.
    pub(crate) fn hash(&self, domain: &str) -> [u8; 32] {
        blake3::derive_key(domain, &self.0)
    }
}

/// The number of items. All data hashed here is far shorter than 2^32.
pub(crate) fn length<T>(items: &[T]) -> u32 {
    u32::try_from(items.len()).unwrap_or(u32::MAX)
}

/// Bytes in lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from(b"0123456789abcdef"[usize::from(nibble & 15)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Decodes lower-case hexadecimal.
pub(crate) fn unhex(text: &str) -> Option<Vec<u8>> {
    let nibble = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let byte = |[high, low]: &[u8; 2]| Some(nibble(*high)? << 4 | nibble(*low)?);
    if rest.is_empty() { pairs.iter().map(byte).collect() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_is_written_and_read_back() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(unhex(&hex(&all)), Some(all));
        assert_eq!(hex(&[0, 0xa5, 0xff]), "00a5ff");
        for bad in ["0", "0g", "AB", "é", " 0", "+1"] {
            assert_eq!(unhex(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_length_separates_neighbours() {
        let parts = |a: &[u8], b: &[u8]| Packed::default().counted(a).counted(b);
        assert_ne!(parts(b"ab", b"c"), parts(b"a", b"bc"));
        assert_eq!(parts(b"a", b"").as_bytes(), [1, 0, 0, 0, b'a', 0, 0, 0, 0]);
    }
}
