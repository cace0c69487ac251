//! Seeds, digests and labels.

use std::fmt;
use std::str::FromStr;

use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::bytes::{hex, unhex};

/// A seed of the house: 256 bits, secret until the round or the shoe is over.
///
/// It never appears in a log and is wiped from memory when it is dropped. Only a proof contains it.
#[derive(Clone, PartialEq, Eq, Zeroize, ZeroizeOnDrop)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A seed from these bytes. The last seed of a chain must come from a cryptographic source.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Its bytes: the secret itself.
    pub const fn reveal(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

impl FromStr for Seed {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        text.parse::<Digest>().map(|digest| Self(digest.0))
    }
}

/// A 256-bit hash that may be published: an anchor, a commitment or a receipt.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// A digest from these bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Its bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&hex(&self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// The text is not 32 bytes in hexadecimal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexError {
    characters: usize,
}

impl fmt::Display for HexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { characters } = self;
        match characters {
            64 => f.write_str("has a character other than 0 to 9 and a to f (lower case)"),
            _ => write!(f, "must be 64 hexadecimal digits (32 bytes), not {characters}"),
        }
    }
}

impl std::error::Error for HexError {}

impl FromStr for Digest {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        let bytes = unhex(text).and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or_else(|| HexError { characters: text.chars().count() })
    }
}

/// The maximum length of a label.
pub const LABEL_BYTES_MAX: usize = 64;

/// The name of a table, a round or a shoe: 1 to 64 visible ASCII characters, so that its encoding is unambiguous.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Label(String);

impl Label {
    /// Its characters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The text is not a valid label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabelError {
    /// It is empty, or longer than 64 characters.
    Length(usize),
    /// It contains a space, a control character or a character that is not ASCII.
    Character(char),
}

impl fmt::Display for LabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(found) => write!(f, "must be 1 to {LABEL_BYTES_MAX} characters, not {found}"),
            Self::Character(found) => write!(f, "has {found:?}: only visible ASCII characters are allowed"),
        }
    }
}

impl std::error::Error for LabelError {}

impl FromStr for Label {
    type Err = LabelError;

    fn from_str(text: &str) -> Result<Self, LabelError> {
        if let Some(found) = text.chars().find(|c| !c.is_ascii_graphic()) {
            return Err(LabelError::Character(found));
        }
        match text.len() {
            1..=LABEL_BYTES_MAX => Ok(Self(text.to_owned())),
            length => Err(LabelError::Length(length)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_not_shown() {
        let seed = Seed::new([0xab; 32]);
        assert_eq!(format!("{seed:?}"), "Seed(secret)");
        assert_eq!(seed.reveal(), &[0xab; 32]);
    }

    #[test]
    fn digests_are_written_and_read_back() {
        let digest = Digest::new(std::array::from_fn(|at| u8::try_from(at * 7).unwrap_or_default()));
        assert_eq!(digest.to_string().parse(), Ok(digest));
        let short = "00".parse::<Digest>().unwrap_err().to_string();
        assert!(short.contains("not 2"), "{short}");
        let capital = digest.to_string().to_uppercase().parse::<Digest>().unwrap_err().to_string();
        assert!(capital.contains("lower case"), "{capital}");
    }

    #[test]
    fn labels_are_visible_ascii() {
        assert_eq!("t-1".parse::<Label>().unwrap().as_str(), "t-1");
        assert_eq!("".parse::<Label>(), Err(LabelError::Length(0)));
        assert_eq!("x".repeat(65).parse::<Label>(), Err(LabelError::Length(65)));
        assert_eq!("a b".parse::<Label>(), Err(LabelError::Character(' ')));
        assert_eq!("né".parse::<Label>(), Err(LabelError::Character('é')));
    }
}
