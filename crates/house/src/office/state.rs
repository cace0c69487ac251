//! The office of a house: the house file in force, the people, the disputes and the exchanges requested at the cage.

use std::collections::BTreeMap;

use croupier_rules::book::Shelf;
use croupier_rules::house::HouseFile;
use rustc_hash::{FxHashMap, FxHashSet};
use toml::Spanned;

use super::approval::ApprovalDraft;
use super::chip_request::ChipRequests;
use super::dispute::OpenDisputes;
use super::exchange::PendingExchanges;
use super::file_text::FileText;
use super::incarnation::Incarnation;
use super::person::{DocumentHash, Person};
use super::proposal::OfficeProposals;
use super::recovery::Recovery;
use super::role::{Role, TablePost};
use super::roster::Roster;
use crate::bounds::used_up;
use crate::ids::{Now, PersonId};
use crate::rejection::{Rejection, RejectionCode};

/// The office.
#[derive(Clone, Debug, Default)]
pub struct Office {
    /// The house file in force, including later changes of posts and approvals.
    pub house_file: Option<HouseFile>,
    /// The text of the house file, as it was adopted.
    pub adopted: Box<str>,
    /// Why this program cannot read that text, if it cannot. The house file in force is then the one before, if there is
    /// one, and no table opens under it.
    pub unreadable_file: Option<Box<str>>,
    /// The approvals since then.
    pub(crate) approved: Vec<ApprovalDraft>,
    /// The version of the house file, from 1.
    pub version: u32,
    pub(crate) people: Vec<Person>,
    pub(crate) handles: FxHashMap<Box<str>, PersonId>,
    /// All names in lower case, because names must differ by more than case.
    pub(crate) taken: FxHashSet<Box<str>>,
    /// The disputes that are not closed.
    pub disputes: OpenDisputes,
    /// Exchanges requested at the cage.
    pub exchanges: PendingExchanges,
    /// Requests of players for chips or cash.
    pub chip_requests: ChipRequests,
    /// Matters that wait for a second person.
    pub proposals: OfficeProposals,
    /// Whether the house is founded: a manager and a holder of another post that authorises have been enrolled. From
    /// then on its matters need two people.
    pub founded: bool,
    /// The latest recoveries from the shell, the oldest first.
    pub recoveries: Vec<Recovery>,
    /// The post whose account the house itself may create after a recovery.
    pub awaited_manager: Option<Box<str>>,
    /// The current local day, in days since 1970; `None` in journals that are older than this event.
    pub day: Option<i64>,
    /// The accounts by the hash of a document.
    pub(crate) documents: BTreeMap<DocumentHash, Vec<PersonId>>,
    /// The incarnation of the house, and the key it deals with.
    pub incarnation: Incarnation,
    /// Who has which post at which table, and when.
    pub roster: Roster,
}

impl Office {
    /// All people, with their numbers.
    pub fn people(&self) -> impl Iterator<Item = (PersonId, &Person)> {
        (1..).map(PersonId).zip(&self.people)
    }

    /// A person.
    ///
    /// # Errors
    /// When nobody has this number.
    pub fn person(&self, person: PersonId) -> Result<&Person, Rejection> {
        let index = (person.0 as usize).checked_sub(1);
        index.and_then(|index| self.people.get(index)).ok_or_else(|| Rejection::unknown("such person"))
    }

    pub(crate) fn person_mut(&mut self, person: PersonId) -> Option<&mut Person> {
        (person.0 as usize).checked_sub(1).and_then(|index| self.people.get_mut(index))
    }

    /// The person with this name.
    pub fn person_named(&self, handle: &str) -> Option<PersonId> {
        self.handles.get(handle).copied()
    }

    /// Whether the name is in use, ignoring case.
    pub(crate) fn is_taken(&self, handle: &str) -> bool {
        self.taken.contains(&*handle.to_ascii_lowercase())
    }

    /// Whether two accounts belong to one person: they are the same account, or have the same name in the house file,
    /// or the same document.
    pub(crate) fn is_one_person(&self, one: PersonId, other: PersonId) -> bool {
        let staff = |person| self.person(person).ok().and_then(|person| person.staff.as_ref());
        let document = |person| self.person(person).ok().and_then(|person| person.document);
        one == other
            || staff(one).is_some_and(|name| staff(other) == Some(name))
            || document(one).is_some_and(|number| document(other) == Some(number))
    }

    /// Whether a person is excluded at a time, under this account or another one with the same document.
    pub fn is_excluded(&self, person: PersonId, at: i64) -> bool {
        let Ok(own) = self.person(person) else { return false };
        let known = own.document.and_then(|document| self.documents.get(&document));
        let others = known.into_iter().flatten().filter_map(|other| self.person(*other).ok());
        own.is_excluded(at) || others.into_iter().any(|other| other.is_excluded(at))
    }

