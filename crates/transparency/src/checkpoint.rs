//! The text of a checkpoint: a signed note as C2SP `tlog-checkpoint` and `signed-note` describe it.
//!
//! ```text
//! croupier/6f1d2c3b4a596877/house-1/incarnation-1/tree
//! 4711
//! q83vEjRWeJC8kFAmw2r1XyD8m0F1kB2yG8bq1nL3a0I=
//! head 9Zp0cTAcw8RWq0pqO8yJ8y5xJ8h0nqk6gq4oY6mJ0fU=
//!
//! — croupier/6f1d2c3b4a596877/house-1/incarnation-1/tree bWFkZSB1cCBzaWduYXR1cmUuLi4=
//! ```
//!
//! The third line is the root of the tree, the fourth the hash of the last entry. Houses that had no tree published three
//! lines under a name without `/tree`, of which the third was the hash of the last entry. They are still read.

use std::fmt;
use std::str::FromStr;

use crate::base64_text::{decode, decode_hash, encode};
use crate::hash::TreeHash;
use crate::origin::{LogForm, NoteError, Origin, fault};

/// What precedes the hash of the last entry.
const HEAD: &str = "head ";

/// The state of a house's log at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    /// Whose log it is.
    pub origin: Origin,
    /// The sequence number of the last entry: the size of the tree.
    pub sequence: u64,
    /// The hash of the last entry, in the hash chain of the journal.
    pub hash: [u8; 32],
    /// The root of the tree; `None` in a checkpoint of a house that had no tree.
    pub root: Option<TreeHash>,
}

impl Checkpoint {
    /// The form of its log.
    pub const fn form(&self) -> LogForm {
        if self.root.is_some() { LogForm::Tree } else { LogForm::Chain }
    }

    /// The name of its log, under which it is signed.
    pub fn log_name(&self) -> String {
        self.origin.name(self.form())
    }

    /// The text that is signed.
    pub fn text(&self) -> String {
        let (name, sequence, head) = (self.log_name(), self.sequence, encode(self.hash));
        match self.root {
            Some(root) => format!("{name}\n{sequence}\n{}\n{HEAD}{head}\n", encode(root)),
            None => format!("{name}\n{sequence}\n{head}\n"),
        }
    }

    fn read(body: &str) -> Result<Self, NoteError> {
        let lines: Vec<&str> = body.lines().collect();
        let [name, sequence, hash, extensions @ ..] = &*lines else {
            return Err(fault("it has fewer than three lines"));
        };
        let (origin, form) = Origin::read_name(name)?;
        let sequence = sequence.parse().map_err(|_| fault("its size is not a number"))?;
        let hash = decode_hash(hash).ok_or_else(|| fault("its hash is not 32 bytes in base64"))?;
        let checkpoint = match (form, extensions) {
            (LogForm::Chain, []) => Self { origin, sequence, hash, root: None },
            (LogForm::Chain, _) => return Err(fault("it has more than three lines")),
            (LogForm::Tree, [head]) => {
                let head = head.strip_prefix(HEAD).and_then(decode_hash);
                let head = head.ok_or_else(|| fault("its fourth line is not `head HASH`"))?;
                Self { origin, sequence, hash: head, root: Some(hash) }
            }
            (LogForm::Tree, _) => return Err(fault("it has not four lines")),
        };
        if checkpoint.text().strip_suffix('\n') == Some(body) {
            Ok(checkpoint)
        } else {
            Err(fault("it is written differently"))
        }
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

impl NoteSignature {
    fn read(line: &str) -> Result<Self, NoteError> {
        let words = line.strip_prefix("\u{2014} ").and_then(|rest| rest.split_once(' '));
        let (name, bytes) = words.ok_or_else(|| fault("a signature line is not `— NAME SIGNATURE`"))?;
        let bytes = decode(bytes).ok_or_else(|| fault("a signature is not in base64"))?;
        let (key_id, signature) =
            bytes.split_first_chunk::<4>().ok_or_else(|| fault("a signature is too short"))?;
        Ok(Self { name: name.to_owned(), key_id: *key_id, signature: signature.to_vec() })
    }
}

/// A checkpoint with its signatures: that of the house, and those of witnesses.
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
            writeln!(f, "\u{2014} {name} {}", encode(bytes))?;
        }
        Ok(())
    }
}

impl FromStr for SignedCheckpoint {
    type Err = NoteError;

    /// Reads one note. Extension lines of other logs are not accepted, because what they say is not known.
    fn from_str(text: &str) -> Result<Self, NoteError> {
        let (body, signed) = text.split_once("\n\n").ok_or_else(|| fault("it has no signatures"))?;
        let checkpoint = Checkpoint::read(body)?;
        let signatures = signed.lines().map(NoteSignature::read).collect::<Result<Vec<_>, _>>()?;
        if signatures.is_empty() {
            return Err(fault("it has no signatures"));
        }
        Ok(Self { checkpoint, signatures })
    }
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

    fn signed(sequence: u64, root: Option<TreeHash>) -> SignedCheckpoint {
        let origin = Origin::new(2, 3, &[0xab; 32]);
        let checkpoint = Checkpoint { origin, sequence, hash: [9; 32], root };
        let signature =
            NoteSignature { name: checkpoint.log_name(), key_id: [1, 2, 3, 4], signature: vec![7; 64] };
        SignedCheckpoint { checkpoint, signatures: vec![signature] }
    }

    #[test]
    fn a_note_is_written_and_read_back() {
        let text = signed(4711, Some([8; 32])).to_string();
        let begins = "croupier/abababababababab/house-2/incarnation-3/tree\n4711\nCAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg=\n\
                      head CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk=\n\n\
                      \u{2014} croupier/abababababababab/house-2/incarnation-3/tree AQIDBAcH";
        assert!(text.starts_with(begins), "{text}");
        assert_eq!(text.parse(), Ok(signed(4711, Some([8; 32]))));
    }

    /// The form that houses published before they had a tree.
    #[test]
    fn a_note_of_the_chain_is_still_read() {
        let text = signed(4711, None).to_string();
        assert!(text.starts_with("croupier/abababababababab/house-2/incarnation-3\n4711\nCQkJ"), "{text}");
        assert_eq!(text.parse(), Ok(signed(4711, None)));
    }

    #[test]
    fn notes_of_one_file_are_read_in_order() {
        let tree = signed(2, Some([1; 32]));
        let text = format!("{}\n{tree}{}", signed(1, None), signed(3, None));
        assert_eq!(read_notes(&text), Ok(vec![signed(1, None), tree, signed(3, None)]));
        assert_eq!(read_notes("\n"), Ok(Vec::new()));
    }

    #[test]
    fn what_is_written_differently_is_refused() {
        let text = signed(4711, Some([8; 32])).to_string();
        for (from, to) in [
            ("4711", "04711"),
            ("4711", "-1"),
            ("house-2", "house-02"),
            ("incarnation-3", "incarnation-x"),
            ("\n\n", "\nmore\n\n"),
            ("CAgI", "C"),
            ("head ", "Head "),
            ("head CQkJ", "head C"),
            ("/tree\n", "\n"),
            ("/tree\n", "/tree/tree\n"),
            ("\u{2014}", "-"),
            ("AQID", "@@@@"),
        ] {
            assert!(text.replace(from, to).parse::<SignedCheckpoint>().is_err(), "{from} -> {to}");
        }
        let old = signed(4711, None).to_string();
        assert!(old.replace("-3\n", "-3/tree\n").parse::<SignedCheckpoint>().is_err(), "a head is no root");
    }
}
