//! `croupier serve`.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueHint};
use croupier_rules::book::Shelf;
use croupier_server::config::{
    ClockTrust, Config, ConfigFile, HouseConfig, HouseKind, PaceFile, StoreAddress, tls,
};
use croupier_server::door::{AddressRange, raise_descriptor_limit};
use croupier_server::installation::Installation;
use croupier_server::listener::Listener;
use croupier_server::serve::serve;
use croupier_server::welcome::Welcome;
use croupier_server::{demo, telemetry as server_metrics};
use tokio::sync::watch;

use crate::count::count;
use crate::failure::Failure;
use crate::service_manager::report;
use crate::telemetry::{self, LogFormat};

/// The description of the configuration file in the help.
const FILE: &str = "\
The configuration file has these keys, with the meaning of the flags:
  data, store, node, advertise, listen, certificate, key,
  session_minutes, requests_per_second, requests_at_once, sockets_max,
  body_max, connections_max, connections_per_address,
  trusted_proxy = [\"ADDRESS\", …]
  [[house]]  file = \"HOUSE.toml\", learning = [\"TABLE\", …],
             enrolment = \"open\", \"invited\" or \"closed\",
             second_factor = \"optional\" or \"required\"
  [pace]     bets, finals, closed, insurance, decision, payment,
             card, ball, dice: milliseconds
Flags override the environment, the environment overrides the file.";

#[derive(Args)]
#[command(after_help = FILE)]
pub(crate) struct ServeArgs {
    /// The data folder [default: data]
    #[arg(long, value_name = "FOLDER", env = "CROUPIER_DATA", value_hint = ValueHint::DirPath)]
    data: Option<PathBuf>,
    /// The `PostgreSQL` database that has the journals, as a URL or as words such as `host=HOST dbname=DATABASE`; without
    /// it, they are in the data folder
    #[arg(long, value_name = "ADDRESS", env = "CROUPIER_STORE", hide_env_values = true)]
    store: Option<StoreAddress>,
    /// The name of this node in the leases of its houses; needed with `--store`
    #[arg(long, value_name = "NAME", env = "CROUPIER_NODE")]
    node: Option<String>,
    /// Where other nodes reach this node: HOST:PORT, which is opened for them alone; port 0 is any free one
    #[arg(long, value_name = "HOST:PORT", env = "CROUPIER_ADVERTISE")]
    advertise: Option<String>,
    /// The address to listen on [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS", env = "CROUPIER_LISTEN")]
    listen: Option<SocketAddr>,
    /// A configuration file in TOML; its keys are listed below
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, env = "CROUPIER_CONFIG")]
    config: Option<PathBuf>,
    /// A house file; the house is created if it does not exist yet, a file that differs from the one in force changes nothing
    /// and is named at the start; can be repeated
    #[arg(long = "house", value_name = "HOUSE.toml", value_hint = ValueHint::FilePath, env = "CROUPIER_HOUSE")]
    houses: Vec<PathBuf>,
    /// A learning table, by its name; can be repeated
    #[arg(long, value_name = "TABLE", env = "CROUPIER_LEARNING", value_delimiter = ',')]
    learning: Vec<Box<str>>,
    /// The TLS certificate, in PEM
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, env = "CROUPIER_CERTIFICATE")]
    certificate: Option<PathBuf>,
    /// The key of the certificate, in PEM
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, env = "CROUPIER_KEY")]
    key: Option<PathBuf>,
    /// How long a session lasts, in minutes [default: 720]
    #[arg(long, value_name = "MINUTES", env = "CROUPIER_SESSION_MINUTES", value_parser = count::<u32>)]
    session_minutes: Option<u32>,
    /// The most requests per second of one person or address; 0 is no limit [default: 50]
    #[arg(long, value_name = "COUNT", env = "CROUPIER_REQUESTS_PER_SECOND", value_parser = count::<u32>)]
    requests_per_second: Option<u32>,
    /// How many requests of one person or address may come at once before that limit applies [default: 200]
    #[arg(long, value_name = "COUNT", env = "CROUPIER_REQUESTS_AT_ONCE", value_parser = count::<u32>)]
    requests_at_once: Option<u32>,
    /// The most sockets of one person, or of one address without a login; 0 is no limit [default: 256]
    #[arg(long, value_name = "COUNT", env = "CROUPIER_SOCKETS_MAX", value_parser = count::<u32>)]
    sockets_max: Option<u32>,
    /// The largest request body, in bytes [default: 262144]
    #[arg(long, value_name = "BYTES", env = "CROUPIER_BODY_MAX", value_parser = count::<usize>)]
    body_max: Option<usize>,
    /// The most connections in all; fewer where the system allows the process too few descriptors [default: 8192]
    #[arg(long, value_name = "COUNT", env = "CROUPIER_CONNECTIONS_MAX", value_parser = count::<u32>)]
    connections_max: Option<u32>,
    /// The most connections of one address, trusted proxies apart; 0 is no limit [default: 256]
    #[arg(long, value_name = "COUNT", env = "CROUPIER_CONNECTIONS_PER_ADDRESS", value_parser = count::<u32>)]
    connections_per_address: Option<u32>,
    /// A proxy whose `Forwarded` or `X-Forwarded-For` header is believed, as an address or range; can be repeated
    #[arg(long, value_name = "ADDRESS", env = "CROUPIER_TRUSTED_PROXY", value_delimiter = ',')]
    trusted_proxy: Vec<AddressRange>,
    /// Start although the system clock is more than 30 days ahead of the last entry
    #[arg(long)]
    accept_clock: bool,
    /// A file with checkpoints that the houses have published; a house that is older than one of them takes no commands
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, env = "CROUPIER_KNOWN_CHECKPOINT")]
    known_checkpoint: Option<PathBuf>,
    /// Open the houses for trying out, with people who can log in, and robots; without `--house`, two houses with tables of
    /// every game
    #[arg(long)]
    demo: bool,
    /// The format of the log
    #[arg(long, value_enum, default_value_t = LogFormat::Text, env = "CROUPIER_LOG")]
    log: LogFormat,
    /// Send traces to this OpenTelemetry collector, over HTTP
    #[arg(long, value_name = "URL", env = "OTEL_EXPORTER_OTLP_ENDPOINT")]
    otlp: Option<String>,
    /// Print the OpenAPI document of the API and exit
    #[arg(long)]
    openapi: bool,
    #[command(flatten)]
    pace: PaceArgs,
}

