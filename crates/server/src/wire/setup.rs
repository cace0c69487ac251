//! Setting up a house: what the rulebooks offer, a draft with what is wrong with it, and what remains before a table is open.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::kinds::Role;
use super::office::BreachView;
use super::session::{OneTimeLink, SessionView};
use super::setup_plan::PlanView;

/// What a house can be set up with.
#[derive(Serialize, ToSchema)]
pub struct SetupView {
    /// The rulebooks of this server.
    pub books: Vec<SetupBook>,
    /// The time zones that this server knows.
    pub time_zones: Vec<String>,
}

/// A rulebook that a house can be set up under.
#[derive(Serialize, ToSchema)]
pub struct SetupBook {
    /// Its id.
    pub id: String,
    /// Its title, with the jurisdiction.
    pub title: String,
    /// Its games.
    pub games: Vec<SetupGame>,
}

/// A game of a rulebook.
#[derive(Serialize, ToSchema)]
pub struct SetupGame {
    /// The game, as `RULEBOOK/GAME`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What the book leaves to the house.
    pub settings: Vec<SetupSetting>,
}

/// A setting that a book leaves to the house.
#[derive(Serialize, ToSchema)]
pub struct SetupSetting {
    /// Its key.
    pub key: String,
    /// The values it may have, in words.
    pub bounds: String,
    /// The values it may have, where they can be listed.
    pub values: Vec<String>,
    /// The value if the house chooses none; null if there is none.
    pub default: Option<String>,
    /// The provisions that bound it.
    pub cites: Vec<String>,
}

/// A house that is about to be created.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetupDraft {
    /// The plan of the house. Whoever has a `handle` is enrolled; the first manager who has one creates the house.
    pub plan: PlanView,
    /// The cash that the licence holder puts into the cage, such as `100000`.
    #[schema(max_length = 32)]
    pub cash: String,
    /// The value of the chips that arrive in the cage from their maker.
    #[schema(max_length = 32)]
    pub chips: String,
    /// The value of the plaques that arrive in the cage from their maker; empty or 0 for none.
    #[schema(max_length = 32)]
    pub plaques: String,
    /// The password of the first manager, at least ten characters. It is needed to create the house; a draft is also checked
    /// without it.
    #[schema(max_length = 200)]
    pub password: Option<String>,
}

/// Something that keeps a draft from becoming a house.
#[derive(Serialize, ToSchema)]
pub struct FieldFault {
    /// The field, as in `tables.0.hours` for one of the plan; empty if it concerns the draft as a whole.
    pub field: String,
    /// What is wrong.
    pub message: String,
    /// What would be correct; null where the message says it.
    pub help: Option<String>,
}

/// Something in a draft that a rulebook does not permit.
#[derive(Serialize, ToSchema)]
pub struct FieldBreach {
    /// The fields it concerns: where it was found, and where it can be mended.
    pub fields: Vec<String>,
    /// The breach.
    pub breach: BreachView,
}

/// A draft against its rulebooks.
#[derive(Serialize, ToSchema)]
pub struct SetupReview {
    /// The house file as far as it is filled in, in TOML.
    pub file: String,
    /// What keeps the draft from becoming a house.
    pub faults: Vec<FieldFault>,
    /// What is in breach. The house can be created all the same, but tables in breach do not open.
    pub breaches: Vec<FieldBreach>,
}

/// A house that was created.
#[derive(Serialize, ToSchema)]
pub struct SetupDone {
    /// The session of the first manager.
    pub session: SessionView,
    /// The links to hand over to the others. Each works once.
    pub links: Vec<SetupLink>,
    /// The house file that was adopted, in TOML.
    pub file: String,
}

/// A link with which a person of the staff sets a password.
#[derive(Clone, Serialize, ToSchema)]
pub struct SetupLink {
    /// The name in the house file.
    pub name: String,
    /// The name to log in with.
    pub handle: String,
    /// The role.
    pub role: Role,
    /// The link.
    pub link: OneTimeLink,
}

/// What has to be done before a table is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningStepKind {
    /// Cash of the licence holder in the cage.
    Capital,
    /// Chips from their maker in the cage.
    Issue,
    /// An account for a person whom the house file names.
    Enrol,
    /// A password, which a person sets with the link that was handed over.
    Password,
    /// What the regulation still wants at a table.
    Breach,
    /// A dealer and an inspector at a table.
    Assign,
    /// Chips in the float of a table, by a fill from the cage.
    Fill,
    /// The opening of a table by two people, with a count.
    Open,
}

/// A step before a table is open.
#[derive(Serialize, ToSchema)]
pub struct OpeningStep {
    /// What has to be done.
    pub step: OpeningStepKind,
    /// Whether it is done.
    pub done: bool,
    /// The number of the table; null where it concerns the house.
    pub table: Option<u16>,
    /// What it is about: the name of a table or a person, or the breach with its provision.
    pub text: String,
    /// Who does it; where there are several, each of them can begin.
    pub who: Vec<Role>,
}

/// What remains before a house is open.
#[derive(Serialize, ToSchema)]
pub struct OpeningView {
    /// How many tables are open.
    pub open: usize,
    /// The steps of the house, then those of each table, in order.
    pub steps: Vec<OpeningStep>,
}
