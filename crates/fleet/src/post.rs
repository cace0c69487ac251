//! Putting something on the stream of results.

use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::context::GetStreamErrorKind;
use async_nats::jetstream::message::PublishMessage;
use serde::Serialize;

use crate::error::FleetError;
use crate::name::JobName;
use crate::patience::patiently;
use crate::servers::Line;

/// What became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Posted {
    /// It is on the stream.
    First,
    /// It was there already.
    Again,
    /// The job is gone.
    Nowhere,
}

/// Puts something on the stream of results, once for each id.
pub(crate) async fn post(
    line: &Line,
    name: &JobName,
    subject: String,
    id: Option<String>,
    what: &impl Serialize,
) -> Result<Posted, FleetError> {
    let payload = serde_json::to_vec(what).map_err(|error| FleetError::servers("take a result", &error))?;
    let message = PublishMessage::build().payload(payload.into());
    let message = if let Some(id) = id { message.message_id(id) } else { message };
    patiently("take a result", async || {
        let sent = line.streams.send_publish(subject.clone(), message.clone()).await;
        let taken = match sent {
            Ok(sent) => sent.await,
            Err(error) => Err(error),
        };
        match taken {
            Ok(taken) if taken.duplicate => Ok(Posted::Again),
            Ok(_) => Ok(Posted::First),
            // Servers that choose a leader say the same as servers that have no such stream.
            Err(_) if is_gone(line, name).await => Ok(Posted::Nowhere),
            Err(error) => Err(error),
        }
    })
    .await
}

async fn is_gone(line: &Line, name: &JobName) -> bool {
    let found = line.streams.get_stream(name.results()).await;
    found.is_err_and(|error| match error.kind() {
        GetStreamErrorKind::JetStream(said) => said.error_code() == ErrorCode::STREAM_NOT_FOUND,
        _ => false,
    })
}
