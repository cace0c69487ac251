//! Attended tables: announcements, entries, confirmations, corrections and void rounds.

use crate::common::{self, ANN, BEN, CAL, DEALER, INSPECTOR, MANAGER, Rig, money};
use croupier_house::command::{Announcement, Command, PaidWith, PlayerAction, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, TableId};
use croupier_house::ledger::{Location, Unit};
use croupier_house::paper::ProposedAction;
use croupier_house::table::{Mode, Phase};
use croupier_house::{Accepted, Rejection, RejectionCode};
use croupier_kit::Money;

fn announce(rig: &mut Rig, id: TableId, what: Announcement) -> Result<Accepted, Rejection> {
    rig.at(DEALER, id, TableCommand::Announce(what))
}

fn enter_and_confirm(rig: &mut Rig, id: TableId, lines: &str) {
    rig.must_at(DEALER, id, TableCommand::Enter { lines: lines.to_owned() });
    rig.must_at(DEALER, id, TableCommand::ConfirmEntry);
}

#[test]
fn a_wheel_is_announced_spun_entered_and_confirmed() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Attended);
    let rejection = rig.bet(ANN, id, "red", money(10)).unwrap_err();
    assert_eq!((rejection.code, &*rejection.cites), (RejectionCode::Order, &["3.2(2)".to_owned()][..]));
    announce(&mut rig, id, Announcement::PlaceYourBets).unwrap();
    rig.bet(ANN, id, "red", money(10)).unwrap();
    let asked = TableCommand::Bet {
        person: BEN,
        amount: money(10),
        wager: "straight 17".into(),
        area: None,
        with: PaidWith::Chips,
    };
    rig.must_at(DEALER, id, asked);
    assert!(rig.table(id).open().unwrap().record.contains("dealer bets 10 for ben on straight 17"));
    announce(&mut rig, id, Announcement::FinalBets).unwrap();
    announce(&mut rig, id, Announcement::NoMoreBets).unwrap();
    let late = rig.bet(ANN, id, "black", money(10)).unwrap_err();
    assert_eq!(late.cites, ["3.4(6)"]);
    announce(&mut rig, id, Announcement::SpinRight).unwrap();
    let nothing = rig.at(DEALER, id, TableCommand::ConfirmEntry).unwrap_err();
    assert_eq!(nothing.code, RejectionCode::Order);
    let no_such = rig.at(DEALER, id, TableCommand::Enter { lines: "ball 37".into() }).unwrap_err();
    assert_eq!(no_such.code, RejectionCode::Rules);
    rig.must_at(DEALER, id, TableCommand::Enter { lines: "ball 16".into() });
    assert_eq!(rig.phase(id), Phase::NoMoreBets, "what is entered has not fallen until it is confirmed");
    rig.must_at(DEALER, id, TableCommand::DropEntry);
    enter_and_confirm(&mut rig, id, "ball 17");
    assert_eq!(rig.phase(id), Phase::Payment);
    assert_eq!(rig.chips(BEN), money(100_000 + 350));
    announce(&mut rig, id, Announcement::PlaceYourBets).unwrap();
    let same_way = announce(&mut rig, id, Announcement::SpinRight).unwrap_err();
    assert_eq!(same_way.cites, ["3.2(3)"]);
    rig.replay();
}

