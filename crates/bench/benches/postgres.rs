//! `PostgreSQL`: durable batches through the store, each with an entry, two balances and a key, compared with the raw
//! batched commit of an event and the balance of its player, on the same server. Fails where they reach less than half.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use croupier_bench::{Aims, Flight};
use croupier_house::EntryRange;
use croupier_house::ids::{HouseId, IdempotencyKey, PersonId, StreamId, TableId};
use croupier_house::ledger::{Account, Location, Unit};
use croupier_house::store::{BalanceChange, Batch, Store, StoreError, StoredEntry, StoredKey};
use croupier_postgres::{ClaimOutcome, PostgresOptions, PostgresStore};
use croupier_store::{Engine, GroupCommit, OnCommitted};
use croupier_store_suite::PostgresServer;
use tokio::runtime::Runtime;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, NoTls, Statement};

/// The memory allocator of the program.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const TURNS: u32 = 3;
/// The least share of the raw limit that batches through the store have to reach.
const SHARE_MIN: f64 = 0.5;
const HOUSE: HouseId = HouseId(1);
const TABLE: TableId = TableId(1);
const BODY: [u8; 150] = [7; 150];

fn rate(count: u64, time: Duration) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
    let count = count as f64;
    count / time.as_secs_f64()
}

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

/// One bet: an entry, two balances and a key.
fn bet(version: u64) -> Batch {
    let stream = StreamId { house: HOUSE, table: Some(TABLE) };
    let entry = StoredEntry { stream, version, sequence: version, bytes: BODY[..].into(), hash: [7; 32] };
    let change = |location, by| {
        let account = Account { house: HOUSE, unit: Unit::Chips, location };
        BalanceChange { account, by, may_overdraw: true }
    };
    let changes =
        vec![change(Location::Player(PersonId(player(version))), -1), change(Location::Layout(TABLE), 1)];
    let range = EntryRange { stream, from: version, to: version, sequence: version };
    // In the order of time, as the clients make them.
    let key = IdempotencyKey(u128::from(version) << 64 | 0x5bd1_e995);
    Batch { entries: vec![entry], changes, keys: vec![StoredKey { key, digest: version, range, at: 1_000 }] }
}

fn measure(what: &str, most: u32, count: u64, send: impl Fn(Batch, croupier_house::store::OnStored)) -> f64 {
    let flight = Flight::new(most);
    let start = Instant::now();
    (1..=count).for_each(|version| flight.submit(bet(version), &send));
    let (half, most_of) = flight.land();
    let rate = rate(count, start.elapsed());
    println!("postgres: {rate:.0} {what} a second with {most} in flight; p50 {half:.1?}, p99 {most_of:.1?}");
    rate
}

fn raw(server: &PostgresServer, most: u32, count: u64) -> f64 {
    let store = GroupCommit::start(Raw::open(&server.database())).expect("a thread");
    measure("raw events", most, count, |batch, done| store.submit(batch, done))
}

fn durable(server: &PostgresServer, most: u32, count: u64) -> f64 {
    let store = PostgresStore::open(&server.database(), PostgresOptions::named("bench")).expect("a store");
    assert!(matches!(store.claim(HOUSE), Ok(ClaimOutcome::Owned(_))));
    let rate = measure("durable batches", most, count, |batch, done| store.submit(batch, done));
    let head = store.head(HOUSE).expect("a head").expect("it has entries");
    assert_eq!(head.sequence, count);
    let balances = store.balances(HOUSE).expect("balances");
    assert_eq!(balances.iter().map(|(_, minor)| minor).sum::<i64>(), 0);
    assert_eq!(
        store.append(bet(count)).map_err(|error| matches!(error, StoreError::Stale { .. })),
        Err(true)
    );
    rate
}

fn main() -> ExitCode {
    let mut aims = Aims::default();
    let server = PostgresServer::start();
    for (most, count) in [(64, 30_000), (1024, 100_000)] {
        // The speed of the machine drifts, so the two take turns.
        let turns = (0..TURNS).map(|_| (raw(&server, most, count), durable(&server, most, count)));
        let (limit, reached) =
            turns.fold((0.0, 0.0), |(limit, reached), turn| (limit + turn.0, reached + turn.1));
        let what = format!("postgres: durable batches to the raw limit, with {most} in flight");
        aims.at_least(&what, reached / limit, SHARE_MIN);
    }
    aims.verdict()
}
