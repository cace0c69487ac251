//! Matters of the office that need two people from different posts.

use croupier_fair::Digest;
use croupier_house::ids::{PersonId, TableId};
use croupier_house::office::{ApprovalDraft, OfficeAction};
use croupier_rules::house::Breach;
use serde::{Deserialize, Deserializer, Serialize, de};
use utoipa::ToSchema;

use super::amount::{Amount, Signed};
use super::kinds::{ApprovalKind, Post, Role, Unit};
use super::roster::DutyDraft;

/// A matter of the office, selected by `kind`. One person proposes it, and a person of another post authorises it; one
/// of the two is a manager.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum OfficeMatter {
    /// Put a house file into force.
    Charter {
        /// The house file in TOML, as `croupier check` reads it.
        file: String,
    },
    /// Make somebody staff, or a regulator.
    Enrol {
        /// The name by which records call the person.
        handle: String,
        /// The role. It must fit the person's post in the house file.
        role: Role,
        /// The person's name in the house file; required for staff.
        staff: Option<String>,
    },
    /// Enter an approval of an authority.
    Approve {
        /// The authority's reference.
        reference: String,
        /// The date, such as 2001-02-05.
        date: String,
        /// What is approved.
        of: ApprovalKind,
        /// The tables it covers, by name; all where none is named.
        #[serde(default)]
        covers: Vec<String>,
        /// The approved hours, such as 14:00-04:00.
        hours: Option<String>,
        /// The approved numbers of packs.
        #[serde(default)]
        packs: Vec<u32>,
    },
    /// Put somebody at a post of a table, or nobody.
    Assign {
        /// The number of the table.
        table: u16,
        /// The post.
        post: Post,
        /// The person; null leaves the post empty.
        person: Option<u32>,
    },
    /// Put the licence holder's cash into the cage, or take it out.
    Capital {
        /// The amount; negative takes it out.
        cash: Signed,
    },
    /// Bring chips or plaques in from their maker, or send them back.
    Issue {
        /// Chips or plaques.
        unit: Unit,
        /// The amount; negative sends them back.
        amount: Signed,
    },
    /// Reset the password of a member of the staff or a regulator.
    ResetPassword {
        /// The person.
        person: u32,
    },
    /// Play by another edition of a rulebook, each table from its next opening on.
    Edition {
        /// The id of the rulebook.
        rulebook: String,
        /// The BLAKE3 digest of the edition, in hexadecimal: one that the server has, or that the house has played by.
        #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
        #[serde(deserialize_with = "digest")]
        digest: [u8; 32],
    },
    /// Play by an edition of a rulebook that the server does not have, each table from its next opening on. The server stores its text.
    EditionText {
        /// The id of the rulebook.
        rulebook: String,
        /// The text of the edition, in TOML.
        text: String,
    },
    /// Answer a dispute with a ruling that pays: the cage pays the player in chips. One of the two people hears disputes;
    /// neither needs to be a manager. A ruling that pays nothing is given by one person: use `answer`.
    Ruling {
        /// The number of the dispute.
        dispute: u32,
        /// The ruling.
        ruling: String,
        /// The amount; more than 0.
        amount: Amount,
    },
    /// Adopt a roster. It replaces every duty that begins in its time. People then take over by it with `take-over`.
    Roster {
        /// Its beginning, in milliseconds since 1970; a whole minute, at most a day ago.
        from: i64,
        /// Its end, in milliseconds since 1970; a whole minute, at most 14 days ahead.
        to: i64,
        /// The duties, at most 400; none removes those that there were.
        #[schema(max_items = 400)]
        duties: Vec<DutyDraft>,
    },
}

pub(super) fn digest<'de, D: Deserializer<'de>>(from: D) -> Result<[u8; 32], D::Error> {
    let digest: Digest = String::deserialize(from)?.parse().map_err(de::Error::custom)?;
    Ok(*digest.as_bytes())
}

/// An approval from its parts.
pub(super) fn approval(
    reference: String,
    date: String,
    of: ApprovalKind,
    covers: Vec<String>,
    hours: Option<String>,
    packs: Vec<u32>,
) -> ApprovalDraft {
    let boxed = |text: String| text.into_boxed_str();
    ApprovalDraft {
        reference: reference.into(),
        date: date.into(),
        of: of.name().into(),
        covers: covers.into_iter().map(boxed).collect(),
        hours: hours.map(boxed),
        packs,
    }
}