#[test]
fn a_correction_needs_a_second_person_and_moves_the_difference() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Attended);
    announce(&mut rig, id, Announcement::PlaceYourBets).unwrap();
    rig.bet(ANN, id, "straight 17", money(10)).unwrap();
    rig.bet(BEN, id, "straight 18", money(10)).unwrap();
    enter_and_confirm(&mut rig, id, "ball 17");
    assert_eq!((rig.chips(ANN), rig.chips(BEN)), (money(100_350), money(99_990)));
    let (from, to) = ("ball 17".to_owned(), "ball 18".to_owned());
    let action = ProposedAction::Correct { round: 1, from, to, reason: "misread".to_owned() };
    rig.must_at(DEALER, id, TableCommand::Propose(action));
    let proposal = rig.table(id).papers.proposals_made;
    let alone = rig.at(DEALER, id, TableCommand::Authorise { proposal }).unwrap_err();
    assert_eq!(alone.code, RejectionCode::Authority);
    rig.must_at(INSPECTOR, id, TableCommand::Authorise { proposal });
    assert_eq!((rig.chips(ANN), rig.chips(BEN)), (money(99_990), money(100_350)));
    let is_written = rig.journal.iter().any(|entry| {
        matches!(&entry.body.event, Event::Corrected { from, to, signed, .. }
            if &**from == "ball 17" && &**to == "ball 18" && *signed == [DEALER, INSPECTOR])
    });
    assert!(is_written, "the entry has before, after and who signed");
    assert_eq!(rig.table(id).open().unwrap().staked, money(20).into());
    rig.replay();
}

/// The hands that a player sees, as `name: cards`.
fn hands(rig: &Rig, id: TableId) -> Vec<String> {
    let hands = rig.house.view(id, None).unwrap().hands;
    let cards = |cards: Vec<Option<String>>| cards.into_iter().flatten().collect::<Vec<_>>().join(" ");
    hands.into_iter().map(|hand| format!("{}: {}", hand.at, cards(hand.cards))).collect()
}

/// A record may have several hands: a stand-off at In-Between carries a stake into the next (r. 14(3)(a)).
#[test]
fn a_correction_lays_the_right_cards_of_this_hand_and_names_whose_they_are() {
    let mut rig = Rig::new();
    let id = rig.open("Between 1", Mode::Attended);
    // The manager stands in for a dealer: nobody has that post at this table.
    let announce =
        |rig: &mut Rig, id: TableId, what: Announcement| rig.at(MANAGER, id, TableCommand::Announce(what));
    let enter_and_confirm = |rig: &mut Rig, id: TableId, lines: &str| {
        rig.must_at(MANAGER, id, TableCommand::Enter { lines: lines.to_owned() });
        rig.must_at(MANAGER, id, TableCommand::ConfirmEntry);
    };
    announce(&mut rig, id, Announcement::PlaceYourBets).unwrap();
    rig.bet(ANN, id, "hand", money(20)).unwrap();
    rig.bet(BEN, id, "hand", money(20)).unwrap();
    announce(&mut rig, id, Announcement::NoMoreBets).unwrap();
    let next = rig.house.view(id, None).unwrap().next_cards;
    assert_eq!(next[..4], ["ann", "ben", "ann", "ben"]);
    enter_and_confirm(&mut rig, id, "cards 3H 4S 9S 5S 5D");
    assert_eq!(hands(&rig, id), ["ann: 3H 9S 5D", "ben: 4S 5S"]);
    let correct = |round: u64, from: &str, to: &str| ProposedAction::Correct {
        round,
        from: from.to_owned(),
        to: to.to_owned(),
        reason: "misread".to_owned(),
    };
    rig.agree(id, correct(1, "cards 3H 4S 9S 5S 5D", "cards 3H 4S 9S 5S KD")).unwrap();
    assert_eq!(hands(&rig, id), ["ann: 3H 9S KD", "ben: 4S 5S"]);
    assert_eq!(rig.chips(ANN), money(99_980));
    announce(&mut rig, id, Announcement::PlaceYourBets).unwrap();
    rig.bet(CAL, id, "hand", money(20)).unwrap();
    announce(&mut rig, id, Announcement::NoMoreBets).unwrap();
    let next = rig.house.view(id, None).unwrap().next_cards;
    assert_eq!(next[..4], ["ben", "cal", "ben", "cal"], "a stake that is carried over has the first seat");
    enter_and_confirm(&mut rig, id, "cards 2H 2S 9S TS 5D 6D");
    rig.agree(id, correct(2, "cards 2H 2S 9S TS 5D 6D", "cards 2H 2S 9S TS KD 6D")).unwrap();
    assert_eq!(hands(&rig, id), ["ben: 2H 9S KD", "cal: 2S TS 6D"]);
    rig.replay();
}

