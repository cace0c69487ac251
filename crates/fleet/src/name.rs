//! The name of a job, and the names of its streams and subjects.

use std::fmt;
use std::str::FromStr;

/// The longest name, in bytes.
const LONGEST: usize = 64;
const BEFORE: &str = "croupier-";
const PARTS: &str = "-parts";

/// The name of a job on the servers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct JobName(String);

/// A text that is not a valid job name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JobNameError(String);

impl fmt::Display for JobNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a valid job name: use letters, digits, hyphens and underscores, at most {LONGEST}",
            self.0
        )
    }
}

impl std::error::Error for JobNameError {}

impl FromStr for JobName {
    type Err = JobNameError;

    fn from_str(text: &str) -> Result<Self, JobNameError> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if (1..=LONGEST).contains(&text.len()) && text.bytes().all(plain) {
            Ok(Self(text.to_owned()))
        } else {
            Err(JobNameError(text.to_owned()))
        }
    }
}

impl fmt::Display for JobName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl JobName {
    /// The job whose queue of parts this stream is; `None` for other streams.
    pub(crate) fn of_stream(stream: &str) -> Option<Self> {
        stream.strip_prefix(BEFORE)?.strip_suffix(PARTS)?.parse().ok()
    }

    /// The stream of requests.
    pub(crate) fn parts(&self) -> String {
        format!("{BEFORE}{self}{PARTS}")
    }

    /// The stream of results.
    pub(crate) fn results(&self) -> String {
        format!("{BEFORE}{self}-results")
    }

    /// The subject of a request; `*` for all.
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

    /// The subject of heartbeats.
    pub(crate) fn beat(&self) -> String {
        format!("croupier.{self}.beat")
    }

    /// The subject of advisories that a request was delivered the maximum number of times.
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
            assert_eq!(wrong.parse::<JobName>(), Err(JobNameError(wrong.to_owned())));
        }
        let name: JobName = "night-run_2".parse().unwrap();
        assert_eq!(JobName::of_stream(&name.parts()), Some(name.clone()));
        assert_eq!(JobName::of_stream(&name.results()), None);
        assert_eq!(JobName::of_stream("orders"), None);
        assert_eq!(number(&name.result(&17)), Some(17));
        assert_eq!(number(&name.result(&"x")), None);
    }
}
