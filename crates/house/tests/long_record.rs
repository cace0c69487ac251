//! A record that would never end is ended after 4,096 acts, and the next restates its standing stakes: for the same money,
//! and judged to it.

use crate::common::{ANN, BEN, CAL, MANAGER, PLAYERS, Rig, money, shelf};
use croupier_house::House;
use croupier_house::command::{Announcement, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::TableId;
use croupier_house::paper::ProposedAction;
use croupier_house::table::{Mode, Pace, RECORD_ACTS_MAX};
use croupier_kit::Money;

fn announce(rig: &mut Rig, id: TableId, what: Announcement) {
    rig.must_at(MANAGER, id, TableCommand::Announce(what));
}

fn throw(rig: &mut Rig, id: TableId, dice: &str, times: usize) {
    announce(rig, id, Announcement::NoMoreBets);
    let lines = vec![format!("dice {dice}"); times].join("\n");
    rig.must_at(MANAGER, id, TableCommand::Enter { lines });
    rig.must_at(MANAGER, id, TableCommand::ConfirmEntry);
    announce(rig, id, Announcement::PlaceYourBets);
}

/// Bets that stand over many throws: two on a point, one behind, one that waits for a four.
fn standing(throws: usize) -> (Rig, TableId) {
    let mut rig = Rig::new();
    let id = rig.open("Dice 1", Mode::Attended);
    announce(&mut rig, id, Announcement::PlaceYourBets);
    // A stake that is decided at once, so that the others get new numbers.
    for (person, wager) in
        [(CAL, "field"), (ANN, "place-win 4"), (BEN, "win"), (CAL, "dont-win"), (CAL, "hard 8")]
    {
        rig.bet(person, id, wager, money(20)).unwrap();
    }
    throw(&mut rig, id, "3 3", 1);
    rig.bet(BEN, id, "behind 3", money(20)).unwrap();
    throw(&mut rig, id, "1 1", throws);
    (rig, id)
}

fn chips(rig: &Rig) -> [Money; 3] {
    PLAYERS.map(|person| rig.chips(person))
}

#[test]
fn a_long_record_is_ended_and_its_standing_stakes_are_restated() {
    let (mut long, id) = standing(RECORD_ACTS_MAX);
    let (mut short, _) = standing(3);
    assert_eq!(chips(&long), chips(&short), "restating moves nothing");
    let live = long.table(id).open().unwrap();
    let stated: Vec<&str> = live.record.lines().skip(live.in_force.head.lines().count()).collect();
    let expected = [
        "ann carries 20 on place-win 4",
        "ben carries 20 on win point 6",
        "cal carries 20 on dont-win point 6",
        "cal carries 20 on hard 8",
        "ben carries 20 behind 2",
        "place your bets",
    ];
    assert_eq!(stated, expected);
    assert_eq!((long.table(id).records, short.table(id).records), (2, 1));
    assert_eq!((live.stakes().count(), live.round_from()), (5, 6));
    assert!((1..=5).all(|number| live.is_carried(number)));
    for rig in [&mut long, &mut short] {
        rig.bet(ANN, id, "field", money(20)).unwrap();
        for dice in ["2 2", "5 3", "4 2"] {
            throw(rig, id, dice, 1);
        }
    }
    assert_eq!(chips(&long), chips(&short), "the stakes are decided for the same money");
    assert!(!long.table(id).open().unwrap().rules.any_standing());
    long.replay();
}

#[test]
fn a_house_can_be_restored_while_its_stakes_are_restated() {
    let (rig, _) = standing(RECORD_ACTS_MAX);
    let mut house = House::new(rig.house.id, shelf(), "test", Pace::NONE);
    let long =
        rig.journal.iter().rposition(|entry| matches!(entry.body.event, Event::Entered { .. })).unwrap();
    for (place, entry) in rig.journal.iter().enumerate() {
        house.apply(entry).unwrap();
        if place > long {
            let bytes = house.snapshot().unwrap();
            house = House::from_snapshot(&bytes, shelf(), "test", Pace::NONE).unwrap();
            assert!(house.snapshot().unwrap() == bytes, "entry {place}");
        }
    }
    assert_eq!(house.state_digest(), rig.house.state_digest());
}

#[test]
fn restated_stakes_go_back_when_the_round_is_void_and_cannot_be_corrected() {
    let (mut rig, id) = standing(RECORD_ACTS_MAX);
    let round = rig.table(id).rounds;
    let (from, to) = ("ben carries 20 on win point 6", "ben carries 20 on win point 5");
    let correct = ProposedAction::Correct {
        round,
        from: from.to_owned(),
        to: to.to_owned(),
        reason: "a test".to_owned(),
    };
    let refused = rig.agree(id, correct).unwrap_err();
    assert!(refused.found.contains("is not in the record"), "{refused}");
    let refused = rig.at(BEN, id, TableCommand::TakeBack { person: BEN, stake: 2 }).unwrap_err();
    assert!(refused.found.contains("taking back stake 2"), "{refused}");
    let staked: i64 = 20 * 5;
    let before: i64 = chips(&rig).iter().map(|chips| chips.minor()).sum();
    rig.agree(id, ProposedAction::Void { round, reason: "a test".to_owned() }).unwrap();
    let after: i64 = chips(&rig).iter().map(|chips| chips.minor()).sum();
    assert_eq!(after, before + money(staked).minor());
    rig.replay();
}
