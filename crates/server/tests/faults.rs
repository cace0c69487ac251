//! Disks that are full, databases that are locked or damaged, and a server that is stopped: nothing that was
//! acknowledged is lost, and the server goes on or says why it cannot.

mod common;

use std::time::{Duration, Instant};

use common::{Server, config, folder, shelf, status_of};
use croupier_server::backup::{backup, restore};
use croupier_server::installation::Installation;
use serde_json::json;

#[test]
fn a_full_disk_refuses_commands_and_loses_nothing() {
    let data = folder("full");
    let server = Server::start(config(&data));
    let wheel = server.table("roulette");
    server.player("ann");
    drop(server);
    let pages: i64 = rusqlite::Connection::open(data.join("journal.db"))
        .unwrap()
        .pragma_query_value(None, "page_count", |row| row.get(0))
        .unwrap();
    let mut full = config(&data);
    full.pages_max = Some(u32::try_from(pages).unwrap() + 8);
    let server = Server::run(Installation::open(full, shelf()).unwrap());
    let ann = server.login("ann", common::PASSWORD);
    ann.must(wheel, &json!({"do": "sit"}));
    let start = Instant::now();
    let (mut accepted, mut refused) = (0, None);
    server.tick(wheel);
    while refused.is_none() && start.elapsed() < Duration::from_mins(1) {
        let (status, reply) = ann.at(wheel, &json!({"do": "bet", "amount": "1", "wager": "red"}));
        match status {
            200 => accepted += 1,
            _ => refused = Some((status, reply)),
        }
    }
    let (status, reply) = refused.unwrap();
    assert_eq!((status, reply["code"].as_str()), (503, Some("unavailable")), "{reply}");
    assert!(reply["message"].as_str().unwrap().contains("the disk is full"), "{reply}");
    let (status, seen) = ann.get(&format!("/houses/1/tables/{wheel}"));
    assert_eq!(status, 200);
    assert_eq!(seen["stakes"].as_array().unwrap().len(), accepted, "what was refused is not there");
    drop(server);
    let server = Server::run(Installation::open(config(&data), shelf()).unwrap());
    let ann = server.login("ann", common::PASSWORD);
    let (_, seen) = ann.get(&format!("/houses/1/tables/{wheel}"));
    assert_eq!(seen["stakes"].as_array().unwrap().len(), accepted, "what was acknowledged is there");
    ann.must(wheel, &json!({"do": "bet", "amount": "1", "wager": "red"}));
}

