//! A hash of what the rules make of a record, to notice that playing it again gives something else.

use croupier_kit::{Card, Money};
use croupier_rules::contract::{Face, Turn};
use croupier_rules::games::AnyTable;
use croupier_rules::notation::Direction;

use crate::journal::Hash;

/// The fingerprint of a table of the rules: betting, the turn, every stake, the shoe, the spins. It is made of numbers
/// alone, so that other words in a later version do not change it.
pub(super) fn fingerprint(rules: &AnyTable<'_>) -> Hash {
    let mut hasher = blake3::Hasher::new();
    let betting = rules.betting();
    let states = [
        betting.is_open(),
        betting.is_placed(),
        betting.is_final(),
        rules.in_play(),
        rules.is_spinning(),
        rules.offers_insurance(),
    ];
    hasher.update(&states.map(u8::from));
    hasher.update(&turn(rules.turn()));
    hasher.update(&[spin(rules.spin_due())]);
    for number in 1..rules.next_number() {
        let Some(stake) = rules.stake_now(number) else { continue };
        let returned = stake.returned.map_or(i64::MIN, Money::minor);
        hasher.update(&stake.amount.minor().to_le_bytes()).update(&returned.to_le_bytes());
        hasher.update(&[stake.decided.into()]);
    }
    let (_, shoe) = rules.shoe();
    let left: Vec<u8> = Card::pack().map(|card| shoe.left().count(card)).collect();
    hasher.update(&left);
    hasher.update(&[shoe.is_spent().into(), shoe.holds_cutting_card().into()]);
    *hasher.finalize().as_bytes()
}

fn turn(turn: Option<Turn>) -> [u8; 3] {
    match turn {
        None => [0, 0, 0],
        Some(Turn::Over) => [1, 0, 0],
        Some(Turn::Bets) => [2, 0, 0],
        Some(Turn::Seat(seat)) => [3, seat, 0],
        Some(Turn::Chance(fall)) => [4, fall.to, u8::from(fall.face == Face::Up)],
    }
}

const fn spin(due: Option<Direction>) -> u8 {
    match due {
        None => 0,
        Some(Direction::Left) => 1,
        Some(Direction::Right) => 2,
    }
}
