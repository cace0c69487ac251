//! The spans of time and the bounds of the protocol.

use std::time::Duration;

/// How long a lease must stand still before another node may claim it.
pub const LEASE: Duration = Duration::from_secs(2);

/// The spans of time and the bounds of the protocol. All nodes of a database must have the same lease length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeSettings {
    /// How long a lease must stand still before another node may claim it.
    pub lease: Duration,
    /// How much earlier its owner stops acting. It covers clocks that run at different rates.
    pub margin: Duration,
    /// The time between two renewals.
    pub renew_every: Duration,
    /// The time between two reads of the members and leases.
    pub look_every: Duration,
    /// The time between two signs of life of a member.
    pub beat_every: Duration,
    /// How long a member must give no sign of life before it is removed.
    pub expel_after: Duration,
    /// How long a follower hears nothing before it reads the database.
    pub poll_after: Duration,
    /// How long a follower waits for a pushed entry that is late before it reads the database.
    pub gap_wait: Duration,
    /// The time between two requests to be pushed entries.
    pub follow_every: Duration,
    /// How long entries are pushed to a follower that does not ask again.
    pub audience_lasts: Duration,
    /// How long a read waits for the sequence that its client has seen.
    pub read_wait: Duration,
    /// Reads of a house that wait at a node.
    pub reads_max: usize,
    /// Entries of a house that wait for a gap before them to be filled.
    pub buffer_max: usize,
    /// How long a node waits before it asks a database again that could not be asked.
    pub database_retry: Duration,
    /// Entries that are read from the database at once.
    pub tail_max: usize,
    /// How long a node waits for the answer to a command that it sent on before it sends it again.
    pub forward_retry: Duration,
    /// How long a node tries to have a command executed.
    pub forward_total: Duration,
    /// Commands that a node has sent on and that wait for an answer.
    pub forwards_max: usize,
    /// Commands of a house that wait at its owner.
    pub queue_max: usize,
    /// How long a command waits at a node that is about to own its house.
    pub queue_wait: Duration,
    /// Commands that are written together.
    pub group_max: usize,
    /// How long an offered house is waited for.
    pub offer_wait: Duration,
    /// Houses that a node hands over at the same time.
    pub hand_overs_max: usize,
    /// The highest event format that this build reads.
    pub reads_format: u16,
    /// The check value of the house key.
    pub key_check: u64,
}

impl Default for NodeSettings {
    fn default() -> Self {
        let ms = Duration::from_millis;
        Self {
            lease: LEASE,
            margin: ms(200),
            renew_every: ms(500),
            look_every: ms(250),
            beat_every: ms(500),
            expel_after: ms(6000),
            poll_after: ms(1000),
            gap_wait: ms(20),
            follow_every: ms(1000),
            audience_lasts: ms(3000),
            read_wait: ms(1000),
            reads_max: 1024,
            buffer_max: 256,
            database_retry: ms(100),
            tail_max: 512,
            forward_retry: ms(400),
            forward_total: ms(6000),
            forwards_max: 4096,
            queue_max: 1024,
            queue_wait: ms(3000),
            group_max: 256,
            offer_wait: ms(1000),
            hand_overs_max: 4,
            reads_format: 1,
            key_check: 0,
        }
    }
}
