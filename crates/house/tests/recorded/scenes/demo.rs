//! The demo houses as the program founds them, with robots for company.

use croupier_fair::Keyring;
use croupier_house::command::{Command, PaidWith, TableCommand};
use croupier_house::demo::Demo;
use croupier_house::ids::{Actor, Now, PersonId, TableId};
use croupier_house::robot::plan;
use croupier_house::table::{Mode, Phase};
use croupier_kit::Money;
use jiff::civil::date;

use super::{Floor, Scene};
use crate::common::shelf;

const RAND: Demo = Demo {
    file: include_str!("../../../../../examples/demo-rand.toml"),
    attended: &["Roulette with a dealer", "Blackjack with a dealer"],
};
const STERLING: Demo = Demo {
    file: include_str!("../../../../../examples/demo-sterling.toml"),
    attended: &["Roulette with a dealer"],
};

pub(super) fn scenes() -> Vec<Scene> {
    vec![
        Scene::new("demo-rand", &[], |seed, keys| play(1, RAND, seed, keys)),
        Scene::new("demo-sterling", &[], |seed, keys| play(2, STERLING, seed, keys)),
    ]
}

fn play(id: u16, demo: Demo, seed: u64, keys: &Keyring) -> Floor {
    let now = Now { at: 1_800_000_000_000, date: date(2027, 1, 15), minute: 9 * 60 };
    let mut floor = Floor::new(id, shelf(), now, seed, keys);
    while let Some(order) = demo.next(&floor.house) {
        floor.must(order.by, order.command);
    }
    let me = floor.house.office.person_named("demo_player").unwrap();
    let automatic: Vec<TableId> = floor
        .house
        .tables()
        .iter()
        .filter(|table| table.open().is_ok_and(|live| live.mode == Mode::Automatic))
        .filter(|table| !table.name.starts_with("Learn "))
        .map(|table| table.id)
        .collect();
    for (place, id) in automatic.into_iter().enumerate() {
        floor.must_at(me, id, TableCommand::Sit { person: me });
        // Each table is left at another step of its round.
        for _ in 0..28 + place % 5 {
            go_on(&mut floor, id, me);
        }
    }
    floor
}

/// The player bets, the robots do what they plan, and the timer does the rest.
fn go_on(floor: &mut Floor, id: TableId, me: PersonId) {
    let live = floor.live(id);
    let bets = floor.phase(id) == Phase::PlaceYourBets && !live.rules.any_standing();
    if bets && bet(floor, id, me) {
        return;
    }
    let robots = plan(&floor.house, id, floor.now.at);
    if !robots.commands.is_empty() {
        for (robot, command) in robots.commands {
            floor.must(Actor::Person(robot), command);
        }
        return;
    }
    let deadline = floor.house.table(id).unwrap().deadline(&floor.house.pace());
    let Some(due) = deadline.into_iter().chain(robots.recheck_at).min() else { return };
    floor.now.at = floor.now.at.max(due);
    if deadline == Some(due) {
        floor.must(Actor::House, Command::Table(id, TableCommand::Tick));
    }
}

/// Bets whatever the table takes first.
fn bet(floor: &mut Floor, id: TableId, person: PersonId) -> bool {
    let wagers = ["box 1", "red", "win", "punto", "player", "right", "ante", "hand", "box 2"];
    wagers.into_iter().any(|wager| {
        [10, 20, 50, 100].into_iter().any(|amount| {
            let (amount, wager) = (Money::from_minor(amount * 100), wager.to_owned());
            let bet = TableCommand::Bet { person, amount, wager, area: None, with: PaidWith::default() };
            floor.at(person, id, bet).is_ok()
        })
    })
}
