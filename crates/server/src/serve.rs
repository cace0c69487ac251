//! Opens a data folder, its houses and the port, and closes them again.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum_server::Handle;
use croupier_house::command::{Command, Request};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, HouseId, StreamId};
use croupier_house::journal::Entry;
use croupier_house::office::Role;
use croupier_house::store::Store;
use croupier_rules::book::Shelf;
use croupier_store::{SqliteStore, StoreOptions};
use rustc_hash::FxHashMap;
use tokio::sync::{mpsc, watch};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

use crate::app::{App, HouseKind, OpenHouse};
use crate::config::{Config, Timers};
use crate::desk::{Desk, Settings};
use crate::door::Door;
use crate::floor::{Beat, Beats, Floor, KEY_FILE, Safe};
use crate::folder::{self, Held};
use crate::sessions::{Accounts, Rates, Sessions, Sockets, guard, secret};

/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long connections have to end when the server stops.
const FAREWELL: Duration = Duration::from_secs(10);

/// Nothing comes from another host, and no other page shows this one in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
     font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The houses of a data folder, opened, before the port is.
pub struct Fitted {
    /// How it is set up.
    pub config: Config,
    /// Where the houses are kept.
    pub store: Arc<SqliteStore>,
    /// The houses.
    pub houses: Vec<(HouseId, Arc<OpenHouse>)>,
    /// What the floor is told of.
    pub beats: mpsc::UnboundedReceiver<Beat>,
    accounts: Arc<Accounts>,
    shelf: &'static Shelf,
    tell: Beats,
    _held: Held,
}

/// Why a server cannot be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unserved(pub String);

impl std::fmt::Display for Unserved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unserved {}

pub(crate) fn failed(error: impl std::fmt::Display) -> Unserved {
    Unserved(error.to_string())
}

/// The software, for the rounds it plays.
fn build() -> String {
    format!("croupier {}", env!("CARGO_PKG_VERSION"))
}

impl Fitted {
    /// Opens a data folder and all its houses.
    ///
    /// # Errors
    /// When the folder cannot be used, or a journal cannot be read.
    pub fn open(config: Config, shelf: &'static Shelf) -> Result<Self, Unserved> {
        let folder = &config.data;
        folder::make(folder)?;
        let held = folder::hold(folder)?;
        let options = StoreOptions { pages_max: config.pages_max, busy: config.busy };
        let store = Arc::new(SqliteStore::open(folder.join("journal.db"), options).map_err(failed)?);
        let accounts = Arc::new(Accounts::open(&folder.join("accounts.db")).map_err(failed)?);
        let (tell, beats) = Beats::channel();
        let houses = Vec::new();
        let mut fitted = Self { config, store, houses, beats, accounts, shelf, tell, _held: held };
        fitted.check_keys()?;
        fitted.open_known()?;
        fitted.found_configured()?;
        Ok(fitted)
    }

    /// Opens the houses whose journals are there.
    fn open_known(&mut self) -> Result<(), Unserved> {
        for number in 1.. {
            let id = HouseId(number);
            if self.store.version(StreamId { house: id, table: None }).map_err(failed)? == 0 {
                return Ok(());
            }
            let kind = if self.demo_mark(id).exists() { HouseKind::Demo } else { HouseKind::Real };
            let desk = self.desk(id, Vec::new())?;
            self.put(desk, kind)?;
        }
        Ok(())
    }

    /// A key that is lost is not made anew: what is sealed under it could never be opened.
    fn check_keys(&self) -> Result<(), Unserved> {
        let path = self.config.data.join(KEY_FILE);
        if path.exists() {
            return Ok(());
        }
        for id in (1..).map(HouseId) {
            if self.store.version(StreamId { house: id, table: None }).map_err(failed)? == 0 {
                break;
            }
            if has_chains(&*self.store, id)? {
                return Err(Unserved(format!(
                    "{} is not there, and house {} has chains of seeds that are sealed under it: bring it back from \
                     a copy of the data folder (`croupier backup` copies it); without it no round in play can go on",
                    path.display(),
                    id.0
                )));
            }
        }
        Ok(())
    }

    fn demo_mark(&self, id: HouseId) -> std::path::PathBuf {
        self.config.data.join(format!("demo-{}", id.0))
    }

