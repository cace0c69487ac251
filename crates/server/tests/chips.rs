//! Getting chips over the API: a player asks, staff lay out, the player confirms. Play money in a demo house.

use serde_json::{Value, json};

use crate::common::{ATTENDED, Guest, PASSWORD, Server, config, folder, request};

fn house(guest: &Guest, body: &Value) -> (u16, Value) {
    guest.send("/houses/1/commands", &[], body)
}

fn must(guest: &Guest, body: &Value) -> Value {
    let (status, reply) = house(guest, body);
    assert_eq!(status, 200, "{body}: {reply}");
    reply
}

/// Asks, and returns the number of the request.
fn ask(guest: &Guest, kind: &str, amount: &str) -> u64 {
    let reply = must(guest, &json!({"do": "request-chips", "kind": kind, "amount": amount}));
    reply["number"].as_u64().unwrap()
}

fn me(guest: &Guest) -> Value {
    guest.get("/houses/1/me").1
}

fn code(answer: &(u16, Value)) -> (u16, &str) {
    (answer.0, answer.1["code"].as_str().unwrap_or_default())
}

#[test]
fn a_player_asks_the_cashier_lays_out_and_the_player_confirms_once() {
    let server = Server::start(config(&folder("chips")));
    let (ann, cashier) = (server.player("ann"), server.staff("demo_cashier"));
    let number = ask(&ann, "buy-in", "250.00");
    let open = &me(&ann)["chip_requests"][0];
    assert_eq!((open["kind"].as_str(), open["laid_out"].as_bool()), (Some("buy-in"), Some(false)), "{open}");
    let (_, listed) = cashier.get("/houses/1/chip-requests");
    assert_eq!((listed[0]["handle"].as_str(), listed[0]["amount"].as_str()), (Some("ann"), Some("250.00")));
    assert_eq!(code(&ann.get("/houses/1/chip-requests")), (403, "authority"));
    let confirm = json!({"do": "confirm-chips", "number": number});
    assert_eq!(code(&house(&ann, &confirm)), (409, "order"), "nothing is laid out");
    must(&cashier, &json!({"do": "lay-out-chips", "number": number}));
    assert_eq!(ann.chips(), "10000.00");
    let key = [("idempotency-key", "0190a9f2-8c0b-4c3e-9a55-0e7a5d1f2b77")];
    let (status, done) = ann.send("/houses/1/commands", &key, &confirm);
    assert_eq!((status, done["again"].as_bool()), (200, Some(false)), "{done}");
    let (status, again) = ann.send("/houses/1/commands", &key, &confirm);
    assert_eq!((status, again["again"].as_bool()), (200, Some(true)), "the same key is the same command");
    assert_eq!(code(&house(&ann, &confirm)), (404, "unknown"), "another key is a second confirmation");
    assert_eq!(ann.chips(), "10250.00");
    assert_eq!(me(&ann)["chip_requests"], json!([]));
    let (_, statement) = ann.get("/houses/1/me/statement");
    let text = statement.to_string();
    assert!(text.contains("250.00"), "{text}");
}

#[test]
fn chips_to_be_cashed_are_held_and_cannot_be_staked() {
    let server = Server::start(config(&folder("held")));
    let (ann, cashier) = (server.player("ann"), server.staff("demo_cashier"));
    let wheel = server.table("roulette");
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    let number = ask(&ann, "cash-out", "9990.00");
    let balances = me(&ann)["balances"].clone();
    assert_eq!((balances["chips"].as_str(), balances["held"].as_str()), (Some("10000.00"), Some("9990.00")));
    let bet = |amount: &str| json!({"do": "bet", "amount": amount, "wager": "red"});
    let refused = ann.at(wheel, &bet("20"));
    assert_eq!(code(&refused), (409, "funds"));
    assert!(refused.1["message"].as_str().unwrap().contains("held for a cash-out"), "{}", refused.1);
    ann.must(wheel, &bet("10"));
    must(&cashier, &json!({"do": "lay-out-chips", "number": number}));
    must(&ann, &json!({"do": "cancel-chips", "number": number}));
    assert_eq!(code(&house(&ann, &json!({"do": "confirm-chips", "number": number}))), (404, "unknown"));
    assert_eq!(me(&ann)["balances"]["held"], "0.00");
    ann.must(wheel, &bet("20"));
}

