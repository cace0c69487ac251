//! Journals of the first set that go on: their format is raised by the first new entry.

use croupier_fair::Keyring;
use croupier_house::ids::{Actor, Now};
use croupier_house::table::Phase;

use super::super::expectation::{books_of, open};
use super::super::file::{Recorded, folder, recorded_shelf};
use super::{Floor, Scene};
use crate::common::{PLAYERS, money};

pub(super) fn scenes() -> Vec<Scene> {
    let automatic = |seed: u64, keys: &Keyring| {
        let mut floor = reopened("automatic-american-a", seed, keys);
        let id = floor.table_named("American A");
        for _ in 0..40 {
            let betting = matches!(floor.phase(id), Phase::PlaceYourBets | Phase::FinalBets);
            if betting && !floor.live(id).rules.any_standing() {
                assert!(floor.bet(PLAYERS[0], id, "red", money(20)));
            }
            floor.tick(id);
        }
        floor
    };
    let office = |seed: u64, keys: &Keyring| {
        let mut floor = reopened("office", seed, keys);
        floor.must(
            Actor::House,
            croupier_house::command::Command::Enrol {
                handle: "newcomer".to_owned(),
                role: croupier_house::office::Role::Player,
                staff: None,
            },
        );
        floor
    };
    vec![Scene::new("raised-automatic", &[], automatic), Scene::new("raised-office", &[], office)]
}

/// A house of the first set, as its journal leaves it.
pub(super) fn reopened(name: &str, seed: u64, keys: &Keyring) -> Floor {
    let path = folder().join("1").join(format!("{name}.journal"));
    let expected = std::fs::read_to_string(path.with_extension("expected")).unwrap();
    let shelf = recorded_shelf(path.parent().unwrap(), &books_of(&expected)).unwrap();
    let recorded = Recorded::read(&std::fs::read(&path).unwrap()).unwrap();
    let entries = recorded.read_entries();
    let at = entries.last().unwrap().body.at;
    let now = Now { at, date: recorded.date, minute: recorded.minute };
    let mut floor = Floor::new(recorded.house.0, shelf, now, seed, keys);
    floor.house = open(&recorded, shelf).unwrap();
    floor.commands = 1_000_000;
    floor.entries = entries;
    floor
}
