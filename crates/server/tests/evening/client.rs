//! A server in a process of its own, and people who talk to it over HTTP.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use croupier_house::table::Pace;
use croupier_rules::book::Shelf;
use croupier_server::config::Config;
use croupier_server::demo;
use croupier_server::installation::Installation;
use croupier_server::serve::serve;
use croupier_server::sessions::RateLimit;
use croupier_server::welcome::Welcome;
use serde_json::{Value, json};

/// The variable that makes a test the server, on this data folder.
const DATA: &str = "CROUPIER_EVENING_DATA";

/// Serves the demo houses, where this process was started for that.
pub(crate) fn serve_if_asked() {
    let Some(data) = std::env::var_os(DATA) else { return };
    let pace = Pace {
        bets: 1500,
        finals: 100,
        closed: 900,
        insurance: 300,
        decision: 400,
        payment: 100,
        ..Pace::NONE
    };
    let rate = RateLimit { burst: 0, per_second: 0 };
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let config = Config { data: data.into(), listen, pace, rate, ..Config::default() };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let mut installation = Installation::open(config, Box::leak(Box::new(Shelf::built_in()))).unwrap();
    demo::set_up(&mut installation).unwrap();
    let welcome = Welcome::of(&installation);
    let served = runtime.block_on(async {
        let (sender, receiver) = tokio::sync::watch::channel(false);
        tokio::spawn(async move {
            let mut ended =
                tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).unwrap();
            ended.recv().await;
            let _ = sender.send(true);
            std::future::pending::<()>().await;
        });
        serve(installation, receiver, None, |address| println!("{}", welcome.at(address))).await
    });
    served.unwrap();
}

/// The server as a person starts it.
pub(crate) struct Server {
    child: Child,
    /// Where it listens.
    pub(crate) base: String,
}

impl Server {
    /// Starts it on a data folder, and waits until it says what to open.
    pub(crate) fn start(data: &Path) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "evening::the_server", "--nocapture"])
            .env(DATA, data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let open = lines.find_map(|line| line.strip_prefix("Open ").map(ToOwned::to_owned));
        let base = open.unwrap().replace("localhost", "127.0.0.1");
        // What it prints later is nobody's concern, but it must be able to print it.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, base }
    }

    /// Ends it as a power cut would.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Ends it as its owner would.
    pub(crate) fn stop(mut self) {
        let ended = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(ended.success());
        assert!(self.child.wait().unwrap().success(), "it stops in good order");
    }
}

/// A data folder of a test's own.
pub(crate) fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("croupier-evening-{}", std::process::id()));
    drop(std::fs::remove_dir_all(&folder));
    folder
}

/// Somebody who is logged in to a house.
#[derive(Clone)]
pub(crate) struct Guest {
    agent: ureq::Agent,
    base: String,
    token: String,
    pub(crate) house: u64,
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().http_status_as_error(false).build().into()
}

impl Guest {
    /// Logs in.
    pub(crate) fn login(server: &Server, house: u64, handle: &str, password: &str) -> Self {
        let body = json!({"house": house, "handle": handle, "password": password, "bearer": true});
        let url = format!("{}/api/v1/session", server.base);
        let mut answer = agent().post(url).send_json(body).unwrap();
        let reply: Value = answer.body_mut().read_json().unwrap();
        let token = reply["token"].as_str().unwrap_or_else(|| panic!("{reply}")).to_owned();
        Self { agent: agent(), base: server.base.clone(), token, house }
    }

    /// Becomes a player of a house, and logs in.
    pub(crate) fn enrol(server: &Server, house: u64, handle: &str) -> Self {
        let password = "an evening out";
        let body = json!({"house": house, "handle": handle, "password": password});
        let answer = agent().post(format!("{}/api/v1/people", server.base)).send_json(body).unwrap();
        assert_eq!(answer.status(), 201);
        Self::login(server, house, handle, password)
    }

    fn url(&self, path: &str) -> String {
        format!("{}/api/v1/houses/{}{path}", self.base, self.house)
    }

    /// Reads something of the house.
    pub(crate) fn get(&self, path: &str) -> Value {
        let (status, reply) = self.try_get(path);
        assert_eq!(status, 200, "{path}: {reply}");
        reply
    }

    pub(crate) fn try_get(&self, path: &str) -> (u16, Value) {
        let bearer = format!("Bearer {}", self.token);
        let mut answer = self.agent.get(self.url(path)).header("authorization", bearer).call().unwrap();
        (answer.status().as_u16(), answer.body_mut().read_json().unwrap())
    }

    fn send(&self, path: &str, body: &Value, version: Option<u64>) -> Result<Value, Value> {
        let bearer = format!("Bearer {}", self.token);
        let mut request = self.agent.post(self.url(path)).header("authorization", bearer);
        if let Some(version) = version {
            request = request.header("if-version", version.to_string());
        }
        let mut answer = request.send_json(body).unwrap();
        let reply: Value = answer.body_mut().read_json().unwrap();
        if answer.status().is_success() { Ok(reply) } else { Err(reply) }
    }

    /// Does something in the house, which must be done.
    pub(crate) fn does(&self, body: Value) -> Value {
        self.send("/commands", &body, None).unwrap_or_else(|problem| panic!("{body}: {problem}"))
    }

    /// Does something at a table.
    pub(crate) fn at(&self, table: u64, body: Value) -> Result<Value, Value> {
        self.send(&format!("/tables/{table}/commands"), &body, None)
    }

    /// The same, if nothing has happened at the table since this version.
    pub(crate) fn at_version(&self, table: u64, version: u64, body: Value) -> Result<Value, Value> {
        self.send(&format!("/tables/{table}/commands"), &body, Some(version))
    }

    /// The same, which must be done.
    pub(crate) fn must(&self, table: u64, body: Value) -> Value {
        self.at(table, body.clone()).unwrap_or_else(|problem| panic!("{body}: {problem}"))
    }

    /// A table as this person sees it.
    pub(crate) fn table(&self, table: u64) -> Value {
        self.get(&format!("/tables/{table}"))
    }

    /// The tables of the house.
    pub(crate) fn tables(&self) -> Vec<Value> {
        self.get("/tables").as_array().unwrap().clone()
    }

    /// The number of a table with a name.
    pub(crate) fn named(&self, name: &str) -> u64 {
        let tables = self.tables();
        let found = tables.iter().find(|table| table["name"] == name);
        found.unwrap_or_else(|| panic!("{name}"))["id"].as_u64().unwrap()
    }

    /// What this person has in chips.
    pub(crate) fn chips(&self) -> String {
        self.get("/me")["balances"]["chips"].as_str().unwrap().to_owned()
    }
}
