//! The plan of a house, field by field, as it is typed.

use croupier_rules::house::{ApprovalPlan, BankPlan, HousePlan, LicencePlan, StaffPlan, TablePlan};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::kinds::{ApprovalKind, NoticeKind, StaffPost};

/// A house that is being planned. All fields are text as it was typed; what is empty is not filled in yet.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanView {
    /// The licence holder.
    pub licence_holder: String,
    /// The premises.
    pub premises: String,
    /// The currency, by its three letters.
    pub currency: String,
    /// The time zone, such as `Europe/London`.
    pub time_zone: String,
    /// Who hears disputes: a name of the staff.
    pub heard_by: String,
    /// Who decides disputes that remain unsettled.
    pub escalated_to: String,
    /// The licences.
    pub licences: Vec<PlannedLicence>,
    /// The approvals.
    pub approvals: Vec<PlannedApproval>,
    /// The staff.
    pub staff: Vec<PlannedPerson>,
    /// The banks.
    pub banks: Vec<PlannedBank>,
    /// The tables.
    pub tables: Vec<PlannedTable>,
}

/// A licence of the licence holder for the premises.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedLicence {
    /// Its reference.
    pub reference: String,
    /// The id of the rulebook it is under.
    pub rulebook: String,
    /// Its first day, as 2001-02-05.
    pub from: String,
    /// Its last day; empty if it has none.
    pub to: String,
    /// The games it permits, by their ids in the rulebook; all if there are none.
    pub games: Vec<String>,
    /// The provisions that ask for it.
    pub cites: Vec<String>,
}

/// An approval of an authority.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedApproval {
    /// Its reference.
    pub reference: String,
    /// The day it was given, as 2001-02-05.
    pub date: String,
    /// What it is for.
    pub of: ApprovalKind,
    /// The games and tables it covers; all if there are none.
    pub covers: Vec<String>,
    /// The approved hours, as 14:00-04:00, where it is for hours.
    pub hours: String,
    /// The approved numbers of packs, where it is for packs.
    pub packs: Vec<u32>,
    /// The id of the rulebook that asks for it.
    pub rulebook: String,
    /// The provisions that ask for it.
    pub cites: Vec<String>,
}

/// A person of the staff.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedPerson {
    /// The name in the house file.
    pub name: String,
    /// The post.
    pub post: StaffPost,
    /// Who pays the wages; empty for the licence holder.
    pub employer: String,
    /// The name to log in with: 2 to 32 letters, digits, `_` and `-`. Empty if the person gets no account yet.
    pub handle: String,
}

/// A bank that wagers are made with.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedBank {
    /// Its name.
    pub name: String,
    /// Who holds it; empty for the licence holder.
    pub held_by: String,
    /// Whether the licence holder alone has a share in it; otherwise nobody of the house has one.
    pub of_house: bool,
}

/// A table.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedTable {
    /// Its name.
    pub name: String,
    /// Its game, as `RULEBOOK/GAME`.
    pub game: String,
    /// The smallest permitted bet.
    pub min: String,
    /// The largest permitted bet.
    pub max: String,
    /// The opening hours, as 14:00-04:00.
    pub hours: String,
    /// Who deals: a name of the staff.
    pub dealer: String,
    /// Who places the cards.
    pub palette_person: String,
    /// Who inspects.
    pub inspector: String,
    /// The name of its bank.
    pub bank: String,
    /// What its sign shows.
    pub shows: Vec<NoticeKind>,
    /// What is given to anybody who asks.
    pub tells: Vec<NoticeKind>,
    /// What the house has chosen.
    pub settings: Vec<PlannedSetting>,
}

/// A choice of the house at a table.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedSetting {
    /// The key of the setting.
    pub key: String,
    /// Its value; empty for that of the book.
    pub value: String,
}

