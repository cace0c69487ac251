//! What a full check of a house finds.

use croupier_house::ids::HouseId;
use croupier_house::store::HouseHead;

/// The maximum number of findings that are listed.
pub const FINDINGS_MAX: usize = 100;

/// The part of the store that is wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum JournalPart {
    /// An entry: it cannot be made again. Restore a backup.
    Entries,
    /// The end of the journal: entries that were acknowledged are missing.
    Acknowledged,
    /// The head of a house in the database.
    Head,
    /// The versions of its journals.
    Versions,
    /// The keys of its commands.
    Keys,
    /// Its balances.
    Balances,
    /// Where the entries of each journal lie among those of the house; only `PostgreSQL` notes that.
    Marks,
    /// The head file: acknowledged entries are missing, or the file is. Only data folders have one.
    HeadFile,
}

impl JournalPart {
    /// Whether it follows from the entries, so that it can be made again.
    pub const fn can_be_rebuilt(self) -> bool {
        matches!(self, Self::Head | Self::Versions | Self::Keys | Self::Balances | Self::Marks)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Entries => "entries",
            Self::Acknowledged => "acknowledged entries",
            Self::Head => "head",
            Self::Versions => "versions",
            Self::Keys => "keys",
            Self::Balances => "balances",
            Self::Marks => "marks",
            Self::HeadFile => "head file",
        }
    }
}

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The part.
    pub part: JournalPart,
    /// What is wrong with it, in words.
    pub text: String,
}

/// The result of checking a house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HouseCheck {
    /// The house.
    pub house: HouseId,
    /// The number of entries that were read.
    pub entries: u64,
    /// The last of them.
    pub head: HouseHead,
    /// The head that the store says the house has.
    pub stored_head: Option<HouseHead>,
    /// What is wrong, at most [`FINDINGS_MAX`] things.
    pub findings: Vec<Finding>,
    /// The number of findings that are not listed.
    pub left_out: u64,
}

impl HouseCheck {
    /// A check that has read nothing yet.
    pub(crate) const fn new(house: HouseId) -> Self {
        let head = HouseHead { sequence: 0, hash: [0; 32] };
        Self { house, entries: 0, head, stored_head: None, findings: Vec::new(), left_out: 0 }
    }

    /// Adds something that is wrong.
    pub fn find(&mut self, part: JournalPart, text: String) {
        if self.findings.len() < FINDINGS_MAX {
            self.findings.push(Finding { part, text });
        } else {
            self.left_out += 1;
        }
    }
}