/// How long the phases of automatic tables last.
#[derive(Args)]
#[command(next_help_heading = "Pace of automatic tables, in milliseconds")]
#[allow(clippy::struct_field_names, reason = "they are the names of the options")]
struct PaceArgs {
    /// Time to bet [default: 20000]
    #[arg(long, value_name = "MS", env = "CROUPIER_PACE_BETS", value_parser = count::<i64>)]
    pace_bets: Option<i64>,
    /// Time for the last bets [default: 5000]
    #[arg(long, value_name = "MS", env = "CROUPIER_PACE_FINALS", value_parser = count::<i64>)]
    pace_finals: Option<i64>,
    /// From the end of betting to the result [default: 3000]
    #[arg(long, value_name = "MS", env = "CROUPIER_PACE_CLOSED", value_parser = count::<i64>)]
    pace_closed: Option<i64>,
    /// Time to insure or decline [default: 10000]
    #[arg(long, value_name = "MS", env = "CROUPIER_PACE_INSURANCE", value_parser = count::<i64>)]
    pace_insurance: Option<i64>,
    /// Time to decide on a hand [default: 20000]
    #[arg(long, value_name = "MS", env = "CROUPIER_PACE_DECISION", value_parser = count::<i64>)]
    pace_decision: Option<i64>,
    /// From the payment to the next round [default: 5000]
    #[arg(long, value_name = "MS", env = "CROUPIER_PACE_PAYMENT", value_parser = count::<i64>)]
    pace_payment: Option<i64>,
    /// To show a card that falls or is turned [default: 700]
    #[arg(long, value_name = "MS", env = "CROUPIER_PACE_CARD", value_parser = count::<i64>)]
    pace_card: Option<i64>,
    /// To show a ball that falls [default: 4000]
    #[arg(long, value_name = "MS", env = "CROUPIER_PACE_BALL", value_parser = count::<i64>)]
    pace_ball: Option<i64>,
    /// To show a throw of the dice [default: 1600]
    #[arg(long, value_name = "MS", env = "CROUPIER_PACE_DICE", value_parser = count::<i64>)]
    pace_dice: Option<i64>,
}

