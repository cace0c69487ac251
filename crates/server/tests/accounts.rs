//! Passwords, links, second factors: people own their accounts, and nobody locks them out.

use std::io::{Read, Write};
use std::net::SocketAddr;
use std::time::Instant;

use crate::common::{Guest, PASSWORD, Server, config, folder, request};
use serde_json::{Value, json};

fn server(name: &str) -> Server {
    Server::start(config(&folder(name)))
}

fn log_in(server: &Server, handle: &str, password: &str) -> (u16, Value) {
    let body = json!({"house": 1, "handle": handle, "password": password, "bearer": true});
    request(&server.base, "POST", "/session", None, &[], Some(&body))
}

/// A request from another address of this machine.
fn log_in_from(server: &Server, address: [u8; 4], handle: &str, password: &str) -> u16 {
    let body = json!({"house": 1, "handle": handle, "password": password, "bearer": true}).to_string();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from((address, 0))).unwrap();
        socket.connect(server.address).await.unwrap()
    });
    let mut stream = stream.into_std().unwrap();
    stream.set_nonblocking(false).unwrap();
    write!(
        stream,
        "POST /api/v1/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}

#[test]
fn wrong_passwords_slow_down_the_one_who_tries_and_lock_nobody_out() {
    let server = server("slow");
    server.player("ann");
    let stranger = [127, 0, 0, 9];
    let answers: Vec<u16> =
        (0..8).map(|_| log_in_from(&server, stranger, "ann", "a wrong password")).collect();
    assert_eq!(&answers[..5], &[401; 5], "{answers:?}");
    assert!(answers[5..].contains(&429), "{answers:?}");
    assert_eq!(log_in_from(&server, stranger, "ann", PASSWORD), 429, "the stranger waits, right or wrong");
    assert_eq!(log_in(&server, "ann", PASSWORD).0, 201, "the owner does not, at a place that she uses");
}

/// Whether a known and an unknown name took as long as each other, each from an address of its own. Other work on the
/// machine can hold up either of them: it is tried again.
fn take_as_long(server: &Server, turn: u8) -> bool {
    let [known, unknown] = [("ann", 2), ("nobody", 3)].map(|(handle, net)| {
        let start = Instant::now();
        assert_eq!(log_in_from(server, [127, 0, net, turn + 1], handle, "a wrong password"), 401);
        start.elapsed()
    });
    known.abs_diff(unknown) < known.max(unknown) / 4
}

#[test]
fn known_and_unknown_names_answer_alike() {
    let server = server("alike");
    server.player("ann");
    let try_ten = |handle: &str, last: u8| {
        let address = [127, 0, 1, last];
        (0..10).map(|_| log_in_from(&server, address, handle, "a wrong password")).collect::<Vec<_>>()
    };
    assert_eq!(try_ten("ann", 1), try_ten("nobody", 2), "the same number of answers before the delay");
    let (known, unknown) =
        (log_in(&server, "ann", "a wrong password"), log_in(&server, "nobody", "a wrong password"));
    assert_eq!(known, unknown, "the same words");
    assert!(
        (0..40).any(|turn| take_as_long(&server, turn)),
        "one of them is answered without the work of a password"
    );
}

#[test]
fn refusals_of_enrolment_do_not_say_why() {
    let server = server("enrolment");
    server.player("ann");
    let enrol = |handle: &str| {
        let body = json!({"house": 1, "handle": handle, "password": PASSWORD});
        request(&server.base, "POST", "/people", None, &[], Some(&body))
    };
    let (taken, reserved) = (enrol("ANN"), enrol("Robot_Zed"));
    assert_eq!(taken.0, 409);
    assert_eq!(taken, reserved);
    assert_eq!(enrol("9").0, 400, "what is no name is no secret");
    assert_eq!(log_in(&server, "ann", PASSWORD).0, 201, "her password is as it was");
}

/// The link of an answer, and the use of it.
fn use_link(server: &Server, token: &str, password: &str) -> (u16, Value) {
    let body = json!({"house": 1, "token": token, "password": password});
    request(&server.base, "POST", "/password", None, &[], Some(&body))
}

#[test]
fn people_who_are_enrolled_set_their_own_password_by_a_link_that_works_once() {
    let server = server("link");
    let manager = server.staff("demo_manager");
    let enrol = json!({"do": "enrol", "handle": "eve", "role": "player"});
    let key = [("idempotency-key", "0190a9f2-8c0b-4c3e-9a55-0e7a5d1f2b11")];
    let (status, done) = manager.send("/houses/1/commands", &key, &enrol);
    assert_eq!(status, 200, "{done}");
    let token = done["link"]["token"].as_str().unwrap();
    assert!(done["link"]["path"].as_str().unwrap().contains(token));
    assert_eq!(log_in(&server, "eve", PASSWORD).0, 401);
    assert_eq!(use_link(&server, "guessed", PASSWORD).0, 403);
    assert_eq!(use_link(&server, token, "short").0, 400, "a refused password does not use the link up");
    assert_eq!(use_link(&server, token, PASSWORD).0, 204);
    assert_eq!(use_link(&server, token, "another password").0, 403, "it works once");
    assert_eq!(log_in(&server, "eve", PASSWORD).0, 201);
    let (_, again) = manager.send("/houses/1/commands", &key, &enrol);
    assert_eq!((again["again"].as_bool(), again["link"].is_null()), (Some(true), true), "{again}");
    let with_password = json!({"do": "enrol", "handle": "fay", "role": "player", "password": PASSWORD});
    assert_eq!(
        manager.send("/houses/1/commands", &[], &with_password).0,
        400,
        "nobody knows another's password"
    );
}

fn put(guest: &Guest, path: &str, body: &Value) -> (u16, Value) {
    request(&guest.base, "PUT", path, Some(&guest.token), &[], Some(body))
}

fn delete(guest: &Guest, path: &str, body: Option<&Value>) -> (u16, Value) {
    request(&guest.base, "DELETE", path, Some(&guest.token), &[], body)
}

#[test]
fn a_password_is_changed_by_its_owner_and_other_sessions_end() {
    let server = server("change");
    let (ann, other) = (server.player("ann"), server.login("ann", PASSWORD));
    let change =
        |old: &str| put(&ann, "/password", &json!({"old": old, "password": "an even longer password"}));
    assert_eq!(change("not the password").0, 403);
    assert_eq!(change(PASSWORD).0, 204);
    assert_eq!(other.get("/session").0, 401);
    assert_eq!(ann.get("/session").0, 200);
    assert_eq!(log_in(&server, "ann", PASSWORD).0, 401);
    assert_eq!(log_in(&server, "ann", "an even longer password").0, 201);
}

#[test]
fn people_see_their_sessions_and_log_out_everywhere() {
    let server = server("sessions");
    let (ann, ben) = (server.player("ann"), server.player("ben"));
    server.login("ann", PASSWORD);
    let (_, listed) = ann.get("/sessions");
    let current = listed.as_array().unwrap().iter().filter(|session| session["current"] == true).count();
    assert_eq!((listed.as_array().unwrap().len(), current), (3, 1), "{listed}");
    assert_eq!(delete(&ann, "/sessions", None).0, 204);
    assert_eq!(ann.get("/session").0, 401);
    assert_eq!(ben.get("/session").0, 200);
}

#[test]
fn a_manager_resets_the_password_of_a_player_and_of_nobody_else() {
    let server = server("reset");
    let (ann, manager) = (server.player("ann"), server.staff("demo_manager"));
    let path = format!("/houses/1/people/{}/password-link", ann.person);
    assert_eq!(ann.send(&path, &[], &json!({})).0, 403);
    let (status, link) = manager.send(&path, &[], &json!({}));
    assert_eq!(status, 201, "{link}");
    assert_eq!(ann.get("/session").0, 401, "her sessions end");
    assert_eq!(log_in(&server, "ann", PASSWORD).0, 401, "the old password does not work any more");
    assert_eq!(use_link(&server, link["token"].as_str().unwrap(), "a new password").0, 204);
    assert_eq!(log_in(&server, "ann", "a new password").0, 201);
    let (_, people) = manager.get("/houses/1/people");
    let inspector =
        people.as_array().unwrap().iter().find(|person| person["handle"] == "demo_inspector").unwrap();
    let path = format!("/houses/1/people/{}/password-link", inspector["person"]);
    let (status, refused) = manager.send(&path, &[], &json!({}));
    assert_eq!(status, 403);
    assert!(refused["allowed"].as_str().unwrap().contains("another post"), "{refused}");
}

/// The code of a secret in base 32, as an authenticator program computes it.
fn code_of(secret: &str, step: u64) -> String {
    let bytes = base32(secret);
    let totp = totp_rs::TOTP::new(totp_rs::Algorithm::SHA1, 6, 0, 30, bytes).unwrap();
    totp.generate(step * 30)
}

fn base32(text: &str) -> Vec<u8> {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let bits: String = text.chars().map(|c| format!("{:05b}", letters.find(c).unwrap())).collect();
    bits.as_bytes()
        .chunks_exact(8)
        .map(|byte| u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2).unwrap())
        .collect()
}

