//! The door of a house: what is slow, too much or too many gets an answer or an end, and everybody else is served.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::common::{self, Guest, Server, config, folder, request};
use crate::sockets::{self, next_of, open, send};
use croupier_server::config::{ClockTrust, Config};
use croupier_server::door::TrustedProxies;
use croupier_server::installation::Installation;
use croupier_server::sessions::RateLimit;
use serde_json::{Value, json};
use tungstenite::Message;
use tungstenite::protocol::frame::coding::CloseCode;

const SHORT: Duration = Duration::from_millis(500);

fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    stream
}

/// Everything until the server closes the connection.
fn rest(mut stream: &TcpStream) -> String {
    let mut answer = Vec::new();
    let mut part = [0; 4096];
    while let Ok(count @ 1..) = stream.read(&mut part) {
        answer.extend_from_slice(&part[..count]);
    }
    String::from_utf8(answer).unwrap()
}

fn get(server: &Server, path: &str, headers: &str) -> String {
    let mut stream = connect(server);
    let head = format!("GET {path} HTTP/1.1\r\nhost: house\r\nconnection: close\r\n{headers}\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    rest(&stream)
}

/// The body of an answer, as JSON.
fn body_of(answer: &str) -> Value {
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

#[test]
fn half_open_connections_end_after_the_timeout_and_others_are_served_meanwhile() {
    let mut config = config(&folder("slow"));
    config.limits.header_timeout = SHORT;
    let server = Server::start(config);
    let start = Instant::now();
    let silent: Vec<TcpStream> = (0..20).map(|_| connect(&server)).collect();
    let slow: Vec<TcpStream> = (0..20).map(|_| connect(&server)).collect();
    for mut stream in &slow {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost:").unwrap();
    }
    assert!(get(&server, "/healthz", "").starts_with("HTTP/1.1 200"));
    // A byte now and then does not help.
    std::thread::sleep(SHORT / 2);
    for mut stream in &slow {
        drop(stream.write_all(b" "));
    }
    silent.iter().chain(&slow).for_each(|stream| drop(rest(stream)));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    assert!(get(&server, "/healthz", "").starts_with("HTTP/1.1 200"));
}

#[test]
fn a_body_that_does_not_come_is_answered_and_the_connection_ends() {
    let mut config = config(&folder("body"));
    config.limits.body_timeout = SHORT;
    let server = Server::start(config);
    let mut stream = connect(&server);
    let head =
        "POST /api/v1/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90";
    write!(stream, "{head}\r\n\r\n{{\"house\":").unwrap();
    let answer = rest(&stream);
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert_eq!(body_of(&answer)["code"], "timeout");
}

#[test]
fn a_connection_too_many_gets_an_answer_and_a_place_when_another_ends() {
    for (all, of_one, status) in [(4, 0, 503), (100, 4, 429)] {
        let mut config = config(&folder("many"));
        config.limits.connections = all;
        config.limits.connections_per_address = of_one;
        let server = Server::start(config);
        let mut held: Vec<TcpStream> = (0..4).map(|_| connect(&server)).collect();
        let answer = refused(&server, status);
        assert!(answer.contains("retry-after: 1\r\n"), "{answer}");
        assert!(answer.contains("application/problem+json"), "{answer}");
        let problem = body_of(&answer);
        assert_eq!((problem["status"].as_u64(), problem["retry"].as_bool()), (Some(status), Some(true)));
        held.pop();
        let start = Instant::now();
        while !get(&server, "/healthz", "").starts_with("HTTP/1.1 200") {
            assert!(start.elapsed() < Duration::from_secs(20));
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// The refusal, once the server has noticed all connections before.
fn refused(server: &Server, status: u64) -> String {
    let start = Instant::now();
    loop {
        let answer = get(server, "/healthz", "");
        if answer.starts_with(&format!("HTTP/1.1 {status}")) {
            return answer;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "{answer}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A request in flight: the server has admitted it and waits for its body.
fn waiting_for_body(server: &Server) -> TcpStream {
    let mut stream = connect(server);
    let head =
        "POST /api/v1/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90";
    write!(stream, "{head}\r\nexpect: 100-continue\r\n\r\n").unwrap();
    let mut answer = [0; 25];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream
}

#[test]
fn what_waits_for_an_answer_is_capped_for_each_address() {
    let mut config = config(&folder("flight"));
    (config.limits.requests_per_address, config.limits.body_timeout) = (4, Duration::from_secs(30));
    let server = Server::start(config);
    let held: Vec<TcpStream> = (0..4).map(|_| waiting_for_body(&server)).collect();
    let answer = get(&server, "/healthz", "");
    assert!(answer.starts_with("HTTP/1.1 429") && answer.contains("in flight"), "{answer}");
    drop(held);
    let start = Instant::now();
    while !get(&server, "/healthz", "").starts_with("HTTP/1.1 200") {
        assert!(start.elapsed() < Duration::from_secs(20), "closed connections count no more");
    }
}

#[test]
fn all_sessions_of_a_person_share_one_rate() {
    let mut config = config(&folder("rate"));
    config.rate = RateLimit { burst: 60, per_second: 1 };
    let server = Server::start(config);
    let first = server.player("ann");
    let others = (0..4).map(|_| server.login("ann", common::PASSWORD));
    let sessions: Vec<Guest> = std::iter::once(first).chain(others).collect();
    let start = Instant::now();
    let answers: Vec<(u16, Value)> = (0..200).map(|turn| sessions[turn % 5].get("/session")).collect();
    let refilled = usize::try_from(start.elapsed().as_secs()).unwrap() + 1;
    let admitted = answers.iter().filter(|(status, _)| *status == 200).count();
    assert!(
        (40..=60 + refilled).contains(&admitted),
        "{admitted} of one person's requests, {refilled} refilled"
    );
    for session in 0..5 {
        let refused = answers.iter().skip(session).step_by(5).any(|(status, _)| *status == 429);
        assert!(refused, "session {session} is no exception");
    }
    let (_, refused) = answers.iter().find(|(status, _)| *status == 429).unwrap();
    assert_eq!((refused["code"].as_str(), refused["retry"].as_bool()), (Some("rate"), Some(true)));
    assert!(refused["after"].as_u64().is_some_and(|after| (1..=1_100).contains(&after)), "{refused}");
}

/// One request by a proxy at this address; the status and all headers.
fn forwarded(server: &Server, headers: &str) -> String {
    let mut stream = connect(server);
    let body = r#"{"house": 1}"#;
    let head = "POST /api/v1/demo/visit HTTP/1.1\r\nhost: house\r\nconnection: close\r\ncontent-type: application/json";
    write!(stream, "{head}\r\n{headers}content-length: {}\r\n\r\n{body}", body.len()).unwrap();
    rest(&stream)
}

#[test]
fn only_a_trusted_proxy_is_believed_about_addresses_and_tls() {
    let outside = "x-forwarded-for: 203.0.113.9\r\nx-forwarded-proto: https\r\n";
    for trusted in [true, false] {
        let mut config = config(&folder("proxy"));
        if trusted {
            config.proxies = TrustedProxies(vec!["127.0.0.0/8".parse().unwrap()]);
        }
        config.rate = RateLimit { burst: 3, per_second: 1 };
        let server = Server::start(config);
        let answer = forwarded(&server, outside);
        assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
        let has = |word: &str| answer.to_lowercase().contains(word);
        assert_eq!((has("; secure"), has("strict-transport-security: max-age=")), (trusted, trusted));
        // The bucket of an address that is forwarded is not that of another.
        let answers: Vec<String> = (0..6).map(|_| get(&server, "/api/v1/houses", outside)).collect();
        assert!(answers.last().unwrap().starts_with("HTTP/1.1 429"));
        let other = get(&server, "/api/v1/houses", "x-forwarded-for: 203.0.113.10\r\n");
        assert_eq!(other.starts_with("HTTP/1.1 200"), trusted, "{other}");
    }
}

#[test]
fn an_address_enrols_only_so_many_people_in_an_hour() {
    let mut config = config(&folder("enrol"));
    config.limits.enrolments_per_hour = 3;
    let server = Server::start(config);
    let visit = || request(&server.base, "POST", "/demo/visit", None, &[], Some(&json!({"house": 1})));
    let answers: Vec<u16> = (0..5).map(|_| visit().0).collect();
    assert_eq!(answers, [201, 201, 201, 429, 429]);
    let newcomer = json!({"house": 1, "handle": "ann", "password": common::PASSWORD});
    let (status, problem) = request(&server.base, "POST", "/people", None, &[], Some(&newcomer));
    assert_eq!((status, problem["retry"].as_bool()), (429, Some(true)), "{problem}");
}

#[test]
fn a_position_beyond_all_is_refused_and_never_read_as_the_first() {
    let server = Server::start(config(&folder("position")));
    let wheel = server.table("roulette");
    let regulator = server.staff("demo_regulator");
    let beyond = 1_u64 << 63;
    let (status, problem) = regulator.get(&format!("/houses/1/journal?from={beyond}"));
    assert_eq!((status, problem["code"].as_str()), (400, Some("malformed")), "{problem}");
    let (status, last) = regulator.get(&format!("/houses/1/journal?from={}", i64::MAX));
    assert_eq!((status, last), (200, json!([])));
    assert_eq!(regulator.get(&format!("/houses/1/tables/{wheel}/rounds?before={beyond}")).0, 400);
    for path in ["", "/proof"] {
        assert_eq!(regulator.get(&format!("/houses/1/tables/{wheel}/rounds/{beyond}{path}")).0, 404);
    }
}

/// Reads a socket until the server closes it; the code and the reason.
fn closed(socket: &mut sockets::Socket) -> (CloseCode, String) {
    loop {
        match socket.read() {
            Ok(Message::Close(Some(frame))) => return (frame.code, frame.reason.to_string()),
            Ok(_) => {}
            Err(error) => panic!("the socket ended without a reason: {error}"),
        }
    }
}

#[test]
fn a_message_that_is_too_large_is_answered_with_the_reason() {
    let server = Server::start(config(&folder("far-too-large")));
    let wheel = server.table("roulette");
    for size in [16_385, 1_000_000, 12_000_000] {
        for _ in 0..3 {
            let mut socket = open(&server, wheel, None, None).unwrap();
            // Everything is sent before anything is read. The last does not fit into the buffers of the connection.
            socket.send(Message::text("x".repeat(size))).unwrap();
            std::thread::sleep(Duration::from_millis(20));
            assert_eq!(
                closed(&mut socket),
                (CloseCode::Size, "the message is too large".to_owned()),
                "{size}"
            );
        }
    }
}

#[test]
fn a_request_that_is_too_large_is_answered_with_the_reason() {
    let server = Server::start(config(&folder("too-large-request")));
    for _ in 0..3 {
        let mut stream = TcpStream::connect(server.address).unwrap();
        let body = "x".repeat(12_000_000);
        let head = format!(
            "POST /api/v1/session HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            server.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(20));
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 413");
    }
}

#[test]
fn malformed_texts_close_a_socket_after_a_few() {
    let server = Server::start(config(&folder("malformed")));
    let wheel = server.table("roulette");
    let mut socket = open(&server, wheel, None, None).unwrap();
    for _ in 0..9 {
        socket.send(Message::text("nonsense")).unwrap();
    }
    let mut refused = 0;
    let (code, reason) = loop {
        match socket.read().unwrap() {
            Message::Text(text) if text.contains("malformed") => refused += 1,
            Message::Close(Some(frame)) => break (frame.code, frame.reason.to_string()),
            _ => {}
        }
    };
    assert_eq!((refused, code, reason.as_str()), (8, CloseCode::Policy, "too many malformed messages"));
}

#[test]
fn pings_that_are_never_read_cost_nothing_and_close_the_socket() {
    let server = Server::start(config(&folder("pings")));
    let mut socket = open(&server, server.table("roulette"), None, None).unwrap();
    let payload = vec![7; 125];
    let start = Instant::now();
    let mut sent = 0_u64;
    // Nothing is read. The server closes the connection, so that sending fails.
    while socket.send(Message::Ping(payload.clone().into())).is_ok() {
        sent += 1;
        assert!(start.elapsed() < Duration::from_secs(15), "{sent} pings and no end");
    }
}

#[test]
fn the_server_pings_and_closes_a_socket_that_does_not_answer() {
    let mut config = config(&folder("idle"));
    // On a busy machine this thread may not run for seconds.
    let idle = Duration::from_secs(5);
    (config.limits.ping_every, config.limits.socket_idle) = (Duration::from_millis(500), idle);
    let server = Server::start(config);
    let wheel = server.table("roulette");
    let mut honest = open(&server, wheel, None, None).unwrap();
    let silent = open(&server, wheel, None, None).unwrap();
    let start = Instant::now();
    let mut pings = 0;
    // Reading answers the pings.
    while start.elapsed() < idle + idle / 5 {
        pings += u32::from(matches!(honest.read().unwrap(), Message::Ping(_)));
    }
    assert!(pings >= 2, "{pings}");
    // The other has read nothing and answered nothing. Only now is it seen what was sent to it.
    let mut sent = Vec::new();
    drop(silent.get_ref().read_to_end(&mut sent));
    assert!(String::from_utf8_lossy(&sent).ends_with("no answer to pings"));
}

#[test]
fn a_refusal_that_can_be_retried_says_so_and_when() {
    let mut config = config(&folder("again"));
    config.rate = RateLimit { burst: 20, per_second: 10 };
    let server = Server::start(config);
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    let mut socket = open(&server, wheel, Some(&ann), None).unwrap();
    for id in 1..=30 {
        send(&mut socket, &json!({"type": "ping", "id": id}));
    }
    let refused = next_of(&mut socket, "refused");
    assert_eq!(
        (refused["code"].as_str(), refused["retry"].as_bool()),
        (Some("rate"), Some(true)),
        "{refused}"
    );
    let wait = Duration::from_millis(refused["after"].as_u64().unwrap());
    assert!(wait <= Duration::from_millis(150), "{refused}");
    std::thread::sleep(Duration::from_secs(1));
    send(
        &mut socket,
        &json!({"type": "do", "id": 99, "command": {"do": "bet", "amount": "5", "wager": "purple"}}),
    );
    let answer = (0..100).map(|_| sockets::next(&mut socket)).find(|answer| answer["id"] == 99).unwrap();
    assert_eq!(
        (answer["code"].as_str(), answer["retry"].as_bool()),
        (Some("order"), Some(false)),
        "{answer}"
    );
}

#[test]
fn a_socket_that_sends_too_much_is_closed_with_a_reason() {
    let mut config = config(&folder("flood"));
    config.limits.messages = RateLimit { burst: 50, per_second: 10 };
    let server = Server::start(config);
    let mut socket = open(&server, server.table("roulette"), None, None).unwrap();
    for id in 0..60 {
        send(&mut socket, &json!({"type": "ping", "id": id}));
    }
    assert_eq!(closed(&mut socket), (CloseCode::Policy, "too many messages".to_owned()));
}

#[test]
fn a_clock_that_is_far_ahead_of_the_last_entry_is_asked_about() {
    let data = folder("clock");
    Server::start(config(&data)).stop();
    std::thread::sleep(Duration::from_millis(60));
    let with = |clock| Installation::open(Config { clock, ..config(&data) }, common::shelf());
    let refused = with(ClockTrust::UpTo(50)).err().unwrap().to_string();
    assert!(refused.contains("house 1") && refused.contains("--accept-clock"), "{refused}");
    drop(with(ClockTrust::Accept).unwrap());
    drop(with(ClockTrust::default()).unwrap());
}
