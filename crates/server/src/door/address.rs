//! The address of a client.

use std::net::{IpAddr, Ipv6Addr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::wire::Problem;

/// The bits of an IPv6 address that a provider assigns to one customer.
const SITE: u128 = !0 << 64;

/// An address for counting: an IPv4 address, or the /64 network of an IPv6 address. One customer has a whole /64, so
/// that counting single IPv6 addresses would count nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AddressBlock(IpAddr);

impl AddressBlock {
    /// The block of an address.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & SITE)),
        })
    }
}

/// The client of a request, as the outermost trusted proxy saw it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClientAddress {
    /// Its address.
    pub ip: IpAddr,
    /// Whether it uses TLS.
    pub secure: bool,
}

impl ClientAddress {
    /// Its address, for counting.
    #[must_use]
    pub fn block(self) -> AddressBlock {
        AddressBlock::of(self.ip)
    }
}

impl<S: Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get::<Self>().copied().ok_or_else(Problem::internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(text: &str) -> AddressBlock {
        AddressBlock::of(text.parse().unwrap())
    }

    #[test]
    fn ipv4_counts_by_address_and_ipv6_by_network() {
        assert_ne!(block("192.0.2.1"), block("192.0.2.2"));
        assert_eq!(block("2001:db8:1:2::1"), block("2001:db8:1:2:ffff::9"));
        assert_ne!(block("2001:db8:1:2::1"), block("2001:db8:1:3::1"));
        assert_eq!(block("::ffff:192.0.2.1"), block("192.0.2.1"), "a mapped address is an IPv4 address");
    }
}