impl From<PlanView> for HousePlan {
    fn from(plan: PlanView) -> Self {
        Self {
            licence_holder: plan.licence_holder,
            premises: plan.premises,
            currency: plan.currency,
            time_zone: plan.time_zone,
            heard_by: plan.heard_by,
            escalated_to: plan.escalated_to,
            licences: plan.licences.into_iter().map(licence).collect(),
            approvals: plan.approvals.into_iter().map(approval).collect(),
            staff: plan.staff.into_iter().map(person).collect(),
            banks: plan.banks.into_iter().map(bank).collect(),
            tables: plan.tables.into_iter().map(table).collect(),
        }
    }
}

fn licence(of: PlannedLicence) -> LicencePlan {
    let PlannedLicence { reference, rulebook, from, to, games, cites } = of;
    LicencePlan { reference, rulebook, from, to, games, cites }
}

fn approval(of: PlannedApproval) -> ApprovalPlan {
    let PlannedApproval { reference, date, of, covers, hours, packs, rulebook, cites } = of;
    ApprovalPlan { reference, date, of: of.into(), covers, hours, packs, rulebook, cites }
}

fn person(PlannedPerson { name, post, employer, .. }: PlannedPerson) -> StaffPlan {
    StaffPlan { name, post: post.into(), employer }
}

fn bank(PlannedBank { name, held_by, of_house }: PlannedBank) -> BankPlan {
    BankPlan { name, held_by, of_house }
}

fn table(of: PlannedTable) -> TablePlan {
    TablePlan {
        name: of.name,
        game: of.game,
        min: of.min,
        max: of.max,
        hours: of.hours,
        dealer: of.dealer,
        palette_person: of.palette_person,
        inspector: of.inspector,
        bank: of.bank,
        shows: of.shows.into_iter().map(Into::into).collect(),
        tells: of.tells.into_iter().map(Into::into).collect(),
        settings: of.settings.into_iter().map(|setting| (setting.key, setting.value)).collect(),
    }
}

impl From<HousePlan> for PlanView {
    /// Nobody has a name to log in with yet.
    fn from(plan: HousePlan) -> Self {
        Self {
            licence_holder: plan.licence_holder,
            premises: plan.premises,
            currency: plan.currency,
            time_zone: plan.time_zone,
            heard_by: plan.heard_by,
            escalated_to: plan.escalated_to,
            licences: plan.licences.into_iter().map(planned_licence).collect(),
            approvals: plan.approvals.into_iter().map(planned_approval).collect(),
            staff: plan.staff.into_iter().map(planned_person).collect(),
            banks: plan.banks.into_iter().map(planned_bank).collect(),
            tables: plan.tables.into_iter().map(planned_table).collect(),
        }
    }
}

fn planned_licence(of: LicencePlan) -> PlannedLicence {
    let LicencePlan { reference, rulebook, from, to, games, cites } = of;
    PlannedLicence { reference, rulebook, from, to, games, cites }
}

fn planned_approval(of: ApprovalPlan) -> PlannedApproval {
    let ApprovalPlan { reference, date, of, covers, hours, packs, rulebook, cites } = of;
    PlannedApproval { reference, date, of: of.into(), covers, hours, packs, rulebook, cites }
}

fn planned_person(StaffPlan { name, post, employer }: StaffPlan) -> PlannedPerson {
    PlannedPerson { name, post: post.into(), employer, handle: String::new() }
}

fn planned_bank(BankPlan { name, held_by, of_house }: BankPlan) -> PlannedBank {
    PlannedBank { name, held_by, of_house }
}

fn planned_table(of: TablePlan) -> PlannedTable {
    PlannedTable {
        name: of.name,
        game: of.game,
        min: of.min,
        max: of.max,
        hours: of.hours,
        dealer: of.dealer,
        palette_person: of.palette_person,
        inspector: of.inspector,
        bank: of.bank,
        shows: of.shows.into_iter().map(Into::into).collect(),
        tells: of.tells.into_iter().map(Into::into).collect(),
        settings: of.settings.into_iter().map(|(key, value)| PlannedSetting { key, value }).collect(),
    }
}
