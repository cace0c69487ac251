//! Serving, from an opened installation to a clean shutdown.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum_server::Handle;
use croupier_house::store::Store;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::watch;

use crate::actor::ChangeSender;
use crate::app::App;
use crate::config::Timers;
use crate::error::{ServeError, failed};
use crate::game_cache::GameCache;
use crate::installation::{FirstManagerToken, Installation};
use crate::listener::Listener;
use crate::router::router;
use crate::scheduler::Scheduler;
use crate::sessions::{RateLimiter, SessionStore, SocketLimit};
use crate::welcome::{first_manager_link, missing_pages};

/// The time that connections have to end when the server stops.
const SHUTDOWN: Duration = Duration::from_secs(10);

/// Creates the shared state of the routes. Prints a link for each house that has no manager.
///
/// # Errors
/// When sessions cannot be read.
pub fn app(
    installation: &Installation,
    stopping: watch::Receiver<bool>,
    metrics: Option<PrometheusHandle>,
) -> Result<Arc<App>, ServeError> {
    let Installation { config, accounts, houses, store, shelf, .. } = installation;
    let sessions = SessionStore::open(Arc::clone(accounts), config.session_lasts).map_err(failed)?;
    let tokens = installation.first_manager_tokens()?;
    tokens.iter().for_each(|token| println!("{}", first_manager_link(token, config)));
    let hashed = |token: &FirstManagerToken| (token.house, *blake3::hash(token.token.as_bytes()).as_bytes());
    Ok(Arc::new(App {
        houses: houses.clone(),
        store: Arc::clone(store) as Arc<dyn Store>,
        shelf,
        sessions,
        rates: RateLimiter::new(config.rate),
        sockets: Arc::new(SocketLimit::new(config.sockets_max)),
        first_managers: Mutex::new(tokens.iter().map(hashed).collect()),
        enrolling: tokio::sync::Mutex::new(()),
        games: GameCache::default(),
        secure: config.tls.is_some(),
        socket_timeout: config.socket_timeout,
        stopping,
        metrics,
    }))
}

/// Serves until `stop` becomes true. Then no new connection is accepted, sockets receive `bye`, and everything is
/// written to disk.
///
/// # Errors
/// When the port cannot be bound, or the certificate cannot be used.
pub async fn serve(
    installation: Installation,
    stop: watch::Receiver<bool>,
    metrics: Option<PrometheusHandle>,
    listening: impl FnOnce(SocketAddr) + Send,
) -> Result<(), ServeError> {
    if let Some(text) = missing_pages() {
        tracing::warn!("{text}");
    }
    let app = app(&installation, stop.clone(), metrics)?;
    serve_app(installation, app, stop, listening).await
}

/// The same for an app that is shared with other code.
///
/// # Errors
/// As [`serve`].
pub async fn serve_app(
    mut installation: Installation,
    app: Arc<App>,
    mut stop: watch::Receiver<bool>,
    listening: impl FnOnce(SocketAddr) + Send,
) -> Result<(), ServeError> {
    let listener = Listener::open(&installation.config).await?;
    let router = router(&app, &installation.config).into_make_service_with_connect_info::<SocketAddr>();
    let (_, silent) = ChangeSender::channel();
    let changes = std::mem::replace(&mut installation.changes, silent);
    match installation.config.timers {
        Timers::Run => drop(tokio::spawn(Scheduler::new(&installation.houses).run(changes, stop.clone()))),
        // Nobody receives the changes, so they must not be queued.
        Timers::Off => drop(changes),
    }
    let handle = Handle::new();
    let ending = handle.clone();
    tokio::spawn(async move {
        drop(stop.wait_for(|stop| *stop).await);
        ending.graceful_shutdown(Some(SHUTDOWN));
    });
    listening(listener.address()?);
    listener.serve(handle, router).await?;
    for (_, house) in &installation.houses {
        house.actor.close().await;
    }
    Ok(())
}
