//! What the desks have learned to write: notes on counts, chips for plaques, and an edition that is adopted by its text.

use croupier_fair::Keyring;
use croupier_house::command::{Command, TableCommand};
use croupier_house::ids::Actor;
use croupier_house::ledger::Unit;
use croupier_house::office::{Exchange, OfficeAction};
use croupier_house::paper::{Count, ProposedAction};
use croupier_house::table::{Mode, Phase};

use super::{Floor, Scene};
use crate::common::{ANN, BEN, MANAGER, money, shelf};

pub(super) fn scenes() -> Vec<Scene> {
    vec![
        Scene::new("count-notes", &[], noted),
        Scene::new("plaques", &[], plaques),
        Scene::new("edition-texts", &[], by_text),
    ]
}

/// A table is opened, its drop counted and closed with notes; the notes of two more counts wait.
fn noted(seed: u64, keys: &Keyring) -> Floor {
    let mut floor = Floor::founded(seed, keys);
    let note = |text: &str| text.to_owned();
    let id = floor.table_named("American A");
    let opener = Count::default();
    let open = |note| ProposedAction::OpenNoted { mode: Mode::Automatic, opener: Count::default(), note };
    floor.agree(id, open(note("nothing lies there yet")));
    floor.must_at(ANN, id, TableCommand::Sit { person: ANN });
    floor.agree(id, ProposedAction::CloseNoted { closer: opener, note: note("one chip is cracked") });
    floor.agree(id, ProposedAction::DropNoted { cash: Count::default(), note: note("the box was empty") });
    let waits =
        ProposedAction::DropNoted { cash: Count(vec![(money(20), 1)]), note: note("a note was found") };
    floor.must_at(MANAGER, id, TableCommand::Propose(waits));
    floor.must_at(MANAGER, id, TableCommand::Propose(open(note("to be decided"))));
    floor
}

/// Chips are changed for plaques and back; another change waits.
fn plaques(seed: u64, keys: &Keyring) -> Floor {
    let mut floor = Floor::founded(seed, keys);
    floor.exchange(None, ANN, Exchange::ToPlaques { amount: money(2_000) });
    floor.exchange(None, ANN, Exchange::BuyIn { with: Unit::Plaques, amount: money(500) });
    let exchange = Exchange::ToPlaques { amount: money(1_000) };
    floor.must(Actor::Person(BEN), Command::RequestExchange { at: None, person: BEN, exchange });
    floor
}

/// The text of an edition that no program has.
fn edition(odds: &str) -> Box<str> {
    let text = shelf().book("scotland-1970").unwrap().text();
    text.replace("odds = \"17 to 1\"", &format!("odds = \"{odds} to 1\"")).into()
}

/// A house adopts an edition by its text and plays by it; another one waits for its second person.
fn by_text(seed: u64, keys: &Keyring) -> Floor {
    let mut floor = Floor::founded(seed, keys);
    let adopt = |odds| OfficeAction::AdoptText { rulebook: "scotland-1970".into(), text: edition(odds) };
    floor.agree_office(adopt("16"));
    let id = floor.open("Wheel 1", Mode::Automatic);
    floor.tick(id);
    assert!(floor.bet(ANN, id, "numbers 1 2", money(10)));
    while floor.phase(id) != Phase::Payment {
        floor.tick(id);
    }
    floor.must(Actor::Person(MANAGER), Command::ProposeOffice(adopt("15")));
    floor
}
