//! Opening a real house: counts, slips and disputes are in the hands of those whose they are, and a dealer sees what to enter.

use crate::common::{ANN, CASHIER, DEALER, INSPECTOR, MANAGER, Rig, money};
use croupier_house::RejectionCode;
use croupier_house::bounds::NOTE_LETTERS;
use croupier_house::command::{Announcement, Command, TableCommand};
use croupier_house::ids::{Actor, TableId};
use croupier_house::ledger::{Location, Unit};
use croupier_house::paper::{Count, ProposedAction, SlipKind, SlipStep};
use croupier_house::table::{Mode, Phase};

fn opens(mode: Mode, hundreds: u32) -> ProposedAction {
    ProposedAction::Open { mode, opener: Count(vec![(money(100), hundreds)]) }
}

#[test]
fn an_opening_count_is_what_the_float_has() {
    let mut rig = Rig::new();
    let id = rig.table_named("American A");
    let over = rig.at(MANAGER, id, TableCommand::Propose(opens(Mode::Attended, 35))).unwrap_err();
    assert_eq!(over.code, RejectionCode::Order);
    assert!(over.found.contains("3500.00") && over.found.contains("0.00"), "{}", over.found);
    rig.fill(id, 3);
    for (mode, hundreds) in [(Mode::Attended, 0), (Mode::Attended, 29), (Mode::Automatic, 31)] {
        assert_eq!(rig.agree(id, opens(mode, hundreds)).unwrap_err().code, RejectionCode::Order);
    }
    rig.agree(id, opens(Mode::Attended, 30)).unwrap();
    assert_eq!(rig.table(id).papers.shift.opening, money(3000));
    rig.replay();
}

/// What was counted when it was proposed may no longer be there when it is authorised.
#[test]
fn an_opening_count_is_checked_again_when_it_is_authorised() {
    let mut rig = Rig::new();
    let id = rig.table_named("American A");
    rig.fill(id, 3);
    rig.must_at(MANAGER, id, TableCommand::Propose(opens(Mode::Attended, 30)));
    let proposal = rig.table(id).papers.proposals_made;
    rig.fill(id, 1);
    let late = rig.at(INSPECTOR, id, TableCommand::Authorise { proposal }).unwrap_err();
    assert_eq!(late.code, RejectionCode::Order);
}

#[test]
fn a_cashier_counts_the_drop_and_does_not_open_or_close() {
    let mut rig = Rig::new();
    let id = rig.table_named("American A");
    rig.must_at(MANAGER, id, TableCommand::Propose(opens(Mode::Automatic, 0)));
    let proposal = rig.table(id).papers.proposals_made;
    let refused = rig.at(CASHIER, id, TableCommand::Authorise { proposal }).unwrap_err();
    assert_eq!(refused.code, RejectionCode::Authority);
    rig.must_at(INSPECTOR, id, TableCommand::Authorise { proposal });
    rig.must_at(MANAGER, id, TableCommand::Propose(ProposedAction::Close { closer: Count::default() }));
    let proposal = rig.table(id).papers.proposals_made;
    let refused = rig.at(CASHIER, id, TableCommand::Authorise { proposal }).unwrap_err();
    assert_eq!(refused.code, RejectionCode::Authority);
    rig.must_at(MANAGER, id, TableCommand::Propose(ProposedAction::Drop { cash: Count::default() }));
    let proposal = rig.table(id).papers.proposals_made;
    rig.must_at(CASHIER, id, TableCommand::Authorise { proposal });
    rig.replay();
}

