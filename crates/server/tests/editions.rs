//! Editions of rulebooks through the API: a server with another edition plays and judges by the one that a house has
//! adopted, and two people adopt another.

use crate::common::{self, Guest, Server, config, folder, give, request, shelf};
use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::ids::{Actor, PersonId, TableId};
use croupier_house::paper::{Count, ProposedAction};
use croupier_house::table::Mode;
use croupier_rules::book::Shelf;
use croupier_server::installation::Installation;
use serde_json::{Value, json};

const BOOK: &str = "scotland-1970";

/// The books of a server with another edition: two numbers are paid 16 to 1.
fn other_shelf() -> &'static Shelf {
    let text = shelf().book(BOOK).unwrap().text();
    let mut books = Shelf::built_in();
    books.add("other.toml", &text.replace("odds = \"17 to 1\"", "odds = \"16 to 1\"")).unwrap();
    Box::leak(Box::new(books))
}

fn digest(books: &Shelf) -> Value {
    json!(books.book(BOOK).unwrap().digest())
}

fn bets(server: &Server, player: &Guest, wheel: u16) {
    server.tick(wheel);
    player.must(wheel, &json!({"do": "bet", "amount": "5", "wager": "numbers 1 2"}));
}

fn finish(server: &Server, wheel: u16) {
    (0..3).for_each(|_| server.tick(wheel));
}

/// The odds by which a round is judged.
fn odds(server: &Server, wheel: u16, round: u64) -> Value {
    let path = format!("/houses/1/tables/{wheel}/rounds/{round}");
    let (status, answer) = request(&server.base, "GET", &path, None, &[], None);
    assert_eq!(status, 200, "{answer}");
    answer["verdict"]["bets"][0]["odds"].clone()
}

/// A matter of a table that two people decide.
fn agree(server: &Server, people: [&Guest; 2], wheel: u16, action: ProposedAction) {
    let by = |guest: &Guest| Actor::Person(PersonId(u32::try_from(guest.person).unwrap()));
    let at = |act| Command::Table(TableId(wheel), act);
    let propose = Request { key: None, by: by(people[0]), command: at(TableCommand::Propose(action)) };
    let proposal = give(&server.actor, propose).unwrap().number.unwrap();
    let authorise = at(TableCommand::Authorise { proposal });
    give(&server.actor, Request { key: None, by: by(people[1]), command: authorise }).unwrap();
}

#[test]
fn a_server_with_another_edition_plays_and_judges_by_the_adopted_one() {
    let data = folder("editions");
    let server = Server::start(config(&data));
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    ann.must(wheel, &json!({"do": "sit"}));
    bets(&server, &ann, wheel);
    finish(&server, wheel);
    bets(&server, &ann, wheel);
    drop(server);

    let other = other_shelf();
    let server = Server::run(Installation::open(config(&data), other).unwrap());
    let (_, table) = request(&server.base, "GET", &format!("/houses/1/tables/{wheel}"), None, &[], None);
    assert_eq!((&table["suspended"], &table["round"]), (&Value::Null, &json!(2)));
    finish(&server, wheel);
    assert_eq!([1, 2].map(|round| odds(&server, wheel, round)), ["17 to 1", "17 to 1"].map(Value::from));

    let (manager, inspector) = (server.staff("demo_manager"), server.staff("demo_inspector"));
    let edition = |office: &Value| office["editions"].as_array().unwrap()[0].clone();
    let (_, office) = inspector.get("/houses/1/office");
    let stored = json!([{"digest": digest(shelf()), "law_of": "1970-07-01"}]);
    let due = json!({"rulebook": BOOK, "adopted": digest(shelf()), "unavailable": null, "of_server": digest(other), "stored": stored});
    assert_eq!(edition(&office), due);
    let send = |guest: &Guest, body: &Value| guest.send("/houses/1/commands", &[], body);
    for wrong in ["abc".to_owned(), "0".repeat(64)] {
        let matter = json!({"kind": "edition", "rulebook": BOOK, "digest": wrong});
        let (status, _) = send(&manager, &json!({"do": "propose", "matter": matter}));
        assert!((400..500).contains(&status), "{status}");
    }
    let matter = json!({"kind": "edition", "rulebook": BOOK, "digest": digest(other)});
    let (status, proposed) = send(&manager, &json!({"do": "propose", "matter": matter}));
    assert_eq!(status, 200, "{proposed}");
    let authorise = json!({"do": "authorise", "proposal": proposed["number"]});
    assert_eq!(send(&manager, &authorise).0, 403, "one person cannot");
    let (_, office) = inspector.get("/houses/1/office");
    assert_eq!(office["proposals"][0]["matter"], "edition");
    assert_eq!(send(&inspector, &authorise).0, 200);
    assert_eq!(edition(&inspector.get("/houses/1/office").1)["adopted"], digest(other));

    // The open table goes on as it was; the next opening plays by the new edition.
    let ann = server.login("ann", common::PASSWORD);
    bets(&server, &ann, wheel);
    finish(&server, wheel);
    let people = [&manager, &inspector];
    agree(&server, people, wheel, ProposedAction::Close { closer: Count::default() });
    let open = ProposedAction::Open { mode: Mode::Automatic, opener: Count::default() };
    agree(&server, people, wheel, open);
    ann.must(wheel, &json!({"do": "sit"}));
    bets(&server, &ann, wheel);
    finish(&server, wheel);
    let all = ["17 to 1", "17 to 1", "17 to 1", "16 to 1"].map(Value::from);
    assert_eq!([1, 2, 3, 4].map(|round| odds(&server, wheel, round)), all);
    drop(server);

    // The first program opens it too, and judges each round by its own edition.
    let server = Server::run(Installation::open(config(&data), shelf()).unwrap());
    assert_eq!([1, 2, 3, 4].map(|round| odds(&server, wheel, round)), all);
    server.stop();
}

