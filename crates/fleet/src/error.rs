//! Errors between machines, with advice on what to do.

use std::{fmt, io};

use croupier_sim::part::MergeError;
use croupier_sim::{RebuildError, Shard};

use crate::build::Build;
use crate::name::{JobName, JobNameError};

/// Why a fleet cannot run a job.
#[derive(Debug)]
pub enum FleetError {
    /// This is not the address of a server.
    Address(String),
    /// A file with a key or a certificate cannot be used.
    Key(String),
    /// No server answers.
    NoServer {
        /// The addresses that were tried.
        at: String,
        /// The error.
        because: String,
    },
    /// The servers do not run JetStream.
    NoJetStream(String),
    /// A request to the servers failed.
    Servers {
        /// What was requested.
        what: String,
        /// The error.
        because: String,
    },
    /// The program cannot read its own executable.
    Program(io::Error),
    /// This is not a valid job name.
    Name(JobNameError),
    /// The servers have a different job of this name.
    OtherJob {
        /// The name.
        name: JobName,
        /// The difference.
        because: String,
    },
    /// The job was divided by another build of the program.
    OtherBuild {
        /// The job.
        name: JobName,
        /// The build that divided it.
        theirs: Box<Build>,
        /// This one.
        ours: Box<Build>,
    },
    /// The job cannot be divided in this way.
    Parts(String),
    /// The job cannot be rebuilt on another machine.
    Rebuild(RebuildError),
    /// A request would be larger than the servers accept.
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The largest permitted size.
        most: usize,
    },
    /// A part was delivered the maximum number of times without a result.
    Exhausted {
        /// The part.
        part: Shard,
        /// How often it was delivered.
        tries: i64,
        /// The error of the last worker that failed.
        because: Option<String>,
    },
    /// Two workers disagree about a part, or a result is impossible.
    Disagree(Shard, String),
    /// The results do not make up the job.
    Merge(MergeError),
    /// Threads or signal handlers are not available.
    Machine(String),
}

impl FleetError {
    pub(crate) fn servers(what: &str, because: &dyn fmt::Display) -> Self {
        Self::Servers { what: what.to_owned(), because: because.to_string() }
    }
}

impl From<JobNameError> for FleetError {
    fn from(error: JobNameError) -> Self {
        Self::Name(error)
    }
}

impl fmt::Display for FleetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address) => write!(
                f,
                "`{address}` is not the address of a NATS server: write nats://HOST:PORT, several separated by commas"
            ),
            Self::Key(message) | Self::Machine(message) | Self::Parts(message) => f.write_str(message),
            Self::NoServer { at, because } => write!(f, "no NATS server answers at {at}: {because}"),
            Self::NoJetStream(at) => {
                write!(f, "the NATS server at {at} does not run JetStream: start it with nats-server -js")
            }
            Self::Servers { what, because } => write!(f, "the NATS servers failed to {what}: {because}"),
            Self::Program(error) => write!(f, "the program cannot read its own executable: {error}"),
            Self::Name(error) => error.fmt(f),
            Self::OtherJob { name, because } => write!(
                f,
                "the servers have a different job named {name} ({because}): choose another name with --job, or discard \
                 that job with --anew"
            ),
            Self::OtherBuild { name, theirs, ours } => write!(
                f,
                "job {name} was created by another build of croupier ({theirs}), this is {ours}: only the same build \
                 is sure to give the same figures"
            ),
            Self::Rebuild(error) => write!(f, "the job cannot run on other machines: {error}"),
            Self::TooLarge { bytes, most } => write!(
                f,
                "the request for a part has {bytes} bytes and the NATS servers accept {most}: raise max_payload"
            ),
            Self::Exhausted { part, tries, because } => {
                write!(
                    f,
                    "part {} of {} was delivered {tries} times without a result",
                    part.number, part.of
                )?;
                because.as_ref().map_or(Ok(()), |because| write!(f, "; the last error: {because}"))
            }
            Self::Disagree(part, because) => {
                write!(f, "the results of part {} of {} are wrong: {because}", part.number, part.of)
            }
            Self::Merge(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FleetError {}
