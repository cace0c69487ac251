//! An entry with everything that shows that a house has signed it: a document that anybody can check without the house.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::base64_text::bytes;
use crate::checkpoint::{Checkpoint, SignedCheckpoint};
use crate::hash::leaf_hash;
use crate::inclusion::InclusionProof;
use crate::keys::VerifyingKey;
use crate::origin::NoteError;
use crate::tree_error::ProofFailure;

/// An entry, the proof that it is in a tree, and the checkpoint with which the house has signed that tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryProof {
    /// The entry as it is stored.
    #[serde(with = "bytes")]
    pub entry: Vec<u8>,
    /// The proof that it is in the tree.
    pub inclusion: InclusionProof,
    /// The signed checkpoint of the tree.
    pub checkpoint: String,
    /// The public key of the house, as it is published.
    pub key: String,
}

/// What is checked of an [`EntryProof`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryCheck {
    /// The entry is in the tree of the checkpoint.
    Tree,
    /// The checkpoint is signed with the key.
    Signature,
    /// The key is the one that somebody has noted.
    Key,
}

impl EntryCheck {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::Signature => "signature",
            Self::Key => "key",
        }
    }
}

/// Why an [`EntryProof`] shows nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntryProofFailure {
    /// The checkpoint is of a house that had no tree.
    NoTree,
    /// The proof is for another tree than that of the checkpoint.
    OtherSize {
        /// The size of the tree of the proof.
        proved: u64,
        /// The size of the tree of the checkpoint.
        signed: u64,
    },
    /// The entry is not in the tree.
    Tree(ProofFailure),
    /// The checkpoint is not signed with the key.
    Signature,
    /// The key is not the noted one.
    Key,
}

impl fmt::Display for EntryProofFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTree => f.write_str("the checkpoint is of a house that had no tree"),
            Self::OtherSize { proved, signed } => {
                write!(f, "the proof is for a tree of {proved} entries, and the checkpoint has {signed}")
            }
            Self::Tree(why) => write!(f, "this entry is not in the tree that the house has signed: {why}"),
            Self::Signature => f.write_str("the checkpoint is not signed with this key"),
            Self::Key => f.write_str("the key is not the one that was noted"),
        }
    }
}

impl std::error::Error for EntryProofFailure {}

/// What an [`EntryProof`] is checked against: its checkpoint, and the result of each check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryProofReport {
    /// The checkpoint.
    pub checkpoint: Checkpoint,
    /// Each check with its result. Without a noted key, that check is not there.
    pub checks: Vec<(EntryCheck, Result<(), EntryProofFailure>)>,
}

impl EntryProof {
    /// Checks everything.
    ///
    /// # Errors
    /// When the checkpoint or the key cannot be read.
    pub fn examine(&self, noted_key: Option<&str>) -> Result<EntryProofReport, NoteError> {
        let signed: SignedCheckpoint = self.checkpoint.parse()?;
        let key: VerifyingKey = self.key.parse()?;
        let is_signed = key.has_signed(&signed);
        let mut checks = vec![
            (EntryCheck::Tree, self.check_tree(&signed.checkpoint)),
            (EntryCheck::Signature, is_signed.then_some(()).ok_or(EntryProofFailure::Signature)),
        ];
        if let Some(noted) = noted_key {
            let noted: VerifyingKey = noted.parse()?;
            let is_noted = noted.text() == key.text();
            checks.push((EntryCheck::Key, is_noted.then_some(()).ok_or(EntryProofFailure::Key)));
        }
        Ok(EntryProofReport { checkpoint: signed.checkpoint, checks })
    }

