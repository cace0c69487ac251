//! A house that notes its key, is restored beside the living one, and then loses entries and goes on.

use croupier_house::command::Command;
use croupier_house::ids::{Actor, TableId};
use croupier_house::office::{AcceptedLoss, NewIncarnation, NotedKey};
use croupier_house::table::{Mode, Phase};

use super::{Floor, Scene};
use crate::common::{CASHIER, MANAGER, PLAYERS, money};

pub(super) fn scene() -> Scene {
    Scene::new("incarnations", &[], |seed, keys| {
        let mut floor = Floor::founded(seed, keys);
        let check = *keys.current().check().value.as_bytes();
        floor.must(Actor::House, Command::NoteKey(NotedKey { key: 1, check }));
        let wheel = floor.open("Wheel 1", Mode::Automatic);
        let shoe = floor.open("Punto", Mode::Automatic);
        let dice = floor.open("Dice 1", Mode::Attended);
        assert!(floor.house.table(dice).is_ok());
        round(&mut floor, wheel, "red");
        round(&mut floor, shoe, "punto");
        bets(&mut floor, wheel, "red");
        bets(&mut floor, shoe, "punto");
        begin(&mut floor, false, None);
        round(&mut floor, wheel, "red");
        round(&mut floor, shoe, "punto");
        bets(&mut floor, wheel, "red");
        let acknowledged = (u64::try_from(floor.entries.len()).unwrap() + 9, [9; 32]);
        begin(&mut floor, true, Some(AcceptedLoss { acknowledged, by: [MANAGER, CASHIER] }));
        round(&mut floor, shoe, "punto");
        bets(&mut floor, wheel, "red");
        floor
    })
}

fn begin(floor: &mut Floor, original_gone: bool, loss: Option<AcceptedLoss>) {
    let last = floor.entries.last().unwrap();
    let copied = (last.body.sequence, last.hash);
    let checkpoint = Some("the last checkpoint that is known".to_owned());
    let new = NewIncarnation { copied, original_gone, checkpoint, loss };
    floor.must(Actor::House, Command::BeginIncarnation(new));
}

fn bets(floor: &mut Floor, id: TableId, wager: &str) {
    while floor.phase(id) != Phase::PlaceYourBets {
        floor.tick(id);
    }
    assert!(floor.bet(PLAYERS[0], id, wager, money(20)));
}

fn round(floor: &mut Floor, id: TableId, wager: &str) {
    bets(floor, id, wager);
    while floor.phase(id) != Phase::Payment {
        floor.tick(id);
    }
}
