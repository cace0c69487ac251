//! A reader at an attended wheel: one reading is confirmed, one is overruled, one waits; an inspector is called, and comes.

use croupier_fair::Keyring;
use croupier_house::command::{Announcement, Command, TableCommand};
use croupier_house::ids::Actor;
use croupier_house::table::Mode;

use super::{Floor, Scene};
use crate::common::{ANN, INSPECTOR, MANAGER, money};

pub(super) fn scene() -> Scene {
    Scene::new("readers", &[], play)
}

fn play(seed: u64, keys: &Keyring) -> Floor {
    let mut floor = Floor::founded(seed, keys);
    let id = floor.open("Wheel 1", Mode::Attended);
    let by =
        |floor: &mut Floor, person, act| drop(floor.must(Actor::Person(person), Command::Table(id, act)));
    let read = |floor: &mut Floor, reader, sequence, lines: &str| {
        let act = TableCommand::Read { reader, sequence, lines: lines.to_owned() };
        floor.must(Actor::House, Command::Table(id, act));
    };
    for name in ["wheel camera", "spare camera"] {
        by(&mut floor, MANAGER, TableCommand::AddReader { name: name.to_owned() });
    }
    by(&mut floor, MANAGER, TableCommand::RevokeReader { reader: 2 });
    for sequence in [4, 9] {
        by(&mut floor, MANAGER, TableCommand::Announce(Announcement::PlaceYourBets));
        assert!(floor.bet(ANN, id, "red", money(20)));
        by(&mut floor, MANAGER, TableCommand::Announce(Announcement::NoMoreBets));
        read(&mut floor, 1, sequence, "17");
        if sequence == 9 {
            by(&mut floor, MANAGER, TableCommand::DropEntry);
            by(&mut floor, MANAGER, TableCommand::CallInspector { reason: "the camera read 17".to_owned() });
            by(&mut floor, INSPECTOR, TableCommand::AnswerCall);
            by(&mut floor, MANAGER, TableCommand::Enter { lines: "18".to_owned() });
        }
        by(&mut floor, MANAGER, TableCommand::ConfirmEntry);
    }
    by(&mut floor, MANAGER, TableCommand::Announce(Announcement::PlaceYourBets));
    by(&mut floor, MANAGER, TableCommand::Announce(Announcement::NoMoreBets));
    read(&mut floor, 1, 10, "0");
    by(&mut floor, MANAGER, TableCommand::CallInspector { reason: "a late bet".to_owned() });
    floor
}
