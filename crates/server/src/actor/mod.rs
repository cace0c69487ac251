//! One actor a house: a thread that owns the house, and a mailbox for what others ask of it.
//!
//! Commands are carried out in memory one after another and written in groups: everything that arrives while one group goes to
//! the disk is the next group. Nobody hears of an event before it is on disk. A group is written whole or not at all, so a store
//! that fails leaves the journal as it was, and the house is replayed from it.
//!
//! Reading order: [`mailbox`] and [`message`] (what is asked), [`replay`] (state from the journal), [`table_history`] and
//! [`player_history`] (projections beside it), [`snapshot`] (what subscribers see), [`group`] (what is written together),
//! [`publisher`] (who gets what, how often), [`house_actor`] (the thread), [`handle`] (the way to it).

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
pub use house_actor::ActorSettings;
pub use message::Subscription;
pub use notify::{ChangeSender, TableChange};
pub use player_history::{Movement, PlayedRound, PlayerHistories, PlayerHistory};
pub use reader::HouseReader;
pub use replay::ReplayError;
pub(crate) use replay::{check_balances, describe_place};
pub use shared::SharedState;
pub use snapshot::{PersonalView, TableSnapshot};
pub use table_history::TableHistory;