#[test]
fn a_correction_that_cannot_be_made_is_not_proposed() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Attended);
    announce(&mut rig, id, Announcement::PlaceYourBets).unwrap();
    rig.bet(ANN, id, "straight 17", money(10)).unwrap();
    enter_and_confirm(&mut rig, id, "ball 17");
    let wrong = [
        ("ball 16", "ball 18", RejectionCode::Unknown),
        ("ball 17", "ball 38", RejectionCode::Rules),
        ("ball 17", "bal 18", RejectionCode::Malformed),
        ("ann bets 10 on straight 17", "ann bets 20 on straight 17", RejectionCode::Order),
    ];
    for (from, to, code) in wrong {
        let (from, to) = (from.to_owned(), to.to_owned());
        let action = ProposedAction::Correct { round: 1, from, to, reason: "misread".to_owned() };
        let rejection = rig.at(DEALER, id, TableCommand::Propose(action)).unwrap_err();
        assert_eq!(rejection.code, code, "{rejection:?}");
    }
    assert!(rig.table(id).papers.proposals.is_empty());
}

#[test]
fn winnings_that_were_spent_cannot_be_corrected() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Attended);
    announce(&mut rig, id, Announcement::PlaceYourBets).unwrap();
    rig.bet(ANN, id, "straight 17", money(10)).unwrap();
    enter_and_confirm(&mut rig, id, "ball 17");
    let all = rig.chips(ANN);
    let exchange = croupier_house::office::Exchange::CashOut { amount: all };
    rig.must(Actor::Person(ANN), Command::RequestExchange { at: None, person: ANN, exchange });
    let number = rig.house.office.exchanges.last_number;
    rig.must(Actor::Person(common::CASHIER), Command::ConfirmExchange { at: None, number });
    let (from, to) = ("ball 17".to_owned(), "ball 18".to_owned());
    let rejection =
        rig.agree(id, ProposedAction::Correct { round: 1, from, to, reason: "misread".into() }).unwrap_err();
    assert_eq!(rejection.code, RejectionCode::Funds);
}

#[test]
fn a_void_round_gives_everything_back() {
    for (spun, name, wager) in
        [(true, "American A", "red"), (false, "American A", "red"), (false, "Punto", "banco")]
    {
        let mut rig = Rig::new();
        let id = rig.table_named(name);
        let id = if name == "Punto" {
            rig.open(name, Mode::Attended)
        } else {
            rig.open(name, Mode::Attended).min(id)
        };
        rig.at(MANAGER, id, TableCommand::Announce(Announcement::PlaceYourBets)).unwrap();
        rig.bet(ANN, id, wager, money(20)).unwrap();
        rig.bet(BEN, id, wager, money(40)).unwrap();
        if spun {
            enter_and_confirm(&mut rig, id, "ball 1");
            assert_eq!(rig.chips(ANN), money(100_020));
        }
        let empty = rig.agree(id, ProposedAction::Void { round: 1, reason: " ".into() }).unwrap_err();
        assert_eq!(empty.code, RejectionCode::Malformed);
        rig.agree(id, ProposedAction::Void { round: 1, reason: "the wheel broke".into() }).unwrap();
        assert_eq!((rig.chips(ANN), rig.chips(BEN)), (money(100_000), money(100_000)));
        assert_eq!(rig.phase(id), Phase::Waiting);
        rig.replay();
        rig.at(MANAGER, id, TableCommand::Announce(Announcement::PlaceYourBets)).unwrap();
    }
}

