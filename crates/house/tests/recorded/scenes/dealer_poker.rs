//! A table of poker against a dealer's hand, under an example book: raises and folds.

use croupier_fair::Keyring;
use croupier_house::command::{PlayerAction, TableCommand};
use croupier_house::table::Phase;

use super::own_book::{FRITZ, TABLE, opened};
use super::{Floor, Scene};
use crate::common::money;

pub(super) const BOOK: &str = include_str!("../../../../../examples/three-card-poker.toml");
const HOUSE: &str = include_str!("../../../../../examples/three-card-poker-house.toml");

pub(super) fn scene() -> Scene {
    Scene::new("automatic-dealer-poker", &[" raises", " folds"], play)
}

/// Some rounds that are raised and folded in turn, and one that ends with a decision due.
fn play(seed: u64, keys: &Keyring) -> Floor {
    let mut floor = opened(("three-card-poker.toml", BOOK), HOUSE, "Ines Moss", seed, keys);
    for decision in [PlayerAction::Raise, PlayerAction::Fold, PlayerAction::Raise] {
        deal(&mut floor);
        floor.must_at(FRITZ, TABLE, TableCommand::Decide { person: FRITZ, decision, on: None });
    }
    deal(&mut floor);
    floor
}

/// A bet, and the cards up to the decision.
fn deal(floor: &mut Floor) {
    while floor.phase(TABLE) != Phase::PlaceYourBets {
        floor.tick(TABLE);
    }
    assert!(floor.bet(FRITZ, TABLE, "ante", money(10)));
    while floor.phase(TABLE) != Phase::Decision {
        floor.tick(TABLE);
    }
}
