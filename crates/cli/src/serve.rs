//! `croupier serve`, `backup` and `restore`.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use croupier_rules::book::Shelf;
use croupier_server::backup::BackupSummary;
use croupier_server::config::{Config, ConfigFile, HouseConfig, PaceFile, tls};
use croupier_server::error::ServeError;
use croupier_server::installation::Installation;
use croupier_server::listener::Listener;
use croupier_server::serve::serve;
use croupier_server::welcome::Welcome;
use croupier_server::{demo, telemetry as server_metrics};
use tokio::sync::watch;

use crate::failure::Failure;
use crate::telemetry::{self, Log};

/// What a configuration file may say, for those who read no other document.
const FILE: &str = "\
What the configuration file may say, each as its flag says it:
  data, listen, certificate, key, session_minutes, requests_per_second, requests_at_once, sockets_max, body_max
  [[house]]  file = \"HOUSE.toml\", learning = [\"TABLE\", …]
  [pace]     bets, finals, closed, insurance, decision, payment: milliseconds
Flags come before the environment, the environment before the file.";

/// Open a house.
#[derive(Args)]
#[command(after_help = FILE)]
pub(crate) struct Serve {
    /// The folder in which the houses are kept
    #[arg(long, value_name = "FOLDER", env = "CROUPIER_DATA")]
    data: Option<PathBuf>,
    /// Where to listen [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS", env = "CROUPIER_LISTEN")]
    listen: Option<SocketAddr>,
    /// A configuration file in TOML; what it may say stands at the end of this help
    #[arg(long, value_name = "FILE", env = "CROUPIER_CONFIG")]
    config: Option<PathBuf>,
    /// A house file: the house is founded where it is not there yet; may be given again and again
    #[arg(long = "house", value_name = "HOUSE.toml", env = "CROUPIER_HOUSE")]
    houses: Vec<PathBuf>,
    /// A table to learn at, by its name; may be given again and again
    #[arg(long, value_name = "TABLE", env = "CROUPIER_LEARNING", value_delimiter = ',')]
    learning: Vec<Box<str>>,
    /// The certificate for TLS, in PEM
    #[arg(long, value_name = "FILE", env = "CROUPIER_CERTIFICATE")]
    certificate: Option<PathBuf>,
    /// The key of the certificate, in PEM
    #[arg(long, value_name = "FILE", env = "CROUPIER_KEY")]
    key: Option<PathBuf>,
    /// How long a session lasts, in minutes [default: 720]
    #[arg(long, value_name = "MINUTES", env = "CROUPIER_SESSION_MINUTES")]
    session_minutes: Option<u32>,
    /// Requests a second of one person or address; 0 is no limit [default: 50]
    #[arg(long, value_name = "COUNT", env = "CROUPIER_REQUESTS_PER_SECOND")]
    requests_per_second: Option<u32>,
    /// Requests at once of one person or address, before that holds [default: 200]
    #[arg(long, value_name = "COUNT", env = "CROUPIER_REQUESTS_AT_ONCE")]
    requests_at_once: Option<u32>,
    /// Sockets of one person, or of one address where nobody is logged in; 0 is no limit [default: 256]
    #[arg(long, value_name = "COUNT", env = "CROUPIER_SOCKETS_MAX")]
    sockets_max: Option<u32>,
    /// The largest body of a request, in bytes [default: 262144]
    #[arg(long, value_name = "BYTES", env = "CROUPIER_BODY_MAX")]
    body_max: Option<usize>,
    /// Two houses to try out, with a table of every game, people who can log in, and robots
    #[arg(long)]
    demo: bool,
    /// How the log is written
    #[arg(long, value_enum, default_value_t = Log::Text, env = "CROUPIER_LOG")]
    log: Log,
    /// Send traces to this OpenTelemetry collector, over HTTP
    #[arg(long, value_name = "URL", env = "OTEL_EXPORTER_OTLP_ENDPOINT")]
    otlp: Option<String>,
    /// Print the OpenAPI document of the API and end
    #[arg(long)]
    openapi: bool,
    #[command(flatten)]
    pace: PaceArgs,
}

/// How long the phases of automatic tables last.
#[derive(Args)]
#[command(next_help_heading = "How long the phases of automatic tables last, in milliseconds")]
#[allow(clippy::struct_field_names, reason = "they are the names of the options")]
struct PaceArgs {
    /// Until no more bets are taken [default: 20000]
    #[arg(long, value_name = "MS", env = "CROUPIER_PACE_BETS", value_parser = ms())]
    pace_bets: Option<i64>,
    /// The last bets [default: 5000]
    #[arg(long, value_name = "MS", env = "CROUPIER_PACE_FINALS", value_parser = ms())]
    pace_finals: Option<i64>,
    /// From the last bet until it falls [default: 3000]
    #[arg(long, value_name = "MS", env = "CROUPIER_PACE_CLOSED", value_parser = ms())]
    pace_closed: Option<i64>,
    /// To insure, or not [default: 10000]
    #[arg(long, value_name = "MS", env = "CROUPIER_PACE_INSURANCE", value_parser = ms())]
    pace_insurance: Option<i64>,
    /// To decide on a hand [default: 20000]
    #[arg(long, value_name = "MS", env = "CROUPIER_PACE_DECISION", value_parser = ms())]
    pace_decision: Option<i64>,
    /// Until the next round [default: 5000]
    #[arg(long, value_name = "MS", env = "CROUPIER_PACE_PAYMENT", value_parser = ms())]
    pace_payment: Option<i64>,
}

