//! TLS to the server: what each `sslmode` uses and checks.

use croupier_house::store::Store;
use croupier_postgres::PostgresStore;
use croupier_store_suite::PostgresServer;

use crate::common::{TABLE, assert_whole, chip, opened, options, owner_of};

/// How many connections of stores the server has, with TLS and without.
fn connections(server: &PostgresServer) -> (u32, u32) {
    let sql = "select count(*) filter (where ssl), count(*) filter (where not ssl) from pg_stat_ssl \
               join pg_stat_activity using (pid) where application_name = 'croupier'";
    let found = server.sql("postgres", sql);
    let (with, without) = found.split_once('|').unwrap();
    (with.parse().unwrap(), without.parse().unwrap())
}

#[test]
fn the_server_is_checked_as_the_address_says() {
    let certified = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let stranger = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let server =
        PostgresServer::start_with_tls(&certified.cert.pem(), &certified.signing_key.serialize_pem());
    let folder = std::env::temp_dir().join(format!("croupier-tls-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: String| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let (own, other) = (file("own.pem", certified.cert.pem()), file("other.pem", stranger.cert.pem()));
    let database = server.database().rsplit_once("dbname=").unwrap().1.to_owned();
    let at = |host: &str, words: &str| format!("{}?{words}", server.address_at(host, &database));
    let refused =
        |address: String| PostgresStore::open(&address, options("refused")).err().unwrap().to_string();

    let store = owner_of(&at("localhost", &format!("sslmode=verify-full&sslrootcert={own}")), "full");
    store.append(chip(TABLE, 1)).unwrap();
    assert_whole(&store, TABLE, 1);
    let (with, without) = connections(&server);
    assert!(with >= 2 && without == 0, "{with} connections with TLS and {without} without");
    drop(store);

    let error = refused(at("localhost", &format!("sslmode=verify-full&sslrootcert={other}")));
    assert!(error.contains("cannot connect") && error.contains("certificate"), "{error}");
    let error = refused(at("127.0.0.1", &format!("sslmode=verify-full&sslrootcert={own}")));
    assert!(error.contains("not valid for"), "a certificate for another host: {error}");
    // The others do not compare the host, and some believe any certificate.
    for words in [&format!("sslmode=verify-ca&sslrootcert={own}"), "sslmode=require", "sslmode=prefer"] {
        assert_eq!(PostgresStore::open(&at("127.0.0.1", words), options("node")).err(), None, "{words}");
    }
    for words in ["sslmode=verify-ca", "sslmode=require"] {
        let error = refused(at("127.0.0.1", &format!("{words}&sslrootcert={other}")));
        assert!(error.contains("certificate"), "{words}: {error}");
    }
    let store = opened(&at("127.0.0.1", "sslmode=disable"), "open");
    let (_, without) = connections(&server);
    assert!(without >= 2, "{without} connections without TLS");
    drop(store);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_server_without_tls_is_refused_where_it_is_required() {
    let address = PostgresServer::shared().database();
    let required = format!("{address} sslmode=require");
    let error = PostgresStore::open(&required, options("node")).err().unwrap().to_string();
    assert!(error.contains("server does not support TLS"), "{error}");
    drop(owner_of(&format!("{address} sslmode=prefer"), "node"));
}