#[test]
fn dealers_see_and_answer_buy_ins_only() {
    let server = Server::start_with_dealer(config(&folder("dealers")));
    let (ann, dealer) = (server.player("ann"), server.staff("demo_dealer"));
    let table = server.called(ATTENDED);
    ann.must(table, &json!({"do": "sit"}));
    let (buys, cashes) = (ask(&ann, "buy-in", "40"), ask(&ann, "cash-out", "30"));
    let (_, listed) = dealer.get("/houses/1/chip-requests");
    let numbers: Vec<u64> =
        listed.as_array().unwrap().iter().map(|r| r["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [buys]);
    let lay_out =
        |number: u64, table: Option<u16>| json!({"do": "lay-out-chips", "number": number, "table": table});
    assert_eq!(code(&house(&dealer, &lay_out(cashes, Some(table)))), (403, "authority"));
    assert_eq!(code(&house(&dealer, &lay_out(cashes, None))), (403, "authority"));
    assert_eq!(code(&house(&dealer, &lay_out(buys, None))), (403, "authority"), "the cage is the cashier's");
    must(&dealer, &lay_out(buys, Some(table)));
    assert_eq!(me(&ann)["chip_requests"][0]["table"], table);
    must(&ann, &json!({"do": "confirm-chips", "number": buys}));
    assert_eq!(ann.chips(), "10040.00");
}

#[test]
fn an_excluded_player_is_paid_and_a_session_that_has_ended_asks_for_nothing() {
    let server = Server::start(config(&folder("out")));
    let (ann, cashier) = (server.player("ann"), server.staff("demo_cashier"));
    let buys = ask(&ann, "buy-in", "40");
    must(&cashier, &json!({"do": "lay-out-chips", "number": buys}));
    must(&ann, &json!({"do": "exclude", "days": 30, "reason": "enough"}));
    assert_eq!(code(&house(&ann, &json!({"do": "confirm-chips", "number": buys}))), (403, "service"));
    let cashes = ask(&ann, "cash-out", "10000");
    must(&cashier, &json!({"do": "lay-out-chips", "number": cashes}));
    must(&ann, &json!({"do": "confirm-chips", "number": cashes}));
    assert_eq!(ann.chips(), "0.00");
    assert_eq!(request(&server.base, "DELETE", "/session", Some(&ann.token), &[], None).0, 204);
    let late = house(&ann, &json!({"do": "request-chips", "kind": "buy-in", "amount": "5"}));
    assert_eq!(code(&late), (401, "session"));
}

#[test]
fn requests_outlive_a_server_that_is_killed_between_the_steps() {
    let data = folder("killed");
    let server = Server::start(config(&data));
    let ann = server.player("ann");
    let cashes = ask(&ann, "cash-out", "500");
    // Nothing is closed in good order: the data folder is copied as it lies on the disk after each step.
    let open_copy = |name: &str| {
        let copy = folder(name);
        copy_folder(&data, &copy);
        let server = Server::start(config(&copy));
        let ann = server.login("ann", PASSWORD);
        (server, ann)
    };
    let (other, her) = open_copy("killed-asked");
    assert_eq!(me(&her)["balances"]["held"], "500.00");
    let cashier = other.staff("demo_cashier");
    must(&cashier, &json!({"do": "lay-out-chips", "number": cashes}));
    must(&her, &json!({"do": "confirm-chips", "number": cashes}));
    assert_eq!(her.chips(), "9500.00");
    must(&server.staff("demo_cashier"), &json!({"do": "lay-out-chips", "number": cashes}));
    let (_other, her) = open_copy("killed-laid-out");
    assert_eq!(me(&her)["chip_requests"][0]["laid_out"], true);
    must(&her, &json!({"do": "confirm-chips", "number": cashes}));
    assert_eq!((her.chips().as_str(), me(&her)["balances"]["held"].as_str()), ("9500.00", Some("0.00")));
}

fn copy_folder(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).unwrap();
    for file in std::fs::read_dir(from).unwrap().map(|file| file.unwrap().path()) {
        let name = file.file_name().unwrap();
        if file.is_file() && name != croupier_server::LOCK_FILE {
            std::fs::copy(&file, to.join(name)).unwrap();
        }
    }
}

#[test]
fn a_demo_house_tops_up_and_no_further() {
    let server = Server::start(config(&folder("top-up")));
    let body = json!({"house": 1, "handle": "zed", "password": PASSWORD});
    assert_eq!(request(&server.base, "POST", "/people", None, &[], Some(&body)).0, 201);
    let zed = server.login("zed", PASSWORD);
    assert_eq!(zed.chips(), "0.00");
    let top_up = || zed.send("/houses/1/top-up", &[], &json!({}));
    assert_eq!(top_up().1["chips"], "1000.00");
    assert_eq!(code(&top_up()), (409, "order"), "there is enough");
    must(&zed, &json!({"do": "set-limit", "limit": "buy-in", "amount": "1000"}));
    let wheel = server.table("roulette");
    zed.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    zed.must(wheel, &json!({"do": "bet", "amount": "10", "wager": "red"}));
    assert_eq!(code(&top_up()), (409, "limit"), "her own limit holds for play money too");
}
