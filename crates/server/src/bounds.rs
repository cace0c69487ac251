//! The bounds of a server, as `docs/serve.md` lists them. A test compares the two.

use std::time::Duration;

use croupier_house::bounds as house;
use croupier_house::ids::{DAY_MS, HOUSES_MAX, KEY_DAYS};
use croupier_house::office::{ESCALATION_LASTS, OFFICE_PROPOSAL_LASTS, OFFICE_PROPOSALS_MAX, RECOVERIES_MAX};
use croupier_house::table::{LINKS, LINKS_REMEMBERED, RECORD_ACTS_MAX, ROUNDS_REMEMBERED};
use croupier_store::index as store_index;

use crate::actor::{
    BOARD_RESULTS, GROUP_MAX, IN_FLIGHT_MAX, LOOKED_UP_AFTER_START, MAILBOX_MAX, RECENT_EVENTS,
    SNAPSHOT_EVERY,
};
use crate::charter_check::RULES_PRICED;
use crate::checkpoints;
use crate::clock::CLOCK_AHEAD_MAX;
use crate::config::Config;
use crate::door::limits as door;
use crate::game_cache::{CHECKS_AT_ONCE, GAMES_MAX, SHOES_AT_ONCE};
use crate::lookup::INDEX_WAIT;
use crate::presence::AWAY_AFTER;
use crate::printed::PRINTS_AT_ONCE;
use crate::reports::{REPORT_PDF_WAIT, REPORT_WAIT, REPORTS_AT_ONCE, REPORTS_MAX, REPORTS_WAITING};
use crate::sessions::{
    BUCKETS_MAX, COUNTERS_MAX, INVITATIONS_MAX, LINK_LASTS, PASSWORD_BYTES, PLACES_MAX, RECOVERY_CODES,
    RateLimit, SESSIONS_MAX, SESSIONS_PER_PERSON,
};

/// A bound: what it limits, and its value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bound {
    /// What it limits.
    pub name: &'static str,
    /// Its value, with the unit.
    pub value: String,
}

