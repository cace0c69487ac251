//! How a server is set up: by flags, environment and a file, in this order.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use croupier_house::table::Pace;
use serde::Deserialize;

use crate::sessions::Rate;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder in which the houses are kept.
    pub data: PathBuf,
    /// Where it listens.
    pub listen: SocketAddr,
    /// Certificate and key, where it speaks TLS itself.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// How long a session lasts, in milliseconds.
    pub session_lasts: i64,
    /// How often somebody may ask.
    pub rate: Rate,
    /// The most sockets of one person, or of one address where nobody is logged in; nought is no limit.
    pub sockets_max: u32,
    /// The largest body of a request, in bytes.
    pub body_max: usize,
    /// House files of houses to open: those that are not there yet are founded.
    pub houses: Vec<HouseConfig>,
    /// How long the phases of automatic tables last.
    pub pace: Pace,
    /// Whether automatic tables go on by themselves.
    pub timers: Timers,
    /// How long a page that reads nothing is waited for.
    pub socket_patience: Duration,
    /// How long another process that has the database is waited for.
    pub busy: Duration,
    /// The most pages the journal's file may have, as a full disk would have it; for tests.
    pub pages_max: Option<u32>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data: PathBuf::from("data"),
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            tls: None,
            session_lasts: 12 * 60 * 60 * 1000,
            rate: Rate { burst: 200, per_second: 50 },
            sockets_max: 256,
            body_max: 256 * 1024,
            houses: Vec::new(),
            pace: Pace::default(),
            timers: Timers::Run,
            socket_patience: Duration::from_secs(20),
            busy: Duration::from_secs(5),
            pages_max: None,
        }
    }
}

/// Whether automatic tables go on by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timers {
    /// Their phases end when their time is up, and robots play where they are wanted.
    Run,
    /// Whoever opened the houses ends the phases: a test, which wants to see each.
    Still,
}

/// A house of an installation.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseConfig {
    /// Its house file.
    pub file: PathBuf,
    /// The tables to learn at, by name.
    #[serde(default)]
    pub learning: Vec<Box<str>>,
}

/// What a configuration file may say. What it does not say is as it is without a file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// The folder in which the houses are kept.
    pub data: Option<PathBuf>,
    /// Where it listens.
    pub listen: Option<SocketAddr>,
    /// The certificate, in PEM.
    pub certificate: Option<PathBuf>,
    /// Its key, in PEM.
    pub key: Option<PathBuf>,
    /// How long a session lasts, in minutes.
    pub session_minutes: Option<u32>,
    /// Requests a second of one person or address; nought is no limit.
    pub requests_per_second: Option<u32>,
    /// Requests at once of one person or address.
    pub requests_at_once: Option<u32>,
    /// Sockets of one person, or of one address where nobody is logged in; nought is no limit.
    pub sockets_max: Option<u32>,
    /// The largest body of a request, in bytes.
    pub body_max: Option<usize>,
    /// The houses.
    #[serde(default)]
    pub house: Vec<HouseConfig>,
    /// How long the phases of automatic tables last.
    #[serde(default)]
    pub pace: PaceFile,
}

/// How long the phases of automatic tables last, in milliseconds.
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
}

impl File {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or says what it may not.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Puts what the file says into a configuration.
    ///
    /// # Errors
    /// When it names a certificate without its key, or a key without its certificate.
    pub fn fill(self, config: &mut Config) -> Result<(), String> {
        let Config { data, listen, session_lasts, rate, sockets_max, body_max, houses, pace, .. } = config;
        set(data, self.data);
        set(listen, self.listen);
        set(session_lasts, self.session_minutes.map(|minutes| i64::from(minutes) * 60_000));
        set(&mut rate.per_second, self.requests_per_second);
        set(&mut rate.burst, self.requests_at_once);
        set(sockets_max, self.sockets_max);
        set(body_max, self.body_max);
        set(&mut pace.bets, self.pace.bets);
        set(&mut pace.finals, self.pace.finals);
        set(&mut pace.closed, self.pace.closed);
        set(&mut pace.insurance, self.pace.insurance);
        set(&mut pace.decision, self.pace.decision);
        set(&mut pace.payment, self.pace.payment);
        houses.extend(self.house);
        config.tls = tls(self.certificate, self.key)?;
        Ok(())
    }
}

/// A certificate goes with its key.
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
