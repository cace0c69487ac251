//! `PostgreSQL`: durable commands of a house, compared with the raw batched commit of an event and the balance of its
//! player, on the same server. Fails where they reach less than half.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Instant;

use croupier_bench::{Aims, Flight, TABLE, durable_commands, per_second};
use croupier_house::ids::{HouseId, StreamId};
use croupier_house::store::{Batch, Store, StoredEntry};
use croupier_postgres::{ClaimOutcome, PostgresOptions, PostgresStore};
use croupier_rules::book::Shelf;
use croupier_store::{Engine, GroupCommit, OnCommitted};
use croupier_store_suite::PostgresServer;
use tokio::runtime::Runtime;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, NoTls, Statement};

/// The memory allocator of the program.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const TURNS: u32 = 3;
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

fn durable(server: &PostgresServer, shelf: &'static Shelf, most: u32, count: u64) -> f64 {
    let store = PostgresStore::open(&server.database(), PostgresOptions::named("bench")).expect("a store");
    assert!(matches!(store.claim(HOUSE), Ok(ClaimOutcome::Owned(_))));
    let rate = durable_commands(&store, "postgres", shelf, most, count);
    let head = store.head(HOUSE).expect("a head").expect("it has entries");
    assert!(head.sequence >= count, "every command has an entry");
    rate
}

fn main() -> ExitCode {
    let mut aims = Aims::default();
    let server = PostgresServer::start();
    let shelf: &'static Shelf = Box::leak(Box::new(Shelf::built_in()));
    for (most, count) in [(64, 30_000), (1024, 100_000)] {
        // The speed of the machine drifts, so the two take turns.
        let turns = (0..TURNS).map(|_| (raw(&server, most, count), durable(&server, shelf, most, count)));
        let (limit, reached) =
            turns.fold((0.0, 0.0), |(limit, reached), turn| (limit + turn.0, reached + turn.1));
        let what = format!("postgres: durable commands to the raw limit, with {most} in flight");
        aims.at_least(&what, reached / limit, SHARE_MIN);
    }
    aims.verdict()
}