impl PaceArgs {
    const fn file(&self) -> PaceFile {
        PaceFile {
            bets: self.pace_bets,
            finals: self.pace_finals,
            closed: self.pace_closed,
            insurance: self.pace_insurance,
            decision: self.pace_decision,
            payment: self.pace_payment,
            card: self.pace_card,
            ball: self.pace_ball,
            dice: self.pace_dice,
        }
    }
}

impl ServeArgs {
    /// The configuration from flags, environment and file.
    fn config(&self) -> Result<Config, Failure> {
        let mut config = Config::default();
        if let Some(path) = &self.config {
            ConfigFile::read(path).and_then(|file| file.fill(&mut config)).map_err(Failure::usage)?;
        }
        let flags = ConfigFile {
            data: self.data.clone(),
            store: self.store.clone(),
            node: self.node.clone(),
            advertise: self.advertise.clone(),
            listen: self.listen,
            session_minutes: self.session_minutes,
            requests_per_second: self.requests_per_second,
            requests_at_once: self.requests_at_once,
            sockets_max: self.sockets_max,
            body_max: self.body_max,
            connections_max: self.connections_max,
            connections_per_address: self.connections_per_address,
            trusted_proxy: self.trusted_proxy.clone(),
            pace: self.pace.file(),
            house: self.houses.iter().cloned().map(HouseConfig::of).collect(),
            ..ConfigFile::default()
        };
        let certified = config.tls.take();
        flags.fill(&mut config).map_err(Failure::usage)?;
        let named = tls(self.certificate.clone(), self.key.clone()).map_err(Failure::usage)?;
        config.tls = named.or(certified);
        if self.accept_clock {
            config.clock = ClockTrust::Accept;
        }
        if self.demo {
            config.kind = HouseKind::Demo;
        }
        config.known_checkpoint.clone_from(&self.known_checkpoint);
        config.houses.iter_mut().for_each(|house| house.learning.extend_from_slice(&self.learning));
        Ok(config)
    }
}

pub(crate) fn run(command: &ServeArgs, shelf: Shelf) -> Result<ExitCode, Failure> {
    if command.openapi {
        writeln!(std::io::stdout().lock(), "{}", croupier_server::openapi())?;
        return Ok(ExitCode::SUCCESS);
    }
    let _traces = telemetry::start(command.log, command.otlp.as_deref())?;
    let config = command.config()?;
    // The rulebooks are used until the program ends.
    let shelf: &'static Shelf = Box::leak(Box::new(shelf));
    let metrics = server_metrics::install().ok();
    raise_descriptor_limit();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::usage(error.to_string()))?;
    // This comes first, so that no data folder is created for a server that cannot listen.
    drop(Listener::open(&config).map_err(|error| Failure::usage(error.to_string()))?);
    report("STATUS=Opening the houses");
    let mut installation =
        Installation::open(config, shelf).map_err(|error| Failure::usage(error.to_string()))?;
    if command.demo {
        demo::set_up(&mut installation).map_err(|error| Failure::usage(error.to_string()))?;
    }
    let stop = runtime.block_on(async { stop_on_signal() });
    let welcome = command.demo.then(|| Welcome::of(&installation));
    let listening = |address| {
        match welcome {
            Some(welcome) => print!("{}", welcome.at(address)),
            None => println!("listening at {address}"),
        }
        report(&format!("READY=1\nSTATUS=Listening at {address}"));
    };
    let served = runtime.block_on(serve(installation, stop, metrics, listening));
    served.map(|()| ExitCode::SUCCESS).map_err(|error| Failure::usage(error.to_string()))
}

/// A flag that becomes true on Ctrl-C, and on SIGTERM if the system has it.
fn stop_on_signal() -> watch::Receiver<bool> {
    let (sender, receiver) = watch::channel(false);
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
        report("STOPPING=1");
        let _ = sender.send(true);
        // The sender must not be dropped, so that the receivers stay valid.
        std::future::pending::<()>().await;
    });
    receiver
}
