//! Automatic tables of all twelve games: some rounds, then one that is broken off in the middle.

use croupier_fair::Keyring;
use croupier_house::command::{PlayerAction, TableCommand};
use croupier_house::ids::{PersonId, TableId};
use croupier_house::table::{Mode, Phase};

use super::{Floor, Scene};
use crate::common::{ANN, BEN, CAL, GAMES, PLAYERS, money};

/// What must occur at which table.
const WANTS: [(&str, &[&str]); 12] = [
    ("Wheel 1", &["ends in no more bets"]),
    ("Dice 1", &["ends in no more bets"]),
    ("Banque", &["ends in decision", " draws", " stands"]),
    ("Chemin", &["ends in decision", "bank ben", " draws"]),
    ("Punto", &["ends in no more bets"]),
    ("Twenty-one", &["ends in decision", " splits", " doubles", " insures"]),
    ("Between 1", &["ends in no more bets"]),
    ("American A", &["ends in no more bets"]),
    ("Jack A", &["ends in insurance", " splits", " doubles", " surrenders", " even money"]),
    ("Punto A", &["ends in no more bets"]),
    ("Hold-Em", &["ends in decision", " raises", " checks"]),
    ("Touch A", &["ends in decision", " splits", " doubles", " draws"]),
];

pub(super) fn scenes() -> Vec<Scene> {
    let scene = |(name, wagers): (&'static str, &'static [&'static str])| {
        let (_, wants) = WANTS.into_iter().find(|(known, _)| *known == name).unwrap();
        let file = name.to_lowercase().replace(' ', "-");
        Scene::new(&format!("automatic-{file}"), wants, move |seed, keys| play(name, wagers, seed, keys))
    };
    GAMES.into_iter().map(scene).collect()
}

/// Some rounds with bets and decisions by everybody and seeds from two players, then bets and no end.
fn play(name: &str, wagers: &[&str], seed: u64, keys: &Keyring) -> Floor {
    let mut floor = Floor::founded(seed, keys);
    let id = floor.open(name, Mode::Automatic);
    for round in 0..6 {
        match round {
            1 => give_seed(&mut floor, id, ANN, "ann's own"),
            2 => give_seed(&mut floor, id, BEN, "ben's"),
            4 => give_seed(&mut floor, id, BEN, ""),
            _ => {}
        }
        bets(&mut floor, id, wagers, round);
        while !matches!(floor.phase(id), Phase::Payment | Phase::Waiting) {
            step(&mut floor, id);
        }
    }
    bets(&mut floor, id, wagers, 6);
    while matches!(floor.phase(id), Phase::PlaceYourBets | Phase::FinalBets) {
        floor.tick(id);
    }
    let decides = !floor.live(id).rules.shoe().1.left().is_empty();
    let asks = !name.starts_with("Punto") && !name.starts_with("Between");
    if floor.phase(id) == Phase::NoMoreBets && decides && asks {
        floor.tick(id);
    }
    floor
}

fn give_seed(floor: &mut Floor, id: TableId, person: PersonId, seed: &str) {
    floor.must_at(person, id, TableCommand::GiveSeed { person, seed: seed.to_owned() });
}

/// Bets are invited and made; one is taken back, and everybody is ready.
fn bets(floor: &mut Floor, id: TableId, wagers: &[&str], round: usize) {
    while floor.phase(id) != Phase::PlaceYourBets {
        floor.tick(id);
    }
    let takes_bank = floor.live(id).rules.bank_passes() && floor.live(id).bank.is_none();
    if takes_bank {
        let decision = PlayerAction::TakeBank(money(300));
        let _ = [BEN, ANN, CAL]
            .into_iter()
            .any(|person| floor.at(person, id, TableCommand::Decide { person, decision, on: None }).is_ok());
    }
    for (place, person) in PLAYERS.into_iter().enumerate() {
        for more in 0..2 {
            let wager = wagers[(place + more * 2 + round) % wagers.len()];
            floor.bet(person, id, wager, money(20));
        }
    }
    if round == 2 && floor.bet(CAL, id, wagers[0], money(20)) {
        let stake = floor.live(id).rules.next_number() - 1;
        let _ = floor.at(CAL, id, TableCommand::TakeBack { person: CAL, stake });
    }
    if round.is_multiple_of(2) {
        for person in PLAYERS {
            let _ = floor.at(person, id, TableCommand::Ready { person });
        }
    }
}

/// What is due: a decision, insurance, or the timer.
fn step(floor: &mut Floor, id: TableId) {
    let moved = match floor.phase(id) {
        Phase::Insurance => insure(floor, id),
        Phase::Decision => floor.below(4) > 0 && decide(floor, id),
        _ => false,
    };
    if !moved {
        floor.tick(id);
    }
}

fn insure(floor: &mut Floor, id: TableId) -> bool {
    for person in PLAYERS {
        for found in floor.house.moves(id, person) {
            let (decision, on) = (found.decision, found.on);
            if floor.below(2) == 0
                && floor.at(person, id, TableCommand::Decide { person, decision, on }).is_ok()
            {
                return true;
            }
        }
    }
    floor.at(CAL, id, TableCommand::Decline { person: CAL }).is_ok()
}

/// Whoever's turn it is takes one of the decisions that are his.
pub(super) fn decide(floor: &mut Floor, id: TableId) -> bool {
    let speaker = floor.live(id).due().and_then(|due| floor.house.office.person_named(&due.speaker?));
    let Some(person) = speaker else { return false };
    let moves = floor.house.moves(id, person);
    if moves.is_empty() {
        return false;
    }
    let bold = [PlayerAction::Split, PlayerAction::Double, PlayerAction::Surrender, PlayerAction::Follow];
    let chosen = moves.iter().find(|found| bold.contains(&found.decision)).cloned();
    let found = match chosen.filter(|_| floor.below(2) == 0) {
        Some(found) => found,
        None => floor.one(&moves),
    };
    let (decision, on) = (found.decision, found.on);
    floor.at(person, id, TableCommand::Decide { person, decision, on }).is_ok()
}