    fn check_tree(&self, checkpoint: &Checkpoint) -> Result<(), EntryProofFailure> {
        let root = checkpoint.root.ok_or(EntryProofFailure::NoTree)?;
        let (proved, signed) = (self.inclusion.size, checkpoint.sequence);
        if proved != signed {
            return Err(EntryProofFailure::OtherSize { proved, signed });
        }
        self.inclusion.verify(&leaf_hash(&self.entry), &root).map_err(EntryProofFailure::Tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::SigningKey;
    use crate::origin::{LogForm, Origin};
    use crate::stored_tree::StoredTree;

    const SEED: [u8; 32] = [7; 32];

    fn proof(entries: &[&[u8]], index: u64) -> EntryProof {
        let mut tree = StoredTree::default();
        entries.iter().for_each(|entry| tree.append(leaf_hash(entry)));
        let size = entries.len() as u64;
        let origin = Origin::new(1, 1, &[9; 32]);
        let root = tree.root(size).unwrap();
        let key = SigningKey::new(&SEED, origin).unwrap();
        let checkpoint = key.sign(Checkpoint { origin, sequence: size, hash: [1; 32], root: Some(root) });
        EntryProof {
            entry: entries[usize::try_from(index).unwrap()].to_vec(),
            inclusion: InclusionProof::of(&tree, index, size).unwrap(),
            checkpoint: checkpoint.to_string(),
            key: key.public(LogForm::Tree).text(),
        }
    }

    fn failures(proof: &EntryProof, noted: Option<&str>) -> Vec<EntryProofFailure> {
        let report = proof.examine(noted).unwrap();
        report.checks.into_iter().filter_map(|(_, result)| result.err()).collect()
    }

    #[test]
    fn every_entry_is_proved_and_no_other() {
        let entries: [&[u8]; 5] = [b"a", b"b", b"c", b"d", b"e"];
        for index in 0..5 {
            let good = proof(&entries, index);
            assert_eq!(failures(&good, Some(&good.key)), [], "{index}");
            let other = EntryProof { entry: b"another".to_vec(), ..good };
            assert_eq!(failures(&other, None), [EntryProofFailure::Tree(ProofFailure::Root)]);
        }
    }

    #[test]
    fn a_checkpoint_that_was_changed_is_not_signed() {
        let good = proof(&[b"a", b"b", b"c"], 1);
        let longer = proof(&[b"a", b"b", b"c", b"d"], 1);
        let body = |proof: &EntryProof| proof.checkpoint.split_once("\n\n").unwrap().0.to_owned();
        let signature = good.checkpoint.split_once("\n\n").unwrap().1;
        let forged = format!("{}\n\n{signature}", body(&longer));
        let forged = EntryProof { checkpoint: forged, ..longer };
        assert_eq!(failures(&forged, None), [EntryProofFailure::Signature]);
    }

    #[test]
    fn a_proof_for_another_tree_and_another_key_are_named() {
        let (three, four) = (proof(&[b"a", b"b", b"c"], 1), proof(&[b"a", b"b", b"c", b"d"], 1));
        let mixed = EntryProof { inclusion: four.inclusion, ..three.clone() };
        let wrong = EntryProofFailure::OtherSize { proved: 4, signed: 3 };
        assert_eq!(failures(&mixed, None), [wrong]);
        let origin = Origin::new(1, 1, &[9; 32]);
        let other = SigningKey::new(&[8; 32], origin).unwrap().public(LogForm::Tree).text();
        assert_eq!(failures(&three, Some(&other)), [EntryProofFailure::Key]);
        let under_other = EntryProof { key: other, ..three };
        assert_eq!(failures(&under_other, None), [EntryProofFailure::Signature]);
    }

    #[test]
    fn a_document_is_read_back_and_unknown_fields_are_refused() {
        let good = proof(&[b"a", b"b", b"c"], 1);
        let text = serde_json::to_string(&good).unwrap();
        assert_eq!(serde_json::from_str::<EntryProof>(&text).unwrap(), good);
        for (place, _) in text.match_indices('{') {
            let more = format!("{}\"more\":1,{}", &text[..=place], &text[place + 1..]);
            assert!(serde_json::from_str::<EntryProof>(&more).is_err(), "{more}");
        }
    }
}
