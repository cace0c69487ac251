//! Checkpoints: signed heads that anybody can read and verify, and a house that notices that it is older than one.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::{self, Server, config, folder, request, shelf, status_of};
use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::ids::{Actor, TableId};
use croupier_house::paper::{Count, ProposedAction};
use croupier_server::installation::Installation;
use croupier_transparency::SignedCheckpoint;
use serde_json::{Value, json};

fn get(server: &Server, path: &str) -> (u16, Value) {
    request(&server.base, "GET", path, None, &[], None)
}

fn close_table(server: &Server, table: u16) {
    let people = server.actor.read_blocking(|state| {
        ["demo_manager", "demo_inspector"].map(|name| state.house.office.person_named(name).unwrap())
    });
    let [manager, inspector] = people.unwrap();
    let at =
        |by, act| Request { key: None, by: Actor::Person(by), command: Command::Table(TableId(table), act) };
    let closing = ProposedAction::Close { closer: Count::default() };
    let proposal = common::give(&server.actor, at(manager, TableCommand::Propose(closing))).unwrap();
    let proposal = proposal.number.unwrap();
    common::give(&server.actor, at(inspector, TableCommand::Authorise { proposal })).unwrap();
}

/// The latest checkpoint, once it covers more than `after`.
fn checkpoint_after(server: &Server, after: u64) -> (String, SignedCheckpoint) {
    let start = Instant::now();
    loop {
        let (status, note) = get(server, "/houses/1/checkpoint");
        if status == 200 {
            let text = note.as_str().unwrap().to_owned();
            let signed: SignedCheckpoint = text.parse().unwrap();
            if signed.checkpoint.sequence > after {
                return (text, signed);
            }
        }
        assert!(start.elapsed() < Duration::from_secs(20), "no checkpoint comes");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Verifies a note with another implementation than the one that signed it.
fn verify(note: &str, published: &str) {
    use base64::Engine as _;
    let decode = |text: &str| base64::engine::general_purpose::STANDARD.decode(text).unwrap();
    // The key itself may have a plus sign.
    let public = decode(published.trim().splitn(3, '+').nth(2).unwrap());
    let (body, line) = note.split_once("\n\n").unwrap();
    let signature = decode(line.trim_end().rsplit_once(' ').unwrap().1);
    let key = ed25519_dalek::VerifyingKey::from_bytes(public[1..].try_into().unwrap()).unwrap();
    let signature = ed25519_dalek::Signature::from_slice(&signature[4..]).unwrap();
    key.verify_strict(format!("{body}\n").as_bytes(), &signature).unwrap();
}

#[test]
fn heads_are_signed_when_a_table_closes_and_anybody_can_verify_them() {
    let data = folder("signed");
    let server = Server::start(config(&data));
    let (_, first) = checkpoint_after(&server, 0);
    close_table(&server, server.table("roulette"));
    let (text, second) = checkpoint_after(&server, first.checkpoint.sequence);
    let published = get(&server, "/houses/1/checkpoint/key").1;
    verify(&text, published.as_str().unwrap());
    let (status, page) = get(&server, "/houses/1/checkpoints");
    let rows = page.as_array().unwrap();
    assert!(status == 200 && rows.len() >= 2, "{page}");
    for row in rows {
        verify(row["note"].as_str().unwrap(), row["key"].as_str().unwrap());
    }
    let last = rows.last().unwrap();
    assert_eq!(last["sequence"], second.checkpoint.sequence);
    let after = last["number"].as_u64().unwrap() - 1;
    let (_, rest) = get(&server, &format!("/houses/1/checkpoints?after={after}&limit=5"));
    assert_eq!(rest.as_array().unwrap(), std::slice::from_ref(last));
    assert_eq!(get(&server, "/houses/9/checkpoint").0, 404);
    assert_eq!(get(&server, "/houses/1/checkpoints?after=x").0, 400);
}

fn copy_files(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
}

#[test]
fn a_house_that_is_older_than_its_checkpoint_takes_no_commands() {
    let (data, old) = (folder("newer"), folder("older"));
    drop(Server::start(config(&data)));
    copy_files(&data, &old);
    let server = Server::run(Installation::open(config(&data), shelf()).unwrap());
    let ann = server.player("ann");
    let before = server.actor.shared().stored_to();
    close_table(&server, server.table("roulette"));
    let (note, _) = checkpoint_after(&server, before);
    drop((server, ann));
    let known = folder("known");
    std::fs::write(&known, note).unwrap();
    // The data that has it goes on.
    let mut newer = config(&data);
    newer.known_checkpoint = Some(known.clone());
    drop(Installation::open(newer, shelf()).unwrap());
    let mut older = config(&old);
    older.known_checkpoint = Some(known.clone());
    let server = Server::run(Installation::open(older, shelf()).unwrap());
    assert_eq!(status_of(&server, "/readyz"), 503);
    let wheel = server.table("roulette");
    let tick = Command::Table(TableId(wheel), TableCommand::Tick);
    let refused = server.as_house(tick).unwrap_err();
    assert!(refused.message.contains("older"), "{}", refused.message);
    assert_eq!(get(&server, &format!("/houses/1/tables/{wheel}")).0, 200, "reading goes on");
    drop(server);
    // Where only the journal was rolled back, the folder's own list of checkpoints shows it.
    let rolled = folder("rolled");
    copy_files(&old, &rolled);
    std::fs::copy(data.join("checkpoints.db"), rolled.join("checkpoints.db")).unwrap();
    let server = Server::run(Installation::open(config(&rolled), shelf()).unwrap());
    let body = json!({"house": 1, "handle": "bob", "password": common::PASSWORD});
    assert_eq!(request(&server.base, "POST", "/people", None, &[], Some(&body)).0, 503);
    std::fs::remove_file(known).unwrap();
}
