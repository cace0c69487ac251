//! What people see: never a hidden card, and always the moves they have.

use crate::common::{self, ANN, BEN, CAL, PLAYERS, Rig, money};
use croupier_house::command::{PlayerAction, TableCommand};
use croupier_house::ids::TableId;
use croupier_house::table::{Mode, Phase};

fn dealt(name: &str, wagers: [&str; 3]) -> (Rig, TableId) {
    let mut rig = Rig::new();
    let id = rig.open(name, Mode::Automatic);
    for _ in 0..200 {
        rig.tick(id).unwrap();
        if rig.phase(id) == Phase::PlaceYourBets {
            for (person, wager) in PLAYERS.into_iter().zip(wagers) {
                rig.bet(person, id, wager, money(20)).unwrap();
            }
        }
        if rig.phase(id) == Phase::Decision {
            return (rig, id);
        }
    }
    panic!("nobody has to decide");
}

/// How many cards a person sees, of how many.
fn seen(rig: &Rig, id: TableId, person: Option<croupier_house::ids::PersonId>) -> (usize, usize) {
    let view = rig.house.view(id, person).unwrap();
    (view.cards.iter().filter(|card| card.card.is_some()).count(), view.cards.len())
}

#[test]
fn hold_em_shows_players_their_own_three_and_the_common_cards_as_they_are_turned() {
    let (mut rig, id) = dealt("Hold-Em", ["ante", "ante", "ante"]);
    assert_eq!(seen(&rig, id, None), (0, 11));
    for person in PLAYERS {
        assert_eq!(seen(&rig, id, Some(person)), (3, 11));
    }
    for person in PLAYERS {
        rig.must_at(person, id, TableCommand::Decide { person, decision: PlayerAction::Check, on: None });
    }
    assert_eq!(seen(&rig, id, None), (1, 11), "one common card is turned after the first circle");
    assert_eq!(seen(&rig, id, Some(ANN)), (4, 11));
    for person in PLAYERS {
        rig.must_at(person, id, TableCommand::Decide { person, decision: PlayerAction::Check, on: None });
    }
    assert_eq!(seen(&rig, id, None), (11, 11), "all are turned at the end");
}

#[test]
fn a_move_says_what_it_adds_to_the_stakes() {
    let (rig, id) = dealt("Hold-Em", ["ante", "ante", "ante"]);
    let moves = rig.house.moves(id, ANN).into_iter().map(|found| (found.decision, found.adds));
    let all = [(PlayerAction::Raise, money(20)), (PlayerAction::Check, money(0))];
    assert_eq!(moves.collect::<Vec<_>>(), all);
}

#[test]
fn touch_21_shows_a_box_to_its_caller_alone() {
    let (rig, id) = dealt("Touch A", ["box 1", "box 2", "box 3"]);
    let (all, count) = seen(&rig, id, None);
    assert_eq!(count, 7);
    assert_eq!(all, 1, "the dealer's card");
    for person in PLAYERS {
        assert_eq!(seen(&rig, id, Some(person)).0, 3);
    }
}

#[test]
fn standard_blackjack_is_dealt_face_up() {
    let (rig, id) = dealt("Jack A", ["box 1", "box 2", "box 3"]);
    assert_eq!(seen(&rig, id, None), (7, 7));
}

#[test]
fn the_moves_that_are_shown_are_those_that_are_accepted() {
    for (name, wagers) in
        [("Jack A", ["box 1", "box 1", "box 2"]), ("Hold-Em", ["ante"; 3]), ("Touch A", ["box 1"; 3])]
    {
        let (mut rig, id) = dealt(name, wagers);
        for _ in 0..60 {
            if rig.phase(id) != Phase::Decision {
                break;
            }
            let view = rig.house.view(id, None).unwrap();
            assert!(view.due.is_some(), "a decision is due");
            let default = rig.table(id).open().unwrap().default_act();
            assert!(default.is_some(), "every decision has a default");
            assert!(view.moves.is_empty(), "nobody's moves are shown to everybody");
            let mut somebody = false;
            for person in [ANN, BEN, CAL] {
                for found in rig.house.view(id, Some(person)).unwrap().moves {
                    let mut tried = Rig {
                        house: rig.house.clone(),
                        journal: Vec::new(),
                        chance: common::Seeded(1),
                        ..rig
                    };
                    let act = TableCommand::Decide { person, decision: found.decision, on: found.on.clone() };
                    let done = tried.at(person, id, act);
                    assert!(done.is_ok(), "{found:?} was shown and is refused: {}", done.unwrap_err());
                    somebody = true;
                }
            }
            assert!(somebody, "somebody can move");
            rig.tick(id).unwrap();
        }
    }
}

#[test]
fn a_stake_that_is_carried_is_seen_until_the_round_that_decides_it_is_over() {
    let mut rig = Rig::new();
    let id = rig.open("Dice 1", Mode::Automatic);
    let mut carried: Vec<u32> = Vec::new();
    let mut decided = 0;
    for _ in 0..200 {
        rig.tick(id).unwrap();
        if rig.phase(id) == Phase::PlaceYourBets {
            rig.bet(ANN, id, "win", money(20)).unwrap();
        }
        if rig.phase(id) != Phase::Waiting {
            continue;
        }
        let stakes = rig.house.view(id, Some(ANN)).unwrap().stakes;
        for number in carried.drain(..) {
            let stake = stakes.iter().find(|stake| stake.stake == number).expect("it was played for");
            assert!(stake.life.is_some());
            decided += u32::from(stake.outcome != "standing");
        }
        carried.extend(stakes.iter().filter(|stake| stake.outcome == "standing").map(|stake| stake.stake));
    }
    assert!(decided > 3, "{decided} were carried and decided");
}