fn ms() -> clap::builder::RangedI64ValueParser<i64> {
    clap::value_parser!(i64).range(0..)
}

impl PaceArgs {
    const fn said(&self) -> PaceFile {
        PaceFile {
            bets: self.pace_bets,
            finals: self.pace_finals,
            closed: self.pace_closed,
            insurance: self.pace_insurance,
            decision: self.pace_decision,
            payment: self.pace_payment,
        }
    }
}

/// Copy a data folder while its house is open.
#[derive(Args)]
pub(crate) struct BackupOf {
    /// The folder in which the houses are kept
    #[arg(long, value_name = "FOLDER", env = "CROUPIER_DATA", default_value = "data")]
    data: PathBuf,
    /// The folder to copy to, which is made
    to: PathBuf,
}

/// Bring a copy back as a new data folder.
#[derive(Args)]
pub(crate) struct RestoreOf {
    /// The copy
    from: PathBuf,
    /// The new data folder, which is made
    #[arg(long, value_name = "FOLDER", env = "CROUPIER_DATA", default_value = "data")]
    data: PathBuf,
}

impl Serve {
    /// What the flags, the environment and the file say together.
    fn config(&self) -> Result<Config, Failure> {
        let mut config = Config::default();
        if let Some(path) = &self.config {
            ConfigFile::read(path).and_then(|file| file.fill(&mut config)).map_err(Failure::usage)?;
        }
        let flags = ConfigFile {
            data: self.data.clone(),
            listen: self.listen,
            session_minutes: self.session_minutes,
            requests_per_second: self.requests_per_second,
            requests_at_once: self.requests_at_once,
            sockets_max: self.sockets_max,
            body_max: self.body_max,
            pace: self.pace.said(),
            house: self
                .houses
                .iter()
                .map(|file| HouseConfig { file: file.clone(), learning: Vec::new() })
                .collect(),
            ..ConfigFile::default()
        };
        let certified = config.tls.take();
        flags.fill(&mut config).map_err(Failure::usage)?;
        let named = tls(self.certificate.clone(), self.key.clone()).map_err(Failure::usage)?;
        config.tls = named.or(certified);
        config.houses.iter_mut().for_each(|house| house.learning.extend_from_slice(&self.learning));
        Ok(config)
    }
}

pub(crate) fn run(command: &Serve, shelf: Shelf) -> Result<ExitCode, Failure> {
    if command.openapi {
        writeln!(std::io::stdout().lock(), "{}", croupier_server::openapi())?;
        return Ok(ExitCode::SUCCESS);
    }
    let _traces = telemetry::begin(command.log, command.otlp.as_deref())?;
    let config = command.config()?;
    // The books are read once and used until the end.
    let shelf: &'static Shelf = Box::leak(Box::new(shelf));
    let metrics = server_metrics::install().ok();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::usage(error.to_string()))?;
    // Nothing is made for a server that could not let anybody in.
    drop(runtime.block_on(Listener::open(&config)).map_err(|error| Failure::usage(error.to_string()))?);
    let mut installation =
        Installation::open(config, shelf).map_err(|error| Failure::usage(error.to_string()))?;
    if command.demo {
        demo::set_up(&mut installation).map_err(|error| Failure::usage(error.to_string()))?;
    }
    let stop = runtime.block_on(async { stop_on_signal() });
    let welcome = command.demo.then(|| Welcome::of(&installation));
    let listening = |address| match welcome {
        Some(welcome) => print!("{}", welcome.at(address)),
        None => println!("listening at {address}"),
    };
    let served = runtime.block_on(serve(installation, stop, metrics, listening));
    served.map(|()| ExitCode::SUCCESS).map_err(|error| Failure::usage(error.to_string()))
}

/// Becomes true on Ctrl-C, and on SIGTERM where there is one.
fn stop_on_signal() -> watch::Receiver<bool> {
    let (tell, told) = watch::channel(false);
    tokio::spawn(async move {
        let interrupted = tokio::signal::ctrl_c();
        #[cfg(unix)]
        {
            let ended = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate());
            match ended {
                Ok(mut ended) => {
                    tokio::select! { _ = interrupted => {}, _ = ended.recv() => {} }
                }
                Err(_) => drop(interrupted.await),
            }
        }
        #[cfg(not(unix))]
        drop(interrupted.await);
        let _ = tell.send(true);
        // Those who look at it look until the end.
        std::future::pending::<()>().await;
    });
    told
}

pub(crate) fn backup(command: &BackupOf) -> Result<ExitCode, Failure> {
    let copied = croupier_server::backup::backup(&command.data, &command.to);
    tell(copied, "copied to", &command.to)
}

pub(crate) fn restore(command: &RestoreOf) -> Result<ExitCode, Failure> {
    let restored = croupier_server::backup::restore(&command.from, &command.data);
    tell(restored, "restored to", &command.data)
}

fn tell(
    done: Result<BackupSummary, ServeError>,
    what: &str,
    to: &std::path::Path,
) -> Result<ExitCode, Failure> {
    let copied = done.map_err(|error| Failure::usage(error.to_string()))?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{what} {}: {} entries, digest {}", to.display(), copied.entries, copied.digest)?;
    Ok(ExitCode::SUCCESS)
}
