//! The fields of a house plan. Everything is text as it was typed; what is empty is not in the house file.

use crate::book::{ApprovalSubject, Notice, Post};

/// A house that is being planned.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HousePlan {
    /// The licence holder.
    pub licence_holder: String,
    /// The premises.
    pub premises: String,
    /// The currency, as three letters.
    pub currency: String,
    /// The time zone.
    pub time_zone: String,
    /// Who hears disputes: a name of the staff.
    pub heard_by: String,
    /// Who decides disputes that remain unsettled.
    pub escalated_to: String,
    /// The licences.
    pub licences: Vec<LicencePlan>,
    /// The approvals.
    pub approvals: Vec<ApprovalPlan>,
    /// The staff.
    pub staff: Vec<StaffPlan>,
    /// The banks.
    pub banks: Vec<BankPlan>,
    /// The tables.
    pub tables: Vec<TablePlan>,
}

/// A licence of the licence holder for the premises.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LicencePlan {
    /// Its reference; empty if it is not there yet.
    pub reference: String,
    /// The book it is under.
    pub rulebook: String,
    /// Its first day.
    pub from: String,
    /// Its last day; empty if it has none.
    pub to: String,
    /// The games it permits; all of the book if there are none.
    pub games: Vec<String>,
    /// The provisions that ask for it.
    pub cites: Vec<String>,
}

/// An approval by an authority.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApprovalPlan {
    /// Its reference; empty if it is not there yet.
    pub reference: String,
    /// The day it was given.
    pub date: String,
    /// Its subject.
    pub of: ApprovalSubject,
    /// The games and tables it covers; all if there are none.
    pub covers: Vec<String>,
    /// The approved hours.
    pub hours: String,
    /// The approved numbers of packs.
    pub packs: Vec<u32>,
    /// The book that asks for it.
    pub rulebook: String,
    /// The provisions that ask for it.
    pub cites: Vec<String>,
}

/// A person who works in the house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StaffPlan {
    /// The name.
    pub name: String,
    /// The post.
    pub post: Post,
    /// The employer; empty for the licence holder.
    pub employer: String,
}

/// A bank that wagers are made with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BankPlan {
    /// Its name.
    pub name: String,
    /// Who holds it; empty for the licence holder.
    pub held_by: String,
    /// Whether only the licence holder has a share in it; otherwise nobody of the house has one.
    pub of_house: bool,
}

/// A table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TablePlan {
    /// Its name.
    pub name: String,
    /// Its game, as `RULEBOOK/GAME`.
    pub game: String,
    /// The smallest permitted bet.
    pub min: String,
    /// The largest permitted bet.
    pub max: String,
    /// The opening hours.
    pub hours: String,
    /// Who deals.
    pub dealer: String,
    /// Who places the cards.
    pub palette_person: String,
    /// Who inspects.
    pub inspector: String,
    /// The name of its bank.
    pub bank: String,
    /// The notices on its sign.
    pub shows: Vec<Notice>,
    /// The notices given to anybody who asks.
    pub tells: Vec<Notice>,
    /// The settings that the house has chosen.
    pub settings: Vec<(String, String)>,
}
