//! A house on several nodes: the owner fails in the middle of a phase, and a command that was sent before is refused under
//! its key.

use croupier_fair::Keyring;
use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::ids::{Actor, IdempotencyKey};
use croupier_house::table::{Mode, Phase};

use super::{Floor, Scene};
use crate::common::{ANN, money};

pub(super) fn scene() -> Scene {
    Scene::new("nodes", &[], play)
}

fn play(seed: u64, keys: &Keyring) -> Floor {
    let mut floor = Floor::founded(seed, keys);
    let id = floor.open("Wheel 1", Mode::Automatic);
    floor.tick(id);
    assert!(floor.bet(ANN, id, "red", money(20)));
    floor.now.at += 5_000;
    floor.must(Actor::House, Command::NoteOwner { node: "north".into() });
    while floor.phase(id) != Phase::Payment {
        floor.tick(id);
    }
    let late = Command::Table(id, TableCommand::TakeBack { person: ANN, stake: 1 });
    floor.refuse(&Request { key: Some(IdempotencyKey(7_000_000)), by: Actor::Person(ANN), command: late });
    floor
}