#[test]
fn a_locked_database_is_waited_for_and_the_house_goes_on() {
    let data = folder("locked");
    let mut config = config(&data);
    config.busy = Duration::from_millis(100);
    let server = Server::start(config);
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    let other = rusqlite::Connection::open(data.join("journal.db")).unwrap();
    other.execute_batch("begin immediate").unwrap();
    let (status, reply) = ann.at(wheel, &json!({"do": "sit"}));
    assert_eq!((status, reply["code"].as_str()), (503, Some("unavailable")), "{reply}");
    other.execute_batch("rollback").unwrap();
    let start = Instant::now();
    while ann.at(wheel, &json!({"do": "sit"})).0 != 200 {
        assert!(start.elapsed() < Duration::from_secs(20), "it goes on");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_house_whose_store_fails_is_not_ready_until_it_keeps_again() {
    let data = folder("unready");
    let mut config = config(&data);
    config.busy = Duration::from_millis(100);
    let server = Server::start(config);
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    assert_eq!(status_of(&server, "/readyz"), 200);
    let other = rusqlite::Connection::open(data.join("journal.db")).unwrap();
    other.execute_batch("begin exclusive").unwrap();
    assert_eq!(ann.at(wheel, &json!({"do": "sit"})).0, 503);
    for _ in 0..10 {
        assert_eq!(status_of(&server, "/readyz"), 503, "it does not become ready by waiting");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(ann.get(&format!("/houses/1/tables/{wheel}")).0, 200, "reading goes on");
    other.execute_batch("rollback").unwrap();
    let start = Instant::now();
    while status_of(&server, "/readyz") != 200 {
        assert!(start.elapsed() < Duration::from_secs(20), "it goes on though nobody asks anything of it");
        std::thread::sleep(Duration::from_millis(50));
    }
    ann.must(wheel, &json!({"do": "sit"}));
    drop(server);
    drop(Installation::open(common::config(&data), shelf()).unwrap());
}

#[test]
fn a_folder_has_one_server() {
    let data = folder("held");
    let server = Server::start(config(&data));
    let reply = Installation::open(config(&data), shelf()).err().unwrap().to_string();
    assert!(reply.contains("another server is using"), "{reply}");
    drop(server);
    drop(Installation::open(config(&data), shelf()).unwrap());
}

#[test]
fn a_lost_key_is_not_made_anew() {
    let data = folder("lost-key");
    let server = Server::start(config(&data));
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    ann.must(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
    drop(server);
    let (key, stored) = (data.join(croupier_server::dealing::KEY_FILE), data.join("elsewhere"));
    std::fs::rename(&key, &stored).unwrap();
    let reply = Installation::open(config(&data), shelf()).err().unwrap().to_string();
    assert!(reply.contains("house.key is missing") && reply.contains("restore the file"), "{reply}");
    assert!(!key.exists());
    std::fs::rename(&stored, &key).unwrap();
    let server = Server::run(Installation::open(config(&data), shelf()).unwrap());
    (0..3).for_each(|_| server.tick(wheel));
}

#[cfg(unix)]
#[test]
fn nobody_else_looks_into_a_data_folder_or_a_copy() {
    use std::os::unix::fs::PermissionsExt;
    let (data, copy) = (folder("private"), folder("private-copy"));
    let open_to_others =
        |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o077;
    let check = |folder: &std::path::Path, least: usize| {
        assert_eq!(open_to_others(folder), 0, "{}", folder.display());
        let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let secret =
            |path: &std::path::PathBuf| !path.file_name().unwrap().to_str().unwrap().starts_with("demo-");
        let files: Vec<_> = names.filter(secret).collect();
        assert!(files.len() >= least, "{files:?}");
        files.iter().for_each(|file| assert_eq!(open_to_others(file), 0, "{}", file.display()));
    };
    let server = Server::start(config(&data));
    check(&data, 6);
    backup(&data, &copy).unwrap();
    check(&copy, 3);
    drop(server);
    let journal = data.join("journal.db");
    std::fs::set_permissions(&journal, std::fs::Permissions::from_mode(0o644)).unwrap();
    drop(Installation::open(config(&data), shelf()).unwrap());
    assert_eq!(open_to_others(&journal), 0, "what others could read is taken from them");
}

#[test]
fn what_was_changed_in_a_journal_is_neither_copied_nor_opened() {
    let data = folder("changed");
    drop(Server::start(config(&data)));
    let journal = data.join("journal.db");
    let whole = std::fs::read(&journal).unwrap();
    let faults = [
        ("update entries set body = x'0102' where id = (1 << 48) | 20", "cannot be read"),
        ("update entries set hash = zeroblob(32) where id = (1 << 48) | 20", "does not follow"),
        ("delete from entries where id = (1 << 48) | 20", "was expected"),
        (
            "update balances set minor = minor + 1 where account = (select max(account) from balances)",
            "sum to",
        ),
        ("insert into balances (account, minor) values ((1 << 54) | (4 << 48) | 999999, 5)", "sum to 0"),
        (
            "delete from balances where account = (select min(account) from balances where minor <> 0)",
            "have a balance",
        ),
    ];
    for (sql, why) in faults {
        std::fs::write(&journal, &whole).unwrap();
        let connection = rusqlite::Connection::open(&journal).unwrap();
        assert_eq!(connection.execute(sql, []).unwrap(), 1, "{sql}");
        drop(connection);
        let copy = folder("changed-copy");
        let reply = backup(&data, &copy).unwrap_err().to_string();
        assert!(reply.contains(why), "{sql}: {reply}");
        assert!(!copy.join("journal.db").exists(), "nobody should rely on it");
        let reply = Installation::open(config(&data), shelf()).err().unwrap().to_string();
        assert!(reply.contains(why), "{sql}: {reply}");
    }
}

#[test]
fn a_damaged_database_is_not_opened() {
    let data = folder("damaged");
    drop(Server::start(config(&data)));
    let journal = data.join("journal.db");
    let whole = std::fs::read(&journal).unwrap();
    std::fs::write(&journal, b"this is no database, whatever its name says").unwrap();
    let reply = Installation::open(config(&data), shelf()).err().unwrap().to_string();
    assert!(reply.contains("damaged"), "{reply}");
    // One byte of what an entry says.
    std::fs::write(&journal, &whole).unwrap();
    let connection = rusqlite::Connection::open(&journal).unwrap();
    let sql = "update entries set body = cast(substr(body, 1, 60) || x'fe' || substr(body, 62) as blob) where id = (1 << 48) | 20";
    assert_eq!(connection.execute(sql, []).unwrap(), 1);
    drop(connection);
    let reply = Installation::open(config(&data), shelf()).err().unwrap().to_string();
    assert!(reply.contains("cannot be read"), "{reply}");
}

#[test]
fn a_copy_is_the_same_and_a_restored_house_goes_on() {
    let data = folder("copied");
    let server = Server::start(config(&data));
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    ann.must(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
    let (copy, again) = (folder("copy"), folder("again"));
    let copied = backup(&data, &copy).unwrap();
    ann.must(wheel, &json!({"do": "bet", "amount": "7", "wager": "odd"}));
    drop(server);
    assert_eq!(restore(&copy, &again).unwrap(), copied);
    assert!(restore(&copy, &again).unwrap_err().to_string().contains("already"));
    let server = Server::run(Installation::open(config(&again), shelf()).unwrap());
    let ann = server.login("ann", common::PASSWORD);
    assert_eq!(ann.chips(), "9995.00", "as it was when it was copied");
    (0..3).for_each(|_| server.tick(wheel));
    assert_eq!(ann.get(&format!("/houses/1/tables/{wheel}")).1["phase"], "payment");
}

#[test]
fn a_round_goes_on_where_it_stood_when_the_server_was_stopped() {
    let data = folder("stopped");
    let server = Server::start(config(&data));
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    ann.must(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
    server.tick(wheel);
    let before = ann.get(&format!("/houses/1/tables/{wheel}")).1;
    server.stop();
    let server = Server::run(Installation::open(config(&data), shelf()).unwrap());
    let after = server.login("ann", common::PASSWORD).get(&format!("/houses/1/tables/{wheel}")).1;
    assert_eq!(before, after);
    (0..2).for_each(|_| server.tick(wheel));
}
