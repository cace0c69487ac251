//! The roster over HTTP: who may propose and read it, how a refused duty is named, and relief by it.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::common::{Guest, Server, config, folder};
use serde_json::{Value, json};

const MINUTE: i64 = 60_000;

/// The beginning of this minute, in milliseconds since 1970.
fn this_minute() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    i64::try_from(now).unwrap() / MINUTE * MINUTE
}

fn send(guest: &Guest, body: &Value) -> (u16, Value) {
    guest.send("/houses/1/commands", &[], body)
}

fn does(guest: &Guest, body: &Value) -> Value {
    let (status, answer) = send(guest, body);
    assert_eq!(status, 200, "{body}: {answer}");
    answer
}

fn duties(guest: &Guest, query: &str) -> Vec<Value> {
    let (status, answer) = guest.get(&format!("/houses/1/roster{query}"));
    assert_eq!(status, 200, "{query}: {answer}");
    answer["duties"].as_array().unwrap().clone()
}

#[test]
fn two_people_adopt_a_roster_and_by_it_one_takes_over() {
    let server = Server::start(config(&folder("roster")));
    let ann = server.player("ann");
    let staff = ["demo_manager", "demo_inspector", "demo_cashier", "demo_dealer", "demo_regulator"];
    let [manager, inspector, cashier, dealer, regulator] = staff.map(|handle| server.staff(handle));
    let (table, from) = (server.called("Roulette"), this_minute() - 10 * MINUTE);
    let to = from + 120 * MINUTE;
    let duty = |person: u64, from: i64, to: i64| json!({"person": person, "table": table, "post": "inspector", "from": from, "to": to});
    let propose = |duties: &[Value]| json!({"do": "propose", "matter": {"kind": "roster", "from": from, "to": to, "duties": duties}});
    let watches = |from: i64, to: i64| duty(inspector.person, from, to);

    // Everybody of the staff and the regulator read it, and a player does not.
    for guest in [&manager, &inspector, &cashier, &dealer, &regulator] {
        assert_eq!(duties(guest, ""), Vec::<Value>::new());
    }
    let (status, problem) = ann.get("/houses/1/roster");
    assert_eq!((status, &problem["code"]), (403, &json!("authority")));

    // A refused duty is named by its number and time.
    let good = watches(from, from + 60 * MINUTE);
    let bad = duty(ann.person, from + 60 * MINUTE, to);
    let (status, problem) = send(&manager, &propose(&[good.clone(), bad]));
    assert_eq!(
        (status, &problem["duty"]),
        (403, &json!({"number": 2, "at": from + 60 * MINUTE})),
        "{problem}"
    );
    assert!(
        problem["found"].as_str().unwrap().contains("ann is player and cannot be inspector"),
        "{problem}"
    );
    let (status, problem) = send(
        &manager,
        &propose(&[json!({"person": 1, "table": table, "post": "chef", "from": from, "to": to})]),
    );
    assert_eq!((status, &problem["duty"]), (400, &Value::Null), "a post that does not exist: {problem}");
    for guest in [&ann, &dealer, &regulator] {
        let (status, problem) = send(guest, &propose(&[]));
        assert_eq!((status, &problem["duty"]), (403, &Value::Null), "{problem}");
    }

    let second = watches(from + 60 * MINUTE, to);
    let proposal = does(&manager, &propose(&[good, second]))["number"].clone();
    let (_, office) = cashier.get("/houses/1/office");
    let open = &office["proposals"][0];
    assert_eq!([&open["proposal"], &open["matter"]], [&proposal, &json!("roster")]);
    assert!(open["text"].as_str().unwrap().ends_with(", 2 duties"), "{open}");
    assert_eq!(duties(&cashier, ""), Vec::<Value>::new(), "it is not adopted yet");
    assert_eq!(duties(&cashier, &format!("?proposal={proposal}")).len(), 2, "what it would be");
    assert_eq!(cashier.get("/houses/1/roster?proposal=99").0, 404);
    does(&cashier, &json!({"do": "authorise", "proposal": proposal}));

    let all = duties(&regulator, "");
    let first = &all[0];
    assert_eq!(
        [&first["name"], &first["handle"], &first["post"], &first["takes_over_from"]],
        [&json!("Roulette"), &json!("demo_inspector"), &json!("inspector"), &json!(from - 10 * MINUTE)]
    );
    let (_, paged) = regulator.get("/houses/1/roster?limit=1");
    assert_eq!((paged["duties"].as_array().unwrap().len(), &paged["next"]), (1, &json!(1)));
    let (_, last) = regulator.get("/houses/1/roster?limit=1&skip=1");
    assert_eq!((&last["duties"][0], &last["next"]), (&all[1], &Value::Null));
    assert_eq!(duties(&regulator, &format!("?from={}&to={to}", from + 60 * MINUTE)).len(), 1);
    assert_eq!(duties(&regulator, &format!("?table={}", table + 1)).len(), 0);
    assert_eq!(regulator.get("/houses/1/roster?from=5&to=4").0, 400);

    // The post is vacant, and the person whom the roster names takes it over.
    let vacate = json!({"do": "propose", "matter": {"kind": "assign", "table": table, "post": "inspector", "person": null}});
    let proposal = does(&manager, &vacate)["number"].clone();
    does(&cashier, &json!({"do": "authorise", "proposal": proposal}));
    assert_eq!(duties(&inspector, "")[0]["holds"], json!(false));
    let take_over = json!({"do": "take-over", "table": table, "post": "inspector"});
    for guest in [&manager, &dealer, &ann, &regulator] {
        let (status, problem) = send(guest, &take_over);
        assert_eq!((status, &problem["code"]), (403, &json!("authority")), "{problem}");
    }
    does(&inspector, &take_over);
    assert_eq!(duties(&inspector, "")[0]["holds"], json!(true));
    let (status, problem) = send(&inspector, &take_over);
    assert_eq!((status, &problem["code"]), (409, &json!("order")), "{problem}");

    let (_, events) = regulator.get("/houses/1/events");
    let of_post: Vec<&Value> =
        events.as_array().unwrap().iter().filter(|event| event["kind"] == "post").collect();
    assert_eq!([&of_post[0]["text"], &of_post[0]["name"]], ["demo_inspector is inspector now", "Roulette"]);
    assert!(of_post.iter().any(|event| event["text"].as_str().unwrap().starts_with("a roster is adopted, ")));
    let (_, papers) = regulator.get("/houses/1/papers?kind=roster");
    assert_eq!((&papers[0]["kind"], &papers[0]["state"]), (&json!("roster"), &json!("authorised")));
    let (_, journal) = regulator.get("/houses/1/journal?kind=roster-adopted");
    assert_eq!(journal.as_array().unwrap().len(), 1, "{journal}");
}
