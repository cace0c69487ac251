//! A server in this process, and people who talk to it.
#![allow(unreachable_pub, dead_code, reason = "each test uses a part")]

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;

use argon2::password_hash::PasswordHasher;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, Version};
use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::demo::Demo;
use croupier_house::ids::{Actor, PersonId, TableId};
use croupier_house::table::Pace;
use croupier_rules::book::Shelf;
use croupier_server::actor::{Executed, HouseHandle};
use croupier_server::config::{Config, Timers};
use croupier_server::error::ServeError;
use croupier_server::houses::HouseKind;
use croupier_server::installation::Installation;
use croupier_server::serve::serve;
use croupier_server::sessions::RateLimit;
use croupier_server::storage::HouseStore;
use croupier_server::wire::{CommandResult, Problem};
use metrics_exporter_prometheus::PrometheusHandle;
use serde_json::{Value, json};
use tokio::sync::watch;

/// The books, read once.
pub fn shelf() -> &'static Shelf {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    SHELF.get_or_init(Shelf::built_in)
}

const FILE: &str = include_str!("../../../../examples/demo-sterling.toml");
const DEMO: Demo = Demo { file: FILE, attended: &[] };
/// The table that a dealer attends, where one does.
pub const ATTENDED: &str = "Roulette with a dealer";
const WITH_DEALER: Demo = Demo { file: FILE, attended: &[ATTENDED] };
pub const PASSWORD: &str = "a long password";

/// A data folder of a test's own.
pub fn folder(name: &str) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("croupier-server-{}-{name}-{number}", std::process::id()));
    drop(std::fs::remove_dir_all(&folder));
    folder
}

/// A configuration for a test: any port, no limit on requests, no waiting.
pub fn config(data: &Path) -> Config {
    Config {
        data: data.to_owned(),
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        rate: RateLimit { burst: 0, per_second: 0 },
        pace: Pace::NONE,
        timers: Timers::Off,
        ..Config::default()
    }
}

/// A server that runs.
pub struct Server {
    pub base: String,
    pub address: SocketAddr,
    pub actor: HouseHandle,
    pub data: PathBuf,
    pub store: Arc<HouseStore>,
    stop: watch::Sender<bool>,
    thread: Option<JoinHandle<Result<(), ServeError>>>,
}

/// Opens the demo house of the examples by ordinary commands.
fn open_house(installation: &mut Installation, demo: Demo) {
    if installation.houses.is_empty() {
        installation.found(demo.file, HouseKind::Demo, Vec::new()).unwrap();
    }
    let actor = &installation.houses[0].1.actor;
    while let Some(order) = actor.read_blocking(move |state| demo.next(state.house)).unwrap() {
        give(actor, order).unwrap();
    }
}

/// Gives an order and waits: everything that its sender gets.
pub fn execute(actor: &HouseHandle, order: Request) -> Result<Executed, Problem> {
    let (sender, receiver) = std::sync::mpsc::channel();
    actor.execute_then(order, move |answer| drop(sender.send(answer)));
    receiver.recv().unwrap()
}

/// Gives an order and waits.
pub fn give(actor: &HouseHandle, order: Request) -> Result<CommandResult, Problem> {
    let (sender, receiver) = std::sync::mpsc::channel();
    actor.submit_then(order, move |answer| drop(sender.send(answer)));
    receiver.recv().unwrap()
}

impl Server {
    /// Starts one with a house in it whose tables are open.
    pub fn start(config: Config) -> Self {
        let mut installation = Installation::open(config, shelf()).unwrap();
        open_house(&mut installation, DEMO);
        Self::run(installation)
    }

    /// The same with a dealer at one of them.
    pub fn start_with_dealer(config: Config) -> Self {
        let mut installation = Installation::open(config, shelf()).unwrap();
        open_house(&mut installation, WITH_DEALER);
        Self::run(installation)
    }

