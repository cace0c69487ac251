//! `PostgreSQL`: durable commands of a house at the node that owns it, compared with the raw batched commit of an event
//! and the balance of its player, on the same server. Fails where they reach less than half.
//!
//! A command goes the whole way of a server's, HTTP apart: to the node, to the house, to the database under the fence,
//! and back to whoever waits for it. Keys are those of the pages.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use croupier_bench::{Aims, Flight, SeatedGuest, ServedHouse, TABLE, per_second};
use croupier_house::command::{Command, PaidWith, Request, TableCommand};
use croupier_house::ids::{Actor, HouseId, IdempotencyKey, StreamId, TableId};
use croupier_house::store::{Batch, StoredEntry};
use croupier_kit::Money;
use croupier_server::actor::{HouseHandle, KeyedRequest};
use croupier_server::wire::ProblemCode;
use croupier_store::{Engine, GroupCommit, OnCommitted};
use croupier_store_suite::PostgresServer;
use tokio::runtime::Runtime;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, NoTls, Statement};

/// The memory allocator of the program.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The speed of the machine drifts, so the two take turns.
const TURNS: u32 = 3;
/// The tables of the house, and how long bets are open at each.
const TABLES: u16 = 16;
const ROUND: Duration = Duration::from_millis(500);
/// The least share of the raw limit that durable commands have to reach.
const SHARE_MIN: f64 = 0.5;
const HOUSE: HouseId = HouseId(1);
const BODY: [u8; 150] = [7; 150];

/// The raw limit: events and the balances of their players, in one statement for everything that has arrived. It has no
/// lease, head, version or key, and checks nothing.
struct Raw {
    runtime: Runtime,
    client: Client,
    write: Statement,
}

impl Raw {
    const TABLES: &str = "create table events (id bigint primary key, hash bytea, body bytea);
        create table totals (account bigint primary key, minor bigint);
        insert into totals select player, 0 from generate_series(0, 499) player";
    const WRITE: &str = "with written as (insert into events select * from unnest($1::bigint[], $2::bytea[], \
         $3::bytea[])) update totals t set minor = t.minor + u.by from unnest($4::bigint[], $5::bigint[]) \
         as u (account, by) where t.account = u.account";

    fn open(address: &str) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let (client, write) = runtime.block_on(async {
            let (client, connection) = tokio_postgres::connect(address, NoTls).await.expect("a server");
            tokio::spawn(connection);
            client.batch_execute(Self::TABLES).await.expect("tables");
            let write = client.prepare(Self::WRITE).await.expect("a statement");
            (client, write)
        });
        Self { runtime, client, write }
    }
}

impl Engine for Raw {
    fn commit(&mut self, group: Vec<Batch>, done: OnCommitted) {
        let entries = || group.iter().flat_map(|batch| &batch.entries);
        let ids: Vec<i64> = entries().map(|entry| entry.sequence.cast_signed()).collect();
        let hashes: Vec<&[u8]> = entries().map(|entry| &entry.hash[..]).collect();
        let bodies: Vec<&[u8]> = entries().map(|entry| &entry.bytes[..]).collect();
        let mut players: BTreeMap<i64, i64> = BTreeMap::new();
        entries().for_each(|entry| *players.entry(player(entry.sequence).into()).or_default() -= 1);
        let (accounts, by): (Vec<i64>, Vec<i64>) = players.into_iter().unzip();
        let values: [&(dyn ToSql + Sync); 5] = [&ids, &hashes, &bodies, &accounts, &by];
        let sent = self.client.execute(&self.write, &values);
        assert_eq!(self.runtime.block_on(sent).expect("it is stored"), accounts.len() as u64);
        done(vec![Ok(()); group.len()]);
    }
}

/// The player of a bet, one of 500.
fn player(version: u64) -> u32 {
    u32::try_from(version % 500).expect("a small number")
}

/// One event of a player.
fn event(version: u64) -> Batch {
    let stream = StreamId { house: HOUSE, table: Some(TABLE) };
    let entry = StoredEntry { stream, version, sequence: version, bytes: BODY[..].into(), hash: [7; 32] };
    Batch { entries: vec![entry], ..Batch::default() }
}

fn raw(server: &PostgresServer, most: u32, count: u64) -> f64 {
    let store = GroupCommit::start(Raw::open(&server.database())).expect("a thread");
    let flight = Flight::new(most);
    let start = Instant::now();
    (1..=count).for_each(|version| flight.submit(event(version), |batch, done| store.submit(batch, done)));
    let (half, most_of) = flight.land();
    let rate = per_second(count, start.elapsed());
    println!(
        "postgres: {rate:.0} raw events a second with {most} in flight; p50 {half:.1?}, p99 {most_of:.1?}"
    );
    rate
}

