//! Disputes about a round: one gets a ruling that pays, and in another a ruling waits for its second person.

use croupier_fair::Keyring;
use croupier_house::command::Command;
use croupier_house::ids::Actor;
use croupier_house::office::OfficeAction;
use croupier_house::table::{Mode, Phase};

use super::{Floor, Scene};
use crate::common::{ANN, CAL, CASHIER, money};

pub(super) fn scene() -> Scene {
    Scene::new("rulings", &[], play)
}

fn play(seed: u64, keys: &Keyring) -> Floor {
    let mut floor = Floor::founded(seed, keys);
    let id = floor.open("American A", Mode::Automatic);
    floor.tick(id);
    assert!(floor.bet(ANN, id, "red", money(10)) && floor.bet(CAL, id, "straight 5", money(10)));
    while floor.phase(id) != Phase::Payment {
        floor.tick(id);
    }
    for (person, about) in [(ANN, "it was red"), (CAL, "the ball jumped"), (CAL, "and I was not asked")] {
        let about = about.to_owned();
        floor.must(Actor::Person(person), Command::OpenDispute { table: id, round: 1, about });
    }
    let ruling = |dispute, amount| OfficeAction::Ruling {
        dispute,
        ruling: "the house pays".into(),
        amount: money(amount),
    };
    floor.agree_office(ruling(1, 20));
    floor.agree_office(ruling(2, 350));
    floor.must(Actor::Person(CAL), Command::EscalateDispute { dispute: 2 });
    floor.must(Actor::Person(CASHIER), Command::ProposeOffice(ruling(3, 5)));
    floor
}
