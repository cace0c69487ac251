//! The transparency log over HTTP: checkpoints extend each other, entries are in them, and nothing of a round that is
//! played is shown.

use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use croupier_house::event::Event;
use croupier_house::ids::HouseId;
use croupier_house::journal::Entry;
use croupier_house::store::Store;
use croupier_server::installation::Installation;
use croupier_store::JournalReader;
use croupier_transparency::{
    ConsistencyProof, EntryProof, InclusionProof, LogForm, SignedCheckpoint, TILE_WIDTH, VerifyingKey,
    leaf_hash, tiles_of,
};
use serde_json::{Value, json};

use crate::common::{Guest, Server, config, folder, request, shelf};

const HOUSE: HouseId = HouseId(1);

fn get(server: &Server, path: &str) -> (u16, Value) {
    request(&server.base, "GET", &format!("/houses/1/{path}"), None, &[], None)
}

/// The bytes of an answer.
fn bytes(server: &Server, path: &str) -> (u16, Vec<u8>) {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let mut answer = agent.get(format!("{}/api/v1/houses/1/{path}", server.base)).call().unwrap();
    (answer.status().as_u16(), answer.body_mut().read_to_vec().unwrap())
}

/// The latest checkpoint, once it has so many entries.
fn checkpoint(server: &Server, least: u64) -> SignedCheckpoint {
    let start = Instant::now();
    loop {
        let (status, note) = get(server, "checkpoint");
        if status == 200 {
            let signed: SignedCheckpoint = note.as_str().unwrap().parse().unwrap();
            if signed.checkpoint.sequence >= least {
                return signed;
            }
        }
        assert!(start.elapsed() < Duration::from_secs(30), "no checkpoint comes");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn stored_to(server: &Server) -> u64 {
    server.actor.shared().stored_to()
}

/// Bets, as soon as that is permitted.
fn bet(server: &Server, guest: &Guest, table: u16) {
    let bet = json!({"do": "bet", "amount": "5", "wager": "red"});
    for _ in 0..12 {
        if guest.at(table, &bet).0 == 200 {
            return;
        }
        server.tick(table);
    }
    panic!("betting does not open");
}

/// Opens the folder again, so that everything is signed.
fn signed_again(server: Server) -> Server {
    let data = server.data.clone();
    server.stop();
    Server::run(Installation::open(config(&data), shelf()).unwrap())
}

/// Plays until no round is played at the table.
fn finish(server: &Server, table: u16) {
    for _ in 0..12 {
        if !is_played(server, table) {
            return;
        }
        server.tick(table);
    }
    panic!("the round does not end");
}

fn is_played(server: &Server, table: u16) -> bool {
    let history = server.actor.read_blocking(move |state| {
        state
            .history(croupier_house::ids::TableId(table))
            .and_then(croupier_server::actor::TableHistory::playing_since)
    });
    history.unwrap().is_some()
}

fn consistency(server: &Server, first: u64, second: u64) -> (u16, Value) {
    get(server, &format!("checkpoint/consistency?first={first}&second={second}"))
}

fn root(signed: &SignedCheckpoint) -> [u8; 32] {
    signed.checkpoint.root.unwrap()
}

#[test]
fn checkpoints_extend_each_other_and_entries_are_in_them() {
    let data = folder("transparent");
    let server = Server::start(config(&data));
    let first = checkpoint(&server, 1);
    let ann = server.player("ann");
    let wheel = server.table("roulette");
    ann.must(wheel, &json!({"do": "sit"}));
    bet(&server, &ann, wheel);
    finish(&server, wheel);
    let size = stored_to(&server);
    let server = signed_again(server);
    let last = checkpoint(&server, size);
    let key: VerifyingKey = get(&server, "checkpoint/key").1.as_str().unwrap().trim().parse().unwrap();
    assert!(last.checkpoint.form() == LogForm::Tree && key.has_signed(&first) && key.has_signed(&last));
    let (old, new) = (first.checkpoint.sequence, last.checkpoint.sequence);
    let (status, proof) = consistency(&server, old, new);
    assert_eq!(status, 200, "{proof}");
    let proof: ConsistencyProof = serde_json::from_value(proof).unwrap();
    proof.verify(&root(&first), &root(&last)).unwrap();
    // The entries as they are stored.
    let entries = JournalReader::open(&data).unwrap().entries(HOUSE, 1, usize::MAX).unwrap();
    for index in [0, old, size - 1] {
        let (status, proof) = get(&server, &format!("checkpoint/inclusion?index={index}&size={new}"));
        assert_eq!(status, 200, "{proof}");
        let proof: InclusionProof = serde_json::from_value(proof).unwrap();
        let entry = &entries[usize::try_from(index).unwrap()];
        proof.verify(&leaf_hash(&entry.bytes), &root(&last)).unwrap();
    }
    let last_entry = &entries[usize::try_from(new).unwrap() - 1];
    assert_eq!(last.checkpoint.hash, last_entry.hash, "the head of the chain is there too");
    for tile in tiles_of(new) {
        let (status, hashes) = bytes(&server, &tile.to_string());
        assert_eq!((status, hashes.len()), (200, usize::from(tile.width) * 32), "{tile}");
        if tile.level == 0 {
            let from = usize::try_from(tile.index * TILE_WIDTH).unwrap();
            let leaves = entries[from..].iter().map(|entry| leaf_hash(&entry.bytes));
            assert!(hashes.chunks(32).zip(leaves).all(|(hash, leaf)| hash == leaf));
        }
    }
    for (path, due) in [
        (format!("checkpoint/consistency?first={old}&second={}", new + 1000), 404),
        ("checkpoint/consistency?first=0".to_owned(), 400),
        (format!("checkpoint/consistency?first={new}&second={old}"), 400),
        (format!("checkpoint/inclusion?index={}", new + 1000), 503),
        (format!("checkpoint/inclusion?index=0&size={}", new + 1000), 404),
        ("tile/0/x001/000".to_owned(), 404),
        ("tile/0/0".to_owned(), 404),
        ("tile/9/000".to_owned(), 404),
    ] {
        assert_eq!(bytes(&server, &path).0, due, "{path}");
    }
}

/// A bet as its player sends it, under a key.
fn bet_under(server: &Server, guest: &Guest, table: u16, key: &str) -> Value {
    let bet = json!({"do": "bet", "amount": "5", "wager": "red"});
    for _ in 0..12 {
        let (status, answer) =
            guest.send(&format!("/houses/1/tables/{table}/commands"), &[("Idempotency-Key", key)], &bet);
        if status == 200 {
            return answer;
        }
        server.tick(table);
    }
    panic!("betting does not open");
}

#[test]
fn a_bet_is_acknowledged_with_its_leaf_which_the_next_checkpoint_has() {
    let data = folder("bet-leaf");
    let server = Server::start(config(&data));
    let ann = server.player("ann");
    let wheel = server.table("roulette");
    let seated = ann.must(wheel, &json!({"do": "sit"}));
    assert_eq!(seated["leaf"], Value::Null, "{seated}");
    let key = "6f9619ff-8b86-d011-b42d-00cf4fc964ff";
    let placed = bet_under(&server, &ann, wheel, key);
    let leaf = &placed["leaf"];
    let bytes_of = |field: &str| STANDARD.decode(leaf[field].as_str().unwrap()).unwrap();
    let (entry, index) = (bytes_of("entry"), leaf["index"].as_u64().unwrap());
    assert_eq!(leaf_hash(&entry).as_slice(), bytes_of("leaf"));
    let read = Entry::read_alone(entry.as_slice()).unwrap();
    assert_eq!((read.body.sequence, read.body.salt.as_slice()), (index + 1, &*bytes_of("salt")));
    assert!(matches!(&read.body.event, Event::Acted { lines, .. } if lines.contains("red")), "{read:?}");
    let again = bet_under(&server, &ann, wheel, key);
    assert_eq!((&again["again"], &again["leaf"]), (&json!(true), leaf), "a repeated bet has the same leaf");

    finish(&server, wheel);
    let size = stored_to(&server);
    let server = signed_again(server);
    let note = checkpoint(&server, size);
    let path = format!("checkpoint/inclusion?index={index}&size={}", note.checkpoint.sequence);
    let proof = EntryProof {
        entry,
        inclusion: serde_json::from_value(get(&server, &path).1).unwrap(),
        checkpoint: note.to_string(),
        key: get(&server, "checkpoint/key").1.as_str().unwrap().trim().to_owned(),
    };
    let report = proof.examine(None).unwrap();
    assert!(report.checks.iter().all(|(_, result)| result.is_ok()), "{report:?}");
    // The house was opened again: now the entry comes from the store.
    let restarted = bet_under(&server, &ann_at(&server, &ann), wheel, key);
    assert_eq!((&restarted["again"], &restarted["leaf"]), (&json!(true), leaf));
}

/// In whatever way the hash of an entry of a round could be shown, it is withheld until the round is over.
#[test]
fn no_hash_of_an_entry_of_a_round_that_is_played_is_shown() {
    let data = folder("withheld");
    let server = Server::start(config(&data));
    let ann = server.player("ann");
    let wheel = server.table("roulette");
    ann.must(wheel, &json!({"do": "sit"}));
    let mut server = server;
    let before = stored_to(&server);
    // A number of entries that is odd, so that the proof that a later tree extends this one shows its last entry.
    loop {
        bet(&server, &ann_at(&server, &ann), wheel);
        server = signed_again(server);
        if stored_to(&server) % 2 == 1 {
            break;
        }
    }
    let size = stored_to(&server);
    let signed = checkpoint(&server, size);
    assert!(is_played(&server, wheel) && signed.checkpoint.sequence == size, "{signed}");
    let width = size % TILE_WIDTH;
    let tile = format!("tile/0/{:03}.p/{width}", size / TILE_WIDTH);
    let withheld = [
        (format!("checkpoint/consistency?first={}&second={size}", size - 1), "its last entry alone"),
        (format!("checkpoint/inclusion?index={}&size={size}", size - 2), "the last entry is beside the way"),
        (tile, "the hashes of entries"),
    ];
    for (path, what) in &withheld {
        let (status, problem) = get(&server, path);
        let found = problem["found"].as_str().unwrap();
        assert!(status == 503 && problem["retry"] == true, "{what}: {status} {problem}");
        assert!(found.contains(&format!("at table {wheel} that is still played")), "{found}");
    }
    let (status, proof) = consistency(&server, before - before % 2, size - 1);
    assert_eq!(status, 200, "hashes of pairs are shown: {proof}");
    finish(&server, wheel);
    for (path, what) in &withheld {
        assert_eq!(bytes(&server, path).0, 200, "{what}");
    }
}

/// The same person at a server that was started again.
fn ann_at(server: &Server, ann: &Guest) -> Guest {
    Guest { base: server.base.clone(), ..ann.clone() }
}

#[test]
fn the_tree_of_a_house_from_before_there_were_trees_is_made_at_the_start() {
    let data = folder("treeless");
    let server = Server::start(config(&data));
    let signed = checkpoint(&server, 1);
    server.stop();
    for ending in ["", "-wal", "-shm"] {
        drop(std::fs::remove_file(data.join(format!("tree.db{ending}"))));
    }
    let server = Server::run(Installation::open(config(&data), shelf()).unwrap());
    let again = checkpoint(&server, stored_to(&server));
    let (status, proof) = consistency(&server, signed.checkpoint.sequence, again.checkpoint.sequence);
    assert_eq!(status, 200, "{proof}");
    let proof: ConsistencyProof = serde_json::from_value(proof).unwrap();
    proof.verify(&root(&signed), &root(&again)).unwrap();
    assert_eq!(STANDARD.encode(root(&again)).len(), 44);
}
