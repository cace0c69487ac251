//! The roster: who has which post at which table, and when.

use croupier_house::ids::{PersonId, TableId};
use croupier_house::office::Duty;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::kinds::Post;

/// A duty of a roster that is proposed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DutyDraft {
    /// The person.
    pub person: u32,
    /// The number of the table.
    pub table: u16,
    /// The post.
    pub post: Post,
    /// When it begins, in milliseconds since 1970; a whole minute.
    pub from: i64,
    /// When it ends, in milliseconds since 1970; a whole minute.
    pub to: i64,
}

impl From<DutyDraft> for Duty {
    fn from(draft: DutyDraft) -> Self {
        let DutyDraft { person, table, post, from, to } = draft;
        Self { from, to, table: TableId(table), post: post.into(), person: PersonId(person) }
    }
}

/// A duty of the roster.
#[derive(Serialize, ToSchema)]
pub struct DutyView {
    /// When it begins, in milliseconds since 1970.
    pub from: i64,
    /// When it ends, in milliseconds since 1970.
    pub to: i64,
    /// The time from which its person may take the post over alone, in milliseconds since 1970.
    pub takes_over_from: i64,
    /// The number of the table.
    pub table: u16,
    /// The name of the table.
    pub name: String,
    /// The post.
    pub post: Post,
    /// The person.
    pub person: u32,
    /// The name of the person in records.
    pub handle: String,
    /// The name of the person in the house file.
    pub staff: Option<Box<str>>,
    /// Whether the person has this post now.
    pub holds: bool,
}

/// A page of the roster.
#[derive(Serialize, ToSchema)]
pub struct RosterView {
    /// The beginning of the time that was asked for, in milliseconds since 1970.
    pub from: i64,
    /// The end of the time that was asked for, in milliseconds since 1970.
    pub to: i64,
    /// The duties of which a part lies in this time, in the order in which they begin.
    pub duties: Vec<DutyView>,
    /// The number of duties to skip for the next page; null at the end.
    pub next: Option<usize>,
}
