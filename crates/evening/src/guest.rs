//! Somebody who is logged in to a house, and talks to one of its servers.
//!
//! With several servers, whoever gets no answer from one goes to another and repeats the request under the same key, and
//! sends the highest sequence it has seen with every request.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::history::{Answer, Asked, History, Operation};

/// The longest time that one attempt takes.
const ATTEMPT: Duration = Duration::from_secs(3);
/// The pause before the next attempt.
const PAUSE: Duration = Duration::from_millis(20);
/// What a server answers that cannot do it now.
const UNAVAILABLE: u16 = 503;

/// The servers of a house, and what people were answered by them.
#[derive(Debug)]
pub struct HouseServers {
    /// Where they listen, such as `http://127.0.0.1:8080`.
    pub bases: Vec<String>,
    /// How long people try, where a server does not answer.
    pub patience: Duration,
    /// What they asked and were answered.
    pub history: Arc<History>,
}

impl HouseServers {
    /// One server, which must answer at once.
    pub fn one(base: &str, history: &Arc<History>) -> Arc<Self> {
        let bases = vec![base.to_owned()];
        Arc::new(Self { bases, patience: Duration::ZERO, history: Arc::clone(history) })
    }

    /// Several servers, of which any may fail for a while.
    pub fn several(bases: Vec<String>, patience: Duration) -> Arc<Self> {
        Arc::new(Self { bases, patience, history: Arc::default() })
    }
}

/// Somebody who is logged in to a house. A clone is another client of the same person.
#[derive(Debug)]
pub struct Guest {
    agent: ureq::Agent,
    servers: Arc<HouseServers>,
    /// The server that this client talks to.
    at: AtomicUsize,
    token: String,
    /// The house.
    pub house: u16,
    /// The person.
    pub person: u32,
    client: u32,
    /// The highest sequence that this client has seen.
    seen: AtomicU64,
}

impl Clone for Guest {
    fn clone(&self) -> Self {
        let client = self.servers.history.client();
        Self {
            agent: self.agent.clone(),
            servers: Arc::clone(&self.servers),
            at: AtomicUsize::new(client as usize % self.servers.bases.len()),
            token: self.token.clone(),
            house: self.house,
            person: self.person,
            client,
            seen: AtomicU64::new(self.seen.load(Ordering::Relaxed)),
        }
    }
}

/// A request as it is sent, and sent again.
struct Sent<'a> {
    path: &'a str,
    body: Option<&'a Value>,
    key: Option<u128>,
    version: Option<u64>,
}

/// What came back.
#[derive(Debug)]
struct Returned {
    status: u16,
    reply: Value,
    shown_to: Option<u64>,
}

fn agent(servers: &HouseServers) -> ureq::Agent {
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    let is_patient = servers.patience > Duration::ZERO;
    config.timeout_global(is_patient.then_some(ATTEMPT)).build().into()
}

/// A key that nobody has used.
fn new_key() -> u128 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let mut hasher = blake3::Hasher::new();
    let since = std::time::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
    hasher.update(&since.to_le_bytes()).update(&std::process::id().to_le_bytes());
    hasher.update(&NEXT.fetch_add(1, Ordering::Relaxed).to_le_bytes());
    let mut key = [0; 16];
    hasher.finalize_xof().fill(&mut key);
    // Version 4: version 7 would say when it was made.
    (u128::from_le_bytes(key) & !(0xf << 76)) | (4 << 76)
}

impl Guest {
    /// Logs in.
    pub fn login(servers: &Arc<HouseServers>, house: u16, handle: &str, password: &str) -> Self {
        let nobody = Self::nobody(servers, house);
        let body = json!({"house": house, "handle": handle, "password": password, "bearer": true});
        let reply = nobody.insist("/api/v1/session", &body);
        let token = reply["token"].as_str().unwrap_or_else(|| panic!("{reply}")).to_owned();
        let person = u32::try_from(reply["person"].as_u64().unwrap()).unwrap();
        Self { token, person, ..nobody }
    }

    /// Becomes a player of a house, and logs in.
    pub fn enrol(servers: &Arc<HouseServers>, house: u16, handle: &str) -> Self {
        let password = "an evening out";
        let body = json!({"house": house, "handle": handle, "password": password});
        Self::nobody(servers, house).insist("/api/v1/people", &body);
        Self::login(servers, house, handle, password)
    }

