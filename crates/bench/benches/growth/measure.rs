//! The measurements. The houses take turns at every figure, because the speed of a machine drifts.

use std::time::{Duration, Instant};

use super::cache::{MadeHouse, grouped};
use super::calls::{Asker, Call, of_document};
use super::client::Answer;
use super::figures::{Row, Unit, micros, percentile};
use super::server::Server;
use croupier_bench::aged::{REGULAR_TABLE, table_id};

/// How often each house is opened. One that opens slowly is opened once: it has failed already.
const STARTS: usize = 5;
const SLOW_START: Duration = Duration::from_secs(10);
/// Bets are measured in rounds, so that the table has few stakes, in every house as many.
const BET_ROUNDS: usize = 60;
const BETS_PER_ROUND: usize = 25;
/// How often each GET is measured, unless it takes so long that the time is over.
const GETS: usize = 101;
const GETS_LEAST: usize = 5;
const GETS_TIME: Duration = Duration::from_secs(3);

/// What starting a process costs varies by some tens of milliseconds.
const START_FLOOR: f64 = 100_000.0;
/// Each connection to a database caches up to 2 MB of it, which a small house does not fill: up to ten connections.
const MEMORY_FLOOR: f64 = 20.0;
/// A bet waits for two syncs. Their slowest hundredth varies by milliseconds on the same machine with the same house.
const SLOWEST_BET_FLOOR: f64 = 2_000.0;
/// A request to a server that does nothing takes 60 to 100 µs here, and its median differs by up to 30 µs from one process to
/// the next. A tree with a thousand times the rows is two pages deeper, which costs some microseconds a lookup. What
/// really grows with the age of a house, a scan or a list without pages, costs milliseconds at ten million rounds.
const REQUEST_FLOOR: f64 = 100.0;

const START_MOST: f64 = 5e6;
const MEMORY_MOST: f64 = 300.0;
const GET_MOST: f64 = 20_000.0;

const BET: &str = r#"{"do":"bet","amount":"1","wager":"red"}"#;

/// What was measured, and what was not answered.
pub(crate) struct Measured {
    pub(crate) rows: Vec<Row>,
    pub(crate) unanswered: Vec<String>,
}

/// Measures everything.
pub(crate) fn all(houses: &[MadeHouse]) -> Measured {
    for house in houses {
        // The first start after a house was made may prepare what later ones use.
        println!("growth: opening the house of {} rounds for the first time", grouped(house.rounds));
        let server = Server::start(&house.folder);
        println!("growth: it opened in {:.2?}", server.started);
        server.stop();
    }
    let (mut servers, mut rows) = starts(houses);
    rows.extend(bets(&mut servers));
    let document = servers[0].client.get("/api/v1/openapi.json", None);
    assert_eq!(document.status, 200, "the document of the API");
    let document = serde_json::from_str(&document.body).expect("a document in JSON");
    let calls = of_document(&document).unwrap_or_else(|unknown| panic!("{unknown}"));
    let mut unanswered = Vec::new();
    for call in &calls {
        match get(call, houses, &mut servers) {
            Ok(row) => rows.push(row),
            Err(why) => unanswered.push(why),
        }
    }
    let values = servers.iter().map(|server| megabytes(server.memory())).collect();
    rows.push(memory("memory after all requests", values));
    servers.into_iter().for_each(Server::stop);
    Measured { rows, unanswered }
}

fn megabytes(bytes: u64) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "a figure for people")]
    let bytes = bytes as f64;
    bytes / 1e6
}

fn memory(name: &str, values: Vec<f64>) -> Row {
    let (unit, floor, most) = (Unit::Megabytes, MEMORY_FLOOR, Some(MEMORY_MOST));
    Row { name: name.to_owned(), values, unit, floor, most }
}

