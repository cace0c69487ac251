//! A roster by which a dealer and an inspector are relieved; another one waits for its second person.

use croupier_fair::Keyring;
use croupier_house::command::Command;
use croupier_house::ids::Actor;
use croupier_house::office::{Duty, OfficeAction, Role, TablePost};
use croupier_house::table::Mode;

use super::{Floor, Scene};
use crate::common::{DEALER, INSPECTOR, MANAGER};

pub(super) fn scene() -> Scene {
    Scene::new("roster", &[], play)
}

fn play(seed: u64, keys: &Keyring) -> Floor {
    let mut floor = Floor::founded(seed, keys);
    floor.enrol("dirk", Role::Dealer, Some("Dirk Naidoo"));
    floor.enrol("ivor", Role::Inspector, Some("Ivor Bain"));
    let [dirk, ivor] = ["dirk", "ivor"].map(|name| floor.house.office.person_named(name).unwrap());
    let id = floor.open("American A", Mode::Attended);
    let start = floor.now.at - floor.now.at % 60_000;
    let at = |minutes: i64| start + minutes * 60_000;
    let duty = |person, post, from, to| Duty { from: at(from), to: at(to), table: id, post, person };
    let evening = vec![
        duty(DEALER, TablePost::Dealer, 0, 40),
        duty(dirk, TablePost::Dealer, 40, 80),
        duty(DEALER, TablePost::Dealer, 80, 120),
        duty(INSPECTOR, TablePost::Inspector, 0, 60),
        duty(ivor, TablePost::Inspector, 60, 120),
    ];
    floor.agree_office(OfficeAction::Roster { from: at(0), to: at(120), duties: evening });
    for (minutes, person, post) in [(31, dirk, TablePost::Dealer), (55, ivor, TablePost::Inspector)] {
        floor.now.at = at(minutes);
        floor.must(Actor::Person(person), Command::TakeOver { table: id, post });
    }
    let shorter = vec![duty(DEALER, TablePost::Dealer, 80, 110)];
    let roster = OfficeAction::Roster { from: at(60), to: at(120), duties: shorter };
    floor.must(Actor::Person(MANAGER), Command::ProposeOffice(roster));
    floor
}
