//! Trusted proxies: only their word on the address of a client is believed.

use std::net::IpAddr;
use std::str::FromStr;

use axum::http::HeaderMap;
use serde::Deserialize;

use super::address::ClientAddress;
use crate::wire::Problem;

/// A range of addresses, such as `10.0.0.0/8` or `192.0.2.7`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct AddressRange {
    base: IpAddr,
    prefix: u8,
}

impl FromStr for AddressRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not an address or a range such as 10.0.0.0/8");
        let (base, prefix) = match text.split_once('/') {
            Some((base, prefix)) => (base, Some(prefix.parse::<u8>().map_err(|_| wrong())?)),
            None => (text, None),
        };
        let base: IpAddr = base.parse().map_err(|_| wrong())?;
        let most = if base.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.unwrap_or(most);
        if prefix > most { Err(wrong()) } else { Ok(Self { base, prefix }) }
    }
}

impl TryFrom<String> for AddressRange {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl AddressRange {
    /// Whether an address is in the range.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        // A shift by the whole width is none: a prefix of 0 contains everything.
        match (self.base, address.to_canonical()) {
            (IpAddr::V4(base), IpAddr::V4(address)) => {
                (base.to_bits() ^ address.to_bits()).checked_shr(32 - u32::from(self.prefix)).unwrap_or(0)
                    == 0
            }
            (IpAddr::V6(base), IpAddr::V6(address)) => {
                (base.to_bits() ^ address.to_bits()).checked_shr(128 - u32::from(self.prefix)).unwrap_or(0)
                    == 0
            }
            _ => false,
        }
    }
}

/// The proxies that are trusted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrustedProxies(pub Vec<AddressRange>);

/// What a forwarding header says: the hops in the order in which they were added, and whether the last one used TLS.
/// A hop without a readable address is `None`.
#[derive(Default)]
struct Forwarding {
    hops: Vec<Option<IpAddr>>,
    secure: Vec<bool>,
}

impl TrustedProxies {
    /// Whether an address belongs to a trusted proxy.
    #[must_use]
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|range| range.contains(address))
    }

    /// The client of a request: the nearest hop that is not a trusted proxy.
    ///
    /// # Errors
    /// When `Forwarded` and `X-Forwarded-For` name different clients. A proxy that sets one of them and passes the
    /// other on from the client would otherwise let the client choose its address.
    pub(crate) fn client(
        &self,
        peer: IpAddr,
        tls: bool,
        headers: &HeaderMap,
    ) -> Result<ClientAddress, Problem> {
        if !self.trusts(peer) {
            return Ok(ClientAddress { ip: peer.to_canonical(), secure: tls });
        }
        let (standard, usual) = (standard(headers), usual(headers));
        let [(by_standard, secure), (by_usual, usually_secure)] =
            [&standard, &usual].map(|forwarding| self.nearest(peer, forwarding));
        let (ip, secure) = match (standard.hops.is_empty(), usual.hops.is_empty()) {
            (false, false) if by_standard != by_usual => {
                return Err(Problem::malformed(
                    "the headers Forwarded and X-Forwarded-For name different clients",
                    "let the proxy set both or remove one",
                ));
            }
            (false, _) => (by_standard, secure || usually_secure),
            (true, _) => (by_usual, usually_secure),
        };
        Ok(ClientAddress { ip, secure: tls || secure })
    }

    /// The nearest hop that is not trusted, and whether it used TLS.
    fn nearest(&self, peer: IpAddr, forwarding: &Forwarding) -> (IpAddr, bool) {
        let mut nearest = peer.to_canonical();
        let mut secure = forwarding.secure.last().copied().unwrap_or(false);
        for (place, hop) in forwarding.hops.iter().enumerate().rev() {
            secure = forwarding.secure.get(place).copied().unwrap_or(secure);
            let Some(hop) = hop else { break };
            nearest = *hop;
            if !self.trusts(nearest) {
                break;
            }
        }
        (nearest, secure)
    }
}

fn values<'a>(headers: &'a HeaderMap, name: &'static str) -> impl Iterator<Item = &'a str> {
    headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default())
}

/// What `X-Forwarded-For` and `X-Forwarded-Proto` say.
fn usual(headers: &HeaderMap) -> Forwarding {
    let hops = values(headers, "x-forwarded-for").flat_map(|value| value.split(',')).map(address).collect();
    // The last value is the nearest proxy's own.
    let proto = values(headers, "x-forwarded-proto").flat_map(|value| value.split(',')).last();
    let secure = proto.map(|proto| proto.trim().eq_ignore_ascii_case("https"));
    Forwarding { hops, secure: secure.into_iter().collect() }.aligned()
}

impl Forwarding {
    /// One `secure` for each hop where the header has only one for all.
    fn aligned(mut self) -> Self {
        if let [one] = self.secure[..] {
            self.secure = vec![one; self.hops.len().max(1)];
        }
        self
    }
}