/// A number with a comma before every three digits.
fn count(number: impl TryInto<u64, Error: std::fmt::Debug>) -> String {
    let digits = number.try_into().expect("a bound is not negative").to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

fn bytes(number: usize) -> String {
    format!("{} bytes", count(number))
}

fn time(span: Duration) -> String {
    format!("{} s", count(span.as_secs()))
}

fn rate(rate: RateLimit) -> String {
    format!("{} at once, then {} a second", count(rate.burst), count(rate.per_second))
}

/// Every bound.
#[must_use]
pub fn bounds() -> Vec<Bound> {
    let all = [at_the_door(), of_lists_and_files(), of_a_house()].into_iter().flatten();
    all.map(|(name, value)| Bound { name, value }).collect()
}

type Named = (&'static str, String);

/// Connections, requests, sessions and sockets.
fn at_the_door() -> Vec<Named> {
    let config = Config::default();
    vec![
        ("connections", count(door::CONNECTIONS)),
        ("connections of one address", count(door::CONNECTIONS_PER_ADDRESS)),
        ("descriptors that connections leave free", count(door::DESCRIPTORS_RESERVED)),
        ("refused connections that are answered at once", count(door::REFUSALS_AT_ONCE)),
        ("head of a request", bytes(door::HEAD_BYTES)),
        ("time for the head of a request", time(door::HEADER_TIMEOUT)),
        ("body of a request", bytes(config.body_max)),
        ("time for the body of a request", time(door::BODY_TIMEOUT)),
        ("time for a TLS handshake", time(door::HANDSHAKE_TIMEOUT)),
        ("time without a byte on a connection", time(door::IDLE_TIMEOUT)),
        ("time that a client may not read", time(door::STALL_TIMEOUT)),
        ("time to read the last answer before a connection is closed", time(door::CLOSING_TIMEOUT)),
        ("input that is dropped after the last answer", bytes(door::CLOSING_BYTES)),
        ("buffer of a connection", bytes(door::CONNECTION_BUFFER)),
        ("requests of a person or address", rate(config.rate)),
        ("requests of a person in flight", count(door::REQUESTS_PER_PERSON)),
        ("requests of an address in flight", count(door::REQUESTS_PER_ADDRESS)),
        ("rates in memory", count(BUCKETS_MAX)),
        ("people enrolled by one address in an hour", count(door::ENROLMENTS_PER_HOUR)),
        ("sessions of a person", count(SESSIONS_PER_PERSON)),
        ("sessions", count(SESSIONS_MAX)),
        ("password", bytes(*PASSWORD_BYTES.end())),
        ("addresses, names and pairs whose wrong passwords are counted, each", count(COUNTERS_MAX)),
        ("known addresses of an account", count(PLACES_MAX)),
        ("invitations of a house that wait", count(INVITATIONS_MAX)),
        ("time that a link works", format!("{} days", LINK_LASTS / DAY_MS)),
        ("recovery codes of a person", count(RECOVERY_CODES)),
        ("sockets of a person, or of an address without a login", count(config.sockets_max)),
        ("message of a client", bytes(door::MESSAGE_BYTES)),
        ("messages of a socket", rate(door::MESSAGES)),
        ("pings and pongs of a socket", rate(door::PINGS)),
        ("malformed messages of a socket", count(door::MALFORMED_MAX)),
        ("commands of a socket that wait for the disk", count(door::COMMANDS_PENDING)),
        ("output of a socket that is not read", bytes(door::SOCKET_BUFFER)),
        ("time without an answer to pings", time(door::SOCKET_IDLE)),
    ]
}

/// What the server has in memory, pages of lists, and the files.
fn of_lists_and_files() -> Vec<Named> {
    vec![
        ("mailbox of a house", count(MAILBOX_MAX)),
        ("commands written together", count(GROUP_MAX)),
        ("commands of a house on their way to the disk", count(IN_FLIGHT_MAX)),
        ("events for a slow subscriber", count(RECENT_EVENTS)),
        ("results on a history board", count(BOARD_RESULTS)),
        ("rounds in a page", count(door::ROUNDS_PER_PAGE)),
        ("rounds of a person that a page skips", count(door::ROUNDS_SKIPPED_MAX)),
        ("movements in a page of a statement", count(door::MOVEMENTS_PER_PAGE)),
        ("chip requests in a page", count(door::CHIP_REQUESTS_PER_PAGE)),
        ("exchanges in a page", count(door::EXCHANGES_PER_PAGE)),
        ("people in a page", count(door::PEOPLE_PER_PAGE)),
        ("people that a search by name or role looks at", count(door::PEOPLE_SEARCHED)),
        ("name that is searched for", bytes(door::SEARCH_BYTES)),
        ("accounts of the ledger in a page", count(door::ACCOUNTS_PER_PAGE)),
        ("disputes in a page", count(door::DISPUTES_PER_PAGE)),
        ("games of a plan in the set-up", count(door::PLANNED_GAMES_MAX)),
        ("entries in a page of a journal", count(door::ENTRIES_PER_PAGE)),
        ("series of figures of a house", count(store_index::FIGURE_SERIES_MAX)),
        ("patterns in an answer", count(door::PATTERNS_MAX)),
        ("rows of play in which patterns are sought", count(door::PATTERN_ROWS)),
        (
            "play of a person that patterns count together",
            format!("{} s", count(store_index::PLAY_HOUR / 1000)),
        ),
        ("interval of patterns, if none is said", format!("{} days", door::PATTERNS_LAST)),
        ("entries that a filter of a journal reads", count(door::ENTRIES_SEARCHED)),
        ("slips and proposals in a page of papers", count(door::PAPERS_PER_PAGE)),
        ("fills, credits and drop counts in a shift report, each", count(door::SLIPS_PER_REPORT)),
        ("stored editions of a rulebook that are listed", count(door::EDITIONS_LISTED)),
        ("duties in a page of the roster", count(door::DUTIES_PER_PAGE)),
        ("significant events in a page", count(door::EVENTS_PER_PAGE)),
        ("payout that is a significant event", format!("{} minor units", count(store_index::LARGE_PAYOUT))),
        ("checkpoints in a page", count(checkpoints::PAGE_MAX)),
        ("houses that wait for a checkpoint out of turn", count(checkpoints::DUE_MAX)),
        ("games, charts and advisors in the cache, each", count(GAMES_MAX)),
        ("shoes priced at the same time", count(SHOES_AT_ONCE)),
        ("house files checked at the same time", count(CHECKS_AT_ONCE)),
        ("papers drawn at the same time", count(PRINTS_AT_ONCE)),
        ("reports computed at the same time", count(REPORTS_AT_ONCE)),
        ("reports that are computed or wait for it", count(REPORTS_WAITING)),
        ("reports in the cache", count(REPORTS_MAX)),
        ("time that a request waits for a report", time(REPORT_WAIT)),
        ("time that a request waits for a report as PDF", time(REPORT_PDF_WAIT)),
        ("different rules that a check of a house file prices", count(RULES_PRICED)),
        ("time that a list waits for the index", time(INDEX_WAIT)),
        ("results of rounds that wait for the index", count(store_index::RESULTS_WAITING_MAX)),
        ("rows in a page of the index", count(store_index::PAGE_MAX)),
        ("entries that the index collects before it writes", count(store_index::INDEX_STEP)),
        ("stored entries that wait for the index", bytes(store_index::HANDED_BYTES_MAX)),
        ("entries for which memory waits to be used again", count(croupier_house::FREE_ROOM_MAX)),
        ("entries between two marks of a journal in the index", count(store_index::MARK_SPAN)),
        ("entries behind the index that a page of a journal searches", count(croupier_store::TAIL_SEARCHED)),
        ("connections that read a database", count(croupier_store::READERS_MAX)),
        ("time that a read waits for a connection to a database", time(croupier_store::READER_WAIT)),
        ("batches that a store writes together", count(croupier_store::GROUP_MAX)),
        ("groups that wait for the head file", count(croupier_store::UNACKNOWLEDGED_MAX)),
        ("pages of the write-ahead log", count(croupier_store::LOG_PAGES_MAX)),
        ("entries that are searched for those of an old key", count(croupier_store::COMMAND_ENTRIES_MAX)),
        ("time that a key is known", format!("{KEY_DAYS} days")),
        ("keys that are examined together for their age", count(croupier_store::KEYS_PER_STEP)),
        ("entries at the end of a journal that a start checks", count(croupier_store::TAIL_CHECKED)),
        ("findings about the journal of a house", count(croupier_store::FINDINGS_MAX)),
        ("entries that a migration copies together", count(croupier_store::MIGRATION_CHUNK)),
        ("entries of a house", count(croupier_store::SEQUENCE_MAX)),
        ("houses of a data folder", count(HOUSES_MAX - 1)),
        ("entries after which a snapshot is made", count(SNAPSHOT_EVERY)),
        ("snapshots of a house", count(store_index::SNAPSHOTS_STORED)),
        ("keys in memory", count(croupier_house::KEYS_CACHED)),
        (
            "time after a start in which new keys are looked up too",
            format!("{} s", count(LOOKED_UP_AFTER_START / 1000)),
        ),
    ]
}

/// The state of a house.
fn of_a_house() -> Vec<Named> {
    vec![
        ("acts of a record", count(RECORD_ACTS_MAX)),
        ("rounds of a table that can be disputed", count(ROUNDS_REMEMBERED)),
        ("links of a table in memory", count(LINKS_REMEMBERED)),
        ("links of a chain of seeds", count(LINKS)),
        ("people of a house", count(house::PEOPLE_PER_HOUSE)),
        ("tables of a house", count(house::TABLES_PER_HOUSE)),
        ("people at a table", count(house::SEATS_PER_TABLE)),
        ("time until a player without a connection is gone", time(AWAY_AFTER)),
        (
            "time until a player who is gone gives the seat back",
            format!("{} s", count(house::SEAT_LASTS_MS / 1000)),
        ),
        (
            "time until a robot deals an attended table of a demo",
            format!("{} s", count(house::ROBOT_RETURNS_MS / 1000)),
        ),
        ("stakes of a person in a round", count(house::STAKES_PER_PERSON)),
        ("stakes of a table in a round", count(house::STAKES_PER_TABLE)),
        ("exchange requests of a person that wait", count(house::EXCHANGES_PER_PERSON)),
        ("proposals that wait at a table", count(house::PROPOSALS_PER_TABLE)),
        ("proposals to the office that wait", count(OFFICE_PROPOSALS_MAX)),
        ("time to authorise a proposal to the office", format!("{} days", OFFICE_PROPOSAL_LASTS / DAY_MS)),
        ("approvals that are entered after a house file", count(house::APPROVALS_PER_FILE)),
        ("duties in a roster that is proposed", count(house::DUTIES_PER_ROSTER)),
        ("duties of a house", count(house::DUTIES_PER_HOUSE)),
        ("time that a roster reaches ahead", format!("{} days", house::ROSTER_DAYS)),
        ("time that a duty remains after its end", format!("{} s", count(house::DUTY_REMAINS_MS / 1000))),
        ("time before a duty to take over", format!("{} s", count(house::TAKE_OVER_EARLY_MS / 1000))),
        ("recoveries that are listed", count(RECOVERIES_MAX)),
        ("readers at a table", count(house::READERS_PER_TABLE)),
        ("slips under way at a table", count(house::SLIPS_PER_TABLE)),
        ("disputes of a person without an answer", count(house::DISPUTES_PER_PERSON)),
        ("disputes of a person that are not closed", count(house::DISPUTES_OPEN_PER_PERSON)),
        ("time to escalate a dispute after its answer", format!("{} days", ESCALATION_LASTS / DAY_MS)),
        ("text of a dispute or answer", format!("{} characters", count(house::DISPUTE_LETTERS))),
        ("reason for declining a chip request", format!("{} characters", count(house::CHIP_REQUEST_LETTERS))),
        ("reason for calling an inspector", format!("{} characters", count(house::CALL_LETTERS))),
        ("note on a count", format!("{} characters", count(house::NOTE_LETTERS))),
        ("text of an edition that a house adopts", bytes(house::EDITION_BYTES)),
        ("name of a reader", format!("{} characters", count(*house::READER_LETTERS.end()))),
        ("name of a person", format!("{} characters", count(*house::HANDLE_LETTERS.end()))),
        ("seed of a player", bytes(croupier_fair::PLAYER_SEED_BYTES_MAX)),
        ("clock ahead of the last entry at the start", format!("{} days", CLOCK_AHEAD_MAX / DAY_MS)),
    ]
}
