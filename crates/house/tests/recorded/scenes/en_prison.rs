//! A roulette table that holds stakes on a zero, under an example book: a player takes half of one.

use croupier_fair::Keyring;
use croupier_house::command::TableCommand;
use croupier_house::table::Phase;

use super::own_book::{FRITZ, TABLE, opened};
use super::{Floor, Scene};
use crate::common::money;

pub(super) const BOOK: &str = include_str!("../../../../../examples/france.toml");
const HOUSE: &str = include_str!("../../../../../examples/france-house.toml");

pub(super) fn scene() -> Scene {
    Scene::new("automatic-en-prison", &[" takes half"], play)
}

/// A few spins. Half of a stake that a zero holds is taken before the next one.
fn play(seed: u64, keys: &Keyring) -> Floor {
    let mut floor = opened(("france.toml", BOOK), HOUSE, "Claire Morvan", seed, keys);
    for _ in 0..4 {
        while floor.phase(TABLE) != Phase::PlaceYourBets {
            floor.tick(TABLE);
        }
        let stakes = floor.house.view(TABLE, Some(FRITZ)).unwrap().stakes;
        for held in stakes.into_iter().filter(|stake| stake.half.is_some()) {
            floor.must_at(FRITZ, TABLE, TableCommand::TakeHalf { person: FRITZ, stake: held.stake });
        }
        assert!(floor.bet(FRITZ, TABLE, "red", money(10)));
        while floor.phase(TABLE) != Phase::NoMoreBets {
            floor.tick(TABLE);
        }
    }
    floor
}
