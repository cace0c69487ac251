//! A data folder as an earlier version of `croupier serve` left it opens in this one: houses, accounts, sessions and the
//! house key. `tests/folders/README.md` says what it is.

use std::path::{Path, PathBuf};

use crate::common::{Server, config, folder, give, request, shelf};
use croupier_house::command::{Command, PaidWith, Request, TableCommand};
use croupier_house::ids::{Actor, TableId};
use croupier_house::table::Mode;
use croupier_kit::Money;
use croupier_server::actor::HouseHandle;
use croupier_server::config::{ClockTrust, Config};
use croupier_server::houses::HouseKind;
use croupier_server::installation::Installation;
use serde_json::{Value, json};

/// Every recorded folder.
fn recorded() -> Vec<PathBuf> {
    let all = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/folders")).unwrap();
    let all = all.map(|entry| entry.unwrap().path());
    all.filter(|path| path.is_dir() && path.join("expected.json").exists()).collect()
}

/// A copy to work on, with the names that the server uses: databases with their own ending are not stored in git.
fn copied(from: &Path) -> PathBuf {
    let to = folder("recorded");
    std::fs::create_dir_all(&to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().replace(".sqlite", ".db");
        std::fs::copy(&path, to.join(name)).unwrap();
    }
    to
}

/// The version and hash of the last entry of each journal.
type Heads = Vec<(u64, String)>;

/// The heads of a house's journals as they were recorded, and as they are.
fn heads(expected: &Value, actor: &HouseHandle) -> (Heads, Heads) {
    let wanted = expected["journals"].as_array().unwrap().iter();
    let wanted = wanted
        .map(|journal| (journal["entries"].as_u64().unwrap(), journal["hash"].as_str().unwrap().to_owned()));
    let found = actor.read_blocking(|state| state.house.heads()).unwrap();
    let hex = |hash: [u8; 32]| hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let found = found.into_iter().filter(|head| head.version > 0);
    (wanted.collect(), found.map(|head| (head.version, hex(head.hash))).collect())
}

/// The automatic tables with somebody at them, and the round each is in.
fn rounds(actor: &HouseHandle) -> Vec<(TableId, u64)> {
    actor
        .read_blocking(|state| {
            let tables = state.house.tables().iter();
            let played = tables.filter(|table| {
                table.open().is_ok_and(|sitting| sitting.mode == Mode::Automatic) && !table.seated.is_empty()
            });
            played.map(|table| (table.id, table.rounds)).collect()
        })
        .unwrap()
}

#[test]
fn a_recorded_data_folder_opens_with_its_houses_accounts_and_sessions() {
    let all = recorded();
    assert!(!all.is_empty());
    for from in all {
        let expected = std::fs::read_to_string(from.join("expected.json")).unwrap();
        let expected: Value = serde_json::from_str(&expected).unwrap();
        let config = Config { clock: ClockTrust::Accept, ..config(&copied(&from)) };
        let installation = Installation::open(config, shelf()).unwrap();
        assert_eq!(installation.houses.len(), 2);
        for ((_, house), expected) in installation.houses.iter().zip(expected["houses"].as_array().unwrap()) {
            assert!(matches!(house.kind, HouseKind::Demo));
            let (mut wanted, mut found) = heads(expected, &house.actor);
            // At the first start the house raises the format of its journal and notes its key. That binds what was
            // there: `croupier doctor` and the replay have checked the chain.
            let (own, recorded) = (found.remove(0), wanted.remove(0));
            // It also stores the text of every rulebook that it plays by, and adopts that edition.
            let books = house.actor.read_blocking(|state| state.house.library.adopted().len()).unwrap();
            assert!(books > 0);
            assert_eq!((own.0, found), (recorded.0 + 2 + 2 * books as u64, wanted));
        }
        let actors: Vec<HouseHandle> =
            installation.houses.iter().map(|(_, house)| house.actor.clone()).collect();
        let server = Server::run(installation);
        for session in expected["sessions"].as_array().unwrap() {
            log_in(&server, session, expected["password"].as_str().unwrap());
        }
        actors.iter().for_each(goes_on);
        server.stop();
    }
}

/// The session that was open is open, and the password is the password.
fn log_in(server: &Server, session: &Value, password: &str) {
    let (house, handle) = (&session["house"], session["handle"].as_str().unwrap());
    let me = format!("/houses/{house}/me");
    let (status, answer) = request(&server.base, "GET", &me, session["token"].as_str(), &[], None);
    assert_eq!((status, answer["handle"].as_str()), (200, Some(handle)), "{answer}");
    for (password, due) in [(password, 201), ("another password", 401)] {
        let body = json!({"house": house, "handle": handle, "password": password, "bearer": true});
        let (status, answer) = request(&server.base, "POST", "/session", None, &[], Some(&body));
        assert_eq!(status, due, "{answer}");
    }
}

/// Rounds are dealt to their end from the seeds that are sealed under the house key; where nobody has bet, somebody does.
fn goes_on(actor: &HouseHandle) {
    let before = rounds(actor);
    assert!(!before.is_empty());
    for (id, _) in &before {
        for _ in 0..20 {
            let command = Command::Table(*id, TableCommand::Tick);
            if give(actor, Request { key: None, by: Actor::House, command }).is_err() {
                bet(actor, *id);
            }
        }
    }
    let after = rounds(actor);
    let went_on = before.iter().zip(&after).filter(|(before, after)| after.1 > before.1);
    assert!(went_on.count() > 0, "{before:?}, {after:?}");
}

/// Whoever sits at a table bets what it takes first.
fn bet(actor: &HouseHandle, id: TableId) {
    let seated =
        actor.read_blocking(move |state| state.house.table(id).map(|table| table.seated.clone())).unwrap();
    for person in seated.unwrap() {
        for wager in ["box 1", "red", "win", "punto", "player", "right", "ante", "hand"] {
            let (amount, wager) = (Money::from_minor(2000), wager.to_owned());
            let bet = TableCommand::Bet { person, amount, wager, area: None, with: PaidWith::default() };
            let by = Actor::Person(person);
            if give(actor, Request { key: None, by, command: Command::Table(id, bet) }).is_ok() {
                return;
            }
        }
    }
}
