//! The log of a server, and traces for an OpenTelemetry collector.

use std::io::IsTerminal;
use std::time::Duration;

use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Registry, fmt};

use crate::failure::Failure;

/// The format of the log.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum LogFormat {
    /// Plain text
    Text,
    /// One JSON object per line
    Json,
    /// No log
    None,
}

/// The active trace exporter. Dropping it sends the remaining traces.
pub(crate) struct Traces(Option<SdkTracerProvider>);

impl Drop for Traces {
    fn drop(&mut self) {
        if let Some(provider) = &self.0 {
            // The program ends here, so an unreachable collector can no longer be reported.
            drop(provider.shutdown());
        }
    }
}

/// The log filter: `RUST_LOG`, such as `warn` or `croupier_server=debug,warn`; otherwise `info`.
fn filter() -> Result<Targets, Failure> {
    let Some(filter) = std::env::var_os("RUST_LOG") else {
        return Ok(Targets::new().with_default(LevelFilter::INFO));
    };
    let filter = filter.to_string_lossy();
    filter.parse().map_err(|error| Failure::usage(format!("RUST_LOG={filter}: {error}")))
}

fn log(how: LogFormat, filter: Targets) -> Option<Box<dyn Layer<Registry> + Send + Sync>> {
    match how {
        LogFormat::Text => {
            let coloured = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            let layer = fmt::layer().with_ansi(coloured).with_writer(std::io::stderr);
            Some(layer.with_filter(filter).boxed())
        }
        LogFormat::Json => Some(fmt::layer().json().with_writer(std::io::stderr).with_filter(filter).boxed()),
        LogFormat::None => None,
    }
}

/// Starts the log, and also traces if a collector is named.
pub(crate) fn start(how: LogFormat, collector: Option<&str>) -> Result<Traces, Failure> {
    let provider = collector.map(provider).transpose()?;
    let traced = provider.as_ref().map(|provider| {
        let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("croupier"));
        layer.with_filter(LevelFilter::DEBUG).boxed()
    });
    let layers: Vec<Box<dyn Layer<Registry> + Send + Sync>> =
        log(how, filter()?).into_iter().chain(traced).collect();
    if !layers.is_empty() {
        drop(tracing_subscriber::registry().with(layers).try_init());
    }
    Ok(Traces(provider))
}

/// Sends spans over plain HTTP. The exporter calls it on its own thread, so it may block.
#[derive(Debug)]
struct Collector(ureq::Agent);

impl Collector {
    fn new() -> Self {
        let config = ureq::Agent::config_builder();
        let config = config.timeout_global(Some(Duration::from_secs(10))).http_status_as_error(false);
        Self(config.build().new_agent())
    }
}

#[async_trait::async_trait]
impl HttpClient for Collector {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let answer = self.0.run(request.map(|body| body.to_vec()))?;
        let (head, mut body) = answer.into_parts();
        Ok(Response::from_parts(head, body.read_to_vec()?.into()))
    }
}

fn provider(collector: &str) -> Result<SdkTracerProvider, Failure> {
    let endpoint = format!("{}/v1/traces", collector.trim_end_matches('/'));
    let exporter = SpanExporter::builder()
        .with_http()
        .with_http_client(Collector::new())
        .with_endpoint(endpoint)
        .build();
    let exporter = exporter.map_err(|error| Failure::usage(format!("--otlp {collector}: {error}")))?;
    let resource = Resource::builder().with_service_name("croupier").build();
    Ok(SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build())
}