/// An edition whose text somebody brings: what it changes is seen before it is proposed, and mistakes have their place.
#[test]
fn an_edition_is_checked_and_adopted_by_its_text() {
    let server = Server::start(config(&folder("edition-text")));
    let staff = ["demo_manager", "demo_inspector", "demo_regulator", "demo_dealer"];
    let [manager, inspector, regulator, dealer] = staff.map(|handle| server.staff(handle));
    let ann = server.player("ann");
    let wheel = server.table("roulette");
    let first = shelf().book(BOOK).unwrap().text();
    let later = first
        .replace("odds = \"17 to 1\"", "odds = \"16 to 1\"")
        .replace("from = 1970-07-01", "from = 1980-01-01");
    let check = |guest: &Guest, question: &Value| guest.send("/houses/1/editions/check", &[], question);
    let text = |text: &str| json!({"kind": "text", "text": text});
    assert_eq!(check(&ann, &text(&later)).0, 403, "players do not ask");
    let (status, found) = check(&manager, &text(&later));
    assert_eq!(status, 200, "{found}");
    assert_eq!(
        (&found["rulebook"], &found["faults"], &found["unfit"]),
        (&json!(BOOK), &json!([]), &Value::Null)
    );
    assert_eq!((found["before"].as_str(), found["after"].as_str()), (Some(first), Some(&*later)));
    let edges = found["edges"].as_array().unwrap();
    let pair =
        edges.iter().find(|edge| edge["wager"] == "numbers 2" || edge["wager"] == "split").or(edges.first());
    let pair = pair.expect("two numbers are paid less");
    assert!(pair["after"].as_f64().unwrap() > pair["before"].as_f64().unwrap(), "{pair}");

    let line =
        |text: &str, start: &str| json!(1 + text.lines().position(|line| line.starts_with(start)).unwrap());
    let broken = later.replace("family = \"roulette\"", "family = \"rulette\"");
    let (_, found) = check(&manager, &text(&broken));
    assert_eq!(
        (&found["faults"][0]["line"], &found["rulebook"]),
        (&line(&broken, "family = \"rulette\""), &Value::Null)
    );
    assert!(found["faults"][0]["help"].as_str().unwrap().contains("roulette"), "{found}");
    let foreign =
        shelf().book("western-australia-1990").unwrap().text().replace("western-australia-1990", "narnia");
    let (_, found) = check(&manager, &text(&foreign));
    assert_eq!(found["faults"][0]["line"], line(&foreign, "id ="));
    assert!(
        found["faults"][0]["message"].as_str().unwrap().contains("no table of this house plays by"),
        "{found}"
    );

    let send = |guest: &Guest, body: &Value| guest.send("/houses/1/commands", &[], body);
    let matter = |text: &str| json!({"do": "propose", "matter": {"kind": "edition-text", "rulebook": BOOK, "text": text}});
    let (status, refused) = send(&manager, &matter(&broken));
    assert!(status == 400 && refused["message"].as_str().unwrap().contains("line "), "{refused}");
    assert_eq!(send(&dealer, &matter(&later)).0, 403);
    let (status, proposed) = send(&manager, &matter(&later));
    assert_eq!(status, 200, "{proposed}");
    let proposal = &proposed["number"];
    let (_, seen) = check(&inspector, &json!({"kind": "proposed", "proposal": proposal}));
    assert_eq!(seen["after"].as_str(), Some(&*later), "the second person sees the same");
    assert_eq!(check(&inspector, &json!({"kind": "proposed", "proposal": 99})).0, 404);
    assert_eq!(send(&inspector, &json!({"do": "authorise", "proposal": proposal})).0, 200);
    assert!((400..500).contains(&check(&inspector, &json!({"kind": "proposed", "proposal": proposal})).0));

    let (_, office) = regulator.get("/houses/1/office");
    let editions = office["editions"].as_array().unwrap().iter().find(|row| row["rulebook"] == BOOK).unwrap();
    let days: Vec<&str> =
        editions["stored"].as_array().unwrap().iter().filter_map(|row| row["law_of"].as_str()).collect();
    assert_eq!(days, ["1980-01-01", "1970-07-01"], "the regulator sees both");
    let (_, found) = check(&manager, &text(first));
    assert_eq!(found["faults"][0]["line"], line(first, "[in_force]"));
    assert!(found["faults"][0]["message"].as_str().unwrap().contains("older"), "{found}");
    let known = json!({"kind": "known", "rulebook": BOOK, "digest": digest(shelf())});
    let (_, found) = check(&regulator, &known);
    assert_eq!((found["before"].as_str(), found["after"].as_str()), (Some(&*later), Some(first)));

    // The next opening plays by it, also after a start.
    let people = [&manager, &inspector];
    agree(&server, people, wheel, ProposedAction::Close { closer: Count::default() });
    agree(&server, people, wheel, ProposedAction::Open { mode: Mode::Automatic, opener: Count::default() });
    ann.must(wheel, &json!({"do": "sit"}));
    bets(&server, &ann, wheel);
    finish(&server, wheel);
    assert_eq!(odds(&server, wheel, 1), "16 to 1");
}
