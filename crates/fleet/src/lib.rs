//! One simulation on many machines: parts on a work queue of NATS servers, results merged as one run gives them.
//!
//! A [`Desk`] cuts a job into parts and puts an order for each on a work queue; workers take them, play them and put
//! what they found on a second stream, from which the desk reads. Both streams are kept by the servers, so that the
//! desk, a worker or a server may die on the way: a part is given out again until its result is there, and a part that
//! is done twice counts once.

mod desk;
mod error;
mod ledger;
mod message;
mod name;
mod patience;
mod play;
mod post;
mod program;
mod servers;
mod stop;
mod streams;
mod view;
mod worker;

pub use desk::{Commission, Desk, Ended, Terms};
pub use error::FleetError;
pub use name::JobName;
pub use program::Build;
pub use servers::Servers;
pub use view::Fleet;
pub use worker::{Hand, Worked, work};