#[test]
fn a_note_on_a_count_is_bounded_and_stays_with_it() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Attended);
    let closes = |note: String| ProposedAction::CloseNoted { closer: Count(vec![(money(100), 1)]), note };
    let before = rig.house.state_digest().unwrap();
    for note in [String::new(), "  ".to_owned(), "x".repeat(NOTE_LETTERS + 1)] {
        let refused = rig.at(MANAGER, id, TableCommand::Propose(closes(note))).unwrap_err();
        assert_eq!(refused.code, RejectionCode::Malformed);
    }
    let drops = |note: &str| ProposedAction::DropNoted { cash: Count::default(), note: note.to_owned() };
    let refused = rig.at(DEALER, id, TableCommand::Propose(drops("mine"))).unwrap_err();
    assert_eq!(refused.code, RejectionCode::Authority, "a note does not change who counts a drop");
    assert_eq!(rig.house.state_digest().unwrap(), before);
    rig.must_at(MANAGER, id, TableCommand::Propose(closes("ü".repeat(NOTE_LETTERS))));
    let proposal = rig.table(id).papers.proposals_made;
    assert_eq!(
        rig.table(id).papers.proposals[&proposal].action.note().unwrap().chars().count(),
        NOTE_LETTERS
    );
    let refused = rig.at(CASHIER, id, TableCommand::Authorise { proposal }).unwrap_err();
    assert_eq!(refused.code, RejectionCode::Authority);
    rig.must_at(MANAGER, id, TableCommand::Propose(drops("the box was wet")));
    let drop = rig.table(id).papers.proposals_made;
    rig.must_at(INSPECTOR, id, TableCommand::Authorise { proposal });
    assert_eq!(rig.table(id).papers.shift.closing, Some(money(100)));
    // A count of the drop waits beyond the closing; a noted opening ends with the next one.
    rig.must_at(CASHIER, id, TableCommand::Authorise { proposal: drop });
    let opens = |note: &str| {
        let (mode, opener) = (Mode::Automatic, Count::default());
        ProposedAction::OpenNoted { mode, opener, note: note.to_owned() }
    };
    rig.must_at(MANAGER, id, TableCommand::Propose(opens("twice")));
    rig.agree(id, opens("once")).unwrap();
    assert!(rig.table(id).is_open() && rig.table(id).papers.proposals.is_empty());
    rig.replay();
}

#[test]
fn whoever_requested_or_delivered_chips_does_not_confirm_them() {
    let mut rig = Rig::new();
    let id = rig.table_named("American A");
    let chips = Count(vec![(money(100), 1)]);
    rig.must_at(INSPECTOR, id, TableCommand::RequestSlip { kind: SlipKind::Fill, chips });
    let number = rig.table(id).papers.slips_made;
    let step = |step| TableCommand::StepSlip { number, step };
    rig.must_at(CASHIER, id, step(SlipStep::Send));
    rig.must_at(DEALER, id, step(SlipStep::Deliver));
    for person in [INSPECTOR, DEALER] {
        let alone = rig.at(person, id, step(SlipStep::Confirm)).unwrap_err();
        assert_eq!(alone.code, RejectionCode::Authority, "{person:?}");
    }
    rig.must_at(MANAGER, id, step(SlipStep::Confirm));
    assert_eq!(rig.house.ledger.balance(Unit::Chips, Location::Float(id)), money(100));
    rig.replay();
}

/// The float goes back to the cage after the closing, and the win of the shift does not change.
#[test]
fn chips_that_move_after_the_closing_belong_to_no_shift() {
    let mut rig = Rig::new();
    let id = rig.table_named("American A");
    rig.fill(id, 3);
    rig.agree(id, opens(Mode::Attended, 30)).unwrap();
    let credit = |rig: &mut Rig, hundreds| {
        let chips = Count(vec![(money(100), hundreds)]);
        rig.must_at(DEALER, id, TableCommand::RequestSlip { kind: SlipKind::Credit, chips });
        let number = rig.table(id).papers.slips_made;
        rig.must_at(DEALER, id, TableCommand::StepSlip { number, step: SlipStep::Send });
        number
    };
    let finish = |rig: &mut Rig, number| {
        rig.must_at(INSPECTOR, id, TableCommand::StepSlip { number, step: SlipStep::Deliver });
        rig.must_at(CASHIER, id, TableCommand::StepSlip { number, step: SlipStep::Confirm });
    };
    let void = credit(&mut rig, 5);
    assert_eq!(rig.table(id).papers.shift.credits, money(500).into());
    let step = SlipStep::Void("the wrong rack".to_owned());
    rig.must_at(INSPECTOR, id, TableCommand::StepSlip { number: void, step });
    assert_eq!(rig.table(id).papers.shift.credits, money(0).into());
    let counted = credit(&mut rig, 10);
    finish(&mut rig, counted);
    rig.agree(id, ProposedAction::Close { closer: Count(vec![(money(100), 20)]) }).unwrap();
    let shift = rig.table(id).papers.shift;
    assert_eq!((shift.win_by_drop(), shift.difference()), (Some(money(0).into()), Some(money(0).into())));
    let back = credit(&mut rig, 20);
    finish(&mut rig, back);
    rig.fill(id, 1);
    assert_eq!(rig.table(id).papers.shift, shift, "the shift is closed");
    rig.replay();
}

