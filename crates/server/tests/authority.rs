//! Who may do what, through the API: two people from different posts, roles through posts, exclusion of a person, and
//! nothing hidden shown to anybody.

use crate::common::{Guest, PASSWORD, Server, config, folder, request, shelf};
use croupier_server::config::{Config, HouseConfig, SecondFactor};
use croupier_server::houses::HouseKind;
use croupier_server::installation::Installation;
use croupier_server::recover::{RecoveryRequest, recover};
use croupier_server::wire::Enrolment;
use serde_json::{Value, json};

fn server(name: &str) -> Server {
    Server::start(config(&folder(name)))
}

fn house(guest: &Guest, body: &Value) -> (u16, Value) {
    guest.send("/houses/1/commands", &[], body)
}

fn propose(guest: &Guest, matter: &Value) -> (u16, Value) {
    house(guest, &json!({"do": "propose", "matter": matter}))
}

fn authorise(guest: &Guest, proposal: &Value) -> (u16, Value) {
    house(guest, &json!({"do": "authorise", "proposal": proposal}))
}

#[test]
fn one_manager_is_not_everybody() {
    let server = server("manager");
    let (manager, inspector) = (server.staff("demo_manager"), server.staff("demo_inspector"));
    let second = json!({"do": "enrol", "handle": "second", "role": "inspector", "staff": "Iain Scott"});
    for alone in [
        second,
        json!({"do": "capital", "cash": "1000"}),
        json!({"do": "issue", "unit": "chips", "amount": "1000"}),
        json!({"do": "approve", "reference": "X", "date": "2026-01-01", "of": "layout"}),
        json!({"do": "assign", "table": 1, "post": "inspector", "person": null}),
    ] {
        let (status, refused) = house(&manager, &alone);
        assert_eq!((status, refused["code"].as_str()), (403, Some("authority")), "{alone}: {refused}");
        assert!(refused["allowed"].as_str().unwrap().contains("another post"), "{refused}");
    }
    let (status, proposed) = propose(&manager, &json!({"kind": "capital", "cash": "1000"}));
    assert_eq!(status, 200, "{proposed}");
    assert_eq!(authorise(&manager, &proposed["number"]).0, 403, "nobody agrees to what he proposed");
    let (_, office) = inspector.get("/houses/1/office");
    assert_eq!(office["founded"], true);
    assert_eq!(office["proposals"][0]["matter"], "capital");
    assert_eq!(authorise(&inspector, &proposed["number"]).0, 200);
    assert_eq!(inspector.get("/houses/1/office").1["proposals"], json!([]));
}

#[test]
fn an_invented_cashier_is_refused_and_staff_set_their_own_passwords() {
    let server = server("cashier");
    let (manager, inspector) = (server.staff("demo_manager"), server.staff("demo_inspector"));
    let invented = json!({"kind": "enrol", "handle": "con", "role": "cashier", "staff": "Connie Mann"});
    assert_eq!(propose(&manager, &invented).0, 404);
    let free = "Iain Scott";
    let file = format!(
        "{}\n[[staff]]\nname = \"{free}\"\npost = \"inspector\"\nemployer = \"Strathclyde Demo Tables\"\n",
        include_str!("../../../examples/demo-sterling.toml")
    );
    let (_, charter) = propose(&manager, &json!({"kind": "charter", "file": file}));
    assert_eq!(authorise(&inspector, &charter["number"]).0, 200);
    let misfit = json!({"kind": "enrol", "handle": "ian", "role": "cashier", "staff": free});
    assert_eq!(propose(&manager, &misfit).0, 403, "the house file names an inspector");
    let fit = json!({"kind": "enrol", "handle": "ian", "role": "inspector", "staff": free});
    let (_, proposed) = propose(&manager, &fit);
    assert!(proposed["link"].is_null());
    let (status, done) = authorise(&inspector, &proposed["number"]);
    assert_eq!(status, 200, "{done}");
    let token = done["link"]["token"].as_str().unwrap();
    let body = json!({"house": 1, "token": token, "password": PASSWORD});
    assert_eq!(request(&server.base, "POST", "/password", None, &[], Some(&body)).0, 204);
    server.login("ian", PASSWORD);
}

