//! The messages of a WebSocket.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bet_leaf::TableResult;
use super::command::TableCommand;
use super::event::TableEvent;
use super::problem::Problem;
use super::shared_json::SharedJson;
use super::table::{Balances, TableView};

/// A message from the client, selected by `type`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Give a command at the table. The server answers with `done` or `refused`.
    Do {
        /// A number of the client's choice; the answer carries it.
        id: u64,
        /// The idempotency key of the command: a UUID. The same key is the same command, however often it is sent.
        key: Option<String>,
        /// Refuse the command (`stale`) unless the table is in this round. A key that was used before is recognised first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<u64>,
        /// The command.
        command: TableCommand,
    },
    /// Ask whether the server is there. It answers with `pong`.
    Ping {
        /// A number of the client's choice; the answer carries it.
        id: u64,
    },
}

/// A message from the server, selected by `type`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The table as this person sees it now: once at the start, then after every change.
    Table {
        /// The version of the table's journal.
        version: u64,
        /// The last event of the house that is in it. Who connects again sends the highest that was seen, as `?sequence=`.
        sequence: u64,
        /// The time of the house, in milliseconds since 1970.
        now: i64,
        /// The events since the last `table` message.
        #[schema(value_type = Vec<TableEvent>)]
        events: Vec<SharedJson<TableEvent>>,
        /// The table.
        table: Box<TableView>,
    },
    /// What this person has now: once at the start, then after every change. Only where somebody is logged in.
    Balance(Balances),
    /// A command was carried out and is on disk.
    Done {
        /// The number that the client gave the command.
        id: u64,
        /// The result.
        #[serde(flatten)]
        done: TableResult,
    },
    /// A command was refused.
    Refused {
        /// The number that the client gave the command; 0 where the message could not be read.
        id: u64,
        /// Why.
        #[serde(flatten)]
        problem: Problem,
    },
    /// The answer to `ping`.
    Pong {
        /// The number that the client gave it.
        id: u64,
    },
    /// The server closes the connection.
    Bye {
        /// Why, in one sentence.
        reason: &'static str,
    },
}
