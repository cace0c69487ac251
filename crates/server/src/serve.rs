//! Serving, from an opened installation to a clean shutdown.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::{mpsc, watch};

use crate::actor::ChangeSender;
use crate::app::App;
use crate::config::Timers;
use crate::door::{Connections, CountLimit};
use crate::error::{ServeError, failed};
use crate::file_notes::file_notes;
use crate::houses::{HouseKind, Houses};
use crate::installation::{FirstManagerToken, Installation};
use crate::listener::Listener;
use crate::presence::Presence;
use crate::printed::PRINTS_AT_ONCE;
use crate::reports::Reports;
use crate::router::router;
use crate::scheduler::{Scheduler, run_cashier, run_dealer, run_seats};
use crate::sessions::{Attempts, RateLimiter, SessionStore};
use crate::setup::{FoundingOrder, SetUpDoor};
use crate::telemetry::{set_held, set_last_recovery};
use crate::welcome::{first_manager_link, lost_accounts, missing_pages, set_up_link};

/// The time that connections have to end when the server stops.
const SHUTDOWN: Duration = Duration::from_secs(10);

/// The interval at which expired sessions are deleted.
const SWEEP: Duration = Duration::from_mins(1);

/// Creates the shared state of the routes. Prints a link for each house that has no manager.
///
/// # Errors
/// When sessions cannot be read.
pub fn app(
    installation: &Installation,
    stopping: watch::Receiver<bool>,
    metrics: Option<PrometheusHandle>,
) -> Result<Arc<App>, ServeError> {
    let Installation { config, accounts, houses, store, shelf, checkpoints, .. } = installation;
    let sessions = SessionStore::open(Arc::clone(accounts), config.session_lasts).map_err(failed)?;
    let tokens = installation.first_manager_tokens()?;
    tokens.iter().for_each(|token| println!("{}", first_manager_link(token, config)));
    for house in installation.without_access()? {
        println!("{}", lost_accounts(house, config));
    }
    file_notes(houses, config)?.iter().for_each(|note| println!("{note}"));
    note_recoveries(houses)?;
    let set_up = installation.set_up_token.as_deref().filter(|_| installation.needs_set_up());
    if let Some(token) = set_up {
        println!("{}", set_up_link(token, config));
    }
    let known = OnceLock::new();
    if !installation.needs_set_up() {
        drop(known.set(houses.clone()));
    }
    let hashed = |token: &FirstManagerToken| (token.house, *blake3::hash(token.token.as_bytes()).as_bytes());
    Ok(Arc::new(App {
        houses: known,
        set_up: SetUpDoor::new(set_up, installation.founding_sender.clone()),
        store: Arc::clone(store),
        checkpoints: Arc::clone(checkpoints),
        shelf,
        sessions,
        rates: RateLimiter::new(config.rate),
        enrolments: RateLimiter::per_hour(config.limits.enrolments_per_hour),
        sockets: Arc::new(CountLimit::new(config.sockets_max)),
        requests_of_people: Arc::new(CountLimit::new(config.limits.requests_per_person)),
        requests_of_addresses: Arc::new(CountLimit::new(config.limits.requests_per_address)),
        limits: config.limits,
        proxies: config.proxies.clone(),
        first_managers: Mutex::new(tokens.iter().map(hashed).collect()),
        attempts: Attempts::default(),
        enrolling: tokio::sync::Mutex::new(()),
        presence: Arc::new(Presence::new(config.away_after)),
        games: Arc::default(),
        prints: Arc::new(tokio::sync::Semaphore::new(PRINTS_AT_ONCE)),
        reports: Reports::new(stopping.clone()),
        secure: config.tls.is_some(),
        socket_timeout: config.socket_timeout,
        stopping,
        metrics,
    }))
}

/// Raises the alarm for houses that were recovered from the shell: a warning in the log, and a metric.
fn note_recoveries(houses: &Houses) -> Result<(), ServeError> {
    for (id, house) in houses {
        let latest = house.actor.read_blocking(|state| state.house.office.recoveries.last().cloned());
        let latest = latest.map_err(|problem| ServeError(problem.message))?;
        let at = latest.as_ref().map_or(0, |recovery| recovery.at);
        set_last_recovery(*id, at);
        set_held(*id, house.actor.shared().held().is_some());
        if let Some(recovery) = latest {
            let (staff, reason) = (&*recovery.staff, &*recovery.reason);
            tracing::warn!(
                house = id.0,
                at = recovery.at,
                staff,
                reason,
                "this house was recovered from the shell"
            );
        }
    }
    Ok(())
}