#[test]
fn staff_whom_the_house_file_no_longer_names_are_logged_out() {
    let server = server("unnamed");
    let (manager, inspector) = (server.staff("demo_manager"), server.staff("demo_inspector"));
    let cashier = server.staff("demo_cashier");
    let name = shelf_staff("cashier").remove(0);
    let file = include_str!("../../../examples/demo-sterling.toml").replace(&name, "Somebody Else");
    let (status, proposed) = propose(&manager, &json!({"kind": "charter", "file": file}));
    assert_eq!(status, 200, "{proposed}");
    assert_eq!(authorise(&inspector, &proposed["number"]).0, 200);
    assert_eq!(cashier.get("/session").0, 401);
    let body = json!({"house": 1, "handle": "demo_cashier", "password": PASSWORD});
    let (status, refused) = request(&server.base, "POST", "/session", None, &[], Some(&body));
    assert_eq!((status, refused["code"].as_str()), (403, Some("service")), "{refused}");
    assert_eq!(inspector.get("/session").0, 200);
}

/// The names of the house file of the tests with this post.
fn shelf_staff(post: &str) -> Vec<String> {
    let text = include_str!("../../../examples/demo-sterling.toml");
    let file = croupier_rules::house::HouseFile::read("the house file", text, shelf()).unwrap();
    let staff = file.staff.iter().filter(|person| person.post.name() == post);
    staff.map(|person| person.name.get_ref().clone()).collect()
}

#[test]
fn the_password_of_staff_is_reset_by_two_people() {
    let server = server("reset");
    let (manager, inspector) = (server.staff("demo_manager"), server.staff("demo_inspector"));
    let cashier = server.staff("demo_cashier");
    let matter = json!({"kind": "reset-password", "person": cashier.person});
    let (_, proposed) = propose(&manager, &matter);
    assert_eq!(cashier.get("/session").0, 200, "nothing has happened yet");
    let (status, done) = authorise(&inspector, &proposed["number"]);
    assert_eq!(status, 200, "{done}");
    assert!(done["link"]["path"].as_str().unwrap().starts_with("/password?house=1&token="));
    assert_eq!(cashier.get("/session").0, 401, "the sessions end");
    let body = json!({"house": 1, "handle": "demo_cashier", "password": PASSWORD});
    assert_eq!(request(&server.base, "POST", "/session", None, &[], Some(&body)).0, 401);
}

/// A house that is not a demo, founded by its first manager.
fn real(name: &str, change: impl Fn(&mut HouseConfig)) -> (Config, Server) {
    let data = folder(name);
    std::fs::create_dir_all(&data).unwrap();
    let file = data.join("house.toml");
    std::fs::write(&file, include_str!("../../../examples/demo-sterling.toml")).unwrap();
    let mut house = HouseConfig::of(file);
    change(&mut house);
    let config = Config { houses: vec![house], ..config(&data) };
    let installation = Installation::open(config.clone(), shelf()).unwrap();
    assert!(installation.houses.iter().all(|(_, house)| house.kind == HouseKind::Real));
    (config, Server::run(installation))
}

fn join(server: &Server, handle: &str, more: &Value) -> (u16, Value) {
    let mut body = json!({"house": 1, "handle": handle, "password": PASSWORD});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    request(&server.base, "POST", "/people", None, &[], Some(&body))
}

#[test]
fn an_excluded_player_does_not_enrol_again() {
    let (_, server) = real("excluded", |_| {});
    assert_eq!(join(&server, "ann", &json!({})).0, 400, "a document is needed");
    assert_eq!(join(&server, "ann", &json!({"document": "AB 123-456"})).0, 201);
    let ann = server.login("ann", PASSWORD);
    assert_eq!(house(&ann, &json!({"do": "exclude", "reason": "enough"})).0, 200);
    let again = join(&server, "anna", &json!({"document": "ab123456"}));
    let taken = join(&server, "ann", &json!({"document": "XY 999-999"}));
    assert_eq!(again.0, 409);
    assert_eq!(again, taken, "the words do not say that somebody is excluded");
    let journal = std::fs::read(server_data(&server).join("journal.db")).unwrap();
    assert!(!journal.windows(8).any(|bytes| bytes == b"AB123456"), "the number is stored nowhere");
}

fn server_data(server: &Server) -> std::path::PathBuf {
    server.data.clone()
}

