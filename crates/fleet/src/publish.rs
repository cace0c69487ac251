//! Publishing on the stream of results.

use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::context::GetStreamErrorKind;
use async_nats::jetstream::message::PublishMessage;
use serde::Serialize;

use crate::error::FleetError;
use crate::name::JobName;
use crate::retry::retry;
use crate::servers::Connection;

/// The outcome of publishing a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Published {
    /// The message is on the stream.
    First,
    /// The stream already had it.
    Again,
    /// The job no longer exists.
    Nowhere,
}

/// Publishes on the stream of results, at most once for each id.
pub(crate) async fn publish(
    connection: &Connection,
    name: &JobName,
    subject: String,
    id: Option<String>,
    what: &impl Serialize,
) -> Result<Published, FleetError> {
    let payload = serde_json::to_vec(what).map_err(|error| FleetError::servers("accept a result", &error))?;
    let message = PublishMessage::build().payload(payload.into());
    let message = if let Some(id) = id { message.message_id(id) } else { message };
    retry("accept a result", async || {
        let sent = connection.streams.send_publish(subject.clone(), message.clone()).await;
        let stored = match sent {
            Ok(sent) => sent.await,
            Err(error) => Err(error),
        };
        match stored {
            Ok(stored) if stored.duplicate => Ok(Published::Again),
            Ok(_) => Ok(Published::First),
            // Servers that are electing a leader return the same error as servers without the stream.
            Err(_) if is_gone(connection, name).await => Ok(Published::Nowhere),
            Err(error) => Err(error),
        }
    })
    .await
}

async fn is_gone(connection: &Connection, name: &JobName) -> bool {
    let found = connection.streams.get_stream(name.results()).await;
    found.is_err_and(|error| match error.kind() {
        GetStreamErrorKind::JetStream(said) => said.error_code() == ErrorCode::STREAM_NOT_FOUND,
        _ => false,
    })
}