    /// Founds the houses of the configuration that are not there yet, by their place in it.
    fn found_configured(&mut self) -> Result<(), Unserved> {
        for place in self.houses.len()..self.config.houses.len() {
            let file = self.config.houses[place].file.clone();
            let text = read(&file)?;
            let learning = self.config.houses[place].learning.clone();
            self.found(&text, HouseKind::Real, learning)?;
        }
        Ok(())
    }

    /// Founds a house under a house file.
    ///
    /// # Errors
    /// When the file is not in order, or the house cannot be kept.
    pub fn found(
        &mut self,
        file: &str,
        kind: HouseKind,
        learning: Vec<Box<str>>,
    ) -> Result<Arc<OpenHouse>, Unserved> {
        let id = HouseId(u16::try_from(self.houses.len() + 1).map_err(failed)?);
        if kind == HouseKind::Demo {
            std::fs::write(self.demo_mark(id), "").map_err(failed)?;
        }
        let desk = self.desk(id, learning)?;
        let charter = Command::AdoptHouseFile { file: file.to_owned() };
        give(&desk, charter)?;
        self.put(desk, kind)
    }

    fn desk(&self, house: HouseId, learning: Vec<Box<str>>) -> Result<Desk, Unserved> {
        let chance = Box::new(Safe::open(&self.config.data).map_err(Unserved)?);
        let store = Arc::clone(&self.store) as Arc<dyn Store>;
        let configured = self.config.houses.get(usize::from(house.0).wrapping_sub(1));
        let learning = match configured {
            Some(configured) if learning.is_empty() => configured.learning.clone(),
            _ => learning,
        };
        Desk::open(Settings {
            house,
            shelf: self.shelf,
            build: build(),
            pace: self.config.pace,
            store,
            chance,
            beats: Some(self.tell.clone()),
            learning,
        })
        .map_err(failed)
    }

    fn put(&mut self, desk: Desk, kind: HouseKind) -> Result<Arc<OpenHouse>, Unserved> {
        let told = desk.look_now(|room| {
            room.house.office.house_file.as_ref().map(|charter| {
                (charter.licence_holder.clone(), charter.currency.clone(), charter.time_zone.clone())
            })
        });
        let (name, currency, time_zone) = told.map_err(|p| Unserved(p.message))?.unwrap_or_default();
        let id = desk.id;
        let house = Arc::new(OpenHouse { desk, name, currency, time_zone, kind });
        self.houses.push((id, Arc::clone(&house)));
        Ok(house)
    }

    /// Whether somebody can log in under a name.
    pub(crate) fn has_account(&self, house: HouseId, handle: &str) -> Result<bool, Unserved> {
        self.accounts.has(house, handle).map_err(failed)
    }

    /// Lets somebody log in under a name.
    pub(crate) fn put_account(&self, house: HouseId, handle: &str, hash: &str) -> Result<(), Unserved> {
        self.accounts.put(house, handle, hash).map_err(failed)
    }

    /// One-time tokens for the houses that have no manager yet.
    fn first_managers(&self) -> Result<FxHashMap<HouseId, [u8; 32]>, Unserved> {
        let mut tokens = FxHashMap::default();
        for (id, house) in &self.houses {
            let managed = house
                .desk
                .look_now(|room| room.house.office.people().any(|(_, person)| person.role == Role::Manager));
            if !managed.map_err(|p| Unserved(p.message))? {
                let token = secret().map_err(failed)?;
                println!(
                    "{}: its first manager comes in once with http://{}/first?house={}&token={token}",
                    house.name, self.config.listen, id.0
                );
                tokens.insert(*id, *blake3::hash(token.as_bytes()).as_bytes());
            }
        }
        Ok(tokens)
    }

    /// Everything that is served, for this set-up.
    ///
    /// # Errors
    /// When sessions cannot be read.
    pub fn app(
        &self,
        stopping: watch::Receiver<bool>,
        metrics: Option<metrics_exporter_prometheus::PrometheusHandle>,
    ) -> Result<Arc<App>, Unserved> {
        let sessions =
            Sessions::open(Arc::clone(&self.accounts), self.config.session_lasts).map_err(failed)?;
        Ok(Arc::new(App {
            houses: self.houses.clone(),
            store: Arc::clone(&self.store) as Arc<dyn Store>,
            shelf: self.shelf,
            sessions,
            rates: Rates::new(self.config.rate),
            sockets: Arc::new(Sockets::new(self.config.sockets_max)),
            first_managers: Mutex::new(self.first_managers()?),
            enrolling: tokio::sync::Mutex::new(()),
            lessons: crate::lessons::Lessons::default(),
            secure: self.config.tls.is_some(),
            socket_patience: self.config.socket_patience,
            stopping,
            metrics,
        }))
    }
}

