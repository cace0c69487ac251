//! The name of a log: which house writes it, and in which form.

use std::fmt;
use std::str::FromStr;

/// The first bytes of the hash of a house's first entry. They identify the house among all houses.
pub type HouseIdentity = [u8; 8];

/// A house, and the incarnation that writes its log. A restored house begins a new incarnation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// The identity of the house.
    pub identity: HouseIdentity,
    /// The number of the house in its data folder.
    pub house: u16,
    /// The number of the incarnation, from 1.
    pub incarnation: u32,
}

impl Origin {
    /// The origin of a house whose first entry has this hash.
    pub fn new(house: u16, incarnation: u32, first_entry: &[u8; 32]) -> Self {
        let mut identity = HouseIdentity::default();
        identity.copy_from_slice(&first_entry[..8]);
        Self { identity, house, incarnation }
    }

    /// Whether both are incarnations of one house.
    pub fn is_same_house(&self, other: &Self) -> bool {
        (self.identity, self.house) == (other.identity, other.house)
    }

    /// The name under which checkpoints of this form are signed.
    pub fn name(&self, form: LogForm) -> String {
        format!("{self}{}", form.suffix())
    }

    /// Reads the name of a log.
    ///
    /// # Errors
    /// When it is not the name of a house's log.
    pub fn read_name(name: &str) -> Result<(Self, LogForm), NoteError> {
        match name.strip_suffix(LogForm::Tree.suffix()) {
            Some(origin) => Ok((origin.parse()?, LogForm::Tree)),
            None => Ok((name.parse()?, LogForm::Chain)),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let identity = u64::from_be_bytes(self.identity);
        write!(f, "croupier/{identity:016x}/house-{}/incarnation-{}", self.house, self.incarnation)
    }
}

impl FromStr for Origin {
    type Err = NoteError;

    fn from_str(text: &str) -> Result<Self, NoteError> {
        let parts: Vec<&str> = text.split('/').collect();
        let ["croupier", identity, house, incarnation] = *parts else {
            return Err(fault("its origin is not that of a house"));
        };
        let number = |text: &str, before: &str| text.strip_prefix(before).and_then(|n| n.parse::<u32>().ok());
        let house = number(house, "house-").and_then(|house| u16::try_from(house).ok());
        let found = (u64::from_str_radix(identity, 16).ok(), house, number(incarnation, "incarnation-"));
        let (Some(identity), Some(house), Some(incarnation)) = found else {
            return Err(fault("its origin is not that of a house"));
        };
        let origin = Self { identity: identity.to_be_bytes(), house, incarnation };
        if origin.to_string() == text { Ok(origin) } else { Err(fault("its origin is written differently")) }
    }
}

/// What the third line of a checkpoint is. Both forms have names of their own, so that a signature of one can never pass
/// for a signature of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogForm {
    /// The hash of the last entry: the head of the hash chain. Houses published this form before they had a tree.
    Chain,
    /// The root of the Merkle tree over all entries.
    Tree,
}

impl LogForm {
    /// What follows the origin in the name of a log of this form.
    const fn suffix(self) -> &'static str {
        match self {
            Self::Chain => "",
            Self::Tree => "/tree",
        }
    }
}

/// Why a text is not a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoteError(pub String);

impl fmt::Display for NoteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this is not a checkpoint: {}", self.0)
    }
}

impl std::error::Error for NoteError {}

/// A fault of a note.
pub(crate) fn fault(why: &str) -> NoteError {
    NoteError(why.to_owned())
}