/// Serves until `stop` becomes true. Then no new connection is accepted, sockets receive `bye`, and everything is
/// written to disk.
///
/// # Errors
/// When the port cannot be bound, or the certificate cannot be used.
pub async fn serve(
    mut installation: Installation,
    stop: watch::Receiver<bool>,
    metrics: Option<PrometheusHandle>,
    listening: impl FnOnce(SocketAddr) + Send,
) -> Result<(), ServeError> {
    // Links that are printed have the port that was found, also where any was asked for.
    let listener = Listener::open(&installation.config)?;
    installation.config.listen = listener.address()?;
    if let Some(text) = missing_pages() {
        tracing::warn!("{text}");
    }
    let app = app(&installation, stop.clone(), metrics)?;
    serve_at(listener, installation, app, stop, listening).await
}

/// The same for an app that is shared with other code.
///
/// # Errors
/// As [`serve`].
pub async fn serve_app(
    installation: Installation,
    app: Arc<App>,
    stop: watch::Receiver<bool>,
    listening: impl FnOnce(SocketAddr) + Send,
) -> Result<(), ServeError> {
    let listener = Listener::open(&installation.config)?;
    serve_at(listener, installation, app, stop, listening).await
}

async fn serve_at(
    listener: Listener,
    mut installation: Installation,
    app: Arc<App>,
    stop: watch::Receiver<bool>,
    listening: impl FnOnce(SocketAddr) + Send,
) -> Result<(), ServeError> {
    let config = &installation.config;
    let router = router(&app, config);
    let connections = Connections::new(config.limits, config.proxies.clone());
    let header_timeout = config.limits.header_timeout;
    let sweeping = tokio::spawn(sweep_sessions(Arc::clone(&app)));
    if !installation.needs_set_up() {
        start_timers(&mut installation, &app, &stop);
    }
    let (_, nothing_due) = mpsc::channel(1);
    let due = std::mem::replace(&mut installation.checkpoints_due, nothing_due);
    drop(tokio::spawn(Arc::clone(&installation.checkpoints).run(due, stop.clone())));
    listening(listener.address()?);
    let founding = tokio::spawn(found_in_turn(installation, app, stop.clone()));
    listener.serve(router, connections, header_timeout, stop, SHUTDOWN).await?;
    let mut installation = founding.await.map_err(failed)?;
    sweeping.abort();
    let snapshots = std::mem::take(&mut installation.snapshots);
    drop(tokio::task::spawn_blocking(move || drop(snapshots)).await);
    for (_, house) in &installation.houses {
        house.actor.close().await;
    }
    let signer = Arc::clone(&installation.checkpoints);
    let store = Arc::clone(&installation.store);
    let ended = tokio::task::spawn_blocking(move || {
        signer.finish();
        store.release();
    });
    drop(ended.await);
    Ok(())
}

/// Starts the timers of the houses.
fn start_timers(installation: &mut Installation, app: &Arc<App>, stop: &watch::Receiver<bool>) {
    let (_, silent) = ChangeSender::channel();
    let changes = std::mem::replace(&mut installation.changes, silent);
    match installation.config.timers {
        Timers::Run => {
            drop(tokio::spawn(
                Scheduler::new(&installation.houses, Arc::clone(&app.games)).run(changes, stop.clone()),
            ));
            for (_, house) in &installation.houses {
                let seats = run_seats(Arc::clone(house), Arc::clone(&app.presence), stop.clone());
                drop(tokio::spawn(seats));
            }
            let demos = installation.houses.iter().filter(|(_, house)| house.kind == HouseKind::Demo);
            for (_, house) in demos {
                drop(tokio::spawn(run_cashier(Arc::clone(house), stop.clone())));
                drop(tokio::spawn(run_dealer(Arc::clone(house), stop.clone())));
            }
        }
        // Nobody receives the changes, so they must not be queued.
        Timers::Off => drop(changes),
    }
}

/// Owns the installation until the server stops, and founds its first house when the set-up orders it. The house is open
/// from then on.
async fn found_in_turn(
    mut installation: Installation,
    app: Arc<App>,
    mut stop: watch::Receiver<bool>,
) -> Installation {
    loop {
        let order = tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return installation,
            Some(order) = installation.foundings.recv() => order,
        };
        let FoundingOrder { founding, reply } = order;
        let founded = tokio::task::spawn_blocking(move || {
            let founded = installation.set_up(founding);
            (installation, founded)
        });
        let answer;
        (installation, answer) = founded.await.expect("founding a house does not panic");
        if answer.is_ok() {
            drop(app.houses.set(installation.houses.clone()));
            start_timers(&mut installation, &app, &stop);
        }
        let _ = reply.send(answer);
    }
}

/// Deletes expired sessions from memory and database, again and again.
async fn sweep_sessions(app: Arc<App>) {
    loop {
        tokio::time::sleep(SWEEP).await;
        let app = Arc::clone(&app);
        let swept = tokio::task::spawn_blocking(move || app.sessions.sweep()).await;
        if let Ok(Err(error)) = swept {
            tracing::warn!(%error, "expired sessions cannot be deleted");
        }
    }
}