    /// The accounts that a document belongs to.
    pub(crate) fn accounts_of(&self, document: &DocumentHash) -> &[PersonId] {
        self.documents.get(document).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn note_document(&mut self, person: PersonId, document: DocumentHash) {
        let Some(known) = self.person_mut(person) else { return };
        known.document = Some(document);
        let accounts = self.documents.entry(document).or_default();
        if let Err(place) = accounts.binary_search(&person) {
            accounts.insert(place, person);
        }
    }

    /// The number that the next person gets.
    ///
    /// # Errors
    /// When the numbers are used up. A house has fewer people than that.
    pub fn next_person(&self) -> Result<PersonId, Rejection> {
        let number = self.people.len().checked_add(1).and_then(|next| u32::try_from(next).ok());
        number.map(PersonId).ok_or_else(|| used_up("people"))
    }

    pub(crate) fn enrol(
        &mut self,
        handle: &str,
        role: Role,
        staff: Option<Box<str>>,
    ) -> Result<(), Rejection> {
        let person = self.next_person()?;
        self.handles.insert(handle.into(), person);
        self.taken.insert(handle.to_ascii_lowercase().into());
        self.people.push(Person::new(handle.into(), role, staff));
        Ok(())
    }

    /// The house file.
    ///
    /// # Errors
    /// When no house file has been adopted yet, or none that this program can read.
    pub fn house_file(&self) -> Result<&HouseFile, Rejection> {
        self.house_file.as_ref().ok_or_else(|| match &self.unreadable_file {
            Some(why) => {
                let found = format!("the house file in force cannot be read: {why}");
                Rejection::order(found, "two people adopt a house file that this program reads")
            }
            None => Rejection::order("the house has no house file yet", "a manager must adopt one first"),
        })
    }

    /// The time zone of the house; `None` before it has a house file.
    pub fn time_zone(&self) -> Option<String> {
        match &self.house_file {
            Some(file) => Some(file.time_zone.clone()),
            None => FileText::read(&self.adopted).time_zone,
        }
    }

    /// Reads a house file. Its own date is ignored, because a house in operation is checked for the current day.
    pub(crate) fn read_house_file(file: &str, shelf: &Shelf) -> Result<HouseFile, Rejection> {
        let read = HouseFile::read("the house file", file, shelf);
        let mut house_file = read.map_err(|error| {
            Rejection::new(RejectionCode::Malformed, error.to_string(), "send a valid house file")
        })?;
        house_file.date = None;
        Ok(house_file)
    }

    /// Reads a house file that was adopted before. The books that it was checked against then may not be at hand.
    pub(crate) fn read_adopted_file(file: &str) -> Result<HouseFile, Rejection> {
        let read = HouseFile::read_adopted("the house file", file);
        let mut house_file = read.map_err(|error| {
            Rejection::new(RejectionCode::Malformed, error.to_string(), "send a valid house file")
        })?;
        house_file.date = None;
        Ok(house_file)
    }

    /// Checks that the person may be served: neither excluded nor refused service.
    pub(crate) fn check_served(&self, person: PersonId, now: Now) -> Result<(), Rejection> {
        let is_excluded = self.is_excluded(person, now.at);
        let person = self.person(person)?;
        if is_excluded {
            let allowed = "excluded people may not play";
            return Err(Rejection::new(
                RejectionCode::Service,
                format!("{} is excluded", person.handle),
                allowed,
            ));
        }
        match &person.refused {
            Some(reason) => {
                let found = format!("{} is refused service: {reason}", person.handle);
                Err(Rejection::new(RejectionCode::Service, found, "ask a manager"))
            }
            None => Ok(()),
        }
    }
}

/// Sets the holder of a post at a table in a house file, or leaves it vacant.
pub(crate) fn set_post(house_file: &mut HouseFile, table: &str, post: TablePost, staff: Option<&str>) {
    let Some(table) = house_file.tables.iter_mut().find(|known| known.name.get_ref() == table) else {
        return;
    };
    let of = post.in_book();
    if post != TablePost::BaseDealer || staff.is_none() {
        table.posts.retain(|(known, _)| *known != of);
    }
    let held =
        |name: &str| table.posts.iter().any(|(known, holder)| *known == of && holder.get_ref() == name);
    let added = staff.filter(|name| !held(name));
    let added = added.map(|name| (of, Spanned::new(table.name.span(), name.to_owned())));
    table.posts.extend(added);
}
