//! The office as it is stored.

use croupier_kit::{Money, MoneySum};
use croupier_rules::house::{HouseFile, HouseTable};
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::error::SnapshotError;
use super::papers::ExchangesSnapshot;
use crate::ids::PersonId;
use crate::office::{
    ApprovalDraft, ChipRequests, DocumentHash, Incarnation, Office, OfficeProposals, OpenDisputes, Person,
    PersonalLimit, Recovery, Role, Roster, TablePost,
};

/// The office. The names in use follow from the people.
#[derive(Serialize, Deserialize)]
pub(super) struct OfficeSnapshot {
    version: u32,
    file: Option<FileSnapshot>,
    people: Vec<PersonSnapshot>,
    disputes: OpenDisputes,
    exchanges: ExchangesSnapshot,
    chip_requests: ChipRequests,
    authority: AuthoritySnapshot,
    /// The current local day.
    day: Option<i64>,
    incarnation: Incarnation,
    roster: Roster,
}

/// Who may decide: what waits for a second person, the founding, and recoveries.
#[derive(Serialize, Deserialize)]
struct AuthoritySnapshot {
    proposals: OfficeProposals,
    founded: bool,
    recoveries: Vec<Recovery>,
    awaited_manager: Option<Box<str>>,
}

/// The house file in force: its text as it was adopted, and what has changed since.
#[derive(Serialize, Deserialize)]
struct FileSnapshot {
    text: Box<str>,
    approved: Vec<ApprovalDraft>,
    /// The posts in force, table by table.
    posts: Vec<Vec<PostSnapshot>>,
}

#[derive(Serialize, Deserialize)]
struct PostSnapshot {
    post: TablePost,
    holder: Box<str>,
    /// Its place in the text.
    from: u32,
    to: u32,
}

#[derive(Serialize, Deserialize)]
struct PersonSnapshot {
    handle: Box<str>,
    role: Role,
    staff: Option<Box<str>>,
    refused: Option<Box<str>>,
    excluded: ExclusionSnapshot,
    limits: [LimitSnapshot; 3],
    day: i64,
    net_of_day: MoneySum,
    bought_of_day: MoneySum,
    document: Option<DocumentHash>,
}

#[derive(Serialize, Deserialize)]
enum ExclusionSnapshot {
    No,
    Until(i64),
    Permanently,
}

#[derive(Serialize, Deserialize)]
struct LimitSnapshot {
    now: Option<Money>,
    next: Option<(Option<Money>, i64)>,
}

impl OfficeSnapshot {
    pub(super) fn of(office: &Office) -> Result<Self, SnapshotError> {
        let Office {
            house_file,
            adopted,
            unreadable_file,
            approved,
            version,
            people,
            handles: _,
            taken: _,
            disputes,
            exchanges,
            chip_requests,
            proposals,
            founded,
            recoveries,
            awaited_manager,
            day,
            // They follow from the people.
            documents: _,
            incarnation,
            roster,
        } = office;
        if unreadable_file.is_some() {
            // It is read again, if a later program can, when the journal is replayed.
            return Err(SnapshotError::Unwritable("the house file in force cannot be read".to_owned()));
        }
        let file = house_file.as_ref().map(|file| FileSnapshot::of(file, adopted, approved)).transpose()?;
        Ok(Self {
            version: *version,
            file,
            people: people.iter().map(PersonSnapshot::of).collect(),
            disputes: disputes.clone(),
            exchanges: ExchangesSnapshot::of(exchanges),
            chip_requests: chip_requests.clone(),
            authority: AuthoritySnapshot {
                proposals: proposals.clone(),
                founded: *founded,
                recoveries: recoveries.clone(),
                awaited_manager: awaited_manager.clone(),
            },
            day: *day,
            incarnation: *incarnation,
            roster: roster.clone(),
        })
    }

    pub(super) fn restore(self) -> Result<Office, SnapshotError> {
        let mut office = Office { version: self.version, ..Office::default() };
        if let Some(file) = self.file {
            file.restore(&mut office)?;
        }
        for (number, person) in (1..).zip(self.people) {
            let document = person.document;
            let enrolled = office.enrol(&person.handle, person.role, person.staff.clone());
            enrolled.map_err(SnapshotError::contradiction)?;
            if let Some(enrolled) = office.person_mut(PersonId(number)) {
                person.restore(enrolled);
            }
            if let Some(document) = document {
                office.note_document(PersonId(number), document);
            }
        }
        office.disputes = self.disputes;
        office.exchanges = self.exchanges.restore();
        office.chip_requests = self.chip_requests;
        let AuthoritySnapshot { proposals, founded, recoveries, awaited_manager } = self.authority;
        (office.proposals, office.founded) = (proposals, founded);
        (office.recoveries, office.awaited_manager, office.day) = (recoveries, awaited_manager, self.day);
        office.incarnation = self.incarnation;
        office.roster = self.roster;
        Ok(office)
    }
}

