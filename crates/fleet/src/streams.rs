//! The two streams of a job: a work queue of requests, and results.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{CreateStreamError, CreateStreamErrorKind, GetStreamErrorKind};
use async_nats::jetstream::stream::{Config, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, ErrorCode};

use crate::error::FleetError;
use crate::message::JobNotice;
use crate::name::JobName;
use crate::retry::retry;
use crate::servers::Connection;

/// The name of the consumer that all workers share.
pub(crate) const WORKERS: &str = "workers";
/// How long a worker may be silent before its part is delivered to another.
pub(crate) const ACK_WAIT: Duration = Duration::from_secs(10);
/// For how long the servers recognise a duplicate.
const DUPLICATE_WINDOW: Duration = Duration::from_mins(10);
/// The largest number of parts that may be with workers, and of requests that may wait for parts, at the same time.
const AT_ONCE: i64 = 100_000;

/// The streams of a job.
pub(crate) struct Streams {
    pub(crate) parts: Stream,
    pub(crate) results: Stream,
}

/// What the servers have under the name of a stream.
pub(crate) enum StreamState {
    /// Nothing.
    Nothing,
    /// A stream that croupier did not create.
    Foreign,
    /// A stream with a notice.
    Known(JobNotice),
}

/// Looks up a stream.
pub(crate) async fn stream_state(connection: &Connection, stream: &str) -> Result<StreamState, FleetError> {
    retry("look up a stream", async || match connection.streams.get_stream(stream).await {
        Ok(found) => Ok(read(&found.cached_info().config).map_or(StreamState::Foreign, StreamState::Known)),
        Err(error) => match error.kind() {
            GetStreamErrorKind::JetStream(said) if said.error_code() == ErrorCode::STREAM_NOT_FOUND => {
                Ok(StreamState::Nothing)
            }
            _ => Err(error),
        },
    })
    .await
}

/// The notice in the description of a stream.
pub(crate) fn read(config: &Config) -> Option<JobNotice> {
    serde_json::from_str(config.description.as_deref()?).ok()
}

impl Streams {
    /// Finds or creates both streams; the results first, so that every request can be answered.
    pub(crate) async fn open(
        connection: &Connection,
        name: &JobName,
        notice: &JobNotice,
        copies: usize,
        tries: i64,
    ) -> Result<Self, FleetError> {
        let description = serde_json::to_string(notice).ok();
        let config = |name: String, subjects: Vec<String>, retention: RetentionPolicy| Config {
            name,
            subjects,
            retention,
            storage: StorageType::File,
            num_replicas: copies,
            duplicate_window: DUPLICATE_WINDOW,
            description: description.clone(),
            ..Config::default()
        };
        let heard = vec![name.result(&"*"), name.failed(&"*"), name.spent(WORKERS)];
        let results = make(connection, config(name.results(), heard, RetentionPolicy::Limits)).await?;
        let queue = vec![name.part(&"*")];
        let parts = make(connection, config(name.parts(), queue, RetentionPolicy::WorkQueue)).await?;
        create_consumer(&parts, tries).await?;
        Ok(Self { parts, results })
    }

    /// Deletes both streams; the requests first, so that no worker takes one that cannot be answered.
    pub(crate) async fn clear(connection: &Connection, name: &JobName) -> Result<(), FleetError> {
        for stream in [name.parts(), name.results()] {
            retry("delete a stream", async || match connection.streams.delete_stream(&stream).await {
                Ok(_) => Ok(()),
                Err(error) => match error.kind() {
                    GetStreamErrorKind::JetStream(said)
                        if said.error_code() == ErrorCode::STREAM_NOT_FOUND =>
                    {
                        Ok(())
                    }
                    _ => Err(error),
                },
            })
            .await?;
        }
        Ok(())
    }
}

/// Finds or creates a stream; a new cluster may need some seconds.
async fn make(connection: &Connection, config: Config) -> Result<Stream, FleetError> {
    let made = retry("create a stream", async || match connection.streams.get_stream(&config.name).await {
        Ok(found) => Ok(Ok(found)),
        Err(_) => match connection.streams.create_stream(config.clone()).await {
            Ok(made) => Ok(Ok(made)),
            Err(error) if is_final(&error) => Ok(Err(error)),
            Err(error) => Err(error),
        },
    });
    made.await?.map_err(|error| FleetError::servers(&format!("create the stream {}", config.name), &error))
}

/// Whether a retry would be useless.
fn is_final(error: &CreateStreamError) -> bool {
    let CreateStreamErrorKind::JetStream(said) = error.kind() else { return false };
    let never = [
        ErrorCode::STREAM_REPLICAS_NOT_SUPPORTED,
        ErrorCode::STREAM_SUBJECT_OVERLAP,
        ErrorCode::STREAM_NAME_EXIST,
        ErrorCode::ACCOUNT_RESOURCES_EXCEEDED,
    ];
    never.contains(&said.error_code())
}

/// Finds or creates the consumer of the workers.
async fn create_consumer(parts: &Stream, tries: i64) -> Result<PullConsumer, FleetError> {
    let config = pull::Config {
        durable_name: Some(WORKERS.to_owned()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        max_deliver: tries,
        max_ack_pending: AT_ONCE,
        max_waiting: AT_ONCE,
        ..pull::Config::default()
    };
    retry("create a work queue", async || parts.get_or_create_consumer(WORKERS, config.clone()).await).await
}

/// The consumer of a job; `None` if it does not exist.
pub(crate) async fn workers(streams: &jetstream::Context, name: &JobName) -> Option<PullConsumer> {
    streams.get_consumer_from_stream(WORKERS, name.parts()).await.ok()
}
