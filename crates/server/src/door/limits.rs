//! The limits of the door: timeouts, and caps on connections, requests and messages.
//!
//! Every constant is a row of the table of bounds in `docs/serve.md`.

use std::time::Duration;

use crate::sessions::RateLimit;

/// The most patterns in an answer.
pub(crate) const PATTERNS_MAX: usize = 200;
/// The most rows of play, by person, hour and wager, in which patterns are sought.
pub(crate) const PATTERN_ROWS: usize = 50_000;
/// The days before its end that an interval of patterns has, if nothing is said.
pub(crate) const PATTERNS_LAST: i64 = 1;
/// The number of connections that may be open, where the descriptors of the process suffice.
pub(crate) const CONNECTIONS: u32 = 8_192;
/// The number of connections of one address.
pub(crate) const CONNECTIONS_PER_ADDRESS: u32 = 256;
/// The descriptors that connections leave free, for databases and files.
pub(crate) const DESCRIPTORS_RESERVED: u32 = 128;
/// The number of connections that are answered with a refusal at the same time. Further ones are closed at once.
pub(crate) const REFUSALS_AT_ONCE: u32 = 32;
/// The time that a refused connection has to read its answer.
pub(crate) const REFUSAL_TIMEOUT: Duration = Duration::from_secs(1);
/// The number of requests of one person in flight.
pub(crate) const REQUESTS_PER_PERSON: u32 = 32;
/// The number of requests of one address in flight.
pub(crate) const REQUESTS_PER_ADDRESS: u32 = 128;
/// The number of people that one address may enrol in an hour.
pub(crate) const ENROLMENTS_PER_HOUR: u32 = 240;
/// The time to send the head of a request, counted from the end of the response before it.
pub(crate) const HEADER_TIMEOUT: Duration = Duration::from_secs(20);
/// The time to send the body of a request.
pub(crate) const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// The time for a TLS handshake.
pub(crate) const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
/// The time without a byte in either direction after which a connection is closed.
pub(crate) const IDLE_TIMEOUT: Duration = Duration::from_secs(75);
/// The time for which a connection may refuse to accept what is sent to it.
pub(crate) const STALL_TIMEOUT: Duration = Duration::from_secs(20);
/// The time in which a client can read the last answer before its connection is closed.
pub(crate) const CLOSING_TIMEOUT: Duration = Duration::from_secs(1);
/// What a client sends after the last answer is dropped, up to so many bytes.
pub(crate) const CLOSING_BYTES: usize = 16 * 1024 * 1024;
/// The size of the head of a request, in bytes.
pub(crate) const HEAD_BYTES: usize = 32 * 1024;
/// The size of the buffer of a connection, in bytes.
pub(crate) const CONNECTION_BUFFER: usize = 64 * 1024;

/// The number of rounds of a person that a page may skip.
pub(crate) const ROUNDS_SKIPPED_MAX: usize = 10_000;
/// The number of movements in a page of a statement.
pub(crate) const MOVEMENTS_PER_PAGE: usize = 500;
/// The number of chip requests in a page.
pub(crate) const CHIP_REQUESTS_PER_PAGE: usize = 500;
/// The number of exchanges in a page.
pub(crate) const EXCHANGES_PER_PAGE: usize = 500;
/// The number of people in a page.
pub(crate) const PEOPLE_PER_PAGE: usize = 1_000;
/// The number of people that a search by name or role looks at.
pub(crate) const PEOPLE_SEARCHED: usize = 10_000;
/// The length of a name that is searched for, in bytes.
pub(crate) const SEARCH_BYTES: usize = 64;
/// The maximum number of accounts of the ledger in a page.
pub(crate) const ACCOUNTS_PER_PAGE: usize = 1_000;
/// The number of fills, and of credits, in a shift report; the latest.
pub(crate) const SLIPS_PER_REPORT: usize = 200;
/// The number of disputes in a page.
pub(crate) const DISPUTES_PER_PAGE: usize = 500;
/// The maximum number of games of a plan in the set-up.
pub(crate) const PLANNED_GAMES_MAX: usize = 64;
/// The number of rounds in a page of a list.
pub(crate) const ROUNDS_PER_PAGE: usize = 200;
/// The number of entries in a page of a journal.
pub(crate) const ENTRIES_PER_PAGE: usize = 500;
/// The number of entries that a filter of a journal reads.
pub(crate) const ENTRIES_SEARCHED: usize = 2_048;
/// The number of slips and proposals in a page of papers.
pub(crate) const PAPERS_PER_PAGE: usize = 100;
/// The number of duties in a page of the roster.
pub(crate) const DUTIES_PER_PAGE: usize = 500;
/// The number of stored editions of a rulebook that are listed.
pub(crate) const EDITIONS_LISTED: usize = 50;
/// The number of significant events in a page.
pub(crate) const EVENTS_PER_PAGE: usize = 200;

