//! Where the servers are, and the line to them.

use std::path::PathBuf;
use std::time::Duration;

use async_nats::jetstream::{self, ErrorCode};
use async_nats::{Client, ConnectOptions, ServerAddr};
use serde_json::Value;

use crate::error::FleetError;
use crate::patience::patiently;

/// How long a server has to answer the first time.
const ANSWER: Duration = Duration::from_secs(5);

/// Servers and how to be let in.
#[derive(Clone, Debug, Default)]
pub struct Servers {
    /// Their addresses.
    pub addresses: Vec<String>,
    /// A file with credentials.
    pub credentials: Option<PathBuf>,
    /// A file with the certificate that vouches for them.
    pub authority: Option<PathBuf>,
}

/// A line to the servers.
#[derive(Clone)]
pub(crate) struct Line {
    pub(crate) client: Client,
    pub(crate) streams: jetstream::Context,
}

impl Servers {
    fn read(&self) -> Result<Vec<ServerAddr>, FleetError> {
        let read = |address: &String| {
            let known = address.parse::<ServerAddr>().ok().filter(|read| !read.host().is_empty());
            known.ok_or_else(|| FleetError::Address(address.clone()))
        };
        let addresses: Vec<ServerAddr> = self.addresses.iter().map(read).collect::<Result<_, _>>()?;
        if addresses.is_empty() { Err(FleetError::Address(String::new())) } else { Ok(addresses) }
    }

    /// The addresses as a person may read them, without passwords.
    fn named(addresses: &[ServerAddr]) -> String {
        let names: Vec<String> =
            addresses.iter().map(|address| format!("{}:{}", address.host(), address.port())).collect();
        names.join(", ")
    }

    async fn options(&self, who: &str) -> Result<ConnectOptions, FleetError> {
        let mut options = ConnectOptions::new().name(who).connection_timeout(ANSWER);
        if let Some(path) = &self.credentials {
            let read = options.credentials_file(path).await;
            options =
                read.map_err(|error| FleetError::Key(format!("cannot use {}: {error}", path.display())))?;
        }
        if let Some(path) = &self.authority {
            std::fs::metadata(path)
                .map_err(|error| FleetError::Key(format!("cannot read {}: {error}", path.display())))?;
            options = options.add_root_certificates(path.clone());
        }
        Ok(options)
    }

    /// A line to servers that keep streams.
    pub(crate) async fn connect(&self, who: &str) -> Result<Line, FleetError> {
        let addresses = self.read()?;
        let at = Self::named(&addresses);
        let client = self.options(who).await?.connect(addresses).await;
        let client =
            client.map_err(|error| FleetError::NoServer { at: at.clone(), because: error.to_string() })?;
        let streams = jetstream::new(client.clone());
        if client.server_info().jetstream && keeps_streams(&streams).await? {
            Ok(Line { client, streams })
        } else {
            Err(FleetError::NoJetStream(at))
        }
    }
}

/// Whether an account has streams; asked for as it comes, since the fields of the answer differ from one version of the
/// servers to the next.
async fn keeps_streams(streams: &jetstream::Context) -> Result<bool, FleetError> {
    let without = [ErrorCode::JETSTREAM_NOT_ENABLED, ErrorCode::JETSTREAM_NOT_ENABLED_FOR_ACCOUNT];
    patiently("say whether they keep streams", async || {
        let told: Value = streams.request("INFO", b"").await.map_err(|error| error.to_string())?;
        match told.get("error").map(|error| (error["err_code"].as_u64(), error["description"].as_str())) {
            None => Ok(true),
            Some((Some(code), _)) if without.contains(&ErrorCode(code)) => Ok(false),
            Some((_, description)) => Err(description.unwrap_or("no answer").to_owned()),
        }
    })
    .await
}

impl Line {
    /// How many servers there are, as far as they tell.
    pub(crate) fn nodes(&self) -> usize {
        let mut urls = self.client.server_info().connect_urls;
        urls.sort_unstable();
        urls.dedup();
        urls.len().max(1)
    }
}
