//! The configuration of a server, from flags, environment and a file, in this order of precedence.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use croupier_house::event::EVENT_FORMAT;
use croupier_house::table::Pace;
use serde::Deserialize;

use crate::actor::SNAPSHOT_EVERY;
pub use crate::clock::ClockTrust;
use crate::door::{AddressRange, DoorLimits, TrustedProxies};
use crate::presence::AWAY_AFTER;
use crate::sessions::RateLimit;
use crate::wire::Enrolment;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The data folder.
    pub data: PathBuf,
    /// The database that has the journals; without one, they are in the data folder.
    pub store: Option<StoreAddress>,
    /// The name of this node in the leases of its houses. A database needs one.
    pub node: Option<String>,
    /// Where this node says that it is reached.
    pub advertise: Option<String>,
    /// How long a lease must not be renewed before another node claims the house.
    pub lease: Duration,
    /// The highest format of events that this node says it reads. A lower one than that of the program is for tests of
    /// upgrades.
    pub reads_format: u16,
    /// The maximum time to wait for an answer of the database.
    pub patience: Duration,
    /// The address to listen on.
    pub listen: SocketAddr,
    /// Certificate and key, if the server itself provides TLS.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// How long a session lasts, in milliseconds.
    pub session_lasts: i64,
    /// The rate limit per person or address.
    pub rate: RateLimit,
    /// The maximum number of sockets per person, or per address without a login; 0 is unlimited.
    pub sockets_max: u32,
    /// The maximum size of a request body, in bytes.
    pub body_max: usize,
    /// The limits on connections and requests.
    pub limits: DoorLimits,
    /// The proxies whose word on the address of a client is believed.
    pub proxies: TrustedProxies,
    /// Whether a system clock that is far ahead of the last entry is believed.
    pub clock: ClockTrust,
    /// The houses. Those that do not exist yet are founded from their house files.
    pub houses: Vec<HouseConfig>,
    /// What they are founded for.
    pub kind: HouseKind,
    /// The durations of the phases of automatic tables.
    pub pace: Pace,
    /// The time after which a player without a connection is gone.
    pub away_after: Duration,
    /// Whether timers end the phases of automatic tables.
    pub timers: Timers,
    /// The maximum time to send a message to a socket; then the socket is closed.
    pub socket_timeout: Duration,
    /// The maximum time to wait for another process that has locked the database.
    pub busy: Duration,
    /// A file with checkpoints that the houses have published: a house that is older takes no commands.
    pub known_checkpoint: Option<PathBuf>,
    /// The number of entries after which a snapshot of a house is made.
    pub snapshot_every: u64,
    /// Whether large groups of commands are written beside the thread that decides them.
    pub write_beside: bool,
    /// The maximum number of database pages of the journal, to simulate a full disk in tests.
    pub pages_max: Option<u32>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data: PathBuf::from("data"),
            store: None,
            node: None,
            advertise: None,
            lease: croupier_postgres::LEASE,
            reads_format: EVENT_FORMAT,
            patience: Duration::from_secs(3),
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            tls: None,
            session_lasts: 12 * 60 * 60 * 1000,
            rate: RateLimit { burst: 200, per_second: 50 },
            sockets_max: 256,
            body_max: 256 * 1024,
            limits: DoorLimits::default(),
            proxies: TrustedProxies::default(),
            clock: ClockTrust::default(),
            houses: Vec::new(),
            kind: HouseKind::Real,
            pace: Pace::default(),
            away_after: AWAY_AFTER,
            timers: Timers::Run,
            socket_timeout: Duration::from_secs(20),
            busy: Duration::from_secs(5),
            known_checkpoint: None,
            snapshot_every: SNAPSHOT_EVERY,
            write_beside: std::thread::available_parallelism().is_ok_and(|cores| cores.get() >= BESIDE_CORES),
            pages_max: None,
        }
    }
}

/// The number of processors from which groups are written beside the thread that decides them. With fewer, waking another
/// thread costs more than waiting for the disk.
const BESIDE_CORES: usize = 4;

