//! One actor per house: a thread that owns the house, and a mailbox for messages from others.
//!
//! Commands are executed in memory one after another and written in groups: everything that arrives while one group
//! is being written becomes the next group. No event is published before it is on disk. A group is written completely
//! or not at all, so a failing store leaves the journal unchanged, and the house is replayed from it.
//!
//! Reading order: `mailbox` and `message` (requests), `replay` (state from the journal), `table_history` and
//! `player_history` (projections), `snapshot` (views for subscribers), `group` (commands written together),
//! `publisher` (publishing to subscribers), `house_actor` (the thread), `handle` (access to it).

mod backoff;
mod event_text;
mod group;
mod handle;
mod house_actor;
mod key_filter;
mod mailbox;
mod message;
mod notify;
mod player_history;
mod publisher;
mod reader;
mod replay;
mod shared;
mod snapshot;
mod table_history;

pub use handle::HouseHandle;
pub(crate) use handle::MAILBOX_MAX;
pub use house_actor::ActorSettings;
pub(crate) use house_actor::GROUP_MAX;
pub use message::Subscription;
pub use notify::{ChangeSender, TableChange};
pub use player_history::{Movement, PlayedRound, PlayerHistories, PlayerHistory};
pub use reader::HouseReader;
pub use replay::ReplayError;
pub(crate) use replay::replay_house;
pub use shared::SharedState;
pub use snapshot::{PersonalView, TableSnapshot};
pub use table_history::TableHistory;
pub(crate) use table_history::{BOARD_RESULTS, RECENT_EVENTS};
