//! Stakes that a zero holds at a live table: they stay on the layout over rounds, and no table closes on them.

use crate::common::{ANN, BEN, CAL, MANAGER, Rig, money, shelf_with_examples};
use croupier_house::House;
use croupier_house::command::{Announcement, TableCommand};
use croupier_house::ids::TableId;
use croupier_house::ledger::{Location, Unit};
use croupier_house::paper::{Count, ProposedAction};
use croupier_house::table::{Mode, Pace, RECORD_ACTS_MAX};

fn announce(rig: &mut Rig, id: TableId, what: Announcement) {
    rig.must_at(MANAGER, id, TableCommand::Announce(what));
}

/// Closes betting, enters the ball, and opens the next spin.
fn ball(rig: &mut Rig, id: TableId, pocket: &str) {
    announce(rig, id, Announcement::NoMoreBets);
    rig.must_at(MANAGER, id, TableCommand::Enter { lines: format!("ball {pocket}") });
    rig.must_at(MANAGER, id, TableCommand::ConfirmEntry);
    announce(rig, id, Announcement::PlaceYourBets);
}

fn opened(mode: Mode) -> (Rig, TableId) {
    let mut rig = Rig::with_france();
    let id = rig.open("French 1", mode);
    if mode == Mode::Attended {
        announce(&mut rig, id, Announcement::PlaceYourBets);
    }
    (rig, id)
}

fn laid(rig: &Rig, id: TableId) -> croupier_kit::Money {
    rig.house.ledger.balance(Unit::Chips, Location::Layout(id))
}

#[test]
fn a_held_stake_stays_on_the_layout_until_it_is_decided() {
    let (mut rig, id) = opened(Mode::Attended);
    let before = rig.chips(ANN);
    rig.bet(ANN, id, "red", money(100)).unwrap();
    rig.bet(BEN, id, "dozen 1", money(10)).unwrap();
    ball(&mut rig, id, "0");
    assert_eq!(laid(&rig, id), money(100), "the dozen is lost, red is held");
    let refused = rig.at(ANN, id, TableCommand::TakeBack { person: ANN, stake: 1 }).unwrap_err();
    assert_eq!(refused.cites, ["roulette 5"]);
    // A second zero puts it deeper, and two wins bring it out.
    for (pocket, left) in [("0", 100), ("1", 100), ("3", 0)] {
        ball(&mut rig, id, pocket);
        assert_eq!(laid(&rig, id), money(left), "after {pocket}");
    }
    assert_eq!(rig.chips(ANN), before, "released, it comes back whole");
    rig.replay();
}

#[test]
fn no_table_closes_on_a_held_stake() {
    let (mut rig, id) = opened(Mode::Attended);
    rig.bet(ANN, id, "red", money(100)).unwrap();
    ball(&mut rig, id, "0");
    let close = || ProposedAction::Close { closer: Count::default() };
    let refused = rig.agree(id, close()).unwrap_err();
    assert!(refused.allowed.contains("no stake stands"), "{refused}");
    ball(&mut rig, id, "2");
    assert_eq!(laid(&rig, id), money(0));
    rig.replay();
}

#[test]
fn half_of_a_held_stake_is_paid_at_once() {
    let (mut rig, id) = opened(Mode::Attended);
    let before = rig.chips(ANN);
    rig.bet(ANN, id, "red", money(100)).unwrap();
    let take = |person| TableCommand::TakeHalf { person, stake: 1 };
    let refused = rig.at(ANN, id, take(ANN)).unwrap_err();
    assert_eq!(refused.cites, ["roulette 7"], "no zero holds it yet");
    ball(&mut rig, id, "0");
    let view = rig.house.view(id, Some(ANN)).unwrap();
    let stake = view.stakes.iter().find(|stake| stake.stake == 1).unwrap();
    assert_eq!((stake.half, stake.life.as_deref()), (Some(money(50)), Some("held")));
    assert_eq!(rig.at(CAL, id, take(CAL)).unwrap_err().cites, ["roulette 7"], "it is another's");
    rig.must_at(ANN, id, take(ANN));
    assert_eq!(rig.chips(ANN).minor(), before.minor() - money(50).minor());
    assert_eq!(laid(&rig, id), money(0));
    rig.replay();
}

#[test]
fn a_long_record_restates_what_is_held_and_a_snapshot_has_it() {
    let (mut rig, id) = opened(Mode::Attended);
    rig.audited = false;
    rig.bet(ANN, id, "red", money(1000)).unwrap();
    ball(&mut rig, id, "0");
    // Void spins make the record long while the stake is held.
    announce(&mut rig, id, Announcement::NoMoreBets);
    for _ in 0..RECORD_ACTS_MAX {
        announce(&mut rig, id, Announcement::VoidSpin);
    }
    rig.must_at(MANAGER, id, TableCommand::Enter { lines: "ball 0".to_owned() });
    rig.must_at(MANAGER, id, TableCommand::ConfirmEntry);
    announce(&mut rig, id, Announcement::PlaceYourBets);
    let live = rig.table(id).open().unwrap();
    assert!(live.record.contains("ann carries 1000 on red held 2"), "{}", live.record);
    let bytes = rig.house.snapshot().unwrap();
    let restored = House::from_snapshot(&bytes, shelf_with_examples(), "test", Pace::NONE).unwrap();
    assert_eq!(restored.state_digest(), rig.house.state_digest());
    rig.audited = true;
    ball(&mut rig, id, "1");
    ball(&mut rig, id, "3");
    assert_eq!(laid(&rig, id), money(0));
    rig.replay();
}

#[test]
fn an_automatic_table_spins_for_a_held_stake_alone() {
    let (mut rig, id) = opened(Mode::Automatic);
    let mut held = 0;
    for _ in 0..400 {
        if laid(&rig, id) == money(0) {
            let _ = rig.bet(ANN, id, "red", money(10));
        } else if rig.table(id).open().unwrap().rules.any_standing() {
            held += 1;
        }
        rig.tick(id).unwrap();
    }
    assert!(held > 0);
    rig.replay();
}