fn step() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() / 30
}

fn with_code(server: &Server, handle: &str, code: &str) -> (u16, Value) {
    let body = json!({"house": 1, "handle": handle, "password": PASSWORD, "bearer": true, "code": code});
    request(&server.base, "POST", "/session", None, &[], Some(&body))
}

#[test]
fn a_second_factor_is_asked_for_and_a_code_works_once() {
    let server = server("factor");
    let ann = server.player("ann");
    assert_eq!(ann.send("/second-factor", &[], &json!({"password": "not the password"})).0, 403);
    let (status, begun) = ann.send("/second-factor", &[], &json!({"password": PASSWORD}));
    assert_eq!(status, 201, "{begun}");
    let secret = begun["secret"].as_str().unwrap();
    assert_eq!(log_in(&server, "ann", PASSWORD).0, 201, "it does not count before it is confirmed");
    assert_eq!(put(&ann, "/second-factor", &json!({"code": "000000"})).0, 403);
    let now = step();
    let (status, confirmed) = put(&ann, "/second-factor", &json!({"code": code_of(secret, now)}));
    assert_eq!(status, 200, "{confirmed}");
    let (status, asked) = log_in(&server, "ann", PASSWORD);
    assert_eq!((status, asked["code"].as_str()), (403, Some("second-factor")), "{asked}");
    assert_eq!(
        with_code(&server, "ann", &code_of(secret, now)).0,
        403,
        "the code that confirmed it was used"
    );
    let next = code_of(secret, now + 1);
    assert_eq!(with_code(&server, "ann", &next).0, 201);
    assert_eq!(with_code(&server, "ann", &next).0, 403, "a code works once");
    let recovery = confirmed["codes"][0].as_str().unwrap();
    assert_eq!(with_code(&server, "ann", recovery).0, 201);
    assert_eq!(with_code(&server, "ann", recovery).0, 403, "so does a recovery code");
    let second = confirmed["codes"][1].as_str().unwrap();
    let removal = json!({"password": PASSWORD, "code": second});
    assert_eq!(delete(&ann, "/second-factor", Some(&removal)).0, 204);
    assert_eq!(log_in(&server, "ann", PASSWORD).0, 201);
}
