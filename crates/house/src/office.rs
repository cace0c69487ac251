//! The office of a house: its file, its people, its approvals, its disputes.

use std::collections::BTreeMap;

use croupier_kit::Money;
use croupier_rules::book::{self, Shelf};
use croupier_rules::house::{Approval as Approved, Hours, HouseFile as Charter};
use jiff::civil::Date;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::command::Exchange;
use crate::ids::{Actor, Now, PersonId, TableId};
use crate::refusal::{Code, Refusal};

/// What a person is in a house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the roles are their own names")]
pub enum Role {
    Player,
    Dealer,
    Inspector,
    Cashier,
    Manager,
    /// Reads all, changes nothing.
    Regulator,
}

/// A post at a table, as the house file calls it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the posts are their own names")]
pub enum Post {
    Dealer,
    PalettePerson,
    BaseDealer,
    Inspector,
}

impl Post {
    /// The same post in the words of the books.
    pub const fn of_the_book(self) -> book::Post {
        match self {
            Self::Dealer => book::Post::Dealer,
            Self::PalettePerson => book::Post::PalettePerson,
            Self::BaseDealer => book::Post::BaseDealer,
            Self::Inspector => book::Post::Inspector,
        }
    }
}

/// A limit that a person sets himself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// The most of one stake.
    Stake,
    /// The most that may be lost in a day.
    Loss,
    /// The most that may be bought in a day.
    BuyIn,
}

/// A limit with what it is to become.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limited {
    now: Option<Money>,
    /// What it becomes, and when.
    next: Option<(Option<Money>, i64)>,
}

impl Limited {
    /// The limit at a time.
    pub fn at(&self, at: i64) -> Option<Money> {
        match self.next {
            Some((amount, from)) if from <= at => amount,
            _ => self.now,
        }
    }

    /// What it becomes after a time, and when.
    pub fn next_after(&self, at: i64) -> Option<(Option<Money>, i64)> {
        self.next.filter(|(_, from)| at < *from)
    }

    fn set(&mut self, amount: Option<Money>, from: i64, at: i64) {
        self.now = self.at(at);
        if from <= at {
            (self.now, self.next) = (amount, None);
        } else {
            self.next = Some((amount, from));
        }
    }

    /// Whether this would loosen it.
    pub fn is_loosened_by(&self, amount: Option<Money>, at: i64) -> bool {
        match (self.at(at), amount) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(now), Some(amount)) => amount > now,
        }
    }
}

/// A person of the house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The name that records call the person by.
    pub handle: Box<str>,
    /// What the person is here.
    pub role: Role,
    /// The name in the house file.
    pub staff: Option<Box<str>>,
    /// Why service is refused.
    pub refused: Option<Box<str>>,
    /// Excluded until then; `None` inside is for good.
    pub excluded: Option<Option<i64>>,
    limits: [Limited; 3],
    /// The day of the sums below, counted from 1970.
    day: i64,
    /// Won less lost on that day.
    pub net_of_day: Money,
    /// Bought in on that day.
    pub bought_of_day: Money,
}

impl Person {
    fn new(handle: Box<str>, role: Role, staff: Option<Box<str>>) -> Self {
        Self {
            handle,
            role,
            staff,
            refused: None,
            excluded: None,
            limits: [Limited::default(); 3],
            day: 0,
            net_of_day: Money::ZERO,
            bought_of_day: Money::ZERO,
        }
    }

    /// One of the person's own limits.
    pub fn limit(&self, limit: Limit) -> &Limited {
        &self.limits[limit as usize]
    }

    pub(crate) fn set_limit(&mut self, limit: Limit, amount: Option<Money>, from: i64, at: i64) {
        self.limits[limit as usize].set(amount, from, at);
    }

    /// Whether the person is excluded at a time.
    pub fn is_excluded(&self, at: i64) -> bool {
        self.excluded.is_some_and(|until| until.is_none_or(|until| at < until))
    }