/// The purpose of a house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HouseKind {
    /// For trying out: visitors get chips, and robots play.
    Demo,
    /// For real play.
    Real,
}

/// Whether timers end the phases of automatic tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timers {
    /// Timers run, and robots play in demo houses.
    Run,
    /// Tests end the phases themselves.
    Off,
}

/// A house of an installation.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseConfig {
    /// Its house file.
    pub file: PathBuf,
    /// The names of the learning tables.
    #[serde(default)]
    pub learning: Vec<Box<str>>,
    /// Who may create a player account.
    #[serde(default)]
    pub enrolment: Enrolment,
    /// Whether the staff must have a second factor.
    #[serde(default, alias = "second-factor")]
    pub second_factor: SecondFactor,
}

/// Whether the staff of a house must have a second factor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SecondFactor {
    /// Everybody may set one up.
    #[default]
    Optional,
    /// Staff and regulators must set one up before they can do anything else.
    Required,
}

/// What a house demands of those who log in and create accounts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HousePolicy {
    /// Who may create a player account.
    pub enrolment: Enrolment,
    /// Whether the staff must have a second factor.
    pub second_factor: SecondFactor,
}

impl HouseConfig {
    /// A house with this house file and everything else as by default.
    pub const fn of(file: PathBuf) -> Self {
        let (enrolment, second_factor) = (Enrolment::Open, SecondFactor::Optional);
        Self { file, learning: Vec::new(), enrolment, second_factor }
    }

    /// What the house demands of those who log in and create accounts.
    pub const fn policy(&self) -> HousePolicy {
        HousePolicy { enrolment: self.enrolment, second_factor: self.second_factor }
    }
}

/// A configuration file. Settings that are absent have their default.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfigFile {
    /// The data folder.
    pub data: Option<PathBuf>,
    /// The database that has the journals.
    pub store: Option<StoreAddress>,
    /// The name of this node.
    pub node: Option<String>,
    /// Where this node says that it is reached.
    pub advertise: Option<String>,
    /// The address to listen on.
    pub listen: Option<SocketAddr>,
    /// The certificate, in PEM.
    pub certificate: Option<PathBuf>,
    /// Its key, in PEM.
    pub key: Option<PathBuf>,
    /// How long a session lasts, in minutes.
    pub session_minutes: Option<u32>,
    /// The maximum number of requests per second of one person or address; 0 is unlimited.
    pub requests_per_second: Option<u32>,
    /// The burst of requests that is allowed before that limit applies.
    pub requests_at_once: Option<u32>,
    /// The maximum number of sockets per person, or per address without a login; 0 is unlimited.
    pub sockets_max: Option<u32>,
    /// The maximum size of a request body, in bytes.
    pub body_max: Option<usize>,
    /// The maximum number of connections.
    pub connections_max: Option<u32>,
    /// The maximum number of connections of one address; 0 is unlimited.
    pub connections_per_address: Option<u32>,
    /// The proxies whose word on the address of a client is believed.
    #[serde(default)]
    pub trusted_proxy: Vec<AddressRange>,
    /// The houses.
    #[serde(default)]
    pub house: Vec<HouseConfig>,
    /// The durations of the phases of automatic tables.
    #[serde(default)]
    pub pace: PaceFile,
}

/// The durations of the phases of automatic tables, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the phases are their own names")]
pub struct PaceFile {
    pub bets: Option<i64>,
    pub finals: Option<i64>,
    pub closed: Option<i64>,
    pub insurance: Option<i64>,
    pub decision: Option<i64>,
    pub payment: Option<i64>,
    pub card: Option<i64>,
    pub ball: Option<i64>,
    pub dice: Option<i64>,
}