/// The size of a message from a client, in bytes.
pub(crate) const MESSAGE_BYTES: usize = 16 * 1024;
/// The size of the output that a socket buffers while its client does not read, in bytes. One message of a large
/// table must fit.
pub(crate) const SOCKET_BUFFER: usize = 4 * 1024 * 1024;
/// The number of commands of one socket that wait for the disk. More are not read.
pub(crate) const COMMANDS_PENDING: usize = 64;
/// The messages of one socket.
pub(crate) const MESSAGES: RateLimit = RateLimit { burst: 400, per_second: 100 };
/// The pings and pongs of one socket.
pub(crate) const PINGS: RateLimit = RateLimit { burst: 20, per_second: 2 };
/// The number of malformed messages after which a socket is closed.
pub(crate) const MALFORMED_MAX: u32 = 8;
/// The interval between the pings of the server.
pub(crate) const PING_EVERY: Duration = Duration::from_secs(20);
/// The time without a message or pong after which a socket is closed.
pub(crate) const SOCKET_IDLE: Duration = Duration::from_mins(1);

/// The limits of a server.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DoorLimits {
    /// The number of connections in all, where the descriptors of the process suffice.
    pub connections: u32,
    /// The number of connections of one address; 0 is unlimited.
    pub connections_per_address: u32,
    /// The number of requests of one person in flight; 0 is unlimited.
    pub requests_per_person: u32,
    /// The number of requests of one address in flight; 0 is unlimited.
    pub requests_per_address: u32,
    /// The number of people that one address may enrol in an hour; 0 is unlimited.
    pub enrolments_per_hour: u32,
    /// The messages of one socket.
    pub messages: RateLimit,
    /// The pings and pongs of one socket.
    pub pings: RateLimit,
    /// The time to send the head of a request.
    pub header_timeout: Duration,
    /// The time to send the body of a request.
    pub body_timeout: Duration,
    /// The time without a byte in either direction after which a connection is closed.
    pub idle_timeout: Duration,
    /// The time for which a connection may refuse to accept what is sent to it.
    pub stall_timeout: Duration,
    /// The interval between the pings of the server.
    pub ping_every: Duration,
    /// The time without a message or pong after which a socket is closed.
    pub socket_idle: Duration,
}

impl Default for DoorLimits {
    fn default() -> Self {
        Self {
            connections: CONNECTIONS,
            connections_per_address: CONNECTIONS_PER_ADDRESS,
            requests_per_person: REQUESTS_PER_PERSON,
            requests_per_address: REQUESTS_PER_ADDRESS,
            enrolments_per_hour: ENROLMENTS_PER_HOUR,
            messages: MESSAGES,
            pings: PINGS,
            header_timeout: HEADER_TIMEOUT,
            body_timeout: BODY_TIMEOUT,
            idle_timeout: IDLE_TIMEOUT,
            stall_timeout: STALL_TIMEOUT,
            ping_every: PING_EVERY,
            socket_idle: SOCKET_IDLE,
        }
    }
}

impl DoorLimits {
    /// Timeouts, but no cap: for measurements, whose clients all have one address.
    #[must_use]
    pub fn uncapped() -> Self {
        let no_limit = RateLimit { burst: 0, per_second: 0 };
        Self {
            connections: 65_536,
            connections_per_address: 0,
            requests_per_person: 0,
            requests_per_address: 0,
            enrolments_per_hour: 0,
            messages: no_limit,
            pings: no_limit,
            ..Self::default()
        }
    }
}
