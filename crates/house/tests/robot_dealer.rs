//! A robot deals the attended tables of a demo until a person does.

use crate::common::{ANN, DEALER, Rig, Seeded, money};
use croupier_house::bounds::ROBOT_RETURNS_MS;
use croupier_house::command::{Announcement, Command, TableCommand};
use croupier_house::ids::{Actor, TableId};
use croupier_house::robot_dealer::{deals, next_step};
use croupier_house::table::{Mode, Phase};
use croupier_kit::Money;

/// Games that one player can play, each with a wager.
const GAMES_OF_ONE: [(&str, &str); 9] = [
    ("Wheel 1", "red"),
    ("Dice 1", "field"),
    ("Banque", "right"),
    ("Punto", "banco"),
    ("Between 1", "hand"),
    ("American A", "red"),
    ("Jack A", "box 1"),
    ("Hold-Em", "ante"),
    ("Touch A", "box 1"),
];

/// Lets the robot take its next step, if it is time for one.
fn step(rig: &mut Rig, id: TableId, chance: &mut Seeded) -> Option<TableCommand> {
    let step = next_step(&rig.house, id, rig.now.at, chance)?;
    rig.must(Actor::House, Command::Table(id, step.clone()));
    Some(step)
}

/// Lets time pass until the table is in a phase.
fn deal_to(rig: &mut Rig, id: TableId, chance: &mut Seeded, phase: Phase) {
    for _ in 0..2_000 {
        if rig.phase(id) == phase {
            return;
        }
        rig.now.at += 500;
        step(rig, id, chance);
    }
    panic!("the robot does not reach {phase:?}");
}

#[test]
fn it_deals_whole_rounds() {
    for (name, wager) in GAMES_OF_ONE {
        let mut rig = Rig::new();
        let (id, mut chance) = (rig.open(name, Mode::Attended), Seeded(5));
        rig.now.at += ROBOT_RETURNS_MS;
        assert!(deals(rig.table(id), rig.now.at), "{name}");
        for round in 1..=3 {
            deal_to(&mut rig, id, &mut chance, Phase::PlaceYourBets);
            assert_eq!(rig.table(id).rounds, round, "{name}");
            // A stake may stand from the hand before.
            if rig.table(id).open().unwrap().rules.standing_of("ann") == Money::ZERO {
                rig.bet(ANN, id, wager, money(20)).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
            }
            let over = if name == "Dice 1" { Phase::Waiting } else { Phase::Payment };
            deal_to(&mut rig, id, &mut chance, over);
        }
        rig.replay();
        rig.audit();
    }
}

#[test]
fn nobody_bets_and_it_waits() {
    let mut rig = Rig::new();
    let (id, mut chance) = (rig.open("American A", Mode::Attended), Seeded(5));
    rig.now.at += ROBOT_RETURNS_MS;
    deal_to(&mut rig, id, &mut chance, Phase::PlaceYourBets);
    rig.now.at += 3_600_000;
    assert_eq!(step(&mut rig, id, &mut chance), None);
}

#[test]
fn a_person_who_deals_takes_over_and_the_robot_returns_after_two_minutes() {
    let mut rig = Rig::new();
    let (id, mut chance) = (rig.open("American A", Mode::Attended), Seeded(5));
    rig.must_at(DEALER, id, TableCommand::Announce(Announcement::PlaceYourBets));
    rig.bet(ANN, id, "red", money(20)).unwrap();
    rig.must_at(DEALER, id, TableCommand::Announce(Announcement::NoMoreBets));
    rig.must_at(DEALER, id, TableCommand::Enter { lines: "17".to_owned() });
    rig.now.at += ROBOT_RETURNS_MS - 1;
    assert!(!deals(rig.table(id), rig.now.at));
    assert_eq!(step(&mut rig, id, &mut chance), None);
    rig.now.at += 1;
    assert_eq!(
        step(&mut rig, id, &mut chance),
        Some(TableCommand::DropEntry),
        "nobody confirmed what was keyed"
    );
    deal_to(&mut rig, id, &mut chance, Phase::Payment);
    // A bet of a player takes nothing over; a step of the dealer does.
    rig.must_at(DEALER, id, TableCommand::Announce(Announcement::PlaceYourBets));
    assert!(!deals(rig.table(id), rig.now.at));
    rig.now.at += ROBOT_RETURNS_MS;
    rig.bet(ANN, id, "red", money(20)).unwrap();
    assert!(deals(rig.table(id), rig.now.at));
    rig.must_at(DEALER, id, TableCommand::CallInspector { reason: "a late bet".to_owned() });
    rig.now.at += 2 * ROBOT_RETURNS_MS;
    assert_eq!(step(&mut rig, id, &mut chance), None, "an inspector comes first");
}

#[test]
fn automatic_tables_are_not_its_own() {
    let mut rig = Rig::new();
    let (id, mut chance) = (rig.open("American A", Mode::Automatic), Seeded(5));
    rig.now.at += ROBOT_RETURNS_MS;
    assert_eq!(next_step(&rig.house, id, rig.now.at, &mut chance), None);
}