    /// The person's own limits, where so much more is staked and one stake comes to so much by it.
    pub(crate) fn check_limits(&self, more: Money, stake: Money, now: Now) -> Result<(), Refusal> {
        let refusal = |found: String, limit: Money| {
            Err(Refusal::new(Code::Limit, found, format!("this person's own limit is {limit}")))
        };
        if let Some(limit) = self.limit(Limit::Stake).at(now.at)
            && stake > limit
        {
            return refusal(format!("a stake of {stake}"), limit);
        }
        let risk = more.minor().saturating_sub(self.sums_of_day(now.at).0.minor());
        match self.limit(Limit::Loss).at(now.at) {
            Some(limit) if risk > limit.minor() => {
                refusal(format!("{} at risk today", Money::from_minor(risk)), limit)
            }
            _ => Ok(()),
        }
    }

    /// Counts what the person won, lost or bought.
    pub(crate) fn count(&mut self, at: i64, net: i64, bought: i64) {
        let day = at.div_euclid(crate::ids::DAY_MS);
        if day != self.day {
            (self.day, self.net_of_day, self.bought_of_day) = (day, Money::ZERO, Money::ZERO);
        }
        let add = |sum: Money, more: i64| Money::from_minor(sum.minor().saturating_add(more));
        self.net_of_day = add(self.net_of_day, net);
        self.bought_of_day = add(self.bought_of_day, bought);
    }

    /// What was won less lost, and bought, on the day of this time.
    pub fn sums_of_day(&self, at: i64) -> (Money, Money) {
        let today = at.div_euclid(crate::ids::DAY_MS) == self.day;
        if today { (self.net_of_day, self.bought_of_day) } else { (Money::ZERO, Money::ZERO) }
    }
}

/// Something that an authority has approved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Approval {
    /// Its reference.
    pub reference: Box<str>,
    /// The day it was given, as 2001-02-05.
    pub date: Box<str>,
    /// `hours`, `layout`, `packs` or `shuffler`.
    pub of: Box<str>,
    /// The games and tables it covers; all where it names none.
    pub covers: Vec<Box<str>>,
    /// The hours that are approved, as 14:00-04:00.
    pub hours: Option<Box<str>>,
    /// The numbers of packs that are approved.
    pub packs: Vec<u32>,
}

impl Approval {
    /// The same in the words of the books.
    pub(crate) fn of_the_book(&self) -> Result<Approved, Refusal> {
        let malformed =
            |what: &str| Refusal::new(Code::Malformed, format!("an approval without {what}"), what);
        let of = match &*self.of {
            "hours" => book::ApprovalSubject::Hours,
            "layout" => book::ApprovalSubject::Layout,
            "packs" => book::ApprovalSubject::Packs,
            "shuffler" => book::ApprovalSubject::Shuffler,
            _ => return Err(malformed("a matter: hours, layout, packs or shuffler")),
        };
        let date: Date = self.date.parse().map_err(|_| malformed("a date such as 2001-02-05"))?;
        let hours = self.hours.as_ref().map(|hours| hours.parse::<Hours>()).transpose();
        let hours = hours.map_err(|_| malformed("hours such as 14:00-04:00"))?;
        let covers = self.covers.iter().map(|name| Spanned::new(0..0, name.to_string())).collect();
        let (reference, packs) = (self.reference.to_string(), self.packs.clone());
        Ok(Approved { reference, date, of, covers, hours, packs })
    }
}

/// Where a dispute stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// It waits for an answer.
    Opened,
    /// It has been answered.
    Answered(Box<str>),
    /// It has gone to somebody else, with the answer that did not content.
    Escalated {
        /// To whom.
        to: Box<str>,
        /// The answer.
        ruling: Box<str>,
    },
}

/// A dispute about a round. It is kept for good.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Dispute {
    /// The table.
    pub table: TableId,
    /// The round.
    pub round: u64,
    /// Who opened it.
    pub person: PersonId,
    /// What is disputed.
    pub about: Box<str>,
    /// Where it stands.
    pub stage: Stage,
}

/// What has been laid out and waits to be checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaidOut {
    /// Whose it is.
    pub person: PersonId,
    /// What is to be exchanged.
    pub exchange: Exchange,
    /// Who laid it out: somebody else checks it.
    pub by: Actor,
}

