//! Serving, from an opened installation to a clean shutdown.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use croupier_house::command::Command;
use croupier_house::ids::{Actor, HouseId};
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::{mpsc, oneshot, watch};

use crate::actor::ChangeSender;
use crate::app::App;
use crate::clock::wall;
use crate::config::Timers;
use crate::door::{Connections, CountLimit};
use crate::error::{ServeError, failed};
use crate::file_notes::file_notes;
use crate::generator_watch::watch_generator;
use crate::houses::{HouseKind, HouseList, Houses, OpenHouse};
use crate::installation::{FirstManagerToken, Installation};
use crate::listener::Listener;
use crate::node::{NOTICES_EVERY, NodeEvent, NodeLink, NodeOverview, Notice, NoticeBoard, RunningNode};
use crate::presence::Presence;
use crate::printed::PRINTS_AT_ONCE;
use crate::reports::Reports;
use crate::router::router;
use crate::scheduler::{GRACE, Scheduler, run_cashier, run_dealer, run_seats};
use crate::sessions::{Attempts, RateLimiter, SessionStore};
use crate::setup::{FoundedHouse, FoundingOrder, SetUpDoor};
use crate::storage::Tables;
use crate::telemetry::{set_held, set_last_recovery};
use crate::welcome::{first_manager_link, lost_accounts, missing_pages, set_up_link};
use crate::wire::Problem;

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
    let board = notice_board(installation);
    let sessions = SessionStore::open(Arc::clone(accounts), config.session_lasts).map_err(failed)?;
    let sessions = sessions.shared(board.clone());
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
    let house_list = Arc::new(HouseList::default());
    if !installation.needs_set_up() {
        houses.iter().for_each(|(id, house)| house_list.add(*id, house));
    }
    let hashed = |token: &FirstManagerToken| (token.house, *blake3::hash(token.token.as_bytes()).as_bytes());
    Ok(Arc::new(App {
        house_list,
        node: installation
            .node
            .as_ref()
            .map(|node| NodeOverview::new(node.link.clone(), node.run, node.seen())),
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
        attempts: Attempts::shared(board.clone()),
        board,
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

/// What nodes let each other know; `None` for houses in a data folder.
fn notice_board(installation: &Installation) -> Option<Arc<NoticeBoard>> {
    let (node, tables) = (installation.node.as_ref()?, installation.store.tables()?);
    Some(Arc::new(NoticeBoard::new(Tables::Database(tables), format!("{:032x}", node.run.0))))
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
    drop(tokio::spawn(watch_generator(Arc::clone(&app), stop.clone())));
    start_scheduler(&mut installation, &app, &stop);
    app.houses().iter().for_each(|(_, house)| start_timers(house, &app, installation.config.timers, &stop));
    if let Some(board) = &app.board {
        drop(tokio::spawn(exchange_notices(Arc::clone(&app), Arc::clone(board), stop.clone())));
    }
    let draining =
        installation.node.as_ref().map(|node| tokio::spawn(drain(node.link.clone(), stop.clone())));
    let (_, nothing_due) = mpsc::channel(1);
    let due = std::mem::replace(&mut installation.checkpoints_due, nothing_due);
    drop(tokio::spawn(Arc::clone(&installation.checkpoints).run(due, stop.clone())));
    listening(listener.address()?);
    let founding = tokio::spawn(found_in_turn(installation, app, stop.clone()));
    listener.serve(router, connections, header_timeout, stop, SHUTDOWN).await?;
    let mut installation = founding.await.map_err(failed)?;
    sweeping.abort();
    if let Some(draining) = draining {
        drop(draining.await);
    }
    let snapshots = std::mem::take(&mut installation.snapshots);
    drop(tokio::task::spawn_blocking(move || drop(snapshots)).await);
    for (_, house) in &installation.houses {
        house.actor.close().await;
    }
    let signer = Arc::clone(&installation.checkpoints);
    let ended = tokio::task::spawn_blocking(move || {
        signer.finish();
        if let Some(node) = &mut installation.node {
            node.end();
        }
    });
    drop(ended.await);
    Ok(())
}

/// Reads what other nodes have done, and lets them know who is at the tables of this one, until the server stops.
async fn exchange_notices(app: Arc<App>, board: Arc<NoticeBoard>, mut stop: watch::Receiver<bool>) {
    let mut said = Instant::now();
    loop {
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return,
            () = tokio::time::sleep(NOTICES_EVERY) => {}
        }
        let says = said.elapsed() >= PRESENCE_EVERY;
        if says {
            said = Instant::now();
        }
        let (app, board) = (Arc::clone(&app), Arc::clone(&board));
        let exchanged = tokio::task::spawn_blocking(move || {
            if says {
                said_of(&app).iter().for_each(|notice| board.put(notice));
            }
            board.read().map(|notices| notices.into_iter().for_each(|notice| apply_notice(&app, notice)))
        });
        if let Ok(Err(error)) = exchanged.await {
            tracing::debug!(%error, "notices of other nodes cannot be read");
        }
    }
}

/// What this node lets others know of itself: who is at its tables, and how far it has applied the houses.
fn said_of(app: &App) -> Vec<Notice> {
    let places = app.presence.all_here(Instant::now());
    let present = (!places.is_empty()).then_some(Notice::Present(places));
    let applied = app.node.as_ref().map(|node| {
        let houses = app.houses().into_iter().map(|(id, house)| (id, house.actor.shared().stored_to()));
        Notice::Applied { run: node.run.0, houses: houses.collect() }
    });
    present.into_iter().chain(applied).collect()
}

/// How often other nodes learn who is at the tables of this one.
const PRESENCE_EVERY: Duration = Duration::from_secs(2);

fn apply_notice(app: &App, notice: Notice) {
    match notice {
        Notice::SessionsChanged { house, person } => app.sessions.forget(house, person),
        Notice::LoginFailed { pair, address, account, is_known_place } => {
            app.attempts.failed_elsewhere([pair, address, account], is_known_place, wall());
        }
        Notice::Applied { run, houses } => {
            if let Some(node) = &app.node {
                node.note(run, houses);
            }
        }
        Notice::Present(places) => app.presence.note_elsewhere(places, Instant::now()),
    }
}

/// Gives the houses of this node to others as soon as the server stops. Requests go on meanwhile.
async fn drain(link: NodeLink, mut stop: watch::Receiver<bool>) {
    drop(stop.wait_for(|stop| *stop).await);
    RunningNode::drain(link).await;
}

/// Starts the timers of the automatic tables of all houses.
fn start_scheduler(installation: &mut Installation, app: &Arc<App>, stop: &watch::Receiver<bool>) {
    let (_, silent) = ChangeSender::channel();
    let changes = std::mem::replace(&mut installation.changes, silent);
    match installation.config.timers {
        Timers::Run => {
            let grace = if installation.node.is_some() { Duration::ZERO } else { GRACE };
            let scheduler = Scheduler::new(Arc::clone(&app.house_list), Arc::clone(&app.games), grace);
            drop(tokio::spawn(scheduler.run(changes, stop.clone())));
        }
        // Nobody receives the changes, so they must not be queued.
        Timers::Off => drop(changes),
    }
}

/// Starts what else looks after a house: its seats, and the staff of a demo.
fn start_timers(house: &Arc<OpenHouse>, app: &Arc<App>, timers: Timers, stop: &watch::Receiver<bool>) {
    if timers == Timers::Off {
        return;
    }
    drop(tokio::spawn(run_seats(Arc::clone(house), Arc::clone(&app.presence), stop.clone())));
    if house.kind == HouseKind::Demo {
        drop(tokio::spawn(run_cashier(Arc::clone(house), stop.clone())));
        drop(tokio::spawn(run_dealer(Arc::clone(house), stop.clone())));
    }
}

/// How often it is looked whether another node has founded a house.
const FOUNDED_EVERY: Duration = Duration::from_millis(500);

/// What happens to the houses of an installation while it is served.
enum HouseWork {
    Found(FoundingOrder),
    Follow(HouseId),
    LookAtUnfounded,
}

/// Owns the installation until the server stops. It founds the first house when the set-up orders it, and serves those
/// that other nodes found.
async fn found_in_turn(
    mut installation: Installation,
    app: Arc<App>,
    mut stop: watch::Receiver<bool>,
) -> Installation {
    loop {
        let work = tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return installation,
            Some(order) = installation.foundings.recv() => HouseWork::Found(order),
            Some(event) = next_event(&mut installation.node) => match event {
                NodeEvent::NewHouse(id) => HouseWork::Follow(id),
                NodeEvent::TookOver(id) => {
                    drop(tokio::spawn(note_owner(Arc::clone(&app), id)));
                    continue;
                }
            },
            () = tokio::time::sleep(FOUNDED_EVERY), if installation.has_unfounded() => HouseWork::LookAtUnfounded,
        };
        let done = tokio::task::spawn_blocking(move || {
            let done = work_on_houses(&mut installation, work);
            (installation, done)
        });
        let (returned, (added, founded)) = done.await.expect("work on houses does not panic");
        installation = returned;
        for house in added {
            app.house_list.add(house.actor.id, &house);
            start_timers(&house, &app, installation.config.timers, &stop);
        }
        // Whoever ordered it finds it in the list.
        if let Some((reply, answer)) = founded {
            let _ = reply.send(answer);
        }
    }
}

/// What is answered to whoever ordered a house.
type FoundingAnswer = (oneshot::Sender<Result<FoundedHouse, Problem>>, Result<FoundedHouse, Problem>);

/// Does what is due, and returns the houses that are served from now on, and what is answered then.
fn work_on_houses(
    installation: &mut Installation,
    work: HouseWork,
) -> (Vec<Arc<OpenHouse>>, Option<FoundingAnswer>) {
    let added = match work {
        HouseWork::Found(FoundingOrder { founding, reply }) => {
            let answer = installation.set_up(founding);
            let house = answer.as_ref().ok().map(|(house, _)| Arc::clone(house));
            return (house.into_iter().collect(), Some((reply, answer)));
        }
        HouseWork::Follow(id) => installation.follow(id).map(|house| house.into_iter().collect()),
        HouseWork::LookAtUnfounded => installation.newly_founded(),
    };
    let added = added.unwrap_or_else(|error| {
        tracing::error!(%error, "a house of the database cannot be served");
        Vec::new()
    });
    (added, None)
}

/// What the node reports next; waits for ever where there is none.
async fn next_event(node: &mut Option<RunningNode>) -> Option<NodeEvent> {
    match node {
        Some(node) => node.events.recv().await,
        None => std::future::pending().await,
    }
}

/// Notes in the journal that this node has a house whose owner failed: its open phases last their full time again.
async fn note_owner(app: Arc<App>, id: HouseId) {
    let (Some(house), Some(node)) = (app.house_list.get(id), &app.node) else { return };
    let node = node.link.name.to_string().into_boxed_str();
    if let Err(problem) = house.submit(Actor::House, Command::NoteOwner { node }).await {
        tracing::warn!(house = id.0, problem = problem.message, "the new owner is not noted");
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