/// Opens each house several times; the last servers stay open.
fn starts(houses: &[MadeHouse]) -> (Vec<Server>, Vec<Row>) {
    let mut took: Vec<Vec<Duration>> = vec![Vec::new(); houses.len()];
    for _ in 1..STARTS {
        for (house, took) in houses.iter().zip(&mut took) {
            if took.first().is_none_or(|first| *first < SLOW_START) {
                let server = Server::start(&house.folder);
                took.push(server.started);
                server.stop();
            }
        }
    }
    let servers: Vec<Server> = houses.iter().map(|house| Server::start(&house.folder)).collect();
    took.iter_mut().zip(&servers).for_each(|(took, server)| took.push(server.started));
    let values = took.iter().map(|took| micros(percentile(took, 50))).collect();
    let (name, unit) = ("start, to the first answer".to_owned(), Unit::Microseconds);
    let start = Row { name, values, unit, floor: START_FLOOR, most: Some(START_MOST) };
    let values = servers.iter().map(|server| megabytes(server.opened_with)).collect();
    (servers, vec![start, memory("memory, the most until then", values)])
}

/// Bets over one connection to each house.
fn bets(servers: &mut [Server]) -> [Row; 2] {
    let path = format!("/api/v1/houses/1/tables/{}/commands", table_id(REGULAR_TABLE).0);
    let mut took: Vec<Vec<Duration>> = vec![Vec::new(); servers.len()];
    let mut keys = first_key();
    for _ in 0..BET_ROUNDS {
        servers.iter_mut().for_each(Server::begin_round);
        for bet in 0..=BETS_PER_ROUND {
            for (server, took) in servers.iter_mut().zip(&mut took) {
                keys += 1;
                let answer = server.client.post(&path, &server.regular, keys, BET);
                assert_eq!(answer.status, 200, "a bet: {}", answer.body);
                // The first of a round comes after a pause.
                if bet > 0 {
                    took.push(answer.took);
                }
            }
        }
    }
    let row = |name: &str, hundredths, floor| {
        let values = took.iter().map(|took| micros(percentile(took, hundredths))).collect();
        Row { name: name.to_owned(), values, unit: Unit::Microseconds, floor, most: None }
    };
    [row("a bet, median", 50, REQUEST_FLOOR), row("a bet, p99", 99, SLOWEST_BET_FLOOR)]
}

/// A UUID of version 7, made now. Those that follow it are counted up.
fn first_key() -> u128 {
    let since =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("a clock that is set");
    (since.as_millis() << 80) | (7 << 76) | (0b10 << 62)
}

fn ask(call: &Call, house: &MadeHouse, server: &mut Server) -> Answer {
    let path = call.filled(house);
    let token = match call.asker {
        Asker::Manager => &server.manager,
        Asker::Regular => &server.regular,
    };
    if call.is_socket {
        server.client.watch(&path, Some(token))
    } else {
        server.client.get(&path, Some(token))
    }
}

/// Measures a GET in every house. The first answer of each is not counted: it may fill a cache.
fn get(call: &Call, houses: &[MadeHouse], servers: &mut [Server]) -> Result<Row, String> {
    for (house, server) in houses.iter().zip(&mut *servers) {
        let Answer { status, body, .. } = ask(call, house, server);
        if !matches!(status, 101 | 200..=299) {
            let (size, path) = (grouped(house.rounds), call.filled(house));
            return Err(format!("{}, {size} rounds: {path} was answered with {status}: {body}", call.name()));
        }
    }
    let mut took: Vec<Vec<Duration>> = vec![Vec::new(); houses.len()];
    let start = Instant::now();
    for turn in 0..GETS {
        if turn >= GETS_LEAST && start.elapsed() > GETS_TIME {
            break;
        }
        for ((house, server), took) in houses.iter().zip(&mut *servers).zip(&mut took) {
            took.push(ask(call, house, server).took);
        }
    }
    let values = took.iter().map(|took| micros(percentile(took, 50))).collect();
    let (unit, floor, most) = (Unit::Microseconds, REQUEST_FLOOR, Some(GET_MOST));
    Ok(Row { name: call.name(), values, unit, floor, most })
}
