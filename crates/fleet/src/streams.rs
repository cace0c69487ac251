//! The two streams of a job: orders, of which each is taken once, and results, which stay.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{CreateStreamError, CreateStreamErrorKind, GetStreamErrorKind};
use async_nats::jetstream::stream::{Config, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, ErrorCode};

use crate::error::FleetError;
use crate::message::Notice;
use crate::name::JobName;
use crate::patience::patiently;
use crate::servers::Line;

/// Those who take orders, as the servers know them: all workers together.
pub(crate) const WORKERS: &str = "workers";
/// How long a worker may be silent before its part is given to another.
pub(crate) const SILENCE: Duration = Duration::from_secs(10);
/// For how long the servers themselves notice that a result was sent twice.
const TWICE: Duration = Duration::from_mins(10);
/// The most workers that may have a part at the same time.
const AT_ONCE: i64 = 100_000;

/// The streams of a job.
pub(crate) struct Streams {
    pub(crate) parts: Stream,
    pub(crate) results: Stream,
}

/// What is to be found under the name of a stream.
pub(crate) enum Standing {
    /// Nothing.
    Nothing,
    /// A stream that is not of this program's making.
    Foreign,
    /// A stream with a notice.
    Known(Notice),
}

/// Looks what is to be found under the name of a stream.
pub(crate) async fn standing(line: &Line, stream: &str) -> Result<Standing, FleetError> {
    patiently("look a stream up", async || match line.streams.get_stream(stream).await {
        Ok(found) => Ok(read(&found.cached_info().config).map_or(Standing::Foreign, Standing::Known)),
        Err(error) => match error.kind() {
            GetStreamErrorKind::JetStream(said) if said.error_code() == ErrorCode::STREAM_NOT_FOUND => {
                Ok(Standing::Nothing)
            }
            _ => Err(error),
        },
    })
    .await
}

/// The notice in a stream's description.
pub(crate) fn read(config: &Config) -> Option<Notice> {
    serde_json::from_str(config.description.as_deref()?).ok()
}

impl Streams {
    /// Finds or makes both; the results first, so that nobody finds orders that cannot be answered.
    pub(crate) async fn open(
        line: &Line,
        name: &JobName,
        notice: &Notice,
        copies: usize,
        tries: i64,
    ) -> Result<Self, FleetError> {
        let description = serde_json::to_string(notice).ok();
        let kept = |name: String, subjects: Vec<String>, retention: RetentionPolicy| Config {
            name,
            subjects,
            retention,
            storage: StorageType::File,
            num_replicas: copies,
            duplicate_window: TWICE,
            description: description.clone(),
            ..Config::default()
        };
        let heard = vec![name.result(&"*"), name.failed(&"*"), name.spent(WORKERS)];
        let results = make(line, kept(name.results(), heard, RetentionPolicy::Limits)).await?;
        let queue = vec![name.part(&"*")];
        let parts = make(line, kept(name.parts(), queue, RetentionPolicy::WorkQueue)).await?;
        hire(&parts, tries).await?;
        Ok(Self { parts, results })
    }

    /// Takes both away; the orders first, so that nobody takes one that cannot be answered.
    pub(crate) async fn clear(line: &Line, name: &JobName) -> Result<(), FleetError> {
        for stream in [name.parts(), name.results()] {
            patiently("take a stream away", async || match line.streams.delete_stream(&stream).await {
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

/// Finds or makes a stream; servers that have just begun to know each other may need a while.
async fn make(line: &Line, config: Config) -> Result<Stream, FleetError> {
    let made = patiently("make a stream", async || match line.streams.get_stream(&config.name).await {
        Ok(found) => Ok(Ok(found)),
        Err(_) => match line.streams.create_stream(config.clone()).await {
            Ok(made) => Ok(Ok(made)),
            Err(error) if is_final(&error) => Ok(Err(error)),
            Err(error) => Err(error),
        },
    });
    made.await?.map_err(|error| FleetError::servers(&format!("make the stream {}", config.name), &error))
}

/// Whether it is of no use to ask again.
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

/// Finds or makes those who take orders.
async fn hire(parts: &Stream, tries: i64) -> Result<PullConsumer, FleetError> {
    let config = pull::Config {
        durable_name: Some(WORKERS.to_owned()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: SILENCE,
        max_deliver: tries,
        max_ack_pending: AT_ONCE,
        max_waiting: AT_ONCE,
        ..pull::Config::default()
    };
    patiently("make a work queue", async || parts.get_or_create_consumer(WORKERS, config.clone()).await).await
}

/// Those who take the orders of a stream; `None` while there are none.
pub(crate) async fn workers(streams: &jetstream::Context, name: &JobName) -> Option<PullConsumer> {
    streams.get_consumer_from_stream(WORKERS, name.parts()).await.ok()
}
