//! Editions of rulebooks: a house whose program has another edition of its book, which two people adopt, and one of the
//! first set that stores the texts it plays by.

use croupier_fair::Keyring;
use croupier_house::command::{Command, TableCommand};
use croupier_house::ids::{Actor, PersonId, TableId};
use croupier_house::office::OfficeAction;
use croupier_house::paper::{Count, ProposedAction};
use croupier_house::table::{Mode, Phase};
use croupier_rules::book::Shelf;

use super::super::expectation::open;
use super::super::file::Recorded;
use super::own_book::{self, BOOK};
use super::raised::reopened;
use super::{Floor, Scene};
use crate::common::money;

const TABLE: TableId = TableId(1);
const FRITZ: PersonId = PersonId(3);

pub(super) fn scenes() -> Vec<Scene> {
    let stored = |seed: u64, keys: &Keyring| {
        let mut floor = reopened("automatic-own-book", seed, keys);
        floor.must(Actor::House, Command::StoreEditions);
        round(&mut floor);
        floor
    };
    vec![Scene::new("editions", &[], adopted), Scene::new("editions-stored", &[], stored)]
}

/// The text of another edition: three cards of one rank are paid 12 to 1.
fn other_text() -> String {
    BOOK.replace("11 to 1", "12 to 1")
}

fn adopted(seed: u64, keys: &Keyring) -> Floor {
    let mut floor = own_book::play(seed, keys);
    finish(&mut floor);
    // The program is replaced by one with another edition.
    let mut shelf = Shelf::built_in();
    shelf.add("ruritania.toml", &other_text()).unwrap();
    floor.shelf = Box::leak(Box::new(shelf));
    let recorded = Recorded::of(floor.house.id, floor.now, &floor.entries);
    floor.house = open(&recorded, floor.shelf).unwrap();
    round(&mut floor);
    let digest = *blake3::hash(other_text().as_bytes()).as_bytes();
    floor.agree_office(OfficeAction::AdoptEdition { rulebook: "ruritania".into(), digest });
    round(&mut floor);
    floor.agree(TABLE, ProposedAction::Close { closer: Count::default() });
    floor.agree(TABLE, ProposedAction::Open { mode: Mode::Automatic, opener: Count::default() });
    floor.must_at(FRITZ, TABLE, TableCommand::Sit { person: FRITZ });
    round(&mut floor);
    bets(&mut floor);
    floor
}

fn bets(floor: &mut Floor) {
    while floor.phase(TABLE) != Phase::PlaceYourBets {
        floor.tick(TABLE);
    }
    assert!(floor.bet(FRITZ, TABLE, "hand", money(10)));
}

fn finish(floor: &mut Floor) {
    while floor.phase(TABLE) != Phase::Payment {
        floor.tick(TABLE);
    }
}

fn round(floor: &mut Floor) {
    bets(floor);
    finish(floor);
}