impl From<OfficeMatter> for OfficeAction {
    fn from(matter: OfficeMatter) -> Self {
        match matter {
            OfficeMatter::Charter { file } => Self::AdoptHouseFile { file: file.into() },
            OfficeMatter::Enrol { handle, role, staff } => {
                Self::Enrol { handle: handle.into(), role: role.into(), staff: staff.map(Into::into) }
            }
            OfficeMatter::Approve { reference, date, of, covers, hours, packs } => {
                Self::Approve(approval(reference, date, of, covers, hours, packs))
            }
            OfficeMatter::Assign { table, post, person } => {
                Self::Assign { table: TableId(table), post: post.into(), person: person.map(PersonId) }
            }
            OfficeMatter::Capital { cash } => Self::Capital { cash: cash.0 },
            OfficeMatter::Issue { unit, amount } => Self::Issue { unit: unit.into(), amount: amount.0 },
            OfficeMatter::ResetPassword { person } => Self::ResetPassword { person: PersonId(person) },
            OfficeMatter::Edition { rulebook, digest } => {
                Self::AdoptEdition { rulebook: rulebook.into(), digest }
            }
            OfficeMatter::EditionText { rulebook, text } => {
                Self::AdoptText { rulebook: rulebook.into(), text: text.into() }
            }
            OfficeMatter::Ruling { dispute, ruling, amount } => {
                Self::Ruling { dispute, ruling: ruling.into(), amount: amount.0 }
            }
            OfficeMatter::Roster { from, to, duties } => {
                Self::Roster { from, to, duties: duties.into_iter().map(Into::into).collect() }
            }
        }
    }
}

/// What a proposal to the office is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OfficeMatterKind {
    /// A house file.
    Charter,
    /// A new member of the staff, or a regulator.
    Enrol,
    /// An approval of an authority.
    Approve,
    /// A post at a table.
    Assign,
    /// The licence holder's cash.
    Capital,
    /// Chips or plaques from their maker.
    Issue,
    /// The password of a member of the staff.
    ResetPassword,
    /// An edition of a rulebook.
    Edition,
    /// A ruling in a dispute that pays.
    Ruling,
    /// A roster.
    Roster,
}

/// A proposal to the office that waits for a second person.
#[derive(Serialize, ToSchema)]
pub struct OfficeProposalView {
    /// The number of the proposal.
    pub proposal: u32,
    /// The name of the person who made it.
    pub by: String,
    /// When it was made, in milliseconds since 1970.
    pub at: i64,
    /// When it expires, in milliseconds since 1970.
    pub expires: i64,
    /// What it is about.
    pub matter: OfficeMatterKind,
    /// The matter in words; for a house file its text, for a ruling the ruling.
    pub text: String,
    /// The number of the dispute that it rules in; null for other matters.
    pub dispute: Option<u32>,
    /// The amount that it moves; null where it moves none.
    pub amount: Option<Signed>,
}

/// A recovery of a house from the shell of its server.
#[derive(Serialize, ToSchema)]
pub struct RecoveryView {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The manager who was given access again, by the name in the house file.
    pub staff: Box<str>,
    /// The reason that was given.
    pub reason: Box<str>,
}

/// An edition whose text a house has stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct StoredEdition {
    /// Its digest, in hexadecimal.
    pub digest: String,
    /// The day of its last change in the law, as 1970-07-01; null where the text does not say.
    pub law_of: Option<String>,
}

/// The editions of a rulebook that a house plays by, or could adopt.
#[derive(Serialize, ToSchema)]
pub struct EditionsView {
    /// The id of the rulebook.
    pub rulebook: Box<str>,
    /// The digest of the edition that tables open under, in hexadecimal.
    pub adopted: String,
    /// Why this server cannot play by it; null where it can.
    pub unavailable: Option<String>,
    /// The digest of the edition that this server has; null where it has none.
    pub of_server: Option<String>,
    /// The editions whose texts the house has stored, those of the latest law first, at most 50.
    pub stored: Vec<StoredEdition>,
}