    fn nobody(servers: &Arc<HouseServers>, house: u16) -> Self {
        let client = servers.history.client();
        Self {
            agent: agent(servers),
            servers: Arc::clone(servers),
            at: AtomicUsize::new(client as usize % servers.bases.len()),
            token: String::new(),
            house,
            person: 0,
            client,
            seen: AtomicU64::new(0),
        }
    }

    /// The same person at one server.
    #[must_use]
    pub fn only_at(&self, server: usize) -> Self {
        let HouseServers { bases, patience, history } = &*self.servers;
        let (bases, history) = (vec![bases[server].clone()], Arc::clone(history));
        let servers = Arc::new(HouseServers { bases, patience: *patience, history });
        Self { servers, at: AtomicUsize::new(0), ..self.clone() }
    }

    /// Hears from somebody else what has happened: every server shows this person at least that from now on.
    pub fn hear_from(&self, other: &Self) {
        assert_eq!(self.house, other.house);
        self.seen.fetch_max(other.seen.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    /// Something that must be done before anybody is logged in.
    fn insist(&self, path: &str, body: &Value) -> Value {
        let begun = Instant::now();
        let mut is_repeated = false;
        loop {
            let sent = Sent { path, body: Some(body), key: None, version: None };
            match self.attempt(&sent) {
                Ok(Returned { status: 200 | 201, reply, .. }) => return reply,
                // An attempt whose answer did not come has done it; logging in shows that.
                Ok(Returned { status: 409, reply, .. }) if is_repeated => return reply,
                Ok(Returned { status: UNAVAILABLE, .. }) | Err(_)
                    if begun.elapsed() < self.servers.patience =>
                {
                    is_repeated = true;
                }
                Ok(Returned { status, reply, .. }) => panic!("{path}: {status} {reply}"),
                Err(error) => panic!("{path}: {error}"),
            }
            self.go_on();
        }
    }

    /// Goes to the next server.
    fn go_on(&self) {
        std::thread::sleep(PAUSE);
        let next = (self.at.load(Ordering::Relaxed) + 1) % self.servers.bases.len();
        self.at.store(next, Ordering::Relaxed);
    }

    /// Sends a request once.
    fn attempt(&self, sent: &Sent<'_>) -> Result<Returned, String> {
        let url = format!("{}{}", self.servers.bases[self.at.load(Ordering::Relaxed)], sent.path);
        let bearer = format!("Bearer {}", self.token);
        let seen = self.seen.load(Ordering::Relaxed);
        let answer = match sent.body {
            None => {
                let request = self.agent.get(url).header("authorization", &bearer);
                request.header("croupier-sequence", seen.to_string()).call()
            }
            Some(body) => {
                let mut request = self.agent.post(url);
                if !self.token.is_empty() {
                    request = request.header("authorization", &bearer);
                    request = request.header("croupier-sequence", seen.to_string());
                }
                if let Some(key) = sent.key {
                    request = request.header("idempotency-key", format!("{key:032x}"));
                }
                if let Some(version) = sent.version {
                    request = request.header("if-version", version.to_string());
                }
                request.send_json(body)
            }
        };
        let mut answer = answer.map_err(|error| error.to_string())?;
        let shown_to = answer.headers().get("croupier-sequence");
        let shown_to = shown_to.and_then(|value| value.to_str().ok()?.parse().ok());
        let status = answer.status().as_u16();
        let reply = answer.body_mut().read_json().map_err(|error| error.to_string())?;
        Ok(Returned { status, reply, shown_to })
    }

    /// Sends a request until it is answered, and notes what was answered.
    fn ask(&self, sent: &Sent<'_>, read: impl Fn(u16, &Value) -> Answer) -> (u16, Value) {
        let history = &self.servers.history;
        let (invoked, before) = (history.now(), self.seen.load(Ordering::Relaxed));
        let (mut turned_away, mut unreached, mut why) = (0, 0, String::new());
        let mut tries = Vec::new();
        loop {
            let sent_at = history.now();
            let server = self.at.load(Ordering::Relaxed);
            let attempt = self.attempt(sent);
            tries.push(format!("server {server}, {sent_at:?} to {:?}: {attempt:?}", history.now()));
            match attempt {
                Ok(Returned { status, reply, shown_to }) if status != UNAVAILABLE => {
                    let answered = history.now();
                    // Nobody here sends what a house does not know.
                    let is_wrong = sent.key.is_some() && matches!(status, 401 | 404 | 429 | 500);
                    assert!(!is_wrong, "{} {:?} under {:?}: {tries:#?}", sent.path, sent.body, sent.key);
                    let answer = read(status, &reply);
                    let shown_to = shown_to.unwrap_or_else(|| panic!("no sequence: {status} {reply}"));
                    let done = if let Answer::Done(sequence) = answer { sequence } else { 0 };
                    self.seen.fetch_max(shown_to.max(done), Ordering::Relaxed);
                    history.note(Operation {
                        client: self.client,
                        person: self.person,
                        house: self.house,
                        asked: sent.key.map_or(Asked::Read, Asked::Command),
                        invoked,
                        sent: sent_at,
                        answered,
                        before,
                        shown_to,
                        answer,
                        turned_away,
                        unreached,
                        why,
                    });
                    return (status, reply);
                }
                Ok(Returned { reply, .. }) => (turned_away, why) = (turned_away + 1, reply.to_string()),
                Err(error) => {
                    unreached += 1;
                    assert!(self.servers.patience > Duration::ZERO, "{}: {error}", sent.path);
                }
            }
            let waited = history.now().saturating_sub(invoked);
            assert!(
                waited < self.servers.patience,
                "{} {:?}: no answer in {waited:?}: {tries:#?}",
                sent.path,
                sent.body
            );
            self.go_on();
        }
    }

    fn path(&self, path: &str) -> String {
        format!("/api/v1/houses/{}{path}", self.house)
    }

    /// Reads something of the house.
    pub fn get(&self, path: &str) -> Value {
        let (status, reply) = self.try_get(path);
        assert_eq!(status, 200, "{path}: {reply}");
        reply
    }

    /// Reads something of the house that may not be there.
    pub fn try_get(&self, path: &str) -> (u16, Value) {
        let table = path.strip_prefix("/tables/").and_then(|table| table.parse::<u64>().ok());
        let read = |status: u16, reply: &Value| match (status, table) {
            (200, Some(table)) => Answer::Table(table, reply["version"].as_u64().unwrap()),
            (200, None) if path == "/me" => {
                // Two decimals, always.
                let chips = reply["balances"]["chips"].as_str().unwrap().replace('.', "");
                Answer::Chips(chips.parse().unwrap())
            }
            (200, None) => Answer::Shown,
            _ => Answer::Refused(status),
        };
        let path = self.path(path);
        let (status, reply) = self.ask(&Sent { path: &path, body: None, key: None, version: None }, read);
        assert_ne!(status, 401, "{path}: {reply}");
        (status, reply)
    }

    fn send(&self, path: &str, body: &Value, version: Option<u64>) -> Result<Value, Value> {
        let read = |status: u16, reply: &Value| match status {
            200 | 201 => Answer::Done(reply["sequence"].as_u64().unwrap_or_else(|| panic!("{reply}"))),
            _ => Answer::Refused(status),
        };
        let (path, key) = (self.path(path), Some(new_key()));
        let (status, reply) = self.ask(&Sent { path: &path, body: Some(body), key, version }, read);
        if status < 300 { Ok(reply) } else { Err(reply) }
    }

    /// Does something in the house.
    pub fn try_do(&self, body: &Value) -> Result<Value, Value> {
        self.send("/commands", body, None)
    }

    /// Does something in the house, which must be done.
    pub fn does(&self, body: Value) -> Value {
        self.try_do(&body).unwrap_or_else(|problem| panic!("{body}: {problem}"))
    }

    /// Does something at a table.
    pub fn at(&self, table: u64, body: Value) -> Result<Value, Value> {
        self.send(&format!("/tables/{table}/commands"), &body, None)
    }

    /// The same, if nothing has happened at the table since this version.
    pub fn at_version(&self, table: u64, version: u64, body: Value) -> Result<Value, Value> {
        self.send(&format!("/tables/{table}/commands"), &body, Some(version))
    }

    /// The same, which must be done.
    pub fn must(&self, table: u64, body: Value) -> Value {
        self.at(table, body.clone()).unwrap_or_else(|problem| panic!("{body}: {problem}"))
    }

    /// A table as this person sees it.
    pub fn table(&self, table: u64) -> Value {
        self.get(&format!("/tables/{table}"))
    }

    /// The tables of the house.
    pub fn tables(&self) -> Vec<Value> {
        self.get("/tables").as_array().unwrap().clone()
    }

    /// The number of a table with a name.
    pub fn named(&self, name: &str) -> u64 {
        let tables = self.tables();
        let found = tables.iter().find(|table| table["name"] == name);
        found.unwrap_or_else(|| panic!("{name}"))["id"].as_u64().unwrap()
    }

    /// What this person has in chips.
    pub fn chips(&self) -> String {
        self.get("/me")["balances"]["chips"].as_str().unwrap().to_owned()
    }
}
