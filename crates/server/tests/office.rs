//! What the desks of the office read and do: rulings that pay, filters, papers, significant events, house files as they
//! are typed.

use crate::common::{Guest, Server, config, folder};
use serde_json::{Value, json};

fn server(name: &str) -> Server {
    Server::start(config(&folder(name)))
}

/// The list at an address, and the value of a header that says where to go on.
fn page(guest: &Guest, path: &str, header: &str) -> (Vec<Value>, Option<String>) {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let request = agent.get(format!("{}/api/v1/houses/1{path}", guest.base));
    let mut answer = request.header("authorization", format!("Bearer {}", guest.token)).call().unwrap();
    let text = answer.body_mut().read_to_string().unwrap();
    assert_eq!(answer.status(), 200, "{path}: {text}");
    let next = answer.headers().get(header).map(|value| value.to_str().unwrap().to_owned());
    (serde_json::from_str(&text).unwrap(), next)
}

fn list(guest: &Guest, path: &str) -> Vec<Value> {
    page(guest, path, "x-none").0
}

fn does(guest: &Guest, body: &Value) -> Value {
    let (status, answer) = guest.send("/houses/1/commands", &[], body);
    assert_eq!(status, 200, "{body}: {answer}");
    answer
}

fn refused(guest: &Guest, body: &Value) -> Value {
    let (status, answer) = guest.send("/houses/1/commands", &[], body);
    assert!((400..500).contains(&status), "{body}: {answer}");
    answer
}

