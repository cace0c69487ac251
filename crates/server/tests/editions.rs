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
    let due = json!({"rulebook": BOOK, "adopted": digest(shelf()), "unavailable": null, "of_server": digest(other)});
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
