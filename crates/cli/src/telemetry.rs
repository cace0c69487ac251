//! The log of a server, and traces for those who collect them.

use std::io::IsTerminal;

use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Registry, fmt};

use crate::failure::Failure;

/// How a log is written.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Log {
    /// For people
    Text,
    /// One JSON object a line
    Json,
    /// Not at all
    None,
}

/// Traces that are on their way; they are sent before the program ends.
pub(crate) struct Traces(Option<SdkTracerProvider>);

impl Drop for Traces {
    fn drop(&mut self) {
        if let Some(provider) = &self.0 {
            // Nobody is left to be told of a collector that does not answer.
            drop(provider.shutdown());
        }
    }
}

fn log(how: Log) -> Option<Box<dyn Layer<Registry> + Send + Sync>> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    match how {
        Log::Text => {
            let coloured = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            let layer = fmt::layer().with_ansi(coloured).with_writer(std::io::stderr);
            Some(layer.with_filter(filter).boxed())
        }
        Log::Json => Some(fmt::layer().json().with_writer(std::io::stderr).with_filter(filter).boxed()),
        Log::None => None,
    }
}

/// Begins to log, and to trace where a collector is named.
pub(crate) fn begin(how: Log, collector: Option<&str>) -> Result<Traces, Failure> {
    let provider = collector.map(provider).transpose()?;
    let traced = provider.as_ref().map(|provider| {
        let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("croupier"));
        layer.with_filter(LevelFilter::DEBUG).boxed()
    });
    let layers: Vec<Box<dyn Layer<Registry> + Send + Sync>> = log(how).into_iter().chain(traced).collect();
    if !layers.is_empty() {
        drop(tracing_subscriber::registry().with(layers).try_init());
    }
    Ok(Traces(provider))
}

fn provider(collector: &str) -> Result<SdkTracerProvider, Failure> {
    let endpoint = format!("{}/v1/traces", collector.trim_end_matches('/'));
    let exporter = SpanExporter::builder().with_http().with_endpoint(endpoint).build();
    let exporter = exporter.map_err(|error| Failure::usage(format!("--otlp {collector}: {error}")))?;
    let resource = Resource::builder().with_service_name("croupier").build();
    Ok(SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build())
}
