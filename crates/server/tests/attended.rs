//! What a table with a dealer shows of its rounds.

use crate::common::{ATTENDED, Guest, Server, config, folder};
use serde_json::json;

fn outcomes(guest: &Guest, table: u16) -> [serde_json::Value; 2] {
    let seen = guest.get(&format!("/houses/1/tables/{table}")).1["last"][0]["result"].clone();
    let (status, board) = guest.get(&format!("/houses/1/tables/{table}/board"));
    assert_eq!(status, 200, "{board}");
    [seen, board["results"][0]["result"].clone()]
}

#[test]
fn a_corrected_outcome_is_corrected_on_the_board() {
    let data = folder("corrected");
    let server = Server::start_with_dealer(config(&data));
    let table = server.called(ATTENDED);
    let (dealer, inspector) = (server.staff("demo_dealer"), server.staff("demo_inspector"));
    dealer.must(table, &json!({"do": "announce", "what": "place-your-bets"}));
    dealer.must(table, &json!({"do": "announce", "what": "spin-right"}));
    dealer.must(table, &json!({"do": "enter", "lines": "ball 17"}));
    dealer.must(table, &json!({"do": "confirm-entry"}));
    assert_eq!(outcomes(&dealer, table), [json!("17"), json!("17")]);
    let matter =
        json!({"kind": "correct", "round": 1, "from": "ball 17", "to": "ball 18", "reason": "misread"});
    let proposed = dealer.must(table, &json!({"do": "propose", "matter": matter}));
    assert_eq!(outcomes(&dealer, table), [json!("17"), json!("17")], "one person corrects nothing");
    inspector.must(table, &json!({"do": "authorise", "proposal": proposed["number"]}));
    assert_eq!(outcomes(&dealer, table), [json!("18"), json!("18")]);
    drop(server);
    let server = Server::start_with_dealer(config(&data));
    let dealer = server.staff("demo_dealer");
    assert_eq!(outcomes(&dealer, table), [json!("18"), json!("18")], "and when it is read again");
}

/// What a correction takes back was returned before, and not staked.
#[test]
fn after_a_correction_a_round_shows_what_was_returned_in_the_end() {
    let server = Server::start_with_dealer(config(&folder("corrected-returns")));
    let table = server.called(ATTENDED);
    let (dealer, inspector) = (server.staff("demo_dealer"), server.staff("demo_inspector"));
    let ann = server.player("ann");
    ann.must(table, &json!({"do": "sit"}));
    dealer.must(table, &json!({"do": "announce", "what": "place-your-bets"}));
    ann.must(table, &json!({"do": "bet", "amount": "10", "wager": "straight 17"}));
    dealer.must(table, &json!({"do": "announce", "what": "spin-right"}));
    dealer.must(table, &json!({"do": "enter", "lines": "17"}));
    dealer.must(table, &json!({"do": "confirm-entry"}));
    let own = || {
        let round = &ann.get("/houses/1/me/rounds").1[0];
        ["staked", "returned", "net"].map(|key| round[key].as_str().unwrap().to_owned())
    };
    assert_eq!(own(), ["10.00", "360.00", "350.00"]);
    let matter =
        json!({"kind": "correct", "round": 1, "from": "ball 17", "to": "ball 18", "reason": "misread"});
    let proposed = dealer.must(table, &json!({"do": "propose", "matter": matter}));
    inspector.must(table, &json!({"do": "authorise", "proposal": proposed["number"]}));
    assert_eq!(own(), ["10.00", "0.00", "-10.00"]);
}

#[test]
fn the_staff_see_what_others_have_laid_out() {
    let server = Server::start_with_dealer(config(&folder("laid-out")));
    let table = server.called(ATTENDED);
    let (ann, cashier) = (server.player("ann"), server.staff("demo_cashier"));
    let buys = json!({"kind": "buy-in", "with": "cash", "amount": "40.00"});
    ann.must(table, &json!({"do": "sit"}));
    ann.must(table, &json!({"do": "request-exchange", "exchange": buys}));
    let cash = json!({"kind": "cash-out", "amount": "25.00"});
    let (status, _) =
        ann.send("/houses/1/commands", &[], &json!({"do": "request-exchange", "exchange": cash}));
    assert_eq!(status, 200);
    let (_, all) = cashier.get("/houses/1/exchanges");
    let seen = |row: &serde_json::Value| {
        (row["table"].as_u64(), row["exchange"]["kind"].as_str().map(str::to_owned))
    };
    let rows: Vec<_> = all.as_array().unwrap().iter().map(seen).collect();
    let (cage, at_table) =
        ((None, Some("cash-out".to_owned())), (Some(table.into()), Some("buy-in".to_owned())));
    assert_eq!(rows, [cage, at_table.clone()], "{all}");
    assert_eq!((&all[0]["handle"], &all[0]["by"]), (&json!("ann"), &json!("ann")));
    let (_, there) = cashier.get(&format!("/houses/1/exchanges?table={table}&limit=1"));
    assert_eq!(there.as_array().unwrap().iter().map(seen).collect::<Vec<_>>(), [at_table]);
    assert_eq!(cashier.get("/houses/1/exchanges?skip=2").1, json!([]));
    assert_eq!(ann.get("/houses/1/exchanges").0, 403, "players see their own");
}

#[test]
fn the_papers_of_a_table_say_which_wheel_chips_leave_its_float_at_the_closing() {
    let server = Server::start_with_dealer(config(&folder("wheel-chips")));
    let table = server.called(ATTENDED);
    let (ann, dealer) = (server.player("ann"), server.staff("demo_dealer"));
    let papers = || dealer.get(&format!("/houses/1/tables/{table}/papers")).1;
    let float = |papers: &serde_json::Value| papers["float"].as_str().unwrap().parse::<f64>().unwrap();
    let before = papers();
    assert_eq!(before["wheel_chips"], json!("0.00"));
    ann.must(table, &json!({"do": "sit"}));
    let changes =
        json!({"kind": "to-wheel", "with": "chips", "amount": "20.00", "colour": 1, "value": "1.00"});
    let asked = ann.must(table, &json!({"do": "request-exchange", "exchange": changes}));
    dealer.must(table, &json!({"do": "confirm-exchange", "number": asked["number"]}));
    let after = papers();
    assert_eq!(after["wheel_chips"], json!("20.00"));
    assert!((float(&after) - float(&before) - 20.0).abs() < 1e-9, "{after}");
}

#[test]
fn the_staff_read_the_house_file_its_approvals_posts_and_breaches() {
    let server = Server::start_with_dealer(config(&folder("charter")));
    let (ann, inspector) = (server.player("ann"), server.staff("demo_inspector"));
    assert_eq!(ann.get("/houses/1/charter").0, 403);
    let (status, charter) = inspector.get("/houses/1/charter");
    assert_eq!(status, 200, "{charter}");
    assert!(charter["file"].as_str().unwrap().contains("licence_holder"));
    assert_eq!((&charter["unreadable"], &charter["breaches"]), (&json!(null), &json!([])));
    let posts = charter["posts"].as_array().unwrap();
    assert!(posts.iter().any(|post| post["table"] == ATTENDED && post["post"] == "dealer"), "{charter}");
}
