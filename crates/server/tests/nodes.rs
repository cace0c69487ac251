//! Several nodes serve one house: commands go to its owner, followers show what it has committed, houses are given away and
//! taken over, sessions count everywhere.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use croupier_evening::{ordered_key, own_key};
use croupier_house::command::{Command, TableCommand};
use croupier_house::event::NODE_EVENTS;
use croupier_house::ids::TableId;
use croupier_server::config::Config;
use croupier_server::dealing::KEY_FILE;
use croupier_server::installation::Installation;
use croupier_store_suite::{PostgresServer, change_entries, chunked_entries};
use serde_json::{Value, json};

use crate::common::{Guest, PASSWORD, Server, cheap_hash, folder, request, shelf, status_of};
use crate::postgres::{digest, name_of, node, play, played, until};

/// A data folder for another node, with the key of the first.
pub(crate) fn folder_like(first: &Path, name: &str) -> PathBuf {
    let folder = folder(name);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(first.join(KEY_FILE), folder.join(KEY_FILE)).unwrap();
    folder
}

fn join(config: Config) -> Server {
    Server::run(Installation::open(config, shelf()).unwrap())
}

/// Two nodes: the first owns the house, in which ann has played, and the second follows it.
fn two_nodes(name: &str) -> (String, Server, Server, Guest) {
    let (address, data) = (PostgresServer::shared().database(), folder(name));
    let (first, ann) = played(node(&data, &address, "first"));
    let second = join(node(&folder_like(&data, name), &address, "second"));
    (address, first, second, ann)
}

/// The same person at another node.
fn at(server: &Server, guest: &Guest) -> Guest {
    Guest { base: server.base.clone(), token: guest.token.clone(), person: guest.person }
}

/// Opens the wheel for bets.
fn open_bets(server: &Server) -> u16 {
    let wheel = server.table("roulette");
    until("bets are accepted", || {
        let phase =
            server.actor.read_blocking(move |state| state.house.table(TableId(wheel)).unwrap().phase());
        let accepts = phase.unwrap() == croupier_house::table::Phase::PlaceYourBets;
        if !accepts {
            drop(server.as_house(Command::Table(TableId(wheel), TableCommand::Tick)));
        }
        accepts
    });
    wheel
}

