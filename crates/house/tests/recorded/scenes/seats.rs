//! Players who are gone: nobody waits for them, one comes back, and one gives the seat back.

use croupier_fair::Keyring;
use croupier_house::bounds::SEAT_LASTS_MS;
use croupier_house::command::{Command, TableCommand};
use croupier_house::ids::Actor;
use croupier_house::table::{Mode, Phase};

use super::{Floor, Scene};
use crate::common::{ANN, BEN, CAL, money};

pub(super) fn scene() -> Scene {
    Scene::new("seats", &[], play)
}

fn play(seed: u64, keys: &Keyring) -> Floor {
    let mut floor = Floor::founded(seed, keys);
    let id = floor.open("Wheel 1", Mode::Automatic);
    floor.tick(id);
    assert!(floor.bet(ANN, id, "red", money(20)));
    let by_house = |act| Command::Table(id, act);
    for person in [ANN, BEN, CAL] {
        floor.must(Actor::House, by_house(TableCommand::NoteAway { person }));
    }
    floor.must(Actor::House, by_house(TableCommand::NoteBack { person: BEN }));
    floor.now.at += SEAT_LASTS_MS;
    floor.must(Actor::House, by_house(TableCommand::ClearSeats));
    while floor.phase(id) != Phase::Payment {
        floor.tick(id);
    }
    floor
}
