//! What can go wrong between machines, told so that a person can mend it.

use std::fmt;

use croupier_sim::part::MergeError;
use croupier_sim::{RecallError, Shard};

use crate::name::JobName;
use crate::program::Build;

/// Why a fleet cannot do a job.
#[derive(Debug)]
pub enum FleetError {
    /// This is no address of a server.
    Address(String),
    /// A file with a key or a certificate cannot be used.
    Key(String),
    /// No server answers.
    NoServer {
        /// Where they were looked for.
        at: String,
        /// What was said.
        because: String,
    },
    /// The servers keep no streams.
    NoJetStream(String),
    /// The servers did not do what was asked of them.
    Servers {
        /// What was asked.
        what: String,
        /// What was said.
        because: String,
    },
    /// The program cannot read itself.
    Program(String),
    /// This is no name of a job.
    Name(String),
    /// There is a job of this name, and it is another.
    OtherJob {
        /// The name.
        name: JobName,
        /// In what it differs.
        because: String,
    },
    /// The job was cut by another build of the program.
    OtherBuild {
        /// The job.
        name: JobName,
        /// The build that cut it.
        theirs: Box<Build>,
        /// This one.
        ours: Box<Build>,
    },
    /// The job cannot be cut so.
    Parts(String),
    /// The job cannot be handed on.
    Recall(RecallError),
    /// An order would be larger than the servers let through.
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The most there may be.
        most: usize,
    },
    /// A part was given out as often as may be, and never came back.
    Spent {
        /// The part.
        part: Shard,
        /// How often it was given out.
        tries: i64,
        /// What the last worker said that failed.
        because: Option<String>,
    },
    /// Two workers say different things of a part, or one says what cannot be.
    Disagree(Shard, String),
    /// The results do not make a whole.
    Merge(MergeError),
    /// Threads or signals cannot be had.
    Machine(String),
}

impl FleetError {
    pub(crate) fn servers(what: &str, because: &dyn fmt::Display) -> Self {
        Self::Servers { what: what.to_owned(), because: because.to_string() }
    }
}

impl fmt::Display for FleetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address) => write!(
                f,
                "`{address}` is no address of a NATS server: write nats://HOST:PORT, several with commas between them"
            ),
            Self::Key(message) | Self::Machine(message) | Self::Parts(message) => f.write_str(message),
            Self::NoServer { at, because } => write!(f, "no NATS server answers at {at}: {because}"),
            Self::NoJetStream(at) => {
                write!(
                    f,
                    "the NATS server at {at} keeps no streams: start it with JetStream (nats-server -js)"
                )
            }
            Self::Servers { what, because } => write!(f, "the NATS servers did not {what}: {because}"),
            Self::Program(error) => write!(f, "the program cannot read itself to tell its build: {error}"),
            Self::Name(name) => write!(
                f,
                "`{name}` is no name of a job: use letters, figures, hyphens and underscores, 64 of them at most"
            ),
            Self::OtherJob { name, because } => write!(
                f,
                "there is another job of the name {name} ({because}): choose another name with --job, or throw \
                 that job away with --anew"
            ),
            Self::OtherBuild { name, theirs, ours } => write!(
                f,
                "job {name} was cut by another build of croupier ({theirs}), this is {ours}: only the same build \
                 gives the same figures"
            ),
            Self::Recall(error) => write!(f, "the job cannot be handed to other machines: {error}"),
            Self::TooLarge { bytes, most } => write!(
                f,
                "an order for a part has {bytes} bytes and the NATS servers let {most} through: raise max_payload"
            ),
            Self::Spent { part, tries, because } => {
                write!(
                    f,
                    "part {} of {} was given out {tries} times and never came back",
                    part.number, part.of
                )?;
                because.as_ref().map_or(Ok(()), |because| write!(f, "; the last to fail said: {because}"))
            }
            Self::Disagree(part, because) => {
                write!(f, "the results of part {} of {} cannot be right: {because}", part.number, part.of)
            }
            Self::Merge(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FleetError {}