/// Ann plays a round of roulette and disputes it.
fn disputed(server: &Server, ann: &Guest) -> (u16, Value) {
    let wheel = server.called("Roulette");
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    ann.must(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
    (0..3).for_each(|_| server.tick(wheel));
    let opened = does(ann, &json!({"do": "open-dispute", "table": wheel, "round": 1, "about": "it was red"}));
    (wheel, opened["number"].clone())
}

#[test]
fn two_people_pay_a_ruling_and_everybody_sees_it() {
    let server = server("ruling");
    let (ann, ben) = (server.player("ann"), server.player("ben"));
    let staff = ["demo_manager", "demo_inspector", "demo_cashier", "demo_regulator"];
    let [manager, inspector, cashier, regulator] = staff.map(|handle| server.staff(handle));
    let (_, dispute) = disputed(&server, &ann);
    let before: f64 = ann.chips().parse().unwrap();
    let ruling =
        |amount: &str| json!({"kind": "ruling", "dispute": dispute, "ruling": "misread", "amount": amount});
    let propose = |amount: &str| json!({"do": "propose", "matter": ruling(amount)});
    for (guest, amount) in [(&cashier, "0"), (&cashier, "-5"), (&ben, "12.50"), (&regulator, "12.50")] {
        refused(guest, &propose(amount));
    }
    let proposal = does(&cashier, &propose("12.50"))["number"].clone();
    let (_, office) = inspector.get("/houses/1/office");
    let open = &office["proposals"][0];
    assert_eq!(
        [&open["proposal"], &open["matter"], &open["dispute"], &open["amount"], &open["text"]],
        [&proposal, &json!("ruling"), &dispute, &json!("12.50"), &json!("misread")]
    );
    let second = refused(&inspector, &propose("20"));
    assert!(second["message"].as_str().unwrap().contains("demo_cashier has proposed"), "{second}");
    let authorise = json!({"do": "authorise", "proposal": proposal});
    // The house file names Morag Bell, the manager, to hear disputes.
    assert!(refused(&inspector, &authorise).to_string().contains("Morag Bell"));
    refused(&cashier, &authorise);
    does(&manager, &authorise);
    refused(&manager, &authorise);
    assert!((ann.chips().parse::<f64>().unwrap() - before - 12.5).abs() < 1e-9);

    let papers = list(&regulator, "/papers?kind=ruling");
    assert_eq!(papers[0]["dispute"], dispute, "the paper names its dispute");
    assert!(list(&regulator, "/papers?kind=open").iter().all(|paper| paper["dispute"].is_null()));

    let own = &list(&ann, "/me/disputes")[0];
    assert_eq!(
        [&own["state"], &own["ruling"], &own["paid"], &own["ruled_by"]],
        [&json!("answered"), &json!("misread"), &json!("12.50"), &Value::Null]
    );
    assert!(own["ruled_at"].as_i64() >= own["at"].as_i64());
    assert_eq!(list(&regulator, "/disputes")[0]["ruled_by"], "demo_manager");
    let (_, statement) = ann.get("/houses/1/me/statement");
    let row = &statement["rows"][0];
    assert_eq!([&row["text"], &row["amount"]], ["paid by a ruling in a dispute at the cage", "12.50"]);

    let paper = &list(&regulator, "/papers?kind=ruling")[0];
    assert_eq!([&paper["state"], &paper["amount"]], ["authorised", "12.50"]);
    let steps = paper["steps"].as_array().unwrap();
    let taken: Vec<[&Value; 2]> = steps.iter().map(|step| [&step["state"], &step["by"]]).collect();
    assert_eq!(taken, [["proposed", "demo_cashier"], ["authorised", "demo_manager"]]);
    let events = list(&regulator, "/events?limit=2");
    assert!(events[0]["text"].as_str().unwrap().contains("paid ann 12.50"), "{events:?}");
    assert_eq!([&events[0]["kind"], &events[1]["kind"]], ["dispute", "dispute"]);
}

#[test]
fn a_proposed_approval_says_all_that_it_permits() {
    let server = server("approval-words");
    let (manager, inspector) = (server.staff("demo_manager"), server.staff("demo_inspector"));
    let approval = |of: &str| json!({"kind": "approve", "reference": "P7", "date": "2001-04-20", "of": of});
    let mut packs = approval("packs");
    packs["packs"] = json!([4, 6]);
    packs["covers"] = json!(["Roulette", "roulette"]);
    let mut hours = approval("hours");
    hours["hours"] = json!("14:00-04:00");
    let due = [
        (packs, "P7 of 2001-04-20: packs 4, 6, covers Roulette, roulette"),
        (hours, "P7 of 2001-04-20: hours 14:00-04:00, covers all tables"),
        (approval("layout"), "P7 of 2001-04-20: layout, covers all tables"),
    ];
    for (matter, text) in due {
        let proposal = does(&manager, &json!({"do": "propose", "matter": matter}))["number"].clone();
        let (_, office) = inspector.get("/houses/1/office");
        assert_eq!(office["proposals"][0]["text"], json!(text));
        does(&manager, &json!({"do": "withdraw", "proposal": proposal}));
    }
}

#[test]
fn people_accounts_and_disputes_are_filtered() {
    let server = server("filters");
    let (ann, manager) = (server.player("Annabel"), server.staff("demo_manager"));
    let (wheel, dispute) = disputed(&server, &ann);
    let handles = |path: &str| -> Vec<Value> {
        list(&manager, path).into_iter().map(|person| person["handle"].clone()).collect()
    };
    assert_eq!(handles("/people?name=NNAB"), ["Annabel"]);
    assert_eq!(handles("/people?name=reid"), ["demo_inspector"], "by the name in the house file");
    assert_eq!(handles("/people?role=cashier"), ["demo_cashier"]);
    assert_eq!(handles("/people?role=cashier&name=annabel"), [""; 0]);
    assert_eq!(manager.get(&format!("/houses/1/people?name={}", "a".repeat(65))).0, 400);
    assert_eq!(manager.get("/houses/1/people?role=cook").0, 400);
    let (first, next) = page(&manager, "/people?limit=2", "x-next-after");
    assert_eq!((first.len(), next.as_deref()), (2, Some("2")));
    assert_eq!(page(&manager, "/people?after=2", "x-next-after").1, None);

    let accounts = |query: &str| manager.get(&format!("/houses/1/ledger{query}")).1["accounts"].clone();
    let cage = accounts("?unit=chips&place=cage");
    assert_eq!((cage.as_array().unwrap().len(), &cage[0]["place"]), (1, &json!("cage")));
    let cages = accounts("?place=cage");
    assert!(cages.as_array().unwrap().iter().all(|account| account["place"] == "cage"));
    assert!(cages.as_array().unwrap().len() > 1, "of several units");

    let found = |query: &str| list(&manager, &format!("/disputes{query}")).len();
    let here = format!("table={wheel}");
    assert_eq!([found("?state=opened"), found("?state=answered"), found(&format!("?{here}"))], [1, 0, 1]);
    does(&manager, &json!({"do": "answer-dispute", "dispute": dispute, "ruling": "no"}));
    assert_eq!([found(&format!("?state=answered&{here}")), found(&format!("?state=opened&{here}"))], [1, 0]);
    assert_eq!(found("?table=4000"), 0);
}

#[test]
fn a_journal_is_filtered_within_a_bound_and_has_bytes_and_postings() {
    let server = server("journal-filter");
    let (ann, manager) = (server.player("ann"), server.staff("demo_manager"));
    let (wheel, _) = disputed(&server, &ann);
    let (all, _) = page(&manager, "/journal?limit=500", "x-next-from");
    let opened: Vec<&Value> = all.iter().filter(|entry| entry["what"] == "dispute-opened").collect();
    let (found, next) = page(&manager, "/journal?kind=dispute-opened", "x-next-from");
    assert_eq!((found.iter().collect::<Vec<_>>(), next), (opened, None));
    let (by_ann, _) =
        page(&manager, &format!("/journal?person={}&stream={wheel}", ann.person), "x-next-from");
    assert!(by_ann.iter().all(|entry| entry["by"].as_u64() == Some(ann.person)) && by_ann.len() >= 2);
    let staked = by_ann.iter().find(|entry| entry["postings"][0]["place"] == "held ann").unwrap();
    assert_eq!(staked["postings"][0]["amount"], "-5.00");
    assert_eq!(staked["postings"][1], json!({"unit": "chips", "place": "layout Roulette", "amount": "5.00"}));
    for entry in &all {
        let hex = entry["bytes"].as_str().unwrap();
        let bytes: Vec<u8> =
            (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect();
        assert_eq!(blake3::hash(&bytes).to_hex().as_str(), entry["hash"].as_str().unwrap());
    }
    // Pages of a filter go on where the last one ended.
    let enrolled = all.iter().filter(|entry| entry["what"] == "enrolled").count();
    let (mut seen, mut from) = (0, "1".to_owned());
    loop {
        let path = format!("/journal?kind=enrolled&limit=1&from={from}");
        let (found, next) = page(&manager, &path, "x-next-from");
        seen += found.len();
        let Some(next) = next else { break };
        from = next;
    }
    assert_eq!(seen, enrolled);
    assert_eq!(ann.get("/houses/1/journal").0, 403);
}

#[test]
fn an_open_round_is_hidden_from_filters_too() {
    let server = server("journal-hidden");
    let (ann, regulator) = (server.player("ann"), server.staff("demo_regulator"));
    let wheel = server.called("Roulette");
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    ann.must(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
    server.tick(wheel);
    let path = format!("/journal?stream={wheel}&kind=round-began");
    assert_eq!(page(&regulator, &path, "x-next-from"), (Vec::new(), None));
    let all = list(&regulator, &format!("/journal?stream={wheel}&limit=500"));
    assert!(all.iter().all(|entry| entry["what"] != "round-began"), "the round is being played");
}

#[test]
fn papers_say_who_took_each_step_and_have_pages() {
    let server = server("papers");
    let [manager, inspector, cashier] =
        ["demo_manager", "demo_inspector", "demo_cashier"].map(|handle| server.staff(handle));
    let wheel = server.called("Roulette");
    let chips = json!([{"value": "100", "count": 3}, {"value": "25", "count": 4}]);
    let slip = manager.must(wheel, &json!({"do": "request-slip", "kind": "fill", "chips": chips}));
    let step = |step: &str| json!({"do": "step-slip", "number": slip["number"], "step": step});
    cashier.must(wheel, &step("send"));
    manager.must(wheel, &step("deliver"));
    inspector.must(wheel, &step("confirm"));
    let found = list(&cashier, &format!("/papers?table={wheel}&kind=fill&limit=1"));
    let paper = &found[0];
    assert_eq!([&paper["name"], &paper["state"], &paper["amount"]], ["Roulette", "confirmed", "400.00"]);
    assert_eq!(paper["count"], chips_as_answered());
    let steps: Vec<(&str, &str)> = (paper["steps"].as_array().unwrap().iter())
        .map(|step| (step["state"].as_str().unwrap(), step["by"].as_str().unwrap()))
        .collect();
    let due = [
        ("requested", "demo_manager"),
        ("sent", "demo_cashier"),
        ("delivered", "demo_manager"),
        ("confirmed", "demo_inspector"),
    ];
    assert_eq!(steps, due);
    assert!(paper["steps"].as_array().unwrap().iter().all(|step| step["at"].as_i64().unwrap() > 0));
    // Every page goes on where the last one ended.
    let (mut places, mut before) = (Vec::new(), String::new());
    loop {
        let found = list(&manager, &format!("/papers?limit=7{before}"));
        let Some(last) = found.last() else { break };
        before = format!("&before={}", last["place"]);
        places.extend(found.iter().map(|paper| paper["place"].as_u64().unwrap()));
    }
    assert!(places.len() > 14 && places.is_sorted_by(|one, other| one > other), "{places:?}");
    assert_eq!(list(&manager, "/papers?limit=100").len(), places.len().min(100));
    let player = server.player("ann");
    assert_eq!(player.get("/houses/1/papers").0, 403);
    assert_eq!(player.get("/houses/1/events").0, 403);
}

fn chips_as_answered() -> Value {
    json!([{"value": "100.00", "count": 3}, {"value": "25.00", "count": 4}])
}

#[test]
fn significant_events_name_the_people_and_show_no_cards() {
    let server = Server::start_with_dealer(config(&folder("events")));
    let [manager, inspector, regulator] =
        ["demo_manager", "demo_inspector", "demo_regulator"].map(|handle| server.staff(handle));
    let ann = server.player("ann");
    does(&manager, &json!({"do": "exclude", "person": ann.person, "days": 7, "reason": "asked for it"}));
    let wheel = server.called(crate::common::ATTENDED);
    let announce = |what: &str| manager.must(wheel, &json!({"do": "announce", "what": what}));
    announce("place-your-bets");
    let void = json!({"kind": "void", "round": 1, "reason": "the wheel stopped"});
    let proposed = manager.must(wheel, &json!({"do": "propose", "matter": void}));
    inspector.must(wheel, &json!({"do": "authorise", "proposal": proposed["number"]}));
    let events = list(&regulator, "/events?limit=2");
    assert_eq!([&events[0]["kind"], &events[1]["kind"]], ["void", "exclusion"]);
    assert_eq!(events[0]["text"], "round 1 is void: the wheel stopped");
    assert_eq!(events[0]["name"], crate::common::ATTENDED);
    let handles = |event: &Value| -> Vec<Value> {
        event["people"].as_array().unwrap().iter().map(|person| person["handle"].clone()).collect()
    };
    assert_eq!(handles(&events[0]), ["demo_inspector", "demo_manager"]);
    assert_eq!(handles(&events[1]), ["demo_manager", "ann"]);
    let before = events[1]["sequence"].as_u64().unwrap();
    let earlier = list(&regulator, &format!("/events?before={before}&limit=200"));
    assert!(earlier.iter().all(|event| event["sequence"].as_u64().unwrap() < before));
    for kind in ["opening", "charter", "staff", "capital"] {
        assert!(earlier.iter().any(|event| event["kind"] == kind), "{kind}");
    }
}

#[test]
fn a_house_file_is_checked_as_it_is_typed() {
    let server = server("typed");
    let [manager, regulator, inspector] =
        ["demo_manager", "demo_regulator", "demo_inspector"].map(|handle| server.staff(handle));
    let (_, charter) = manager.get("/houses/1/charter");
    let file = charter["file"].as_str().unwrap();
    let check = |guest: &Guest, file: &str| {
        let (status, answer) = guest.send("/houses/1/charter/check", &[], &json!({"file": file}));
        assert_eq!(status, 200, "{answer}");
        answer
    };
    let same = check(&regulator, file);
    assert_eq!(same, json!({"faults": [], "breaches": charter["breaches"], "edges": [], "unpriced": []}));

    let faulty = file.replacen("time_zone = \"Europe/London\"", "time_zone = \"Europe/Londn\"", 1);
    let fault = &check(&manager, &faulty)["faults"][0];
    let line = file.lines().position(|line| line.starts_with("time_zone")).unwrap() + 1;
    assert_eq!((fault["line"].as_u64(), fault["column"].as_u64()), (Some(line as u64), Some(13)));
    assert_eq!(fault["help"], "did you mean `Europe/London`?");
    assert!(!check(&manager, "licence_holder = 7")["faults"].as_array().unwrap().is_empty());

    // A house that nobody has licensed is in breach, with the provision.
    let licence = file.find("[[licence]]").unwrap()..file.find("# ----").unwrap();
    let unlicensed = file.replacen(&file[licence], "", 1);
    let breaches = check(&manager, &unlicensed)["breaches"].clone();
    assert!(
        breaches.as_array().unwrap().iter().any(|breach| !breach["cites"].as_array().unwrap().is_empty())
    );

    // A table that is dropped has no edge after.
    let begin = file.find("[[table]]\nname = \"Roulette\"\n").unwrap();
    let end = begin + 9 + file[begin + 9..].find("[[table]]").unwrap();
    let without = format!("{}{}", &file[..begin], &file[end..]);
    let edges = check(&manager, &without)["edges"].clone();
    let edges = edges.as_array().unwrap();
    assert!(!edges.is_empty() && edges.iter().all(|edge| edge["table"] == "Roulette"), "{edges:?}");
    assert!(edges.iter().all(|edge| edge["after"].is_null() && edge["before"].as_f64().unwrap() > 0.0));

    // Whoever authorises a file sees the same as the manager who proposes it.
    assert_eq!(check(&inspector, &without), check(&manager, &without));
    let player = server.staff("demo_player");
    assert_eq!(player.send("/houses/1/charter/check", &[], &json!({"file": file})).0, 403);
}

#[test]
fn the_charter_has_the_staff_and_the_chips_as_data() {
    let server = server("charter-data");
    let (_, charter) = server.staff("demo_cashier").get("/houses/1/charter");
    let staff = charter["staff"].as_array().unwrap();
    let named = staff.iter().find(|member| member["name"] == "Morag Bell").expect("the manager is named");
    assert_eq!(named["post"], "manager", "{named}");
    let values: Vec<f64> = charter["chips"]
        .as_array()
        .unwrap()
        .iter()
        .map(|value| value.as_str().unwrap().parse().unwrap())
        .collect();
    assert!(values.len() > 3 && values.is_sorted_by(|one, other| one > other), "{values:?}");
    let (_, game) =
        server.staff("demo_cashier").get(&format!("/houses/1/tables/{}/game", server.called("Roulette")));
    for chip in game["chips"].as_array().unwrap() {
        assert!(
            charter["chips"].as_array().unwrap().contains(chip),
            "{chip} of the table is a chip of the house"
        );
    }
}
