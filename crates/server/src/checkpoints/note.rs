//! The text of a checkpoint: a signed note as C2SP `tlog-checkpoint` and `signed-note` describe it.
//!
//! ```text
//! croupier/6f1d2c3b4a596877/house-1/incarnation-1
//! 4711
//! q83vEjRWeJC8kFAmw2r1XyD8m0F1kB2yG8bq1nL3a0I=
//!
//! — croupier/6f1d2c3b4a596877/house-1/incarnation-1 bWFkZSB1cCBzaWduYXR1cmUuLi4=
//! ```

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use croupier_house::ids::HouseId;
use croupier_house::journal::Hash;

/// The first bytes of the hash of a house's first entry. They identify the house among all houses.
pub type HouseIdentity = [u8; 8];

/// The name of a log: the house, and the incarnation that writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// The identity of the house.
    pub identity: HouseIdentity,
    /// The number of the house in its data folder.
    pub house: HouseId,
    /// The number of the incarnation, from 1.
    pub incarnation: u32,
}

impl Origin {
    /// The origin of a house whose first entry has this hash.
    pub fn new(house: HouseId, incarnation: u32, first_entry: &Hash) -> Self {
        let mut identity = HouseIdentity::default();
        identity.copy_from_slice(&first_entry[..8]);
        Self { identity, house, incarnation }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let identity = u64::from_be_bytes(self.identity);
        write!(f, "croupier/{identity:016x}/house-{}/incarnation-{}", self.house.0, self.incarnation)
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

fn fault(why: &str) -> NoteError {
    NoteError(why.to_owned())
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
        let origin = Self { identity: identity.to_be_bytes(), house: HouseId(house), incarnation };
        if origin.to_string() == text { Ok(origin) } else { Err(fault("its origin is written differently")) }
    }
}

/// The head of a house's journal at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    /// The log.
    pub origin: Origin,
    /// The sequence number of the last entry.
    pub sequence: u64,
    /// The hash of the last entry.
    pub hash: Hash,
}

impl Checkpoint {
    /// The text that is signed.
    pub fn text(&self) -> String {
        format!("{}\n{}\n{}\n", self.origin, self.sequence, STANDARD.encode(self.hash))
    }
}

/// A signature line of a note.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoteSignature {
    /// The name of the signer.
    pub name: String,
    /// The first bytes of the digest of name and public key.
    pub key_id: [u8; 4],
    /// The signature.
    pub signature: Vec<u8>,
}

/// A checkpoint with its signatures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignedCheckpoint {
    /// What was signed.
    pub checkpoint: Checkpoint,
    /// By whom.
    pub signatures: Vec<NoteSignature>,
}

impl fmt::Display for SignedCheckpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.checkpoint.text())?;
        for NoteSignature { name, key_id, signature } in &self.signatures {
            let bytes: Vec<u8> = key_id.iter().chain(signature).copied().collect();
            writeln!(f, "\u{2014} {name} {}", STANDARD.encode(bytes))?;
        }
        Ok(())
    }
}

impl FromStr for SignedCheckpoint {
    type Err = NoteError;

    /// Reads one note. Extension lines of other logs are not accepted, because what they say is not known.
    fn from_str(text: &str) -> Result<Self, NoteError> {
        let (body, signed) = text.split_once("\n\n").ok_or_else(|| fault("it has no signatures"))?;
        let lines: Vec<&str> = body.lines().collect();
        let [origin, sequence, hash] = *lines else {
            return Err(fault("it has not three lines"));
        };
        let sequence = sequence.parse().map_err(|_| fault("its size is not a number"))?;
        let hash = STANDARD.decode(hash).ok().and_then(|hash| hash.try_into().ok());
        let hash = hash.ok_or_else(|| fault("its hash is not 32 bytes in base64"))?;
        let checkpoint = Checkpoint { origin: origin.parse()?, sequence, hash };
        if checkpoint.text().trim_end() != body {
            return Err(fault("it is written differently"));
        }
        let signatures = signed.lines().map(signature).collect::<Result<Vec<_>, _>>()?;
        if signatures.is_empty() {
            return Err(fault("it has no signatures"));
        }
        Ok(Self { checkpoint, signatures })
    }
}

fn signature(line: &str) -> Result<NoteSignature, NoteError> {
    let words = line.strip_prefix("\u{2014} ").and_then(|rest| rest.split_once(' '));
    let (name, bytes) = words.ok_or_else(|| fault("a signature line is not `— NAME SIGNATURE`"))?;
    let bytes = STANDARD.decode(bytes).map_err(|_| fault("a signature is not in base64"))?;
    let (key_id, signature) =
        bytes.split_first_chunk::<4>().ok_or_else(|| fault("a signature is too short"))?;
    Ok(NoteSignature { name: name.to_owned(), key_id: *key_id, signature: signature.to_vec() })
}

/// Reads the notes of a file, one after another.
///
/// # Errors
/// When something in it is not a checkpoint.
pub fn read_notes(text: &str) -> Result<Vec<SignedCheckpoint>, NoteError> {
    let mut notes = Vec::new();
    let mut lines = text.lines().peekable();
    loop {
        while lines.next_if(|line| line.trim().is_empty()).is_some() {}
        if lines.peek().is_none() {
            return Ok(notes);
        }
        let mut note = String::new();
        let mut signed = false;
        while let Some(line) = lines.next_if(|line| !signed || line.starts_with('\u{2014}')) {
            signed |= line.is_empty();
            note.push_str(line);
            note.push('\n');
        }
        notes.push(note.parse()?);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(sequence: u64) -> SignedCheckpoint {
        let origin = Origin::new(HouseId(2), 3, &[0xab; 32]);
        let name = origin.to_string();
        let signature = NoteSignature { name, key_id: [1, 2, 3, 4], signature: vec![7; 64] };
        SignedCheckpoint {
            checkpoint: Checkpoint { origin, sequence, hash: [9; 32] },
            signatures: vec![signature],
        }
    }

    #[test]
    fn a_note_is_written_and_read_back() {
        let text = signed(4711).to_string();
        assert!(text.starts_with("croupier/abababababababab/house-2/incarnation-3\n4711\nCQkJ"), "{text}");
        assert!(
            text.contains("\n\n\u{2014} croupier/abababababababab/house-2/incarnation-3 AQIDBAcH"),
            "{text}"
        );
        assert_eq!(text.parse(), Ok(signed(4711)));
    }

    #[test]
    fn notes_of_one_file_are_read_in_order() {
        let text = format!("{}\n{}{}", signed(1), signed(2), signed(3));
        assert_eq!(read_notes(&text), Ok(vec![signed(1), signed(2), signed(3)]));
        assert_eq!(read_notes("\n"), Ok(Vec::new()));
    }

    #[test]
    fn what_is_written_differently_is_refused() {
        let text = signed(4711).to_string();
        for (from, to) in [
            ("4711", "04711"),
            ("4711", "-1"),
            ("house-2", "house-02"),
            ("incarnation-3", "incarnation-x"),
            ("\n\n", "\nmore\n\n"),
            ("CQkJ", "C"),
            ("\u{2014}", "-"),
            ("AQID", "@@@@"),
        ] {
            assert!(text.replace(from, to).parse::<SignedCheckpoint>().is_err(), "{from} -> {to}");
        }
    }
}
