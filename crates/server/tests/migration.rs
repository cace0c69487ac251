//! Moving houses from a data folder into a database, and back.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use croupier_server::config::Config;
use croupier_server::copies::{BackupOptions, backup};
use croupier_server::installation::Installation;
use croupier_server::migration::{MigrationRequest, ProvedHouse, migrate};
use croupier_store_suite::PostgresServer;
use serde_json::json;

use crate::common::{Guest, PASSWORD, Server, config, folder, shelf};
use crate::postgres::{digest, name_of, node, played};

fn request(from: &Path, to: &Path, address: &str, into: bool) -> MigrationRequest {
    let store = address.parse().ok();
    let (from_store, to_store) = if into { (None, store) } else { (store, None) };
    MigrationRequest { from: from.to_owned(), from_store, to: to.to_owned(), to_store }
}

fn moved(request: &MigrationRequest) -> Result<Vec<ProvedHouse>, String> {
    migrate(request, shelf(), &mut |_| {}).map_err(|error| error.to_string())
}

fn refusal(config: Config) -> String {
    Installation::open(config, shelf()).err().unwrap().to_string()
}

#[test]
fn a_house_moves_into_a_database_and_back_with_everything_it_has() {
    let (address, [folder_one, node_one, folder_two]) =
        (PostgresServer::shared().database(), ["mv-one", "mv-node", "mv-two"].map(folder));
    let (server, ann) = played(config(&folder_one));
    let (state, own) = (digest(&server), ann.get("/houses/1/me/rounds"));
    let into = request(&folder_one, &node_one, &address, true);
    let found = moved(&into).unwrap_err();
    assert!(found.contains("another server is using"), "{found}");
    server.stop();
    let proved = moved(&into).unwrap();
    assert!(proved.len() == 1 && proved[0].rounds > 0 && proved[0].entries > 50, "{proved:?}");
    assert!(refusal(config(&folder_one)).contains("were moved"), "nobody deals the same house twice");
    let elsewhere = request(&folder_one, &folder("mv-else"), &PostgresServer::shared().database(), true);
    let found = moved(&elsewhere).unwrap_err();
    assert!(found.contains("two places must not deal the same house"), "{found}");

    let server = Server::run(Installation::open(node(&node_one, &address, "first"), shelf()).unwrap());
    assert_eq!(digest(&server), state);
    let there = Guest { base: server.base.clone(), ..ann };
    assert_eq!(there.get("/houses/1/me/rounds"), own, "sessions and lists are there too");
    server.login("ann", PASSWORD);
    server.player("bob");
    let (state, rounds) = (digest(&server), there.get("/houses/1/checkpoints").1);
    server.stop();

    let back = request(&node_one, &folder_two, &address, false);
    let proved_back = moved(&back).unwrap();
    assert!(proved_back[0].entries > proved[0].entries);
    assert!(refusal(node(&node_one, &address, "first")).contains("were moved"));
    let found = moved(&request(&node_one, &folder("mv-else-two"), &address, false)).unwrap_err();
    assert!(found.contains("two places must not deal the same house"), "{found}");
    let server = Server::run(Installation::open(config(&folder_two), shelf()).unwrap());
    assert_eq!(digest(&server), state);
    server.login("bob", PASSWORD);
    let there = Guest { base: server.base.clone(), ..there };
    let again = there.get("/houses/1/checkpoints").1;
    let notes = |list: &serde_json::Value| list.as_array().map_or(0, Vec::len);
    assert!(notes(&again) >= notes(&rounds), "{again}");
}

#[test]
fn an_interrupted_migration_goes_on_and_what_is_not_equal_is_not_served() {
    let database = PostgresServer::shared();
    let (address, [from, to]) = (database.database(), ["mv-cut", "mv-cut-to"].map(folder));
    let (server, ann) = played(config(&from));
    let (path, key) = ("/houses/1/commands", [("idempotency-key", "a3bb189e-8bf9-4888-9912-ace4e6543002")]);
    let (status, done) = ann.send(path, &key, &json!({"do": "set-limit", "limit": "stake", "amount": "50"}));
    assert_eq!(status, 200, "{done}");
    server.stop();
    let into = request(&from, &to, &address, true);
    // Killed after the entries, and again after the accounts.
    for stop in ["are copied", "judging every round"] {
        let cut = catch_unwind(AssertUnwindSafe(|| {
            drop(migrate(&into, shelf(), &mut |line| assert!(!line.contains(stop), "killed")));
        }));
        assert!(cut.is_err());
        assert!(refusal(node(&to, &address, "first")).contains("a migration"), "{stop}");
    }
    let sql = |text: &str| database.sql(name_of(&address), text);
    sql(
        "update croupier.balances set minor = minor + 1 where account = (select max(account) from croupier.balances)",
    );
    let found = moved(&into).unwrap_err();
    assert!(found.contains("differs at the two ends: its balances"), "{found}");
    sql(
        "update croupier.balances set minor = minor - 1 where account = (select max(account) from croupier.balances)",
    );
    sql("delete from croupier.keys where key = (select max(key::text) from croupier.keys)::uuid");
    let found = moved(&into).unwrap_err();
    assert!(found.contains("differs at the two ends: the key of entry"), "{found}");
    drop(Server::run(Installation::open(config(&from), shelf()).unwrap()));
}

#[test]
fn a_migration_names_one_database_and_two_folders() {
    let address = PostgresServer::shared().database();
    let [empty, other] = ["mv-empty", "mv-other"].map(folder);
    let both =
        MigrationRequest { from_store: address.parse().ok(), ..request(&empty, &other, &address, true) };
    assert!(moved(&both).unwrap_err().contains("name one database"));
    assert!(moved(&request(&empty, &empty, &address, true)).unwrap_err().contains("name another folder"));
    let refused = |from: &Path| moved(&request(from, &other, &address, true)).unwrap_err();
    assert!(refused(&empty).contains("does not contain a house"));
    let (data, copy) = (folder("mv-played"), folder("mv-copy"));
    played(config(&data)).0.stop();
    backup(&data, &copy, &BackupOptions { quick: true, ..BackupOptions::default() }, shelf(), &mut |_| {})
        .unwrap();
    assert!(refused(&copy).contains("is a copy: restore it first"));
}