/// A bet of a guest under a new key: a UUID of version 7, as the pages make them.
fn bet(guest: &SeatedGuest, number: u64) -> KeyedRequest {
    let made = std::time::UNIX_EPOCH.elapsed().expect("a time").as_millis();
    let key = (made << 80) | (7 << 76) | (0b10 << 62) | (u128::from(guest.person.0 & 0x3FFF) << 48);
    let (person, amount, wager) = (guest.person, Money::from_minor(100), "red".to_owned());
    let bet = TableCommand::Bet { person, amount, wager, area: None, with: PaidWith::Chips };
    let command = Command::Table(TableId(guest.table), bet);
    let key = Some(IdempotencyKey(key | u128::from(number & 0xFFFF_FFFF_FFFF)));
    let request = Request { key, by: Actor::Person(person), command };
    KeyedRequest::new(request, i64::try_from(made).ok(), None)
}

/// Bets one after another until all together have bet so often. Returns how long each took, and how many came between
/// two rounds.
async fn bets(
    actor: HouseHandle,
    guest: SeatedGuest,
    begun: Arc<AtomicU64>,
    count: u64,
) -> (Vec<Duration>, u64) {
    let (mut took, mut late) = (Vec::new(), 0);
    loop {
        let number = begun.fetch_add(1, Ordering::Relaxed);
        if number >= count {
            return (took, late);
        }
        let start = Instant::now();
        match actor.submit(bet(&guest, number), None).await {
            Ok(_) => took.push(start.elapsed()),
            Err(problem) => {
                assert!(matches!(problem.code, ProblemCode::Order | ProblemCode::Rules), "{problem:?}");
                late += 1;
            }
        }
    }
}

/// Commands of guests, each of whom sends the next when the last is acknowledged.
async fn durable(open: &ServedHouse, guests: &[SeatedGuest], count: u64) -> f64 {
    let before = open.actor.shared().stored_to();
    let begun = Arc::new(AtomicU64::new(0));
    let start = Instant::now();
    let running = guests
        .iter()
        .map(|guest| tokio::spawn(bets(open.actor.clone(), guest.clone(), Arc::clone(&begun), count)));
    let running: Vec<_> = running.collect();
    let (mut took, mut late) = (Vec::new(), 0);
    for one in running {
        let (its, too_late) = one.await.expect("a guest");
        took.extend(its);
        late += too_late;
    }
    let acknowledged = took.len() as u64;
    let rate = per_second(acknowledged, start.elapsed());
    assert!(late * 5 < count, "what is measured is what is done: {late} of {count} came too late");
    assert!(open.actor.shared().stored_to() >= before + acknowledged, "every command has an entry");
    took.sort_unstable();
    let (half, most_of, most) = (took[took.len() / 2], took[took.len() * 99 / 100], guests.len());
    println!(
        "postgres: {rate:.0} durable commands a second with {most} in flight; p50 {half:.1?}, p99 {most_of:.1?}; \
         {late} between two rounds"
    );
    rate
}

fn main() -> ExitCode {
    let mut aims = Aims::of("postgres");
    let server = PostgresServer::start();
    let runtime = Runtime::new().expect("a runtime");
    let open = runtime.block_on(ServedHouse::in_database("postgres", &server.database(), TABLES));
    for (most, count) in [(64, 30_000), (1024, 100_000)] {
        let guests = runtime.block_on(open.guests(most as usize));
        let durable = || {
            let ticking = {
                let _inside = runtime.enter();
                open.tick_all(ROUND)
            };
            // Every table is open.
            runtime.block_on(async { tokio::time::sleep(ROUND).await });
            let rate = runtime.block_on(durable(&open, &guests, count));
            ticking.abort();
            rate
        };
        let turns = (0..TURNS).map(|_| (raw(&server, most, count), durable()));
        let (limit, reached) =
            turns.fold((0.0, 0.0), |(limit, reached), turn| (limit + turn.0, reached + turn.1));
        let what = format!("postgres: durable commands to the raw limit, with {most} in flight");
        aims.at_least(&what, reached / limit, SHARE_MIN);
    }
    open.check();
    runtime.block_on(open.stop());
    aims.verdict()
}
