//! `croupier simulate --cluster` and `croupier worker`: one simulation on many machines.

use std::cell::OnceCell;
use std::fmt::Write;
use std::io::IsTerminal;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use croupier_fleet::{
    Coordinator, Fleet, FleetError, JobName, JobNameError, JobOptions, JobOutcome, JobRequest, Servers,
    WorkerOptions, work,
};
use croupier_rules::book::Shelf;
use croupier_sim::PlayMethod;
use croupier_sim::report::Timing;
use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use jiff::civil::Date;

use crate::failure::Failure;
use crate::simulate::{self, Asked, INTERRUPTED, Simulate};

/// How to be let in by the servers.
#[derive(Args)]
pub(crate) struct Keys {
    /// A file with credentials for the NATS servers
    #[arg(long, value_name = "FILE")]
    creds: Option<PathBuf>,
    /// A file with the certificate of the authority that vouches for the NATS servers (with tls://)
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
}

/// What a simulation asks of a fleet.
#[derive(Args)]
pub(crate) struct Cluster {
    /// Let workers play (`croupier worker`), through these NATS servers, which keep streams
    #[arg(long, value_name = "NATS://HOST:PORT,…", value_delimiter = ',', help_heading = "Many machines",
        conflicts_with_all = ["shard", "resume", "until_error", "threads"])]
    #[allow(clippy::struct_field_names, reason = "it is the name of the option")]
    cluster: Vec<String>,
    /// The name of the job: started again with the same name, it goes on with what is done. A digest of the job where
    /// it is not said
    #[arg(long, value_name = "NAME", help_heading = "Many machines", requires = "cluster", value_parser = read_name)]
    job: Option<JobName>,
    /// In how many parts the job is cut
    #[arg(long, value_name = "N", help_heading = "Many machines", requires = "cluster")]
    parts: Option<u64>,
    /// How many servers keep a copy of every order and result; 3 where there are as many, else 1
    #[arg(long, value_name = "N", help_heading = "Many machines", requires = "cluster")]
    replicas: Option<NonZeroUsize>,
    /// How often a part is given out before the job fails
    #[arg(long, value_name = "N", help_heading = "Many machines", requires = "cluster",
        value_parser = clap::value_parser!(i64).range(1..))]
    tries: Option<i64>,
    /// Throw away what is there of a job of this name and begin anew
    #[arg(long, help_heading = "Many machines", requires = "cluster")]
    anew: bool,
    #[command(flatten, next_help_heading = "Many machines")]
    keys: Keys,
}

/// A worker.
#[derive(Args)]
pub(crate) struct Worker {
    /// The NATS servers
    #[arg(value_name = "NATS://HOST:PORT,…", value_delimiter = ',', required = true)]
    servers: Vec<String>,
    /// How many threads; all cores where it is not said
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// Work at this job only; all that there are where it is not said
    #[arg(long, value_name = "NAME", value_parser = read_name)]
    job: Option<JobName>,
    /// Go when there was nothing to do for so many seconds
    #[arg(long, value_name = "SECONDS")]
    idle: Option<NonZeroU64>,
    #[command(flatten)]
    keys: Keys,
}

fn read_name(text: &str) -> Result<JobName, String> {
    text.parse().map_err(|error: JobNameError| error.to_string())
}

impl Keys {
    fn to(&self, addresses: &[String]) -> Servers {
        Servers { addresses: addresses.to_vec(), credentials: self.creds.clone(), authority: self.ca.clone() }
    }
}

impl Cluster {
    /// Whether a fleet is asked at all.
    pub(crate) fn is_asked(&self) -> bool {
        !self.cluster.is_empty()
    }

    fn terms(&self) -> JobOptions {
        JobOptions {
            name: self.job.clone(),
            parts: self.parts,
            copies: self.replicas.map(NonZeroUsize::get),
            tries: self.tries,
            anew: self.anew,
        }
    }
}

