//! Players ask for chips and cash: requests that are confirmed at the cage and at a table, cancelled, declined, and
//! under way.

use croupier_fair::Keyring;
use croupier_house::command::Command;
use croupier_house::ids::{Actor, PersonId};
use croupier_house::office::ChipRequestKind;
use croupier_house::office::ChipRequestKind::{BuyIn, CashOut};
use croupier_house::table::Mode;

use super::{Floor, Scene};
use crate::common::{ANN, BEN, CAL, CASHIER, MANAGER, money};

pub(super) fn scene() -> Scene {
    Scene::new("chip-requests", &[], play)
}

const fn by(person: PersonId) -> Actor {
    Actor::Person(person)
}

/// Asks, and returns the number of the request.
fn ask(floor: &mut Floor, person: PersonId, kind: ChipRequestKind, amount: i64) -> u32 {
    floor.must(by(person), Command::RequestChips { kind, amount: money(amount) });
    floor.house.office.chip_requests.last_number
}

fn play(seed: u64, keys: &Keyring) -> Floor {
    let mut floor = Floor::founded(seed, keys);
    let id = floor.open("Wheel 1", Mode::Attended);
    let at_cage = ask(&mut floor, ANN, BuyIn, 300);
    floor.must(by(CASHIER), Command::LayOutChips { number: at_cage, table: None });
    floor.must(by(ANN), Command::ConfirmChips { number: at_cage });
    let cash = ask(&mut floor, ANN, CashOut, 120);
    floor.must(by(CASHIER), Command::LayOutChips { number: cash, table: None });
    floor.must(by(ANN), Command::ConfirmChips { number: cash });
    let at_table = ask(&mut floor, ANN, BuyIn, 40);
    floor.must(by(MANAGER), Command::LayOutChips { number: at_table, table: Some(id) });
    floor.must(by(ANN), Command::ConfirmChips { number: at_table });
    let cancelled = ask(&mut floor, BEN, CashOut, 500);
    floor.must(by(CASHIER), Command::LayOutChips { number: cancelled, table: None });
    floor.must(by(BEN), Command::CancelChips { number: cancelled, reason: String::new() });
    let declined = ask(&mut floor, BEN, BuyIn, 500);
    let reason = "the cage closes in a minute".to_owned();
    floor.must(by(CASHIER), Command::CancelChips { number: declined, reason });
    // These are under way.
    ask(&mut floor, BEN, CashOut, 70);
    ask(&mut floor, CAL, BuyIn, 80);
    let laid_out = ask(&mut floor, CAL, CashOut, 90);
    floor.must(by(CASHIER), Command::LayOutChips { number: laid_out, table: None });
    let at_table = ask(&mut floor, ANN, BuyIn, 60);
    floor.must(by(MANAGER), Command::LayOutChips { number: at_table, table: Some(id) });
    floor
}