/// Arizona Hold-Em at an attended table: nobody but the players sees the cards until they are turned.
fn with_declarations() -> (Rig, TableId) {
    let mut rig = Rig::new();
    let id = rig.open("Hold-Em", Mode::Attended);
    rig.at(MANAGER, id, TableCommand::Announce(Announcement::PlaceYourBets)).unwrap();
    rig.bet(ANN, id, "ante", money(10)).unwrap();
    rig.bet(BEN, id, "ante", money(10)).unwrap();
    rig.at(MANAGER, id, TableCommand::Announce(Announcement::NoMoreBets)).unwrap();
    for (person, decision) in [
        (ANN, PlayerAction::Raise),
        (BEN, PlayerAction::Check),
        (ANN, PlayerAction::Check),
        (BEN, PlayerAction::Check),
    ] {
        rig.must_at(MANAGER, id, TableCommand::Declare { person, decision, on: None });
    }
    assert_eq!(rig.chips(ANN), money(100_000 - 20), "the chips of a declared raise are held");
    (rig, id)
}

fn declared(reveal: &str) -> (Rig, TableId) {
    let (mut rig, id) = with_declarations();
    rig.must_at(MANAGER, id, TableCommand::Reveal { lines: reveal.to_owned() });
    (rig, id)
}

#[test]
fn a_declared_raise_holds_as_much_as_the_book_asks_for() {
    let mut rig = Rig::with_stud();
    let id = rig.open("Stud 1", Mode::Attended);
    rig.at(MANAGER, id, TableCommand::Announce(Announcement::PlaceYourBets)).unwrap();
    rig.bet(ANN, id, "ante", money(10)).unwrap();
    rig.at(MANAGER, id, TableCommand::Announce(Announcement::NoMoreBets)).unwrap();
    let decision = PlayerAction::Raise;
    rig.must_at(MANAGER, id, TableCommand::Declare { person: ANN, decision, on: None });
    assert_eq!(rig.chips(ANN), money(100_000 - 30), "the raise is twice the ante");
    // A pair of nines against Ace and King.
    let lines = "cards 9S AS 9H KH 4D 6D 3C 5C 2S 2H\nann raises".to_owned();
    rig.must_at(MANAGER, id, TableCommand::Reveal { lines });
    assert_eq!(rig.chips(ANN), money(100_000 + 30));
    rig.replay();
}

#[test]
fn hidden_cards_are_judged_at_the_reveal() {
    let cards = "cards TH 2C TD 3C 4D 5S 9C 7S\nann raises\nben checks\nann checks\nben checks";
    let (rig, id) = declared(cards);
    // ann: TH 3C 9C with TD, 5S in common makes a pair of tens; ben has nothing.
    assert_eq!(rig.phase(id), Phase::Payment);
    assert_eq!((rig.chips(ANN), rig.chips(BEN)), (money(100_020), money(99_990)));
    rig.replay();
}

#[test]
fn a_round_with_declared_decisions_ends_only_by_reveal_or_void() {
    let (mut rig, id) = with_declarations();
    let other_ends = [
        TableCommand::Announce(Announcement::Misdeal),
        TableCommand::Decide { person: ANN, decision: PlayerAction::Raise, on: None },
    ];
    for command in other_ends {
        let refused = rig.at(MANAGER, id, command).unwrap_err();
        assert_eq!(refused.code, RejectionCode::Order, "{refused:?}");
        assert!(refused.found.contains("`ann raises` was declared"), "{refused:?}");
    }
    rig.agree(id, ProposedAction::Void { round: 1, reason: "the cards fell".into() }).unwrap();
    assert_eq!((rig.chips(ANN), rig.chips(BEN)), (money(100_000), money(100_000)));
    rig.replay();
}