/// Runs a simulation on a fleet; `rulebooks` are the files of the books that are not built in.
pub(crate) fn simulate(
    command: &Simulate,
    shelf: &Shelf,
    day: Date,
    rulebooks: &[PathBuf],
) -> Result<ExitCode, Failure> {
    let Asked { table, job, .. } = command.asked(shelf, day)?;
    let book = text_of(&job.book, rulebooks)?;
    let by = if command.by_rules { PlayMethod::Rules } else { PlayMethod::Kernel };
    let counted = table.counted().to_vec();
    let cluster = &command.cluster;
    let servers = cluster.keys.to(&cluster.cluster);
    let mut desk =
        Coordinator::open(&servers, JobRequest { job, counted, book, by }, &cluster.terms()).map_err(told)?;
    let bar = Bar::new(desk.name());
    let start = Instant::now();
    let ended = desk.run(&mut |fleet| bar.tell(fleet));
    bar.finish();
    match ended.map_err(|error| Failure::usage(format!("{error} (job {})", desk.name())))? {
        JobOutcome::Whole { part, fleet, before } => {
            let (elapsed, rounds) = (start.elapsed(), part.rounds() - before);
            let timing = Timing { threads: fleet.threads(), elapsed, rounds };
            simulate::finish(command, shelf, &part, timing, false)?;
            desk.close().map_err(told)?;
            Ok(ExitCode::SUCCESS)
        }
        JobOutcome::Stopped(fleet) => {
            eprintln!(
                "croupier: interrupted with {} of {} parts done; the fleet goes on: start again with --job {}",
                fleet.done,
                fleet.parts,
                desk.name()
            );
            Ok(ExitCode::from(INTERRUPTED))
        }
    }
}

/// Works for fleets until told to stop.
pub(crate) fn worker(command: &Worker) -> Result<ExitCode, Failure> {
    let hand = WorkerOptions {
        threads: command.threads,
        only: command.job.clone(),
        idle: command.idle.map(|seconds| Duration::from_secs(seconds.get())),
    };
    let tell = |line: &str| eprintln!("croupier: {line}");
    let worked = work(&command.keys.to(&command.servers), &hand, &tell).map_err(told)?;
    tell(&format!("{} parts played", worked.parts));
    Ok(ExitCode::SUCCESS)
}

#[allow(clippy::needless_pass_by_value, reason = "it stands where errors are mapped")]
fn told(error: FleetError) -> Failure {
    Failure::usage(error.to_string())
}

/// The text of a book that is not built in, which workers cannot have.
fn text_of(digest: &str, rulebooks: &[PathBuf]) -> Result<Option<String>, Failure> {
    if Shelf::built_in().books().iter().any(|book| book.digest() == digest) {
        return Ok(None);
    }
    for path in rulebooks {
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| Failure::unreadable(&path.display().to_string(), &error))?;
        if blake3::hash(text.as_bytes()).to_hex().as_str() == digest {
            return Ok(Some(text));
        }
    }
    Err(Failure::usage("the rulebook has changed since it was read"))
}

/// What the bar shows.
const BAR: &str = "{prefix}  {bar:20} {percent:>3} %  {msg}, rounds {human_pos}, {rate}, {eta} left";

/// The fleet on a terminal.
struct Bar {
    job: String,
    bar: OnceCell<Option<ProgressBar>>,
}

impl Bar {
    fn new(job: &JobName) -> Self {
        Self { job: job.to_string(), bar: OnceCell::new() }
    }

    /// The bar begins at what was done before, so that the rate is that of this run.
    fn tell(&self, fleet: &Fleet) {
        let begin = || {
            std::io::stderr().is_terminal().then(|| {
                let bar = ProgressBar::new(fleet.rounds).with_position(fleet.played());
                if let Ok(style) = ProgressStyle::with_template(BAR) {
                    bar.set_style(style.with_key("rate", |state: &ProgressState, to: &mut dyn Write| {
                        // A bar that cannot be drawn is no reason to stop.
                        let _ = write!(to, "{:.2} M/s", state.per_sec() / 1e6);
                    }));
                }
                bar.set_prefix(self.job.clone());
                bar.reset_eta();
                bar
            })
        };
        if let Some(bar) = self.bar.get_or_init(begin) {
            bar.set_position(fleet.played());
            let (done, parts) = (HumanCount(fleet.done), HumanCount(fleet.parts));
            bar.set_message(format!("parts {done}/{parts}, workers {}", fleet.workers()));
        }
    }

    fn finish(&self) {
        if let Some(Some(bar)) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