impl ConfigFile {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or has an unknown setting.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Applies the settings of the file to a configuration.
    ///
    /// # Errors
    /// When it names a certificate without its key, or a key without its certificate; or a time that no phase may last.
    pub fn fill(self, config: &mut Config) -> Result<(), String> {
        let Config {
            data,
            store,
            node,
            advertise,
            listen,
            session_lasts,
            rate,
            sockets_max,
            body_max,
            limits,
            proxies,
            houses,
            pace,
            ..
        } = config;
        set(data, self.data);
        *store = self.store.or(store.take());
        *node = self.node.or(node.take());
        *advertise = self.advertise.or(advertise.take());
        check_node(node.as_deref(), advertise.as_deref())?;
        set(listen, self.listen);
        set(session_lasts, self.session_minutes.map(|minutes| i64::from(minutes) * 60_000));
        set(&mut rate.per_second, self.requests_per_second);
        set(&mut rate.burst, self.requests_at_once);
        set(sockets_max, self.sockets_max);
        set(body_max, self.body_max);
        set(&mut limits.connections, self.connections_max);
        set(&mut limits.connections_per_address, self.connections_per_address);
        proxies.0.extend(self.trusted_proxy);
        set(&mut pace.bets, self.pace.bets);
        set(&mut pace.finals, self.pace.finals);
        set(&mut pace.closed, self.pace.closed);
        set(&mut pace.insurance, self.pace.insurance);
        set(&mut pace.decision, self.pace.decision);
        set(&mut pace.payment, self.pace.payment);
        set(&mut pace.card, self.pace.card);
        set(&mut pace.ball, self.pace.ball);
        set(&mut pace.dice, self.pace.dice);
        check_pace(pace)?;
        houses.extend(self.house);
        config.tls = tls(self.certificate, self.key)?;
        Ok(())
    }
}

/// The longest name of a node.
const NODE_LETTERS_MAX: usize = 64;

/// Checks the name of a node, and where it says that it is reached.
fn check_node(node: Option<&str>, advertise: Option<&str>) -> Result<(), String> {
    let is_name = |name: &str| {
        let letters = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        (1..=NODE_LETTERS_MAX).contains(&name.len()) && name.chars().all(letters)
    };
    if let Some(node) = node.filter(|node| !is_name(node)) {
        return Err(format!(
            "`{node}` is no name for a node: write up to {NODE_LETTERS_MAX} letters, digits, dots, dashes and underscores"
        ));
    }
    let is_address = |address: &str| {
        let parts = address.rsplit_once(':').filter(|(host, _)| !host.is_empty());
        parts.is_some_and(|(_, port)| port.parse::<u16>().is_ok())
    };
    match advertise.filter(|address| !is_address(address)) {
        Some(address) => Err(format!("`{address}` is no address: write HOST:PORT")),
        None => Ok(()),
    }
}

/// The address of a database, as `libpq` knows them. It may have a password, so it is shown to nobody.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct StoreAddress(String);

impl StoreAddress {
    /// The address as it was written.
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl FromStr for StoreAddress {
    type Err = String;

    /// Reads a URL, or a list of words such as `host=a dbname=b`.
    fn from_str(text: &str) -> Result<Self, String> {
        let is_url = text.starts_with("postgres://") || text.starts_with("postgresql://");
        match is_url || text.contains("host=") {
            true => Ok(Self(text.to_owned())),
            false => {
                Err("write postgres://USER@HOST/DATABASE, or words such as host=HOST dbname=DATABASE"
                    .to_owned())
            }
        }
    }
}

impl fmt::Debug for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoreAddress(…)")
    }
}

/// Checks that every phase has a time that it may last.
fn check_pace(pace: &Pace) -> Result<(), String> {
    let wrong = pace.settings().into_iter().find(|(_, time)| !(0..=Pace::LONGEST).contains(time));
    wrong.map_or(Ok(()), |(name, time)| {
        Err(format!("`{name}` of the pace is {time}: write from 0 to {} milliseconds", Pace::LONGEST))
    })
}

/// Combines a certificate with its key.
///
/// # Errors
/// When one of them is missing.
pub fn tls(certificate: Option<PathBuf>, key: Option<PathBuf>) -> Result<Option<(PathBuf, PathBuf)>, String> {
    match (certificate, key) {
        (Some(certificate), Some(key)) => Ok(Some((certificate, key))),
        (None, None) => Ok(None),
        _ => Err("TLS needs a certificate and its key".to_owned()),
    }
}

fn set<T>(to: &mut T, from: Option<T>) {
    if let Some(from) = from {
        *to = from;
    }
}