#[test]
fn a_breach_at_the_reveal_goes_to_the_inspector_and_the_stakes_stay() {
    let twice = "cards TH 2C TD TH 4D 5S 9C 7S\nann raises\nben checks\nann checks\nben checks";
    let (mut rig, id) = declared(twice);
    let breach = rig.journal.iter().find_map(|entry| match &entry.body.event {
        Event::Breached { cites, .. } => Some(cites.clone()),
        _ => None,
    });
    assert_eq!(breach.unwrap(), ["6.4".into()], "one pack has one ten of hearts");
    assert_eq!(rig.house.ledger.balance(Unit::Chips, Location::Layout(id)), money(30));
    rig.agree(id, ProposedAction::Void { round: 1, reason: "a card came twice".into() }).unwrap();
    assert_eq!(rig.chips(ANN), money(100_000));
    rig.replay();
}

#[test]
fn a_cut_after_a_shuffle_is_in_a_record_that_can_be_judged() {
    let mut rig = Rig::new();
    let id = rig.open("Punto", Mode::Attended);
    let announce = |rig: &mut Rig, what| drop(rig.must_at(MANAGER, id, TableCommand::Announce(what)));
    let enter = |rig: &mut Rig, lines: &str| {
        rig.must_at(MANAGER, id, TableCommand::Enter { lines: lines.to_owned() });
        rig.must_at(MANAGER, id, TableCommand::ConfirmEntry);
    };
    announce(&mut rig, Announcement::Shuffle);
    announce(&mut rig, Announcement::PlaceYourBets);
    enter(&mut rig, "ann cuts");
    rig.bet(ANN, id, "punto", money(10)).unwrap();
    announce(&mut rig, Announcement::NoMoreBets);
    enter(&mut rig, "cards 9H KC TD 7S");
    assert_eq!(rig.phase(id), Phase::Payment);
    rig.judge_table(rig.table(id));
    rig.replay();
}

#[test]
fn cash_is_bet_and_exchanged() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Attended);
    announce(&mut rig, id, Announcement::PlaceYourBets).unwrap();
    let bet = TableCommand::Bet {
        person: CAL,
        amount: money(50),
        wager: "red".into(),
        area: None,
        with: PaidWith::Cash,
    };
    rig.must_at(DEALER, id, bet.clone());
    assert_eq!(rig.house.ledger.balance(Unit::Cash, Location::Drop(id)), money(50));
    assert_eq!(rig.chips(CAL), money(100_000), "the cash is on the layout, as chips");
    announce(&mut rig, id, Announcement::NoMoreBets).unwrap();
    let late = rig.at(DEALER, id, bet).unwrap_err();
    assert_eq!(late.cites, ["3.4(6)"]);
    enter_and_confirm(&mut rig, id, "ball 1");
    assert_eq!(rig.chips(CAL), money(100_100));
    assert_eq!(rig.house.ledger.balance(Unit::Cash, Location::Wallet(CAL)).minor(), -money(100_050).minor());
    assert_eq!(rig.house.ledger.balance(Unit::Chips, Location::Layout(id)), Money::ZERO);
    rig.replay();
}

#[test]
fn a_void_throw_gives_back_what_was_carried_to_it() {
    let mut rig = Rig::new();
    let id = rig.open("Dice 1", Mode::Attended);
    rig.at(MANAGER, id, TableCommand::Announce(Announcement::PlaceYourBets)).unwrap();
    rig.bet(ANN, id, "win", money(10)).unwrap();
    let throw = |rig: &mut Rig, dice: &str| {
        rig.must_at(MANAGER, id, TableCommand::Enter { lines: dice.to_owned() });
        rig.must_at(MANAGER, id, TableCommand::ConfirmEntry);
    };
    throw(&mut rig, "dice 2 2");
    assert_eq!(rig.chips(ANN), money(99_990), "the point is to be made");
    rig.at(MANAGER, id, TableCommand::Announce(Announcement::PlaceYourBets)).unwrap();
    throw(&mut rig, "dice 3 4");
    let round = rig.house.table(id).unwrap().rounds;
    rig.agree(id, ProposedAction::Void { round, reason: "a die left the table".into() }).unwrap();
    assert_eq!(rig.chips(ANN), money(100_000));
    rig.replay();
}
