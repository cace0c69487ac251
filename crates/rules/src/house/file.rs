//! A house file: the licence holder, the banks, the tables, and the staff.

use std::ops::Range;

use jiff::civil::Date;
use toml::Spanned;

use super::hours::Hours;
use super::table::HouseTable;
use crate::book::{ApprovalSubject, Post};

/// A house file that has been read.
#[derive(Clone, Debug)]
pub struct HouseFile {
    /// The licence holder.
    pub licence_holder: String,
    /// The premises.
    pub premises: String,
    /// The currency of its tables, as a three-letter code.
    pub currency: String,
    /// The time zone of its opening hours. Whether there is one of that name, only a database of time zones knows.
    pub time_zone: String,
    /// Its position in the file.
    pub time_zone_at: Range<usize>,
    /// The day for which the file is valid; if absent, the day of the check.
    pub date: Option<Spanned<Date>>,
    /// The games that management offers, as `RULEBOOK/GAME`; `None` if the file does not say.
    pub offered: Option<Spanned<Vec<String>>>,
    /// Who hears disputes.
    pub disputes: Option<Disputes>,
    /// Its licences.
    pub licences: Vec<Licence>,
    /// The approvals of the authorities.
    pub approvals: Vec<Approval>,
    /// The staff.
    pub staff: Vec<StaffMember>,
    /// Its banks.
    pub banks: Vec<HouseBank>,
    /// Its tables.
    pub tables: Vec<HouseTable>,
}

/// Who hears disputes.
#[derive(Clone, Debug)]
pub struct Disputes {
    /// Its position in the file.
    pub at: Range<usize>,
    /// The name of the person who hears them.
    pub heard_by: Option<Spanned<String>>,
    /// Where unsettled disputes are referred.
    pub escalated_to: Option<Spanned<String>>,
}

/// A licence under one book.
#[derive(Clone, Debug)]
pub struct Licence {
    /// Its reference.
    pub reference: String,
    /// The book it is under.
    pub rulebook: Spanned<String>,
    /// Who holds it.
    pub holder: Spanned<String>,
    /// The premises it is for.
    pub premises: Spanned<String>,
    /// The first day.
    pub from: Date,
    /// The last day, if it has one.
    pub to: Option<Date>,
    /// The games it permits; all games of the book if it lists none.
    pub games: Option<Spanned<Vec<String>>>,
}

/// An approval by an authority.
#[derive(Clone, Debug)]
pub struct Approval {
    /// Its reference.
    pub reference: String,
    /// The day it was given.
    pub date: Date,
    /// Its subject.
    pub of: ApprovalSubject,
    /// The games and tables it covers; all if it names none.
    pub covers: Vec<Spanned<String>>,
    /// The approved hours.
    pub hours: Option<Hours>,
    /// The approved numbers of packs.
    pub packs: Vec<u32>,
}

impl Approval {
    /// Whether it covers a table.
    pub fn covers(&self, table: &HouseTable) -> bool {
        let named = |name: &Spanned<String>| {
            name.get_ref() == table.name.get_ref() || name.get_ref() == table.game.get_ref()
        };
        self.covers.is_empty() || self.covers.iter().any(named)
    }
}

/// A person who works in the house.
#[derive(Clone, Debug)]
pub struct StaffMember {
    /// The name.
    pub name: Spanned<String>,
    /// The post.
    pub post: Post,
    /// The employer.
    pub employer: String,
}

/// A bank that pays the winning bets of tables.
#[derive(Clone, Debug)]
pub struct HouseBank {
    /// Its name.
    pub name: Spanned<String>,
    /// Who holds it.
    pub held_by: Spanned<String>,
    /// Who has a share in it.
    pub shares: Vec<Spanned<String>>,
}

impl HouseFile {
    /// The day for which the house is checked: that of the file, or else today.
    pub fn day(&self, today: Date) -> Date {
        self.date.as_ref().map_or(today, |date| *date.get_ref())
    }

    /// The person with this name.
    pub fn person(&self, name: &str) -> Option<&StaffMember> {
        self.staff.iter().find(|person| person.name.get_ref() == name)
    }

    /// The bank with this name.
    pub fn bank(&self, name: &str) -> Option<&HouseBank> {
        self.banks.iter().find(|bank| bank.name.get_ref() == name)
    }

    /// Whether this is the licence holder, or an employee of the licence holder.
    pub fn is_of_the_house(&self, name: &str) -> bool {
        name == self.licence_holder
            || self.person(name).is_some_and(|person| person.employer == self.licence_holder)
    }
}