/// The office of a house.
#[derive(Serialize, ToSchema)]
pub struct OfficeView {
    /// Whether the house is founded: matters of the office need two people.
    pub founded: bool,
    /// Proposals that wait for a second person.
    pub proposals: Vec<OfficeProposalView>,
    /// The latest recoveries from the shell, the oldest first.
    pub recoveries: Vec<RecoveryView>,
    /// The editions of the rulebooks that the house plays by.
    pub editions: Vec<EditionsView>,
}

/// An approval of the authority in the register.
#[derive(Serialize, ToSchema)]
pub struct ApprovalView {
    /// Its reference.
    pub reference: String,
    /// The day it was given, as 2001-02-05.
    pub date: String,
    /// The subject: `hours`, `layout`, `packs` or `shuffler`.
    pub of: String,
    /// The games and tables it covers; all if it names none.
    pub covers: Vec<String>,
    /// The approved hours, as 14:00-04:00.
    pub hours: Option<String>,
    /// The approved numbers of packs.
    pub packs: Vec<u32>,
}

/// A post at a table.
#[derive(Serialize, ToSchema)]
pub struct PostView {
    /// The name of the table.
    pub table: String,
    /// The post, such as `dealer`.
    pub post: String,
    /// Who holds it, by the name in the house file.
    pub staff: String,
}

/// Something that a rulebook does not permit.
#[derive(Serialize, ToSchema)]
pub struct BreachView {
    /// The table.
    pub table: String,
    /// The id of the rulebook.
    pub rulebook: String,
    /// What was found.
    pub found: String,
    /// What is allowed.
    pub allowed: String,
    /// The provisions; none if the book is silent.
    pub cites: Vec<String>,
}

impl From<Breach> for BreachView {
    fn from(breach: Breach) -> Self {
        let Breach { at: _, table, rulebook, found, allowed, cites } = breach;
        Self { table, rulebook, found, allowed, cites }
    }
}

/// The house file in force.
#[derive(Serialize, ToSchema)]
pub struct CharterView {
    /// Its version, from 1.
    pub version: u32,
    /// The text as it was adopted, in TOML.
    pub file: Box<str>,
    /// Why this server cannot read it; null where it can.
    pub unreadable: Option<Box<str>>,
    /// Every approval, those since its adoption among them.
    pub approvals: Vec<ApprovalView>,
    /// Who has which post at which table now.
    pub posts: Vec<PostView>,
    /// The staff, in the order of the file.
    pub staff: Vec<StaffView>,
    /// The values of the chips that are bet with at any table of the house, the largest first.
    pub chips: Vec<Amount>,
    /// What is in breach of the rulebooks today.
    pub breaches: Vec<BreachView>,
}

/// A member of the staff, as the house file names them.
#[derive(Serialize, ToSchema)]
pub struct StaffView {
    /// The name.
    pub name: String,
    /// The post, such as `dealer`.
    pub post: String,
    /// The employer.
    pub employer: String,
}

/// A house file that somebody types.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TypedFile {
    /// The house file in TOML, as `croupier check` reads it.
    pub file: String,
}

/// A fault of a house file: something that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct FileFault {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What would be right, such as the nearest word; null where nothing is near.
    pub help: Option<String>,
}

/// The edge of a wager that another house file changes.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct EdgeChange {
    /// The name of the table.
    pub table: String,
    /// The game, as `RULEBOOK/GAME`.
    pub game: String,
    /// The wager, by the name in prices.
    pub wager: String,
    /// The house's expected gain per unit of the bet under the file in force; null where it has no such wager.
    pub before: Option<f64>,
    /// The same under the other file; null where it has no such wager.
    pub after: Option<f64>,
}

/// What is wrong with a house file, and what it changes.
#[derive(Default, Serialize, ToSchema)]
pub struct CharterCheck {
    /// What cannot be read. Where there are faults, the rest is empty.
    pub faults: Vec<FileFault>,
    /// What would be in breach of the rulebooks today.
    pub breaches: Vec<BreachView>,
    /// The edge of each wager that changes.
    pub edges: Vec<EdgeChange>,
    /// The names of tables that change and were not priced, because too many do or their rules have no price.
    pub unpriced: Vec<String>,
}