/// What has been laid out and waits to be checked, by number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Desk {
    /// How often something was laid out.
    pub made: u32,
    /// What lies there.
    pub laid: BTreeMap<u32, LaidOut>,
}

/// The office.
#[derive(Clone, Debug, Default)]
pub struct Office {
    /// The house file in force, as far as posts and approvals have not changed since.
    pub charter: Option<Charter>,
    /// Which house file it is, from 1.
    pub version: u32,
    people: Vec<Person>,
    handles: FxHashMap<Box<str>, PersonId>,
    /// All names in small letters: two that differ by case alone would be taken for one.
    taken: FxHashSet<Box<str>>,
    /// All disputes, by number from 1.
    pub disputes: Vec<Dispute>,
    /// What is laid out at the cage.
    pub desk: Desk,
}

impl Office {
    /// Everyone, with their numbers.
    pub fn people(&self) -> impl Iterator<Item = (PersonId, &Person)> {
        (1..).map(PersonId).zip(&self.people)
    }

    /// A person.
    ///
    /// # Errors
    /// When there is none with this number.
    pub fn person(&self, person: PersonId) -> Result<&Person, Refusal> {
        let place = (person.0 as usize).checked_sub(1);
        place.and_then(|place| self.people.get(place)).ok_or_else(|| Refusal::unknown("such person"))
    }

    pub(crate) fn person_mut(&mut self, person: PersonId) -> Option<&mut Person> {
        (person.0 as usize).checked_sub(1).and_then(|place| self.people.get_mut(place))
    }

    /// The person whom records call so.
    pub fn called(&self, handle: &str) -> Option<PersonId> {
        self.handles.get(handle).copied()
    }

    /// Whether somebody has this name, in whatever case.
    pub(crate) fn is_taken(&self, handle: &str) -> bool {
        self.taken.contains(&*handle.to_ascii_lowercase())
    }

    /// Whether two accounts are one person: the same, or of the same name in the house file.
    pub(crate) fn is_one_person(&self, one: PersonId, other: PersonId) -> bool {
        let staff = |person| self.person(person).ok().and_then(|person| person.staff.as_ref());
        one == other || staff(one).is_some_and(|name| staff(other) == Some(name))
    }

    /// The number that the next person gets.
    pub fn next_person(&self) -> PersonId {
        PersonId(u32::try_from(self.people.len() + 1).unwrap_or(u32::MAX))
    }

    pub(crate) fn enrol(&mut self, handle: &str, role: Role, staff: Option<Box<str>>) {
        let person = self.next_person();
        self.handles.insert(handle.into(), person);
        self.taken.insert(handle.to_ascii_lowercase().into());
        self.people.push(Person::new(handle.into(), role, staff));
    }

    /// The house file.
    ///
    /// # Errors
    /// Before there is one.
    pub fn charter(&self) -> Result<&Charter, Refusal> {
        let none = || Refusal::order("the house has no house file", "a manager puts one in force first");
        self.charter.as_ref().ok_or_else(none)
    }

    /// Reads a house file for a live house: it speaks of the day it is looked at.
    pub(crate) fn read_charter(file: &str, shelf: &Shelf) -> Result<Charter, Refusal> {
        let read = Charter::read("the house file", file, shelf);
        let mut charter =
            read.map_err(|error| Refusal::new(Code::Malformed, error.to_string(), "a house file"))?;
        charter.date = None;
        Ok(charter)
    }

    /// Whether the person may be served: neither excluded nor refused.
    pub(crate) fn check_served(&self, person: PersonId, now: Now) -> Result<(), Refusal> {
        let person = self.person(person)?;
        if person.is_excluded(now.at) {
            let allowed = "nobody plays while excluded";
            return Err(Refusal::new(Code::Service, format!("{} is excluded", person.handle), allowed));
        }
        match &person.refused {
            Some(reason) => {
                let found = format!("{} is refused service: {reason}", person.handle);
                Err(Refusal::new(Code::Service, found, "the house may refuse anybody"))
            }
            None => Ok(()),
        }
    }
}
