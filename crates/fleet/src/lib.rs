//! One simulation on many machines, through NATS servers: the merged result is the same as that of a single run.
//!
//! A [`Coordinator`] divides a job into parts and publishes a request for each part on a work queue. Workers take
//! requests, play them and publish the results on a second stream, which the coordinator reads. The servers store
//! both streams, so the coordinator, a worker or a server may fail at any time: a part is delivered again until its
//! result is there, and a part that is played twice counts once.

mod build;
mod coordinator;
mod error;
mod message;
mod name;
mod part_run;
mod publish;
mod results;
mod retry;
mod servers;
mod stop;
mod streams;
mod view;
mod worker;

pub use build::Build;
pub use coordinator::{Coordinator, JobOptions, JobOutcome, JobRequest};
pub use error::FleetError;
pub use name::{JobName, JobNameError};
pub use servers::Servers;
pub use view::Fleet;
pub use worker::{WorkSummary, WorkerOptions, work};
