//! The server as one of several nodes on a database: it runs the protocol of `croupier_nodes`.
//!
//! `link` is the way between the houses and the node, `encoding` what nodes send each other, `calls` what the node asks the
//! database, `driver` the task that runs the protocol, `running` and `start` start and end it; `notices` is what all nodes must
//! know soon, `overview` how they stand.

mod calls;
mod driver;
mod encoding;
mod link;
mod notices;
mod overview;
mod running;
mod start;

pub(crate) use driver::NodeEvent;
pub(crate) use encoding::{ForwardedCommand, decode, decode_first, encode, linked, stored};
pub(crate) use link::{DecideRequest, DecidedGroup, NodeHouse, NodeLink, NodeRequest, OnAnswer};
pub(crate) use notices::{NOTICES_EVERY, Notice, NoticeBoard};
pub(crate) use overview::{HouseOverview, NodeOverview, NodeRow};
pub(crate) use running::RunningNode;
pub(crate) use start::start_node;