    /// The same with another house file, and dealers at these tables.
    pub fn start_attended(config: Config, file: &'static str, attended: &'static [&'static str]) -> Self {
        let mut installation = Installation::open(config, shelf()).unwrap();
        open_house(&mut installation, Demo { file, attended });
        Self::run(installation)
    }

    /// The same with a house as [`Self::start`] has it, and `/metrics`.
    pub fn start_measured(config: Config, metrics: PrometheusHandle) -> Self {
        let mut installation = Installation::open(config, shelf()).unwrap();
        open_house(&mut installation, DEMO);
        Self::serve(installation, Some(metrics))
    }

    pub fn run(installation: Installation) -> Self {
        Self::serve(installation, None)
    }

    fn serve(installation: Installation, metrics: Option<PrometheusHandle>) -> Self {
        let (stop, stopping) = watch::channel(false);
        let (sender, receiver) = std::sync::mpsc::channel();
        let (actor, data) = (installation.houses[0].1.actor.clone(), installation.config.data.clone());
        let store = Arc::clone(&installation.store);
        let thread = std::thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
            runtime.block_on(serve(installation, stopping, metrics, move |address| {
                sender.send(address).unwrap()
            }))
        });
        let address: SocketAddr = receiver.recv().unwrap();
        Self { base: format!("http://{address}"), address, actor, data, store, stop, thread: Some(thread) }
    }

    /// Ends it in good order.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        let _ = self.stop.send(true);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap().unwrap();
        }
    }

    /// Gives a command as the house itself.
    pub fn as_house(&self, command: Command) -> Result<CommandResult, Problem> {
        give(&self.actor, Request { key: None, by: Actor::House, command })
    }

    /// The next phase of a table.
    pub fn tick(&self, table: u16) {
        self.as_house(Command::Table(TableId(table), TableCommand::Tick)).unwrap();
    }

    /// The number of a table with this game.
    pub fn table(&self, game: &'static str) -> u16 {
        self.actor
            .read_blocking(move |state| {
                state.house.tables().iter().find(|t| t.game.ends_with(game)).map(|t| t.id.0)
            })
            .unwrap()
            .unwrap()
    }

    /// The number of a table by its name.
    pub fn called(&self, name: &'static str) -> u16 {
        self.actor
            .read_blocking(move |state| {
                state.house.tables().iter().find(|t| *t.name == *name).map(|t| t.id.0)
            })
            .unwrap()
            .unwrap()
    }

    /// Somebody with chips who is logged in with a token.
    pub fn player(&self, handle: &str) -> Guest {
        let body = json!({"house": 1, "handle": handle, "password": PASSWORD});
        let (status, reply) = request(&self.base, "POST", "/people", None, &[], Some(&body));
        assert_eq!(status, 201, "{reply}");
        let person = PersonId(u32::try_from(reply["person"].as_u64().unwrap()).unwrap());
        let exchange = croupier_house::office::Exchange::BuyIn {
            with: croupier_house::ledger::Unit::Cash,
            amount: croupier_kit::Money::from_minor(1_000_000),
        };
        let laid = self.as_house(Command::RequestExchange { at: None, person, exchange }).unwrap();
        self.as_house(Command::ConfirmExchange { at: None, number: laid.number.unwrap() }).unwrap();
        self.login(handle, PASSWORD)
    }

    /// Somebody of the house's staff: whoever is enrolled without a password is given that of a player.
    pub fn staff(&self, handle: &str) -> Guest {
        let accounts = rusqlite::Connection::open(self.data.join("accounts.db")).unwrap();
        accounts.busy_timeout(std::time::Duration::from_secs(5)).unwrap();
        let sql = "insert or ignore into accounts (house, handle, hash) values (1, ?, ?)";
        accounts.execute(sql, [handle, cheap_hash()]).unwrap();
        self.login(handle, PASSWORD)
    }

    /// Logs in for a token.
    pub fn login(&self, handle: &str, password: &str) -> Guest {
        let body = json!({"house": 1, "handle": handle, "password": password, "bearer": true});
        let (status, reply) = request(&self.base, "POST", "/session", None, &[], Some(&body));
        assert_eq!(status, 201, "{reply}");
        let token = reply["token"].as_str().unwrap().to_owned();
        Guest { base: self.base.clone(), token, person: reply["person"].as_u64().unwrap() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.end();
        }
    }
}

/// The hash of the password of everybody, with the least work: hundreds of logins check it.
pub fn cheap_hash() -> &'static str {
    static HASH: OnceLock<String> = OnceLock::new();
    HASH.get_or_init(|| {
        let params = Params::new(Params::MIN_M_COST, Params::MIN_T_COST, 1, None).unwrap();
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let hash: PasswordHash = argon.hash_password_with_salt(PASSWORD.as_bytes(), &[7; 16]).unwrap();
        hash.to_string()
    })
}

/// What the server says outside its API: the status.
pub fn status_of(server: &Server, path: &str) -> u16 {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    agent.get(format!("{}{path}", server.base)).call().unwrap().status().as_u16()
}

/// One request; the status and what was answered.
pub fn request(
    base: &str,
    method: &str,
    path: &str,
    token: Option<&str>,
    headers: &[(&str, &str)],
    body: Option<&Value>,
) -> (u16, Value) {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let mut request = ureq::http::Request::builder().method(method).uri(format!("{base}/api/v1{path}"));
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let mut answer = match body {
        Some(body) => agent
            .run(request.header("content-type", "application/json").body(body.to_string()).unwrap())
            .unwrap(),
        None => agent.run(request.body(()).unwrap()).unwrap(),
    };
    // Some answers are not text.
    let bytes = answer.body_mut().read_to_vec().unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    (answer.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

/// Somebody who is logged in.
#[derive(Clone)]
pub struct Guest {
    pub base: String,
    pub token: String,
    pub person: u64,
}

impl Guest {
    pub fn get(&self, path: &str) -> (u16, Value) {
        request(&self.base, "GET", path, Some(&self.token), &[], None)
    }

    pub fn send(&self, path: &str, headers: &[(&str, &str)], body: &Value) -> (u16, Value) {
        request(&self.base, "POST", path, Some(&self.token), headers, Some(body))
    }

    /// Does something at a table.
    pub fn at(&self, table: u16, body: &Value) -> (u16, Value) {
        self.send(&format!("/houses/1/tables/{table}/commands"), &[], body)
    }

    /// The same, which must be done.
    pub fn must(&self, table: u16, body: &Value) -> Value {
        let (status, reply) = self.at(table, body);
        assert_eq!(status, 200, "{body}: {reply}");
        reply
    }

    /// What this person has in chips.
    pub fn chips(&self) -> String {
        self.get("/houses/1/me").1["balances"]["chips"].as_str().unwrap().to_owned()
    }
}
