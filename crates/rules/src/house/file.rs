//! A house file: who holds the licence, whose the banks are, which tables there are, and who is at them.

use std::ops::Range;

use jiff::civil::Date;
use toml::Spanned;

use super::hours::Hours;
use super::table::HouseTable;
use crate::book::{ApprovalSubject, Post};

/// A house file that has been read.
#[derive(Clone, Debug)]
pub struct HouseFile {
    /// Who holds the licence.
    pub licence_holder: String,
    /// Where it is.
    pub premises: String,
    /// The currency of its tables, by its three letters.
    pub currency: String,
    /// The time zone of its hours.
    pub time_zone: String,
    /// The day the file speaks of; the day of the check where there is none.
    pub date: Option<Spanned<Date>>,
    /// The games that management offers, as `RULEBOOK/GAME`; nothing is known where it does not say.
    pub offered: Option<Spanned<Vec<String>>>,
    /// Who hears disputes.
    pub disputes: Option<Disputes>,
    /// Its licences.
    pub licences: Vec<Licence>,
    /// What the authorities have approved.
    pub approvals: Vec<Approval>,
    /// Who works there.
    pub staff: Vec<StaffMember>,
    /// Its banks.
    pub banks: Vec<HouseBank>,
    /// Its tables.
    pub tables: Vec<HouseTable>,
}

/// Who hears disputes.
#[derive(Clone, Debug)]
pub struct Disputes {
    /// Where it stands in the file.
    pub at: Range<usize>,
    /// Who hears them, by name.
    pub heard_by: Option<Spanned<String>>,
    /// Where they go when they stay unsettled.
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
    /// The last day, where it has one.
    pub to: Option<Date>,
    /// The games it permits; all of the book where it lists none.
    pub games: Option<Spanned<Vec<String>>>,
}

/// Something that an authority has approved.
#[derive(Clone, Debug)]
pub struct Approval {
    /// Its reference.
    pub reference: String,
    /// The day it was given.
    pub date: Date,
    /// What it is of.
    pub of: ApprovalSubject,
    /// The games and tables it covers; all where it names none.
    pub covers: Vec<Spanned<String>>,
    /// The hours that are approved.
    pub hours: Option<Hours>,
    /// The numbers of packs that are approved.
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

/// Somebody who works in the house.
#[derive(Clone, Debug)]
pub struct StaffMember {
    /// The name.
    pub name: Spanned<String>,
    /// The post.
    pub post: Post,
    /// Who pays the wages.
    pub employer: String,
}

/// A bank that wagers are made with.
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
    /// The day it is looked at: its own, else today.
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

    /// Whether this is the licence holder, or somebody whom the licence holder employs.
    pub fn is_of_the_house(&self, name: &str) -> bool {
        name == self.licence_holder
            || self.person(name).is_some_and(|person| person.employer == self.licence_holder)
    }
}
