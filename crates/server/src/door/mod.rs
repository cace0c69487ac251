//! The door: who is admitted, and how much of the server each may use.
//!
//! Connections are counted in all and by address, requests and sockets by person and by address. Everything that a
//! client can make the server wait for has a timeout. `docs/serve.md` lists the bounds.

mod address;
mod connections;
mod counts;
mod descriptors;
pub(crate) mod limits;
mod permit;
mod proxy;
mod stream;

pub use address::{AddressBlock, ClientAddress};
pub(crate) use connections::Connections;
pub use counts::CountLimit;
pub(crate) use counts::CountPermit;
pub use descriptors::raise_descriptor_limit;
pub use limits::DoorLimits;
pub use proxy::{AddressRange, TrustedProxies};
pub(crate) use stream::TimedStream;
