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