#[test]
fn a_follower_sends_commands_on_and_shows_at_once_what_they_led_to() {
    let (_, first, second, ann) = two_nodes("nd-follow");
    assert!(first.actor.shared().is_owned() && !second.actor.shared().is_owned());
    assert_eq!(digest(&first), digest(&second));
    let (wheel, there) = (open_bets(&first), at(&second, &ann));
    for stake in 1..=20 {
        let before = there.chips();
        let done = there.must(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
        // The owner may not know the new node yet: the first answer is lost, and the command is sent again.
        assert!(stake == 1 || done["again"] == json!(false), "{stake}: {done}");
        let after = there.chips();
        assert_ne!(before, after, "the follower shows what its client has done");
        assert_eq!(ann.chips(), after, "and so does the owner");
    }
    let bob = second.player("bob");
    assert_eq!(at(&first, &bob).get("/houses/1/me").0, 200, "somebody who enrolled at the follower");
    play(&first, &ann, 12);
    until("the follower has applied it", || digest(&first) == digest(&second));
}

#[test]
fn refusals_are_those_of_the_owner_and_a_repeated_key_is_executed_once() {
    let (_, first, second, ann) = two_nodes("nd-keys");
    let (wheel, there) = (open_bets(&first), at(&second, &ann));
    let (status, problem) = there.at(wheel, &json!({"do": "bet", "amount": "5", "wager": "no such wager"}));
    assert_eq!(
        (status, problem),
        ann.at(wheel, &json!({"do": "bet", "amount": "5", "wager": "no such wager"}))
    );
    let path = format!("/houses/1/tables/{wheel}/commands");
    let (key, bet) = (
        [("idempotency-key", "a3bb189e-8bf9-4888-9912-ace4e6543002")],
        json!({"do": "bet", "amount": "5", "wager": "odd"}),
    );
    let answers = [there.send(&path, &key, &bet), ann.send(&path, &key, &bet), there.send(&path, &key, &bet)];
    assert!(answers.iter().all(|(status, _)| *status == 200), "{answers:?}");
    assert_eq!(answers[0].1["to"], answers[2].1["to"]);
    assert_eq!((&answers[0].1["again"], &answers[1].1["again"]), (&json!(false), &json!(true)));
    // A refusal of a key that is not new is what the key stands for, at every node.
    let old = [("idempotency-key", "b3bb189e-8bf9-4888-9912-ace4e6543002")];
    let refused = json!({"do": "take-back", "stake": 999_999});
    let (status, first_answer) = there.send(&path, &old, &refused);
    let head = first.actor.shared().stored_to();
    assert!(status >= 400, "{first_answer}");
    assert_eq!(ann.send(&path, &old, &refused), (status, first_answer));
    assert_eq!(first.actor.shared().stored_to(), head, "it is recorded once");
}

/// A key of version 7, as the pages make them, and made a moment ago: one from the future of the house is always looked up.
fn key_made_now(number: u128) -> u128 {
    let made = std::time::UNIX_EPOCH.elapsed().unwrap().as_millis() - 50;
    (made << 80) | (7 << 76) | (0b10 << 62) | number
}

/// A key as it is stored: that of the house, the person, and what the client sent.
type KeyForm = fn(u16, u32, u128) -> u128;

/// A node takes keys for new that were made since it took the house over. A client whose clock is ahead may have used them before.
#[test]
fn a_key_that_an_earlier_owner_has_used_is_found_where_the_command_is_refused_and_where_it_is_done_now() {
    let (address, first, _second, ann) = two_nodes("nd-used");
    let wheel = open_bets(&first);
    let path = format!("/houses/1/tables/{wheel}/commands");
    let send = |key: u128, command: &Value| {
        ann.send(&path, &[("idempotency-key", format!("{key:032x}").as_str())], command)
    };
    let person = u32::try_from(ann.person).unwrap();
    // What was executed under one key was executed by an earlier owner under another.
    let rename = |from: u128, to: u128| {
        let sql = format!("update croupier.keys set key = '{to:032x}' where key = '{from:032x}'");
        PostgresServer::shared().sql(name_of(&address), &sql);
    };
    let bet = json!({"do": "bet", "amount": "5", "wager": "red"});
    let (_, staked) = send(key_made_now(1), &bet);
    let take_back = json!({"do": "take-back", "stake": staked["number"]});
    // An owner of an earlier program has not stored keys in the order of their times.
    let an_hour = 3_600_000 << 80;
    let cases: [(Value, u128, u128, KeyForm); 3] =
        [(take_back, 2, 0, ordered_key), (bet.clone(), 4, 0, ordered_key), (bet, 6, an_hour, own_key)];
    for (command, number, age, form) in cases {
        let (key, used) = (key_made_now(number) - age, key_made_now(number + 1) - age);
        let (status, done) = send(key, &command);
        assert_eq!((status, &done["again"]), (200, &json!(false)), "{done}");
        let chips = ann.chips();
        rename(ordered_key(1, person, key), form(1, person, used));
        let (status, again) = send(used, &command);
        assert_eq!((status, &again["again"], &again["to"]), (200, &json!(true), &done["to"]), "{again}");
        assert_eq!(ann.chips(), chips, "it is executed once");
    }
}

#[test]
fn a_client_sees_at_every_node_what_it_has_seen() {
    let (_, first, second, ann) = two_nodes("nd-seen");
    let wheel = open_bets(&first);
    let done = ann.must(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
    let seen = done["sequence"].as_u64().unwrap();
    let there = at(&second, &ann);
    let get = |sequence: &str| {
        request(
            &there.base,
            "GET",
            "/houses/1/me",
            Some(&there.token),
            &[("croupier-sequence", sequence)],
            None,
        )
    };
    assert_eq!(get(&seen.to_string()).0, 200);
    assert!(second.actor.shared().stored_to() >= seen);
    let (status, problem) = get(&(seen + 1_000).to_string());
    assert_eq!(status, 503, "nobody has written that much: {problem}");
    assert!(problem["found"].as_str().unwrap().contains("behind what you have seen"), "{problem}");
    assert_eq!(get("many").0, 400);
}

#[test]
fn a_node_that_stops_gives_its_house_away_and_no_command_is_refused() {
    let (_, first, second, ann) = two_nodes("nd-plan");
    let (wheel, there) = (open_bets(&first), at(&second, &ann));
    let (stops, bets) = (AtomicBool::new(false), AtomicU32::new(0));
    thread::scope(|scope| {
        scope.spawn(|| {
            while !stops.load(Ordering::Relaxed) {
                let (status, answer) = there.at(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
                assert_eq!(status, 200, "{answer}");
                bets.fetch_add(1, Ordering::Relaxed);
            }
        });
        until("bets are made", || bets.load(Ordering::Relaxed) > 20);
        first.stop();
        let made = bets.load(Ordering::Relaxed);
        until("bets go on", || bets.load(Ordering::Relaxed) > made + 20);
        stops.store(true, Ordering::Relaxed);
    });
    assert!(second.actor.shared().is_owned());
    let stakes = second.actor.read_blocking(move |state| {
        state.house.table(TableId(wheel)).unwrap().live.as_ref().map(|live| live.stakes().count())
    });
    assert!(
        stakes.unwrap().unwrap() >= bets.load(Ordering::Relaxed) as usize,
        "every bet lies on the table once"
    );
}

#[test]
fn sessions_begin_and_end_at_all_nodes_and_wrong_passwords_count_together() {
    let (_, first, second, ann) = two_nodes("nd-sessions");
    let later = second.login("ann", PASSWORD);
    assert_eq!(at(&first, &later).get("/session").0, 200, "a session that began at another node");
    let (status, _) = request(&second.base, "DELETE", "/session?house=1", Some(&ann.token), &[], None);
    assert_eq!(status, 204);
    until("it has ended at the other node too", || ann.get("/session").0 == 401);
    assert_eq!(at(&first, &later).get("/session").0, 200, "another session of the same person goes on");
    let wrong = json!({"house": 1, "handle": "ann", "password": "wrong wrong wrong", "bearer": true});
    let attempt = |server: &Server| request(&server.base, "POST", "/session", None, &[], Some(&wrong)).0;
    for _ in 0..4 {
        attempt(&first);
    }
    thread::sleep(Duration::from_secs(1));
    let tries = (0..6).map(|_| attempt(&second)).take_while(|status| *status != 429).count();
    assert!(tries < 4, "four wrong ones were counted at the first node: {tries}");
}

#[test]
fn a_node_with_another_key_or_of_an_older_version_is_refused_or_waited_for() {
    let (address, data) = (PostgresServer::shared().database(), folder("nd-versions"));
    let older = Config { reads_format: NODE_EVENTS - 1, ..node(&data, &address, "older") };
    let (first, ann) = played(older);
    let wheel = open_bets(&first);
    let path = format!("/houses/1/tables/{wheel}/commands");
    let refuse = |server: &Server, key: &str| {
        let refused = json!({"do": "take-back", "stake": 999_999});
        let answer = at(server, &ann).send(&path, &[("idempotency-key", key)], &refused);
        assert!(answer.0 >= 400, "{answer:?}");
        until("everybody has it", || server.actor.shared().stored_to() >= first.actor.shared().stored_to());
        server.actor.shared().stored_to()
    };
    // What the older version stores, the newer one finds though it stores keys in another form.
    let bet = json!({"do": "bet", "amount": "5", "wager": "red"});
    let bet_once = |server: &Server, key: u128| {
        let (status, done) =
            at(server, &ann).send(&path, &[("idempotency-key", format!("{key:032x}").as_str())], &bet);
        assert_eq!(status, 200, "{done}");
        done["again"] == json!(false)
    };
    let keys = [key_made_now(1), key_made_now(2)];
    assert!(keys.iter().all(|key| bet_once(&first, *key)));
    let head = first.actor.shared().stored_to();
    assert_eq!(
        refuse(&first, "c3bb189e-8bf9-4888-9912-ace4e6543001"),
        head,
        "a kind that the older node does not read"
    );
    let newer = join(node(&folder_like(&data, "nd-newer"), &address, "newer"));
    first.stop();
    until("the newer node owns it", || newer.actor.shared().is_owned());
    let head = newer.actor.shared().stored_to();
    until("the new kind is permitted", || {
        let key = format!(
            "d3bb189e-8bf9-4888-9912-{:012x}",
            std::time::SystemTime::now().elapsed().map_or(0, |t| t.as_nanos()) & 0xffff_ffff
        );
        let refused = json!({"do": "take-back", "stake": 999_999});
        drop(at(&newer, &ann).send(&path, &[("idempotency-key", &key)], &refused));
        newer.actor.shared().stored_to() > head
    });
    assert!(!keys.iter().any(|key| bet_once(&newer, *key)), "they were executed");
    let key = key_made_now(3);
    assert!(bet_once(&newer, key) && !bet_once(&newer, key));
    // What it has written the older version cannot read.
    let older = join_status(Config {
        reads_format: NODE_EVENTS - 1,
        ..node(&folder_like(&data, "nd-old"), &address, "older")
    });
    assert!(older.contains("upgrade it"), "{older}");
    let stranger = folder("nd-stranger");
    let found = Installation::open(node(&stranger, &address, "stranger"), shelf()).err().unwrap().to_string();
    assert!(found.contains("copy it from another node"), "{found}");
    drop(Server::start(crate::common::config(&folder("nd-other-key"))));
}

/// What a node that may not join says at `/readyz`.
fn join_status(config: Config) -> String {
    let server = join(config);
    until("it is refused", || status_of(&server, "/readyz") == 503);
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let mut answer = agent.get(format!("{}/readyz", server.base)).call().unwrap();
    answer.body_mut().read_to_string().unwrap()
}

#[test]
fn a_database_that_lacks_what_was_acknowledged_suspends_the_house_at_all_nodes() {
    let (address, first, second, ann) = two_nodes("nd-ahead");
    let (wheel, there) = (open_bets(&first), at(&second, &ann));
    there.must(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
    until("both have it", || digest(&first) == digest(&second));
    // As after the promotion of a standby that lacks the last entry.
    let sql = |text: &str| PostgresServer::shared().sql(name_of(&address), text);
    let entries = chunked_entries(&sql);
    let left = &entries[entries.len() - 2];
    let hash: String = left.hash.iter().map(|byte| format!("{byte:02x}")).collect();
    sql(&format!("update croupier.heads set sequence = {}, hash = decode('{hash}', 'hex')", left.sequence));
    change_entries(&sql, |entries| entries.retain(|entry| entry.sequence <= left.sequence));
    let head = sql("select sequence from croupier.heads");
    for guest in [&ann, &there] {
        until("everybody is answered why", || {
            let (status, problem) = guest.at(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
            assert_eq!(status, 503, "nothing more is executed: {problem}");
            problem["found"].as_str().unwrap().contains("a standby was promoted without the tail")
        });
    }
    for server in [&first, &second] {
        until("it is not ready", || status_of(server, "/readyz") == 503);
        let shared = server.actor.shared();
        until("it is suspended, and nobody owns it", || shared.suspended().is_some() && !shared.is_owned());
    }
    assert_eq!(sql("select sequence from croupier.heads"), head, "nobody writes");
    assert_eq!(sql("select suspended from croupier.leases"), "ahead");
}

#[test]
fn a_database_that_contradicts_the_house_suspends_it() {
    let address = PostgresServer::shared().database();
    let (server, ann) = played(node(&folder("nd-contradicts"), &address, "first"));
    let wheel = open_bets(&server);
    let sql = |text: &str| PostgresServer::shared().sql(name_of(&address), text);
    sql("update croupier.balances set minor = 0 where minor > 0");
    until("the house is suspended", || {
        let (status, problem) = ann.at(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
        assert_eq!(status, 503, "{problem}");
        problem["found"].as_str().unwrap().contains("cannot be applied")
    });
    until("so says the database", || sql("select suspended from croupier.leases") == "damaged");
}

#[test]
fn staff_see_the_nodes_of_their_house() {
    let (address, first, second, _) = two_nodes("nd-list");
    let put = format!(
        "insert into croupier.accounts (house, handle, hash) values (1, 'demo_manager', '{}') on conflict do nothing",
        cheap_hash()
    );
    PostgresServer::shared().sql(name_of(&address), &put);
    let boss = first.login("demo_manager", PASSWORD);
    let there = at(&second, &boss);
    until("both are listed", || {
        there.get("/houses/1/nodes").1["nodes"].as_array().is_some_and(|nodes| nodes.len() == 2)
    });
    until("both have said how far they are", || {
        let nodes = there.get("/houses/1/nodes").1["nodes"].clone();
        nodes.as_array().unwrap().iter().all(|node| node["behind"] == json!(0))
    });
    let (_, seen) = there.get("/houses/1/nodes");
    assert_eq!(
        (&seen["owner"], &seen["node"], &seen["state"]),
        (&json!("first"), &json!("second"), &json!("follows"))
    );
    assert!(seen["fence"].as_u64().unwrap() > 0 && seen["suspended"].is_null(), "{seen}");
    assert_eq!(boss.get("/houses/1/nodes").1["state"], json!("owns"));
    assert_eq!(first.player("eve").get("/houses/1/nodes").0, 403);
}
