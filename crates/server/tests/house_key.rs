//! The house key: made with the house, known by its check value, and missed without stopping the house.

use crate::common::{self, Server, config, folder, request, shelf, status_of};
use croupier_server::dealing::{ByteSource, KEY_FILE, OsBytes, SelfTest};
use croupier_server::generator_watch::test_generator;
use croupier_server::installation::Installation;
use serde_json::{Value, json};

/// What anybody sees of a table.
fn seen(server: &Server, table: u16) -> Value {
    request(&server.base, "GET", &format!("/houses/1/tables/{table}"), None, &[], None).1
}

#[test]
fn without_the_right_key_nothing_automatic_deals_and_the_rest_goes_on() {
    let data = folder("lost-key");
    let server = Server::start(config(&data));
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    ann.must(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
    assert_eq!(seen(&server, wheel)["held"], Value::Null);
    drop(server);
    let key = data.join(KEY_FILE);
    let right = std::fs::read(&key).unwrap();
    let wrong = format!("1 {}\n", "ab".repeat(32)).into_bytes();
    for (content, word) in
        [(None, "is missing"), (Some(wrong), "another key"), (Some(b"1 abc\n".to_vec()), "cannot be read")]
    {
        match &content {
            None => std::fs::remove_file(&key).unwrap(),
            Some(content) => std::fs::write(&key, content).unwrap(),
        }
        let server = Server::run(Installation::open(config(&data), shelf()).unwrap());
        assert_eq!(key.exists(), content.is_some(), "a missing key is not made");
        assert!(seen(&server, wheel)["held"].as_str().unwrap().contains(word), "{word}");
        let ann = server.login("ann", common::PASSWORD);
        let tick = croupier_house::command::TableCommand::Tick;
        let refused = server
            .as_house(croupier_house::command::Command::Table(croupier_house::ids::TableId(wheel), tick))
            .unwrap_err();
        assert!(refused.message.contains(word), "{}", refused.message);
        assert_eq!(ann.get("/houses/1/me").0, 200);
        assert_eq!(status_of(&server, "/readyz"), 200);
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let ready = agent.get(format!("{}/readyz", server.base)).call().unwrap().body_mut().read_to_string();
        assert!(ready.unwrap().contains(word));
        assert_eq!(request(&server.base, "GET", "/houses/1/checkpoint/key", None, &[], None).0, 404);
    }
    std::fs::write(&key, right).unwrap();
    let server = Server::run(Installation::open(config(&data), shelf()).unwrap());
    (0..3).for_each(|_| server.tick(wheel));
    assert_eq!(seen(&server, wheel)["held"], Value::Null);
}

/// A generator that is stuck.
struct Stuck;

impl ByteSource for Stuck {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), String> {
        bytes.fill(0x55);
        Ok(())
    }
}

#[test]
fn a_generator_that_fails_its_test_stops_automatic_tables_and_nothing_else() {
    let server = Server::start(config(&folder("stuck")));
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    ann.must(wheel, &serde_json::json!({"do": "sit"}));
    let mut test = SelfTest::default();
    assert!(test_generator(&mut test, &mut OsBytes, std::iter::once(&server.actor)));
    server.tick(wheel);
    assert_eq!(seen(&server, wheel)["held"], Value::Null);
    assert!(!test_generator(&mut test, &mut Stuck, std::iter::once(&server.actor)));
    let why = seen(&server, wheel)["held"].as_str().unwrap().to_owned();
    assert!(why.contains("self-test: the byte 85 came 6 times in a row"), "{why}");
    let tick = croupier_house::command::TableCommand::Tick;
    let tick = croupier_house::command::Command::Table(croupier_house::ids::TableId(wheel), tick);
    let refused = server.as_house(tick).unwrap_err().message;
    assert!(refused.contains(&why), "{refused}");
    assert_eq!(ann.get("/houses/1/me").0, 200);
    assert_eq!(status_of(&server, "/readyz"), 200);
}

#[test]
fn another_house_does_not_make_a_key_because_one_is_missing() {
    let data = folder("second-house");
    drop(Server::start(config(&data)));
    std::fs::remove_file(data.join(KEY_FILE)).unwrap();
    let mut installation = Installation::open(config(&data), shelf()).unwrap();
    let file = include_str!("../../../examples/demo-rand.toml");
    let refused =
        installation.found(file, croupier_server::houses::HouseKind::Demo, Vec::new()).err().unwrap();
    assert!(refused.to_string().contains("restore it"), "{refused}");
    assert!(!data.join(KEY_FILE).exists());
}

#[test]
fn a_changed_key_is_noted_while_the_former_one_is_there() {
    let data = folder("rotated");
    drop(Server::start(config(&data)));
    let key = data.join(KEY_FILE);
    let first = std::fs::read_to_string(&key).unwrap();
    let second = format!("2 {}\n", "cd".repeat(32));
    std::fs::write(&key, format!("{second}{first}")).unwrap();
    drop(Installation::open(config(&data), shelf()).unwrap());
    // The new key is known now, and the former one still opens what it has sealed.
    std::fs::write(&key, &first).unwrap();
    let server = Server::run(Installation::open(config(&data), shelf()).unwrap());
    let wheel = server.table("roulette");
    assert!(seen(&server, wheel)["held"].as_str().unwrap().contains("another key"));
}
