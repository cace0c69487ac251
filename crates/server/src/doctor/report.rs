//! What the doctor says.

use std::fmt;

use serde::Serialize;

/// The part of a data folder or a database that something is wrong with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DoctorPart {
    /// The folder itself: it is a copy, or something was not finished in it.
    Folder,
    /// The database as a whole: its houses were moved, or something was not finished in it.
    Database,
    /// The entries of a journal.
    Entries,
    /// The end of a journal: acknowledged entries are missing.
    Acknowledged,
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
    /// Where the entries of each journal lie, which only a database notes.
    Marks,
    /// The event format that nodes may write.
    Format,
    /// The nodes that have announced themselves.
    Members,
    /// Who owns the houses.
    Leases,
    /// A house that nobody may write to.
    Suspended,
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
            Self::Database => "database",
            Self::Entries => "entries",
            Self::Acknowledged => "acknowledged entries",
            Self::Head => "head",
            Self::HeadFile => "head file",
            Self::Versions => "versions",
            Self::Keys => "keys",
            Self::Balances => "balances",
            Self::Marks => "marks",
            Self::Format => "event format",
            Self::Members => "members",
            Self::Leases => "leases",
            Self::Suspended => "suspended",
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
    /// Entries that a node has seen are in another history: promote the database that has them, or begin a new incarnation.
    BeginIncarnation,
    /// Another folder or database has the houses.
    ServeElsewhere,
    /// A later program has written this.
    Upgrade,
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
            Self::BeginIncarnation => {
                "promote the database that has these entries, or begin a new incarnation with `croupier restore --in-place`"
            }
            Self::ServeElsewhere => "serve the houses where they are now",
            Self::Upgrade => "use the newest program that has served these houses",
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

/// What the doctor says about a data folder or a database.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct DoctorReport {
    /// The houses.
    pub houses: Vec<ExaminedHouse>,
    /// What is wrong.
    pub findings: Vec<DoctorFinding>,
    /// What was not examined, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
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