#[test]
fn only_the_person_whom_the_house_file_names_hears_disputes() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Automatic);
    rig.tick(id).unwrap();
    rig.bet(ANN, id, "red", money(10)).unwrap();
    rig.finish(id);
    rig.must(
        Actor::Person(ANN),
        Command::OpenDispute { table: id, round: 1, about: "it was red".to_owned() },
    );
    let answer = Command::AnswerDispute { dispute: 1, ruling: "it was black".to_owned() };
    let refused = rig.give(Actor::Person(INSPECTOR), answer.clone()).unwrap_err();
    assert_eq!(refused.code, RejectionCode::Authority);
    assert!(refused.allowed.contains("Moira Kerr"), "{}", refused.allowed);
    rig.must(Actor::Person(MANAGER), answer);
}

fn announce(rig: &mut Rig, id: TableId, what: Announcement) {
    rig.must_at(MANAGER, id, TableCommand::Announce(what));
}

/// A dealer writes what lies there; the game knows what it is.
#[test]
fn an_outcome_may_be_entered_without_its_word() {
    for (name, wager, bare, worded) in [
        ("American A", "red", "17", "ball 17"),
        ("Dice 1", "win", "3 4", "dice 3 4"),
        ("Punto", "punto", " 8S TH 6D", "cards 8S TH 6D"),
    ] {
        let mut rig = Rig::new();
        let id = rig.open(name, Mode::Attended);
        announce(&mut rig, id, Announcement::PlaceYourBets);
        rig.bet(ANN, id, wager, money(10)).unwrap();
        announce(&mut rig, id, Announcement::NoMoreBets);
        rig.must_at(MANAGER, id, TableCommand::Enter { lines: bare.to_owned() });
        assert!(rig.table(id).open().unwrap().entry.as_ref().unwrap().lines.ends_with(worded), "{name}");
        rig.must_at(MANAGER, id, TableCommand::DropEntry);
        let wrong = rig.at(MANAGER, id, TableCommand::Enter { lines: "99 99".to_owned() }).unwrap_err();
        assert!(matches!(wrong.code, RejectionCode::Malformed | RejectionCode::Rules), "{name}: {wrong:?}");
    }
}

/// What every hand gets at first does not depend on the cards; a third card at baccarat does.
#[test]
fn a_dealer_sees_where_the_next_cards_go() {
    let mut rig = Rig::new();
    let id = rig.open("Punto", Mode::Attended);
    announce(&mut rig, id, Announcement::PlaceYourBets);
    assert!(rig.house.view(id, None).unwrap().next_cards.is_empty(), "bets are accepted");
    rig.bet(ANN, id, "punto", money(10)).unwrap();
    announce(&mut rig, id, Announcement::NoMoreBets);
    let seen = rig.house.view(id, Some(MANAGER)).unwrap();
    assert_eq!(seen.next_cards, ["player", "banker", "player", "banker"]);
    assert_eq!(seen.awaited.as_deref(), Some("the dealer, to enter 4 cards: player, banker, player, banker"));
    rig.must_at(MANAGER, id, TableCommand::Enter { lines: "2S 3H 2D 3C".to_owned() });
    assert!(rig.house.view(id, None).unwrap().next_cards.is_empty(), "the entry is confirmed first");
    rig.must_at(MANAGER, id, TableCommand::ConfirmEntry);
    // The player has 4 and draws; what the banker does depends on that card.
    assert_eq!(rig.house.view(id, None).unwrap().next_cards, ["player"]);
    let automatic = rig.open("Jack A", Mode::Automatic);
    assert!(rig.house.view(automatic, None).unwrap().next_cards.is_empty());
    assert_eq!(rig.phase(automatic), Phase::Waiting);
}