/// Whether a house has dealt from seeds that are sealed.
fn has_chains(store: &dyn Store, house: HouseId) -> Result<bool, Unserved> {
    let mut found = false;
    store
        .read_all(house, &mut |kept| {
            // What cannot be read is told when the house is opened.
            let entry = Entry::read(kept.stream, kept.bytes).ok();
            found |= entry.is_some_and(|entry| matches!(entry.body.event, Event::ChainOpened { .. }));
            Ok(())
        })
        .map_err(failed)?;
    Ok(found)
}

fn read(file: &Path) -> Result<String, Unserved> {
    std::fs::read_to_string(file)
        .map_err(|error| Unserved(format!("cannot read {}: {error}", file.display())))
}

/// Gives a command as the house itself, before anything is served.
fn give(desk: &Desk, command: Command) -> Result<(), Unserved> {
    give_order(desk, Request { key: None, by: Actor::House, command })
}

/// Gives an order, before anything is served.
pub(crate) fn give_order(desk: &Desk, order: Request) -> Result<(), Unserved> {
    let (tell, told) = std::sync::mpsc::sync_channel(1);
    desk.give_then(order, move |answer| drop(tell.send(answer)));
    let answer = told.recv().map_err(failed)?;
    answer.map(drop).map_err(|problem| Unserved(problem.message))
}

/// The routes, with what every request passes.
pub fn router(app: &Arc<App>, config: &Config) -> Router {
    let id = HeaderName::from_static("x-request-id");
    let fixed = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    let layers = ServiceBuilder::new()
        .layer(SetRequestIdLayer::new(id.clone(), MakeRequestUuid))
        .layer(TraceLayer::new_for_http())
        .layer(PropagateRequestIdLayer::new(id))
        .layer(fixed(header::CONTENT_SECURITY_POLICY, POLICY))
        .layer(fixed(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(fixed(header::X_FRAME_OPTIONS, "DENY"))
        .layer(fixed(header::REFERRER_POLICY, "no-referrer"))
        .layer(fixed(header::CACHE_CONTROL, "no-store"))
        .layer(CatchPanicLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, PATIENCE));
    let api = crate::routes::routes()
        .layer(from_fn_with_state(Arc::clone(app), guard))
        .layer(DefaultBodyLimit::max(config.body_max));
    Router::new()
        .nest("/api/v1", api)
        .merge(crate::routes::outside())
        .layer(layers)
        .with_state(Arc::clone(app))
}

/// Serves until it is told to stop; then nobody new is let in, sockets are told goodbye and everything is put on disk.
///
/// # Errors
/// When the port cannot be had, or the certificate cannot be used.
pub async fn serve(
    fitted: Fitted,
    stop: watch::Receiver<bool>,
    metrics: Option<metrics_exporter_prometheus::PrometheusHandle>,
    listening: impl FnOnce(SocketAddr) + Send,
) -> Result<(), Unserved> {
    let app = fitted.app(stop.clone(), metrics)?;
    serve_app(fitted, app, stop, listening).await
}

/// The same for an app that others know too.
///
/// # Errors
/// As [`serve`].
pub async fn serve_app(
    mut fitted: Fitted,
    app: Arc<App>,
    mut stop: watch::Receiver<bool>,
    listening: impl FnOnce(SocketAddr) + Send,
) -> Result<(), Unserved> {
    let door = Door::open(&fitted.config).await?;
    let router = router(&app, &fitted.config).into_make_service_with_connect_info::<SocketAddr>();
    let (_, silent) = Beats::channel();
    let beats = std::mem::replace(&mut fitted.beats, silent);
    match fitted.config.timers {
        Timers::Run => drop(tokio::spawn(Floor::new(&fitted.houses).run(beats, stop.clone()))),
        // What nobody hears is not kept.
        Timers::Still => drop(beats),
    }
    let handle = Handle::new();
    let ending = handle.clone();
    tokio::spawn(async move {
        drop(stop.wait_for(|stop| *stop).await);
        ending.graceful_shutdown(Some(FAREWELL));
    });
    listening(door.address()?);
    door.serve(handle, router).await?;
    for (_, house) in &fitted.houses {
        house.desk.close().await;
    }
    Ok(())
}
