//! The permit of a connection.

use metrics::gauge;
use tokio::sync::OwnedSemaphorePermit;

use super::counts::CountPermit;
use crate::telemetry::CONNECTIONS;

/// A permit for one connection, which counts until it is dropped.
pub(super) struct ConnectionPermit {
    _all: OwnedSemaphorePermit,
    _address: Option<CountPermit>,
}

impl ConnectionPermit {
    pub(super) fn new(all: OwnedSemaphorePermit, address: Option<CountPermit>) -> Self {
        gauge!(CONNECTIONS).increment(1.0);
        Self { _all: all, _address: address }
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        gauge!(CONNECTIONS).decrement(1.0);
    }
}
