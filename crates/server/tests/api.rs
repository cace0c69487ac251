//! The API against its own document, and against those who use it wrongly.

use crate::common::{Guest, PASSWORD, Server, config, folder, request};
use serde_json::{Value, json};

fn server(name: &str) -> Server {
    Server::start(config(&folder(name)))
}

/// The schema that the document has for an answer.
fn schema_of(document: &Value, method: &str, path: &str, status: u16) -> Value {
    let responses = &document["paths"][path][method]["responses"];
    let exact = &responses[status.to_string()];
    let answer = if exact.is_null() { &responses[format!("{}XX", status / 100)] } else { exact };
    assert!(!answer.is_null(), "{method} {path} says nothing of {status}");
    let content = answer["content"].as_object().and_then(|content| content.values().next());
    let mut schema = content.map_or_else(|| json!({}), |content| content["schema"].clone());
    schema["components"] = document["components"].clone();
    schema
}

pub(crate) fn check(document: &Value, method: &str, path: &str, (status, reply): &(u16, Value)) {
    let schema = schema_of(document, method, path, *status);
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let faults: Vec<String> =
        validator.iter_errors(reply).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(faults.is_empty(), "{method} {path} {status}: {faults:?}\n{reply}");
}

#[test]
fn every_answer_is_as_the_document_says() {
    let server = server("document");
    let (_, document) = request(&server.base, "GET", "/openapi.json", None, &[], None);
    assert_eq!(document["openapi"], "3.1.0");
    let wheel = server.table("roulette");
    let (ann, manager) = (server.player("ann"), server.staff("demo_manager"));
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    ann.must(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
    (0..3).for_each(|_| server.tick(wheel));
    let t = format!("/houses/1/tables/{wheel}");
    let as_player = [
        "/session",
        "/houses",
        "/houses/1/tables",
        "/houses/1/me",
        "/houses/1/me/rounds",
        "/houses/1/me/statement",
        "/houses/1/me/disputes",
    ];
    let of_table = ["", "/game", "/rounds", "/rounds/1", "/board"];
    let of_staff = [
        "/houses/1/people",
        "/houses/1/ledger",
        "/houses/1/disputes",
        "/houses/1/journal",
        "/houses/1/papers",
        "/houses/1/events",
        "/houses/1/charter",
    ];
    let mut seen = 0;
    let mut look = |guest: &Guest, path: &str, expected: u16| {
        let answer = guest.get(path);
        assert_eq!(answer.0, expected, "{path}: {}", answer.1);
        let template =
            path.replace("/houses/1", "/houses/{h}").replace(&format!("/tables/{wheel}"), "/tables/{t}");
        check(&document, "get", &template.replace("/rounds/1", "/rounds/{n}"), &answer);
        seen += 1;
    };
    as_player.iter().for_each(|path| look(&ann, path, 200));
    of_table.iter().for_each(|path| look(&ann, &format!("{t}{path}"), 200));
    of_staff.iter().for_each(|path| look(&manager, path, 200));
    of_staff.iter().for_each(|path| look(&ann, path, 403));
    look(&manager, &format!("{t}/papers"), 200);
    let done = ann.at(wheel, &json!({"do": "leave"}));
    check(&document, "post", "/houses/{h}/tables/{t}/commands", &done);
    let refused = ann.at(wheel, &json!({"do": "leave"}));
    assert_eq!(refused.0, 409);
    check(&document, "post", "/houses/{h}/tables/{t}/commands", &refused);
    assert_eq!(seen, 27);
}

#[test]
fn a_round_is_found_again_with_its_verdict_and_money() {
    let server = server("round");
    let wheel = server.table("roulette");
    let ann = server.player("ann");
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    let done = ann.must(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
    assert_eq!(done["number"], 1);
    let open = ann.get(&format!("/houses/1/tables/{wheel}/rounds/1"));
    assert_eq!((open.0, open.1["code"].as_str()), (409, Some("order")));
    (0..3).for_each(|_| server.tick(wheel));
    let (_, seen) = ann.get(&format!("/houses/1/tables/{wheel}"));
    assert_eq!(seen["phase"], "payment");
    let ball = seen["fell"]["ball"].as_str().unwrap();
    assert_eq!(seen["last"][0]["result"], ball);
    let (status, round) = ann.get(&format!("/houses/1/tables/{wheel}/rounds/1"));
    assert_eq!(status, 200, "{round}");
    assert!(round["record"].as_str().unwrap().contains(&format!("ball {ball}")));
    let bet = &round["verdict"]["bets"][0];
    assert_eq!((bet["player"].as_str(), bet["mine"].as_bool()), (Some("ann"), Some(true)));
    assert_eq!(bet["returned"], seen["stakes"][0]["returned"]);
    assert_eq!(round["mine"]["returned"], bet["returned"]);
    let (_, mine) = ann.get("/houses/1/me/rounds");
    assert_eq!((mine[0]["round"].as_u64(), mine[0]["staked"].as_str()), (Some(1), Some("5.00")));
    let (_, statement) = ann.get("/houses/1/me/statement");
    assert_eq!(statement["rows"][0]["balance"].as_str().unwrap(), ann.chips());
}

#[test]
fn what_makes_no_sense_is_refused_and_says_why() {
    let server = server("nonsense");
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    let path = format!("/houses/1/tables/{wheel}/commands");
    let bad = [
        json!({}),
        json!([]),
        json!("bet"),
        json!({"do": "dance"}),
        json!({"do": "bet"}),
        json!({"do": "bet", "amount": 5, "wager": "red"}),
        json!({"do": "bet", "amount": "5.001", "wager": "red"}),
        json!({"do": "bet", "amount": "-5", "wager": "red"}),
        json!({"do": "bet", "amount": "5", "wager": "red", "tip": "1"}),
        json!({"do": "take-back", "stake": -1}),
        json!({"do": "decide", "decision": "insure"}),
    ];
    for body in &bad {
        let (status, reply) = ann.send(&path, &[], body);
        assert_eq!((status, reply["code"].as_str()), (400, Some("malformed")), "{body}: {reply}");
        assert!(!reply["message"].as_str().unwrap().is_empty());
    }
    let unknown = [
        "/houses/9/tables",
        "/houses/1/tables/999",
        "/houses/1/tables/x",
        "/nowhere",
        "/houses/1/tables/0/board",
        "/houses/70000/tables",
    ];
    for path in unknown {
        let (status, reply) = ann.get(path);
        assert_eq!((status, reply["code"].as_str()), (404, Some("unknown")), "{path}: {reply}");
    }
    let (status, reply) = ann.send("/houses/1/tables/999/commands", &[], &json!({"do": "sit"}));
    assert_eq!((status, reply["code"].as_str()), (404, Some("unknown")));
    let (status, reply) = ann.send(&path, &[("idempotency-key", "seven")], &json!({"do": "sit"}));
    assert_eq!((status, reply["code"].as_str()), (400, Some("malformed")));
    let large = json!({"do": "enter", "lines": "x".repeat(300_000)});
    let (status, reply) = ann.send(&path, &[], &large);
    assert_eq!((status, reply["code"].as_str()), (413, Some("too-large")));
    ann.must(wheel, &json!({"do": "sit"}));
}

#[test]
fn a_key_is_one_command_and_a_version_must_match() {
    let server = server("keys");
    let (wheel, ann, ben) = (server.table("roulette"), server.player("ann"), server.player("ben"));
    let path = format!("/houses/1/tables/{wheel}/commands");
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    let key = [("idempotency-key", "6f9619ff-8b86-d011-b42d-00cf4fc964ff")];
    let bet = json!({"do": "bet", "amount": "5", "wager": "red"});
    let (_, first) = ann.send(&path, &key, &bet);
    let (_, again) = ann.send(&path, &key, &bet);
    assert_eq!((&first["again"], &again["again"]), (&json!(false), &json!(true)));
    assert_eq!((&first["from"], &first["number"]), (&again["from"], &again["number"]));
    let other = json!({"do": "bet", "amount": "6", "wager": "red"});
    let (status, reply) = ann.send(&path, &key, &other);
    assert_eq!((status, reply["code"].as_str()), (409, Some("key")));
    // The same figures are another key in somebody else's hand.
    let (status, _) = ben.send(&path, &key, &json!({"do": "sit"}));
    assert_eq!(status, 200);
    let (_, seen) = ann.get(&format!("/houses/1/tables/{wheel}"));
    assert_eq!(seen["stakes"].as_array().unwrap().len(), 1);
    let version = seen["version"].as_u64().unwrap();
    let (status, reply) = ann.send(&path, &[("if-version", &(version - 1).to_string())], &bet);
    assert_eq!((status, reply["code"].as_str()), (409, Some("stale")));
    let (status, _) = ann.send(&path, &[("if-version", &version.to_string())], &bet);
    assert_eq!(status, 200);
}

#[test]
fn a_command_that_is_sent_again_is_known_again_whatever_the_version() {
    let server = server("again");
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    let path = format!("/houses/1/tables/{wheel}/commands");
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    let version = ann.get(&format!("/houses/1/tables/{wheel}")).1["version"].to_string();
    let headers =
        [("idempotency-key", "6f9619ff-8b86-d011-b42d-00cf4fc964ff"), ("if-version", version.as_str())];
    let bet = json!({"do": "bet", "amount": "5", "wager": "red"});
    let (status, first) = ann.send(&path, &headers, &bet);
    assert_eq!((status, &first["again"]), (200, &json!(false)), "{first}");
    let (status, again) = ann.send(&path, &headers, &bet);
    assert_eq!((status, &again["again"]), (200, &json!(true)), "{again}");
    assert_eq!(first["number"], again["number"]);
    // Another command under a used key is reply so, and not that it has come too late.
    let (status, reply) = ann.send(&path, &headers, &json!({"do": "bet", "amount": "6", "wager": "red"}));
    assert_eq!((status, reply["code"].as_str()), (409, Some("key")));
    let fresh = [("idempotency-key", "00000000-8b86-d011-b42d-00cf4fc964ff"), headers[1]];
    let (status, reply) = ann.send(&path, &fresh, &bet);
    assert_eq!((status, reply["code"].as_str()), (409, Some("stale")));
    assert_eq!(ann.get(&format!("/houses/1/tables/{wheel}")).1["stakes"].as_array().unwrap().len(), 1);
}

#[test]
fn enrolling_is_a_command_like_others_and_no_players_business() {
    let server = server("enrol");
    let (ann, manager) = (server.player("ann"), server.staff("demo_manager"));
    let body = json!({"do": "enrol", "handle": "zoe", "role": "player"});
    let (status, reply) = ann.send("/houses/1/commands", &[], &body);
    assert_eq!((status, reply["code"].as_str()), (403, Some("authority")), "{reply}");
    let bare = json!({"do": "enrol", "handle": "yan", "role": "player"});
    assert_eq!(ann.send("/houses/1/commands", &[], &bare).0, 403);
    let stale = [("if-version", "1")];
    let (status, reply) = manager.send("/houses/1/commands", &stale, &body);
    assert_eq!((status, reply["code"].as_str()), (409, Some("stale")), "{reply}");
    let key = [("idempotency-key", "6f9619ff-8b86-d011-b42d-00cf4fc964ff")];
    let (status, first) = manager.send("/houses/1/commands", &key, &body);
    assert_eq!((status, &first["again"]), (200, &json!(false)), "{first}");
    let (status, again) = manager.send("/houses/1/commands", &key, &body);
    assert_eq!((status, &again["again"]), (200, &json!(true)), "{again}");
    assert_eq!(first["number"], again["number"]);
    let token = again["link"]["token"].as_str().expect("a new link, because there is no password yet");
    let set = json!({"house": 1, "token": token, "password": PASSWORD});
    assert_eq!(request(&server.base, "POST", "/password", None, &[], Some(&set)).0, 204);
    assert_eq!(Some(server.login("zoe", PASSWORD).person), first["number"].as_u64());
}

#[test]
fn whoever_is_dismissed_is_logged_out_and_stays_out() {
    let server = server("dismissed");
    let (manager, inspector, cashier) =
        (server.staff("demo_manager"), server.staff("demo_inspector"), server.staff("demo_cashier"));
    let ann = server.player("ann");
    let dismiss = |command: Value| {
        let (status, reply) = manager.send("/houses/1/commands", &[], &command);
        assert_eq!(status, 200, "{reply}");
    };
    dismiss(json!({"do": "refuse-service", "person": cashier.person, "reason": "dismissed"}));
    dismiss(json!({"do": "exclude", "person": inspector.person, "days": 30, "reason": "dismissed"}));
    dismiss(json!({"do": "refuse-service", "person": ann.person, "reason": "noise"}));
    for (guest, handle) in [(&cashier, "demo_cashier"), (&inspector, "demo_inspector")] {
        assert_eq!(guest.get("/session").0, 401, "{handle} is logged out");
        let body = json!({"house": 1, "handle": handle, "password": PASSWORD});
        let (status, reply) = request(&server.base, "POST", "/session", None, &[], Some(&body));
        assert_eq!((status, reply["code"].as_str()), (403, Some("service")), "{reply}");
    }
    assert_eq!(ann.get("/houses/1/me").0, 200, "a player still sees what is his");
    server.login("ann", PASSWORD);
    dismiss(json!({"do": "resume-service", "person": cashier.person, "reason": "a mistake"}));
    server.login("demo_cashier", PASSWORD);
}

#[test]
fn a_method_that_an_address_does_not_take_is_a_problem_too() {
    let server = server("method");
    for path in ["/houses", "/session", "/houses/1/tables/1/commands"] {
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let asked = ureq::http::Request::builder().method("PUT").uri(format!("{}/api/v1{path}", server.base));
        let mut answer = agent.run(asked.body(()).unwrap()).unwrap();
        assert_eq!(answer.status().as_u16(), 405);
        assert_eq!(answer.headers()["content-type"], "application/problem+json");
        assert!(!answer.headers()["allow"].is_empty());
        let reply: Value = answer.body_mut().read_json().unwrap();
        assert_eq!((reply["code"].as_str(), reply["status"].as_u64()), (Some("method"), Some(405)));
    }
}

/// Logs in with a cookie: the cookie and the token against forged requests.
fn with_cookie(server: &Server, handle: &str) -> (String, String) {
    let agent: ureq::Agent = ureq::Agent::config_builder().build().into();
    let body = json!({"house": 1, "handle": handle, "password": PASSWORD});
    let mut answer = agent.post(format!("{}/api/v1/session", server.base)).send_json(&body).unwrap();
    let cookie = answer.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    for (header, value) in [("x-content-type-options", "nosniff"), ("x-frame-options", "DENY")] {
        assert_eq!(answer.headers()[header], value);
    }
    assert!(answer.headers()["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'"));
    let reply: Value = answer.body_mut().read_json().unwrap();
    (cookie.split(';').next().unwrap().to_owned(), reply["csrf"].as_str().unwrap().to_owned())
}

#[test]
fn a_forged_request_and_an_ended_session_do_nothing() {
    let server = server("csrf");
    let wheel = server.table("roulette");
    server.player("ann");
    let (cookie, csrf) = with_cookie(&server, "ann");
    let path = format!("/houses/1/tables/{wheel}/commands");
    let send = |headers: &[(&str, &str)]| {
        request(&server.base, "POST", &path, None, headers, Some(&json!({"do": "sit"})))
    };
    for headers in
        [vec![("cookie", cookie.as_str())], vec![("cookie", cookie.as_str()), ("x-csrf-token", "guess")]]
    {
        let (status, reply) = send(&headers);
        assert_eq!((status, reply["code"].as_str()), (403, Some("csrf")));
    }
    let whole = [("cookie", cookie.as_str()), ("x-csrf-token", csrf.as_str())];
    assert_eq!(send(&whole).0, 200);
    assert_eq!(request(&server.base, "DELETE", "/session", None, &whole, None).0, 204);
    let (status, reply) = request(&server.base, "GET", "/session", None, &whole, None);
    assert_eq!((status, reply["code"].as_str()), (401, Some("session")));
    assert_eq!(send(&whole).1["code"], "session");
}

#[test]
fn a_session_ends_when_its_time_is_over() {
    let mut config = config(&folder("expiry"));
    config.session_lasts = 1_500;
    let server = Server::start(config);
    let ann = server.player("ann");
    assert_eq!(ann.get("/session").0, 200);
    std::thread::sleep(std::time::Duration::from_millis(1_600));
    assert_eq!(ann.get("/session").0, 401);
}

/// The code of the problem where ann is not let in with a password.
fn login_of_ann(server: &Server, password: &str) -> Option<String> {
    let body = json!({"house": 1, "handle": "ann", "password": password});
    let (_, reply) = request(&server.base, "POST", "/session", None, &[], Some(&body));
    reply["code"].as_str().map(ToOwned::to_owned)
}

#[test]
fn wrong_passwords_have_to_wait_and_requests_are_limited() {
    let data = folder("lock");
    let server = Server::start(config(&data));
    server.player("ann");
    let login = |password: &str| login_of_ann(&server, password);
    for _ in 0..5 {
        assert_eq!(login("a wrong password").as_deref(), Some("session"));
    }
    assert_eq!(login(PASSWORD).as_deref(), Some("rate"), "even the right one has to wait");
    drop(server);
    let mut config = config(&data);
    config.rate = croupier_server::sessions::RateLimit { burst: 10, per_second: 1 };
    let server = Server::start(config);
    let codes: Vec<u16> =
        (0..15).map(|_| request(&server.base, "GET", "/houses", None, &[], None).0).collect();
    assert_eq!(codes.iter().filter(|status| **status == 429).count(), 5, "{codes:?}");
}

#[test]
fn many_passwords_at_once_are_no_more_than_as_many_one_after_another() {
    let server = server("parallel");
    server.player("ann");
    let login = |password: &str| login_of_ann(&server, password);
    let together = |password: &'static str| -> Vec<Option<String>> {
        std::thread::scope(|scope| {
            let asked: Vec<_> = (0..16).map(|_| scope.spawn(|| login(password))).collect();
            asked.into_iter().map(|asked| asked.join().unwrap()).collect()
        })
    };
    assert!(together(PASSWORD).iter().all(Option::is_none), "the right one comes in, however often");
    let reply = together("a wrong password");
    let count = |code: &str| reply.iter().filter(|reply| reply.as_deref() == Some(code)).count();
    assert_eq!((count("session"), count("rate")), (5, 11), "{reply:?}");
    assert_eq!(login(PASSWORD).as_deref(), Some("rate"), "even the right one has to wait");
}

/// The document says which operations need a session; a request without one is refused exactly there.
#[test]
fn operations_need_a_session_where_the_document_says_so() {
    let server = server("security");
    let wheel = server.table("roulette").to_string();
    let (_, document) = request(&server.base, "GET", "/openapi.json", None, &[], None);
    let mut secured = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        let address = path.replace("{h}", "1").replace("{t}", &wheel).replace("{n}", "1").replace("{p}", "1");
        for (method, operation) in methods.as_object().unwrap() {
            let security = operation["security"].as_array();
            let needed = security.is_some_and(|ways| ways.iter().all(|way| way != &json!({})));
            let body = (method != "get").then(|| json!({}));
            let (status, reply) =
                request(&server.base, &method.to_uppercase(), &address, None, &[], body.as_ref());
            assert_eq!(status == 401, needed, "{method} {path}: {status} {reply}");
            secured += u32::from(needed);
        }
    }
    assert!(secured > 10, "{secured}");
    let schemes = document["components"]["securitySchemes"].as_object().unwrap();
    assert_eq!(schemes.len(), 3, "cookie, CSRF token and bearer token: {schemes:?}");
}
