//! The servers and the connection to them.

use std::path::PathBuf;
use std::time::Duration;

use async_nats::jetstream::{self, ErrorCode};
use async_nats::{Client, ConnectOptions, ServerAddr};
use serde_json::Value;

use crate::error::FleetError;
use crate::retry::retry;

/// The timeout of the first connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Servers and credentials.
#[derive(Clone, Debug, Default)]
pub struct Servers {
    /// Their addresses.
    pub addresses: Vec<String>,
    /// A file with credentials.
    pub credentials: Option<PathBuf>,
    /// A file with the certificate of their certificate authority.
    pub authority: Option<PathBuf>,
}

/// A connection to the servers.
#[derive(Clone)]
pub(crate) struct Connection {
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

    /// The addresses for messages, without passwords.
    fn named(addresses: &[ServerAddr]) -> String {
        let names: Vec<String> =
            addresses.iter().map(|address| format!("{}:{}", address.host(), address.port())).collect();
        names.join(", ")
    }

    async fn options(&self, who: &str) -> Result<ConnectOptions, FleetError> {
        let mut options = ConnectOptions::new().name(who).connection_timeout(CONNECT_TIMEOUT);
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

    /// Connects to servers that run JetStream.
    pub(crate) async fn connect(&self, who: &str) -> Result<Connection, FleetError> {
        let addresses = self.read()?;
        let at = Self::named(&addresses);
        let client = self.options(who).await?.connect(addresses).await;
        let client =
            client.map_err(|error| FleetError::NoServer { at: at.clone(), because: error.to_string() })?;
        let streams = jetstream::new(client.clone());
        if client.server_info().jetstream && has_jetstream(&streams).await? {
            Ok(Connection { client, streams })
        } else {
            Err(FleetError::NoJetStream(at))
        }
    }
}

/// Whether the account has JetStream. The response is read as plain JSON, because its fields differ between versions
/// of the servers.
async fn has_jetstream(streams: &jetstream::Context) -> Result<bool, FleetError> {
    let without = [ErrorCode::JETSTREAM_NOT_ENABLED, ErrorCode::JETSTREAM_NOT_ENABLED_FOR_ACCOUNT];
    retry("report whether JetStream is enabled", async || {
        let response: Value = streams.request("INFO", b"").await.map_err(|error| error.to_string())?;
        match response.get("error").map(|error| (error["err_code"].as_u64(), error["description"].as_str())) {
            None => Ok(true),
            Some((Some(code), _)) if without.contains(&ErrorCode(code)) => Ok(false),
            Some((_, description)) => Err(description.unwrap_or("no response").to_owned()),
        }
    })
    .await
}

impl Connection {
    /// The number of servers, as far as they report it.
    pub(crate) fn nodes(&self) -> usize {
        let mut urls = self.client.server_info().connect_urls;
        urls.sort_unstable();
        urls.dedup();
        urls.len().max(1)
    }
}
