//! The set-up of a house in an empty data folder: by a token that works once, all of it or nothing, and open without a restart.

use std::net::SocketAddr;
use std::thread::JoinHandle;

use croupier_server::config::Config;
use croupier_server::error::ServeError;
use croupier_server::installation::Installation;
use croupier_server::serve::{app, serve_app};
use croupier_store_suite::PostgresServer;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::common::{Guest, config, folder, request, shelf};
use crate::postgres::node;

const PASSWORD: &str = "a long password";
const KEY: &str = "0190a9f2-8c0b-7c3e-9a55-0e7a5d1f2b11";

/// A server on a folder that has no house.
struct EmptyServer {
    base: String,
    token: String,
    stop: watch::Sender<bool>,
    thread: Option<JoinHandle<Result<(), ServeError>>>,
}

impl EmptyServer {
    fn start(config: Config) -> Self {
        let (stop, stopping) = watch::channel(false);
        let (sender, receiver) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
            let installation = Installation::open(config, shelf()).unwrap();
            let token = installation.set_up_token.clone().unwrap_or_default();
            let app = app(&installation, stopping.clone(), None).unwrap();
            let listening = move |address: SocketAddr| sender.send((address, token)).unwrap();
            runtime.block_on(serve_app(installation, app, stopping, listening))
        });
        let (address, token) = receiver.recv().unwrap();
        Self { base: format!("http://{address}"), token, stop, thread: Some(thread) }
    }

    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
        self.ask_with(&self.token, &[], method, path, body)
    }

    fn ask_with(
        &self,
        token: &str,
        more: &[(&str, &str)],
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> (u16, Value) {
        let headers = [&[("x-setup-token", token)], more].concat();
        request(&self.base, method, path, None, &headers, body)
    }

    /// A draft for these games with everything filled in.
    fn draft(&self, games: &str) -> Value {
        let (status, mut plan) = self.ask("GET", &format!("/setup/plan?games={games}"), None);
        assert_eq!(status, 200, "{plan}");
        plan["licence_holder"] = json!("Ann Ltd");
        plan["premises"] = json!("1 High Street");
        plan["currency"] = json!("GBP");
        plan["time_zone"] = json!("Europe/London");
        plan["escalated_to"] = json!("the Board");
        for paper in plan["approvals"].as_array_mut().unwrap() {
            paper["reference"] = json!("A 1");
            paper["date"] = json!("2001-01-01");
        }
        for table in plan["tables"].as_array_mut().unwrap() {
            table["hours"] = json!("00:00-24:00");
        }
        for approval in plan["approvals"].as_array_mut().unwrap() {
            if approval["of"] == "hours" {
                approval["hours"] = json!("00:00-24:00");
            }
        }
        for (place, handle) in ["mia", "ida", "carl", "dee"].iter().enumerate() {
            plan["staff"][place]["handle"] = json!(handle);
        }
        json!({"plan": plan, "cash": "100000", "chips": "50000", "plaques": "", "password": PASSWORD})
    }

    fn login(&self, handle: &str) -> Guest {
        let body = json!({"house": 1, "handle": handle, "password": PASSWORD, "bearer": true});
        let (status, reply) = request(&self.base, "POST", "/session", None, &[], Some(&body));
        assert_eq!(status, 201, "{reply}");
        let token = reply["token"].as_str().unwrap().to_owned();
        Guest { base: self.base.clone(), token, person: reply["person"].as_u64().unwrap() }
    }

    fn houses(&self) -> usize {
        request(&self.base, "GET", "/houses", None, &[], None).1.as_array().unwrap().len()
    }
}

impl Drop for EmptyServer {
    fn drop(&mut self) {
        let _ = self.stop.send(true);
        let ended = self.thread.take().unwrap().join();
        if !std::thread::panicking() {
            ended.unwrap().unwrap();
        }
    }
}

const GAME: &str = "mpumalanga/american-roulette";

