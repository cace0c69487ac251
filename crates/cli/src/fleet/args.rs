//! The arguments of `croupier simulate --cluster` and `croupier worker`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use croupier_fleet::{JobName, JobNameError, JobOptions, Servers};

use crate::count::{count, count_above_zero, count_nonzero};

/// Access to the NATS servers.
#[derive(Args)]
pub(crate) struct AccessArgs {
    /// A file with credentials for the NATS servers
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    creds: Option<PathBuf>,
    /// A file with the CA certificate of the NATS servers (with tls://)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    ca: Option<PathBuf>,
}

/// The options of a simulation on many machines.
#[derive(Args)]
pub(crate) struct ClusterArgs {
    /// Run on many machines (`croupier worker`) through these NATS servers with JetStream
    #[arg(long, value_name = "NATS://HOST:PORT,…", value_delimiter = ',', help_heading = "Many machines",
        conflicts_with_all = ["shard", "resume", "until_error", "threads"])]
    #[allow(clippy::struct_field_names, reason = "it is the name of the option")]
    pub(super) cluster: Vec<String>,
    /// The name of the job; the same name continues a job [default: a digest of the job]
    #[arg(long, value_name = "NAME", help_heading = "Many machines", requires = "cluster", value_parser = read_name)]
    job: Option<JobName>,
    /// How many parts the job has
    #[arg(long, value_name = "N", help_heading = "Many machines", requires = "cluster", value_parser = count::<u64>)]
    parts: Option<u64>,
    /// How many servers store a copy of every part and result [default: 3 if there are three, else 1]
    #[arg(long, value_name = "N", help_heading = "Many machines", requires = "cluster", value_parser = count_nonzero)]
    replicas: Option<NonZeroUsize>,
    /// How many times a part is tried before the job fails
    #[arg(long, value_name = "N", help_heading = "Many machines", requires = "cluster",
        value_parser = count_above_zero::<i64>)]
    tries: Option<i64>,
    /// Discard an earlier job of this name and start from the beginning
    #[arg(long, help_heading = "Many machines", requires = "cluster")]
    anew: bool,
    #[command(flatten, next_help_heading = "Many machines")]
    pub(super) access: AccessArgs,
}

/// The arguments of a worker.
#[derive(Args)]
pub(crate) struct WorkerArgs {
    /// The NATS servers
    #[arg(value_name = "NATS://HOST:PORT,…", value_delimiter = ',', required = true)]
    pub(super) servers: Vec<String>,
    /// How many threads [default: one per core]
    #[arg(long, value_name = "T", value_parser = count_nonzero)]
    pub(super) threads: Option<NonZeroUsize>,
    /// Work only on this job [default: all jobs]
    #[arg(long, value_name = "NAME", value_parser = read_name)]
    pub(super) job: Option<JobName>,
    /// Stop after this many seconds without work
    #[arg(long, value_name = "SECONDS", value_parser = count_above_zero::<u64>)]
    pub(super) idle: Option<u64>,
    #[command(flatten)]
    pub(super) access: AccessArgs,
}

fn read_name(text: &str) -> Result<JobName, String> {
    text.parse().map_err(|error: JobNameError| error.to_string())
}

impl AccessArgs {
    pub(super) fn servers(&self, addresses: &[String]) -> Servers {
        Servers { addresses: addresses.to_vec(), credentials: self.creds.clone(), authority: self.ca.clone() }
    }
}

impl ClusterArgs {
    /// Whether the simulation runs on many machines.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.cluster.is_empty()
    }

    pub(super) fn options(&self) -> JobOptions {
        JobOptions {
            name: self.job.clone(),
            parts: self.parts,
            copies: self.replicas.map(NonZeroUsize::get),
            tries: self.tries,
            anew: self.anew,
        }
    }
}