impl FileSnapshot {
    fn of(file: &HouseFile, text: &str, approved: &[ApprovalDraft]) -> Result<Self, SnapshotError> {
        let posts = file.tables.iter().map(|table| {
            let posts = table.posts.iter();
            posts.map(|(post, holder)| PostSnapshot::of(TablePost::of_book(*post), holder)).collect()
        });
        Ok(Self {
            text: text.into(),
            approved: approved.to_vec(),
            posts: posts.collect::<Result<_, SnapshotError>>()?,
        })
    }

    fn restore(self, office: &mut Office) -> Result<(), SnapshotError> {
        let law = |why: &dyn std::fmt::Display| SnapshotError::Law(why.to_string());
        let mut file = Office::read_adopted_file(&self.text).map_err(|rejection| law(&rejection))?;
        if file.tables.len() != self.posts.len() {
            return Err(SnapshotError::contradiction("the house file has other tables"));
        }
        for (table, posts) in file.tables.iter_mut().zip(&self.posts) {
            set_posts(table, posts, &self.text)?;
        }
        for draft in &self.approved {
            file.approvals.push(draft.checked().map_err(SnapshotError::contradiction)?);
        }
        (office.house_file, office.adopted, office.approved) = (Some(file), self.text, self.approved);
        Ok(())
    }
}

fn set_posts(table: &mut HouseTable, posts: &[PostSnapshot], text: &str) -> Result<(), SnapshotError> {
    let place = |post: &PostSnapshot| {
        let span = post.from as usize..post.to as usize;
        let holder = Spanned::new(span.clone(), post.holder.to_string());
        text.get(span).map(|_| (post.post.in_book(), holder))
    };
    let posts: Option<Vec<_>> = posts.iter().map(place).collect();
    table.posts =
        posts.ok_or_else(|| SnapshotError::contradiction("a post has no place in the house file"))?;
    Ok(())
}

impl PostSnapshot {
    fn of(post: Option<TablePost>, holder: &Spanned<String>) -> Result<Self, SnapshotError> {
        let post = post.ok_or_else(|| SnapshotError::Unwritable("a table has an unknown post".to_owned()))?;
        let place = |at: usize| {
            u32::try_from(at).map_err(|_| SnapshotError::Unwritable("the house file is too long".to_owned()))
        };
        let span = holder.span();
        let holder = holder.get_ref().as_str().into();
        Ok(Self { post, holder, from: place(span.start)?, to: place(span.end)? })
    }
}

impl PersonSnapshot {
    fn of(person: &Person) -> Self {
        let Person {
            handle,
            role,
            staff,
            refused,
            excluded,
            limits,
            day,
            net_of_day,
            bought_of_day,
            document,
        } = person;
        let limit = |PersonalLimit { now, next }| LimitSnapshot { now, next };
        Self {
            handle: handle.clone(),
            role: *role,
            staff: staff.clone(),
            refused: refused.clone(),
            excluded: match excluded {
                None => ExclusionSnapshot::No,
                Some(Some(until)) => ExclusionSnapshot::Until(*until),
                Some(None) => ExclusionSnapshot::Permanently,
            },
            limits: limits.map(limit),
            day: *day,
            net_of_day: *net_of_day,
            bought_of_day: *bought_of_day,
            document: *document,
        }
    }

    fn restore(self, person: &mut Person) {
        let limit = |LimitSnapshot { now, next }| PersonalLimit { now, next };
        *person = Person {
            handle: self.handle,
            role: self.role,
            staff: self.staff,
            refused: self.refused,
            excluded: match self.excluded {
                ExclusionSnapshot::No => None,
                ExclusionSnapshot::Until(until) => Some(Some(until)),
                ExclusionSnapshot::Permanently => Some(None),
            },
            limits: self.limits.map(limit),
            day: self.day,
            net_of_day: self.net_of_day,
            bought_of_day: self.bought_of_day,
            document: self.document,
        };
    }
}