/// What `Forwarded` says (RFC 7239).
fn standard(headers: &HeaderMap) -> Forwarding {
    let mut forwarding = Forwarding::default();
    for element in values(headers, "forwarded").flat_map(|value| unquoted_split(value, ',')) {
        let (mut hop, mut secure) = (None, false);
        for pair in unquoted_split(element, ';') {
            let Some((name, value)) = pair.trim().split_once('=') else { continue };
            match name.trim().to_ascii_lowercase().as_str() {
                "for" => hop = address(value),
                "proto" => secure = value.trim().trim_matches('"').eq_ignore_ascii_case("https"),
                _ => {}
            }
        }
        forwarding.hops.push(hop);
        forwarding.secure.push(secure);
    }
    forwarding
}

/// Splits a text where a separator is outside quotation marks.
fn unquoted_split(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |letter| {
        quoted ^= letter == '"';
        letter == separator && !quoted
    })
}

/// An address as the headers write it: with or without quotation marks, brackets and a port.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let bracketed = text.strip_prefix('[').and_then(|text| text.split_once(']')).map(|(inner, _)| inner);
    let bare = bracketed.unwrap_or(text);
    let read: Option<IpAddr> = bare.parse().ok();
    let read = read.or_else(|| text.parse::<std::net::SocketAddr>().ok().map(|address| address.ip()));
    read.map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn client(trusted: &[&str], peer: &str, headers: &[(&str, &str)]) -> Result<(String, bool), String> {
        let proxies = TrustedProxies(trusted.iter().map(|range| range.parse().unwrap()).collect());
        let headers = headers.iter().map(|(name, value)| {
            (name.parse::<HeaderName>().unwrap(), HeaderValue::from_str(value).unwrap())
        });
        let found = proxies.client(peer.parse().unwrap(), false, &headers.collect());
        found.map(|client| (client.ip.to_string(), client.secure)).map_err(|problem| problem.message)
    }

    #[allow(clippy::needless_pass_by_value, reason = "it takes what `client` returns")]
    fn is(found: Result<(String, bool), String>, ip: &str, secure: bool) {
        assert_eq!(found, Ok((ip.to_owned(), secure)));
    }

    #[test]
    fn nobody_is_believed_unless_trusted() {
        let lie = [("x-forwarded-for", "198.51.100.9"), ("x-forwarded-proto", "https")];
        is(client(&[], "192.0.2.1", &lie), "192.0.2.1", false);
        is(client(&["10.0.0.0/8"], "192.0.2.1", &lie), "192.0.2.1", false);
        is(client(&["192.0.2.0/24"], "192.0.2.1", &lie), "198.51.100.9", true);
        is(client(&["192.0.2.1"], "192.0.2.1", &lie), "198.51.100.9", true);
    }

    #[test]
    fn the_rightmost_hop_that_is_not_trusted_is_the_client() {
        let chain = [("x-forwarded-for", "203.0.113.66, 198.51.100.9, 10.1.1.1")];
        is(client(&["10.0.0.0/8"], "10.2.2.2", &chain), "198.51.100.9", false);
        let chain = [("x-forwarded-for", "203.0.113.66, unknown, 10.1.1.1")];
        is(client(&["10.0.0.0/8"], "10.2.2.2", &chain), "10.1.1.1", false);
        is(client(&["10.0.0.0/8"], "10.2.2.2", &[]), "10.2.2.2", false);
    }

    #[test]
    fn the_standard_header_is_read_with_its_quotation_marks() {
        let chain = [("forwarded", r#"for="[2001:db8::7]:4711";proto=https, for=10.1.1.1;proto=http"#)];
        is(client(&["10.0.0.0/8"], "10.2.2.2", &chain), "2001:db8::7", true);
        let plain = [("forwarded", "for=198.51.100.9:8080;proto=http;by=10.2.2.2")];
        is(client(&["10.0.0.0/8"], "10.2.2.2", &plain), "198.51.100.9", false);
    }

    #[test]
    fn a_client_cannot_choose_its_address_by_a_header_that_the_proxy_passes_on() {
        let both = [("forwarded", "for=127.0.0.1"), ("x-forwarded-for", "198.51.100.9")];
        let refused = client(&["10.0.0.0/8"], "10.2.2.2", &both).unwrap_err();
        assert!(refused.contains("name different clients"), "{refused}");
        let same = [("forwarded", "for=198.51.100.9;proto=https"), ("x-forwarded-for", "198.51.100.9")];
        is(client(&["10.0.0.0/8"], "10.2.2.2", &same), "198.51.100.9", true);
    }

    #[test]
    fn ranges_that_are_none_are_refused() {
        for text in ["10.0.0.0/33", "house", "10.0.0.0/", "::1/129", ""] {
            assert!(text.parse::<AddressRange>().is_err(), "{text}");
        }
        let all: AddressRange = "0.0.0.0/0".parse().unwrap();
        assert!(all.contains("203.0.113.7".parse().unwrap()));
        assert!(!all.contains("2001:db8::1".parse().unwrap()));
        let site: AddressRange = "2001:db8::/32".parse().unwrap();
        assert!(site.contains("2001:db8:ffff::1".parse().unwrap()));
    }
}
