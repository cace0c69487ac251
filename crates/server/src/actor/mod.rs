//! One actor per house: a thread that owns the house, and a mailbox for messages from others.
//!
//! Commands are executed in memory one after another and written in groups: everything that arrives while one group
//! is being written becomes the next group. No event is published before it is on disk. A group is written completely
//! or not at all, so a failing store leaves the journal unchanged, and the house is replayed from it.
//!
//! Reading order: `mailbox` and `message` (requests), `house_state` and `table_history` (what is in memory), `opening`,
//! `current_rounds` and `replay` (state from a snapshot and the journal), `snapshot_writer` (new snapshots, in the background),
//! `key_window` (which keys are looked up), `snapshot` (views for subscribers), `group` (commands written together),
//! `flight` (groups on their way to the disk), `publisher` (publishing to subscribers), `house_actor` (the thread), `repeats` and `recovery` (commands that
//! are sent again, and a store that has failed), `driven` (a house that a node drives), `handle` (access to it).

mod answer;
mod backoff;
mod current_rounds;
mod driven;
mod editions;
mod event_text;
mod executed;
mod flight;
mod group;
mod handle;
mod house_actor;
mod house_state;
mod key_window;
mod keyed_request;
mod mailbox;
mod message;
mod notify;
mod opening;
mod publisher;
mod reader;
mod recovery;
mod repeats;
mod replay;
mod shared;
mod snapshot;
mod snapshot_writer;
mod table_history;

pub(crate) use event_text::corrected;
pub use executed::{BetEntry, Executed};
pub(crate) use flight::IN_FLIGHT_MAX;
pub use handle::HouseHandle;
pub(crate) use handle::MAILBOX_MAX;
pub use house_actor::ActorSettings;
pub(crate) use house_actor::GROUP_MAX;
pub(crate) use house_state::ended_round;
pub(crate) use key_window::LOOKED_UP_AFTER_START;
pub use keyed_request::KeyedRequest;
pub use message::Subscription;
pub use notify::{ChangeSender, TableChange};
pub use reader::HouseReader;
pub use replay::ReplayError;
pub(crate) use replay::{ReplayMoment, replay_house, replay_observed};
pub(crate) use shared::table_labels;
pub use shared::{HouseOpening, SharedState, TableLabel};
pub use snapshot::{PersonalView, TableSnapshot};
pub(crate) use snapshot_writer::{SNAPSHOT_EVERY, SnapshotSettings, SnapshotWriter};
pub use table_history::TableHistory;
pub(crate) use table_history::{BOARD_RESULTS, RECENT_EVENTS};
