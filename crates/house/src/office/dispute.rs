//! Disputes about rounds.

use serde::Serialize;

use crate::ids::{PersonId, TableId};

/// The stage of a dispute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DisputeStage {
    /// It has no answer yet.
    Opened,
    /// It has been answered.
    Answered(Box<str>),
    /// It has been escalated, because the answer was not accepted.
    Escalated {
        /// The party it was escalated to.
        to: Box<str>,
        /// The answer.
        ruling: Box<str>,
    },
}

/// A dispute about a round. It is never deleted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Dispute {
    /// The table.
    pub table: TableId,
    /// The round.
    pub round: u64,
    /// The person who opened it.
    pub person: PersonId,
    /// What is disputed.
    pub about: Box<str>,
    /// Its stage.
    pub stage: DisputeStage,
}