#[test]
fn a_house_enrols_everybody_the_invited_or_nobody() {
    let (_, server) = real("closed", |house| house.enrolment = Enrolment::Closed);
    assert_eq!(join(&server, "ann", &json!({"document": "AB 123-456"})).0, 403);
    assert_eq!(request(&server.base, "GET", "/houses", None, &[], None).1[0]["enrolment"], "closed");
    drop(server);
    let (_, server) = real("invited", |house| house.enrolment = Enrolment::Invited);
    let document = json!({"document": "AB 123-456"});
    assert_eq!(join(&server, "ann", &document).0, 403, "without an invitation");
    server.as_house(enrol_manager()).unwrap();
    let manager = server.staff("moira");
    let (status, link) = manager.send("/houses/1/invitations", &[], &json!({}));
    assert_eq!(status, 201, "{link}");
    let invited = |handle: &str| {
        join(&server, handle, &json!({"document": "AB 123-456", "invitation": link["token"]})).0
    };
    assert_eq!(invited("moira"), 409, "a refused account does not use the invitation up");
    assert_eq!(invited("ann"), 201);
    assert_eq!(invited("ben"), 403, "it works once");
}

fn enrol_manager() -> croupier_house::command::Command {
    let role = croupier_house::office::Role::Manager;
    croupier_house::command::Command::Enrol { handle: "moira".to_owned(), role, staff: None }
}

#[test]
fn a_house_can_demand_a_second_factor_of_its_staff() {
    let (_, server) = real("demanded", |house| house.second_factor = SecondFactor::Required);
    server.as_house(enrol_manager()).unwrap();
    let manager = server.staff("moira");
    assert_eq!(manager.get("/session").1["restricted"], true);
    let (status, refused) = manager.get("/houses/1/people");
    assert_eq!((status, refused["code"].as_str()), (403, Some("second-factor")), "{refused}");
    assert_eq!(manager.send("/second-factor", &[], &json!({"password": PASSWORD})).0, 201);
}

#[test]
fn a_house_whose_accounts_were_lost_is_recovered_from_the_shell() {
    let (config, server) = real("lost", |_| {});
    server.as_house(enrol_manager()).unwrap();
    let ask = RecoveryRequest {
        store: None,
        data: config.data.clone(),
        house: 1,
        manager: None,
        reason: "the accounts were lost".to_owned(),
    };
    assert!(recover(&ask, shelf()).is_err(), "a server uses the folder");
    server.stop();
    for file in ["accounts.db", "accounts.db-wal", "accounts.db-shm"] {
        drop(std::fs::remove_file(config.data.join(file)));
    }
    let server = Server::run(Installation::open(config.clone(), shelf()).unwrap());
    let body = json!({"house": 1, "handle": "moira", "password": PASSWORD});
    assert_eq!(request(&server.base, "POST", "/session", None, &[], Some(&body)).0, 401, "the house opens");
    server.stop();
    let recovered = recover(&ask, shelf()).unwrap();
    let token = recovered.path.split("token=").nth(1).unwrap().to_owned();
    let server = Server::run(Installation::open(config, shelf()).unwrap());
    let set = json!({"house": 1, "token": token, "password": PASSWORD});
    assert_eq!(request(&server.base, "POST", "/password", None, &[], Some(&set)).0, 204);
    let manager = server.login("moira", PASSWORD);
    let (_, office) = manager.get("/houses/1/office");
    assert_eq!(office["recoveries"][0]["reason"], "the accounts were lost");
    let (_, journal) = manager.get("/houses/1/journal");
    assert!(
        journal.as_array().unwrap().iter().any(|entry| entry["what"] == "manager-recovered"),
        "{journal}"
    );
}

#[test]
fn nobody_is_shown_the_entries_of_a_round_that_is_not_over() {
    let server = server("hidden");
    let table = server.table("blackjack");
    let (ann, ben) = (server.player("ann"), server.player("ben"));
    let (manager, regulator) = (server.staff("demo_manager"), server.staff("demo_regulator"));
    for guest in [&ann, &ben] {
        guest.must(table, &json!({"do": "sit"}));
    }
    server.tick(table);
    ann.must(table, &json!({"do": "bet", "amount": "5", "wager": "box 1"}));
    ben.must(table, &json!({"do": "bet", "amount": "5", "wager": "box 2"}));
    let path = format!("/houses/1/journal?stream={table}&limit=500");
    let count = |guest: &Guest| guest.get(&path).1.as_array().unwrap().len();
    (0..3).for_each(|_| server.tick(table));
    assert_eq!(count(&regulator), count(&manager));
    if ann.get(&format!("/houses/1/tables/{table}")).1["phase"] != "decision" {
        return; // A blackjack has ended the round.
    }
    let (_, entries) = regulator.get(&path);
    assert!(!entries.to_string().contains("cards "), "{entries}");
}
