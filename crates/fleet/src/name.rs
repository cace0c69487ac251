//! What a job is called, and what its streams and subjects are called after it.

use std::fmt;
use std::str::FromStr;

use crate::error::FleetError;

/// The most letters of a name.
const LONGEST: usize = 64;
const BEFORE: &str = "croupier-";
const PARTS: &str = "-parts";

/// The name of a job on the servers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct JobName(String);

impl FromStr for JobName {
    type Err = FleetError;

    fn from_str(text: &str) -> Result<Self, FleetError> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if (1..=LONGEST).contains(&text.len()) && text.bytes().all(plain) {
            Ok(Self(text.to_owned()))
        } else {
            Err(FleetError::Name(text.to_owned()))
        }
    }
}

impl fmt::Display for JobName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl JobName {
    /// The job whose queue of parts a stream is.
    pub(crate) fn of_stream(stream: &str) -> Option<Self> {
        stream.strip_prefix(BEFORE)?.strip_suffix(PARTS)?.parse().ok()
    }

    /// The stream of orders.
    pub(crate) fn parts(&self) -> String {
        format!("{BEFORE}{self}{PARTS}")
    }

    /// The stream of results.
    pub(crate) fn results(&self) -> String {
        format!("{BEFORE}{self}-results")
    }

    /// The subject of an order; `*` for all.
    pub(crate) fn part(&self, number: &dyn fmt::Display) -> String {
        format!("croupier.{self}.part.{number}")
    }

    /// The subject of a result; `*` for all.
    pub(crate) fn result(&self, number: &dyn fmt::Display) -> String {
        format!("croupier.{self}.result.{number}")
    }

    /// The subject of a failure; `*` for all.
    pub(crate) fn failed(&self, number: &dyn fmt::Display) -> String {
        format!("croupier.{self}.failed.{number}")
    }

    /// The subject on which workers say how far they are.
    pub(crate) fn beat(&self) -> String {
        format!("croupier.{self}.beat")
    }

    /// The subject on which the servers say that an order was given out as often as may be.
    pub(crate) fn spent(&self, consumer: &str) -> String {
        format!("$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.{}.{consumer}", self.parts())
    }
}

/// The number at the end of a subject.
pub(crate) fn number(subject: &str) -> Option<u64> {
    subject.rsplit('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        for wrong in ["", "a b", "a.b", "a*", "é", &"x".repeat(65)] {
            assert!(matches!(wrong.parse::<JobName>(), Err(FleetError::Name(_))), "{wrong}");
        }
        let name: JobName = "night-run_2".parse().unwrap();
        assert_eq!(JobName::of_stream(&name.parts()), Some(name.clone()));
        assert_eq!(JobName::of_stream(&name.results()), None);
        assert_eq!(JobName::of_stream("orders"), None);
        assert_eq!(number(&name.result(&17)), Some(17));
        assert_eq!(number(&name.result(&"x")), None);
    }
}
