//! What the doctor says.

use std::fmt;

use serde::Serialize;

/// The part of a data folder that something is wrong with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DoctorPart {
    /// The folder itself: it is a copy, or something was not finished in it.
    Folder,
    /// The entries of a journal.
    Entries,
    /// The head of a house in the database.
    Head,
    /// The file of what was acknowledged.
    HeadFile,
    /// The versions of the journals.
    Versions,
    /// The idempotency keys.
    Keys,
    /// The balances.
    Balances,
    /// A round cannot be replayed.
    Replay,
    /// The index and the snapshots.
    Index,
    /// The texts of rulebooks and house files.
    Texts,
    /// The house key.
    HouseKey,
    /// Passwords and sessions.
    Accounts,
    /// Published checkpoints.
    Checkpoints,
    /// Who may read a file.
    Permissions,
}

impl DoctorPart {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::Entries => "entries",
            Self::Head => "head",
            Self::HeadFile => "head file",
            Self::Versions => "versions",
            Self::Keys => "keys",
            Self::Balances => "balances",
            Self::Replay => "replay",
            Self::Index => "index",
            Self::Texts => "texts",
            Self::HouseKey => "house key",
            Self::Accounts => "accounts",
            Self::Checkpoints => "checkpoints",
            Self::Permissions => "permissions",
        }
    }
}

/// What can be done about a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Remedy {
    /// `--repair` makes it again from the journal, or puts it right. Nothing is lost.
    Repair,
    /// `--repair` begins it anew. What it contained is lost.
    BeginAnew,
    /// Acknowledged entries are lost: find a later copy, or let two people accept the loss with `--accept-loss`.
    AcceptLoss,
    /// Restore a copy: it cannot be made again.
    RestoreCopy,
    /// Put the right file back.
    RestoreFile,
    /// Create accounts again with `croupier recover`.
    Recover,
    /// Finish or repeat what was begun.
    Finish,
    /// The house opens, and two people settle it there.
    Settle,
}

impl Remedy {
    /// What to do, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Repair => "`--repair` makes it again; nothing is lost",
            Self::BeginAnew => "`--repair` begins it anew; what was in it is lost",
            Self::AcceptLoss => {
                "acknowledged entries are lost: restore a later copy, or let two people accept the loss with \
                 `--accept-loss`"
            }
            Self::RestoreCopy => "it cannot be made again: restore a copy",
            Self::RestoreFile => "put the right file back from a copy of the secrets",
            Self::Recover => "restore the file from a copy of the secrets, or use `croupier recover`",
            Self::Finish => "finish what was begun, or begin it again",
            Self::Settle => {
                "the house opens: two people void the round, close the table or adopt another text"
            }
        }
    }
}

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DoctorFinding {
    /// The house; `None` for what belongs to all of them.
    pub house: Option<u16>,
    /// The part.
    pub part: DoctorPart,
    /// What is wrong with it.
    pub found: String,
    /// What can be done.
    pub remedy: Remedy,
}

impl fmt::Display for DoctorFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(house) = self.house {
            write!(f, "house {house}, ")?;
        }
        write!(f, "{}: {}\n  {}", self.part.name(), self.found, self.remedy.words())
    }
}

/// A house as far as it could be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExaminedHouse {
    /// Its number.
    pub house: u16,
    /// The number of entries.
    pub entries: u64,
    /// The hash of the last entry, in hexadecimal.
    pub hash: String,
    /// Its incarnation; `None` when it cannot be replayed.
    pub incarnation: Option<u32>,
}

/// What the doctor says about a data folder.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct DoctorReport {
    /// The houses.
    pub houses: Vec<ExaminedHouse>,
    /// What is wrong.
    pub findings: Vec<DoctorFinding>,
}

impl DoctorReport {
    pub(super) fn find(
        &mut self,
        house: Option<u16>,
        part: DoctorPart,
        found: impl fmt::Display,
        remedy: Remedy,
    ) {
        self.findings.push(DoctorFinding { house, part, found: found.to_string(), remedy });
    }

    /// Whether something is wrong with a part.
    pub fn has(&self, part: DoctorPart) -> bool {
        self.findings.iter().any(|finding| finding.part == part)
    }
}
