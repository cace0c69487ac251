//! The roster: who has which post at which table, and when. Two people adopt it; by it staff relieve each other alone.

use serde::{Deserialize, Serialize};

use super::role::TablePost;
use crate::bounds::{DUTY_REMAINS_MS, TAKE_OVER_EARLY_MS};
use crate::ids::{PersonId, TableId};

/// A post at a table for some time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Duty {
    /// When it begins, in milliseconds since 1970.
    pub from: i64,
    /// When it ends.
    pub to: i64,
    /// The table.
    pub table: TableId,
    /// The post.
    pub post: TablePost,
    /// Who has it.
    pub person: PersonId,
}

impl Duty {
    /// Whether its person may take the post over at a time: from a little before its beginning until its end.
    pub const fn may_begin(&self, at: i64) -> bool {
        self.takes_over_from() <= at && at < self.to
    }

    /// The time from which its person may take the post over.
    pub const fn takes_over_from(&self) -> i64 {
        self.from.saturating_sub(TAKE_OVER_EARLY_MS)
    }

    /// Whether it is at this post of this table.
    pub fn is_at(&self, table: TableId, post: TablePost) -> bool {
        (self.table, self.post) == (table, post)
    }
}

/// The duties of a house.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Roster {
    /// In the order in which they begin. Those that are long over are dropped when the next roster is adopted.
    pub duties: Vec<Duty>,
}

impl Roster {
    /// The duties of which a part lies between two times.
    pub fn between(&self, from: i64, to: i64) -> impl Iterator<Item = &Duty> {
        self.duties.iter().filter(move |duty| duty.from < to && from < duty.to)
    }

    /// The duties that remain when a roster for this time is adopted.
    pub(crate) fn remaining(&self, from: i64, to: i64, now: i64) -> impl Iterator<Item = &Duty> {
        let is_recent = move |duty: &&Duty| duty.to > now.saturating_sub(DUTY_REMAINS_MS);
        let is_replaced = move |duty: &Duty| (from..to).contains(&duty.from);
        self.duties.iter().filter(is_recent).filter(move |duty| !is_replaced(duty))
    }

    /// The roster after another one for this time is adopted.
    #[must_use]
    pub fn with(&self, from: i64, to: i64, duties: &[Duty], now: i64) -> Self {
        let mut after: Vec<Duty> = self.remaining(from, to, now).copied().collect();
        after.extend(duties);
        after.sort_unstable();
        Self { duties: after }
    }
}
