//! The texts of a WebSocket.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Balances, Done, Problem, Seen, TableDo, Told, Written};

/// What a page sends.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FromPage {
    /// Do something at the table.
    Do {
        /// What the answer is to be called by.
        id: u64,
        /// The same key is the same command: a UUID.
        key: Option<String>,
        /// What.
        command: TableDo,
    },
    /// Is anybody there?
    Ping {
        /// What the answer is to be called by.
        id: u64,
    },
}

/// What a page is sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToPage {
    /// The table as it is now, and what has happened since the last one.
    Seen {
        /// The version of the journal.
        version: u64,
        /// What time it is in the house.
        now: i64,
        /// What has happened.
        #[schema(value_type = Vec<Told>)]
        events: Vec<Written<Told>>,
        /// The table.
        seen: Box<Seen>,
    },
    /// What the person has now.
    Balance(Balances),
    /// A command was carried out and is on disk.
    Done {
        /// What the page called it.
        id: u64,
        /// Where its events stand.
        #[serde(flatten)]
        done: Done,
    },
    /// A command was refused.
    Refused {
        /// What the page called it.
        id: u64,
        /// Why.
        #[serde(flatten)]
        problem: Problem,
    },
    /// Somebody is there.
    Pong {
        /// What the page called it.
        id: u64,
    },
    /// The server ends the connection.
    Bye {
        /// Why.
        reason: &'static str,
    },
}