#[test]
fn an_empty_folder_is_set_up_and_the_house_is_open_without_a_restart() {
    let data = folder("set-up");
    let server = EmptyServer::start(config(&data));
    assert_eq!(server.houses(), 0);
    let (status, view) = server.ask("GET", "/setup", None);
    assert_eq!(status, 200, "{view}");
    assert!(view["books"].as_array().unwrap().iter().any(|book| book["id"] == "mpumalanga"), "{view}");
    assert!(view["time_zones"].as_array().unwrap().len() > 300);
    let draft = server.draft(GAME);
    let (status, review) = server.ask("POST", "/setup/check", Some(&draft));
    assert_eq!((status, &review["faults"], &review["breaches"]), (200, &json!([]), &json!([])), "{review}");
    let (status, done) = server.ask("POST", "/setup", Some(&draft));
    assert_eq!(status, 201, "{done}");
    assert_eq!(done["session"]["handle"], "mia");
    assert_eq!(done["file"], review["file"]);
    assert_eq!(server.houses(), 1);
    let links = done["links"].as_array().unwrap();
    let names: Vec<&str> = links.iter().map(|link| link["handle"].as_str().unwrap()).collect();
    assert_eq!(names, ["ida", "carl", "dee"]);
    for link in links {
        let body = json!({"house": 1, "token": link["link"]["token"], "password": PASSWORD});
        assert_eq!(request(&server.base, "POST", "/password", None, &[], Some(&body)).0, 204);
    }
    let [mia, ida, carl, dee] = ["mia", "ida", "carl", "dee"].map(|handle| server.login(handle));
    let left = |guest: &Guest| -> Vec<String> {
        let (status, view) = guest.get("/houses/1/opening");
        assert_eq!(status, 200, "{view}");
        let open = view["steps"].as_array().unwrap().iter().filter(|step| step["done"] == false);
        open.map(|step| step["step"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(left(&mia), ["fill", "open"]);
    let float = json!([{"value": "100", "count": 20}]);
    let slip = dee.must(1, &json!({"do": "request-slip", "kind": "fill", "chips": float}));
    for (who, step) in [(&carl, "send"), (&carl, "deliver"), (&ida, "confirm")] {
        who.must(1, &json!({"do": "step-slip", "number": slip["number"], "step": step}));
    }
    assert_eq!(left(&dee), ["open"]);
    let opening = ida
        .must(1, &json!({"do": "propose", "matter": {"kind": "open", "mode": "attended", "opener": float}}));
    mia.must(1, &json!({"do": "authorise", "proposal": opening["number"]}));
    assert_eq!(left(&mia), Vec::<String>::new());
    let (status, refused) = server.ask("GET", "/setup", None);
    assert_eq!((status, &refused["code"]), (409, &json!("order")), "the link works once");
    drop(server);
    let server = EmptyServer::start(config(&data));
    assert_eq!((server.houses(), server.token.as_str()), (1, ""), "a folder with a house has no set-up");
    assert_eq!(server.ask("POST", "/setup", Some(&draft)).0, 409);
}

#[test]
fn a_refused_set_up_creates_nothing_and_can_be_corrected() {
    refused_and_corrected(&config(&folder("set-up-refused")));
}

#[test]
fn a_refused_set_up_in_a_database_creates_nothing_and_can_be_corrected() {
    let address = PostgresServer::shared().database();
    refused_and_corrected(&node(&folder("set-up-refused-pg"), &address, "first"));
}

fn refused_and_corrected(config: &Config) {
    let server = EmptyServer::start(config.clone());
    let right = server.draft(GAME);
    let refuse = |change: &dyn Fn(&mut Value), field: &str| {
        let mut draft = right.clone();
        change(&mut draft);
        let (status, review) = server.ask("POST", "/setup/check", Some(&draft));
        assert_eq!(status, 200, "{review}");
        let faults = review["faults"].as_array().unwrap();
        assert!(faults.iter().any(|fault| fault["field"] == field), "{field}: {review}");
        let (status, problem) = server.ask("POST", "/setup", Some(&draft));
        assert_eq!(status, 400, "{problem}");
        assert_eq!(server.houses(), 0);
    };
    refuse(&|draft| draft["password"] = json!("short"), "password");
    refuse(&|draft| draft["cash"] = json!("much"), "cash");
    refuse(&|draft| draft["plan"]["time_zone"] = json!("Europe/Lundon"), "time_zone");
    refuse(&|draft| draft["plan"]["staff"][1]["handle"] = json!("MIA"), "staff.1.handle");
    refuse(&|draft| draft["plan"]["staff"][1]["handle"] = json!("no name"), "staff.1.handle");
    refuse(&|draft| draft["plan"]["staff"][1]["handle"] = json!("Robot_1"), "staff.1.handle");
    refuse(&|draft| draft["plan"]["staff"][0]["handle"] = json!(""), "staff");
    refuse(&|draft| draft["plan"]["tables"][0]["dealer"] = json!("Nobody"), "tables.0.dealer");
    // Without a second person nobody could authorise anything.
    let alone = |draft: &mut Value| {
        draft["plan"]["staff"][1]["handle"] = json!("");
        draft["plan"]["staff"][2]["handle"] = json!("");
    };
    refuse(&alone, "");
    let (status, problem) = server.ask_with("wrong", &[], "POST", "/setup", Some(&right));
    assert_eq!((status, &problem["code"]), (403, &json!("authority")));
    assert_eq!(server.ask_with("", &[], "POST", "/setup/check", Some(&right)).0, 403);
    assert_eq!(server.ask("GET", "/setup/plan?games=mpumalanga/bingo", None).0, 400);
    drop(server);
    // Nothing of it is left: the next start sets up again, with another token.
    let server = EmptyServer::start(config.clone());
    assert_eq!(server.ask("POST", "/setup", Some(&right)).0, 201);
}

#[test]
fn a_house_in_breach_is_created_and_says_what_the_regulation_still_wants() {
    let server = EmptyServer::start(config(&folder("set-up-breach")));
    let mut draft = server.draft(GAME);
    draft["plan"]["approvals"][0]["reference"] = json!("");
    draft["plan"]["approvals"][0]["date"] = json!("");
    let (_, review) = server.ask("POST", "/setup/check", Some(&draft));
    assert_eq!(
        review["breaches"][0]["fields"],
        json!(["approvals.0.reference", "tables.0.hours"]),
        "{review}"
    );
    assert_eq!(review["breaches"][0]["breach"]["cites"], json!(["2.4"]));
    assert_eq!(server.ask("POST", "/setup", Some(&draft)).0, 201);
    let (_, opening) = server.login("mia").get("/houses/1/opening");
    let breach =
        opening["steps"].as_array().unwrap().iter().find(|step| step["step"] == "breach").unwrap().clone();
    assert!(breach["text"].as_str().unwrap().contains("mpumalanga 2.4"), "{opening}");
}

#[test]
fn the_same_request_gets_the_same_links_and_another_one_is_refused() {
    let server = EmptyServer::start(config(&folder("set-up-again")));
    let draft = server.draft(GAME);
    let key = [("idempotency-key", KEY)];
    let (status, first) = server.ask_with(&server.token, &key, "POST", "/setup", Some(&draft));
    assert_eq!(status, 201, "{first}");
    // The answer was lost: the page asks again with its key.
    let (status, again) = server.ask_with(&server.token, &key, "POST", "/setup", Some(&draft));
    assert_eq!((status, &again["links"]), (201, &first["links"]), "{again}");
    let other = [("idempotency-key", "0190a9f2-8c0b-7c3e-9a55-0e7a5d1f2b12")];
    assert_eq!(server.ask_with(&server.token, &other, "POST", "/setup", Some(&draft)).0, 409);
    assert_eq!(server.ask("POST", "/setup", Some(&draft)).0, 409);
    assert_eq!(server.houses(), 1);
}

#[test]
fn two_set_ups_at_once_create_one_house() {
    let server = EmptyServer::start(config(&folder("set-up-race")));
    let draft = server.draft(GAME);
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let ask = || scope.spawn(|| server.ask("POST", "/setup", Some(&draft)).0);
        [ask(), ask(), ask()].map(|thread| thread.join().unwrap()).into()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert_eq!(server.houses(), 1);
}

#[test]
fn a_manager_alone_gets_no_second_link_for_the_staff() {
    let server = EmptyServer::start(config(&folder("set-up-link")));
    let (status, done) = server.ask("POST", "/setup", Some(&server.draft(GAME)));
    assert_eq!(status, 201, "{done}");
    let mia = server.login("mia");
    let (_, people) = mia.get("/houses/1/people");
    let ida =
        people.as_array().unwrap().iter().find(|person| person["handle"] == "ida").unwrap()["person"].clone();
    let (status, refused) = mia.send(&format!("/houses/1/people/{ida}/password-link"), &[], &json!({}));
    assert_eq!(status, 403, "{refused}");
}
