//! What a witness asks a house for, over HTTP.

use std::sync::Arc;
use std::time::Duration;

use croupier_transparency::ConsistencyProof;
use serde_json::Value;
use ureq::tls::{RootCerts, TlsConfig};

/// How long a house may take to answer.
const TIMEOUT: Duration = Duration::from_secs(20);

/// How much of an answer is read.
const ANSWER_MAX: u64 = 1 << 20;

/// An answer of a house.
pub(super) enum Asked<T> {
    /// What was asked for.
    Here(T),
    /// It may be there later.
    Later(String),
    /// The house does not have it.
    Refused(String),
}

impl<T> Asked<T> {
    /// The same as another thing, if that can be made of it.
    fn and_then<U>(self, then: impl FnOnce(T) -> Asked<U>) -> Asked<U> {
        match self {
            Self::Here(found) => then(found),
            Self::Later(why) => Asked::Later(why),
            Self::Refused(why) => Asked::Refused(why),
        }
    }
}

/// Makes requests; `authorities` sign the certificates of the houses that are asked over TLS.
pub(super) fn agent(authorities: Option<RootCerts>) -> ureq::Agent {
    let mut config = ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(TIMEOUT));
    if let Some(authorities) = authorities {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = TlsConfig::builder().unversioned_rustls_crypto_provider(provider).root_certs(authorities);
        config = config.tls_config(tls.build());
    }
    config.build().into()
}

/// A house at an address.
pub(super) struct HouseClient {
    pub(super) agent: ureq::Agent,
    /// The address of the house.
    pub(super) address: String,
}

impl HouseClient {
    /// The latest checkpoint, as a signed note.
    pub(super) fn checkpoint(&self) -> Asked<String> {
        self.get("checkpoint")
    }

    /// The key that signs the checkpoints.
    pub(super) fn key(&self) -> Asked<String> {
        self.get("checkpoint/key")
    }

    /// The proof that the tree of one size extends that of another.
    pub(super) fn consistency(&self, first: u64, second: u64) -> Asked<ConsistencyProof> {
        let answer = self.get(&format!("checkpoint/consistency?first={first}&second={second}"));
        answer.and_then(|text| match serde_json::from_str(&text) {
            Ok(proof) => Asked::Here(proof),
            Err(error) => Asked::Refused(format!("its proof cannot be read: {error}")),
        })
    }

    fn get(&self, path: &str) -> Asked<String> {
        let mut answer = match self.agent.get(format!("{}/{path}", self.address)).call() {
            Ok(answer) => answer,
            Err(error) => return Asked::Later(error.to_string()),
        };
        let text = match answer.body_mut().with_config().limit(ANSWER_MAX).read_to_string() {
            Ok(text) => text,
            Err(error) => return Asked::Later(error.to_string()),
        };
        match answer.status().as_u16() {
            200 => Asked::Here(text),
            status @ (408 | 429 | 500..) => Asked::Later(said(status, &text)),
            status => Asked::Refused(said(status, &text)),
        }
    }
}

/// What a house says of a request that failed.
fn said(status: u16, text: &str) -> String {
    let problem: Option<Value> = serde_json::from_str(text).ok();
    match problem.as_ref().and_then(|problem| problem["message"].as_str()) {
        Some(message) => message.to_owned(),
        None => format!("it answers with status {status}"),
    }
}
