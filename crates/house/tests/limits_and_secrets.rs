//! Limits that players set themselves, banks that players hold, and cards that only one player may see.

use crate::common::{ANN, BEN, CAL, CASHIER, DEALER, MANAGER, PLAYERS, REGULATOR, Rig, money};
use croupier_house::command::{Announcement, Command, PaidWith, PlayerAction, TableCommand};
use croupier_house::ids::{Actor, PersonId, TableId};
use croupier_house::office::LimitKind;
use croupier_house::table::{Mode, Phase};
use croupier_house::{Accepted, Rejection, RejectionCode};
use croupier_kit::{Money, MoneySum};

fn limit(rig: &mut Rig, person: PersonId, limit: LimitKind, amount: Money) {
    rig.must(Actor::Person(person), Command::SetLimit { limit, amount: Some(amount) });
}

fn decide(
    rig: &mut Rig,
    id: TableId,
    person: PersonId,
    decision: PlayerAction,
) -> Result<Accepted, Rejection> {
    rig.at(person, id, TableCommand::Decide { person, decision, on: None })
}

/// Rounds of blackjack until ann has a decision, and could double.
fn may_double() -> (Rig, TableId) {
    let mut rig = Rig::new();
    let id = rig.open("Jack A", Mode::Automatic);
    for _ in 0..400 {
        rig.tick(id).unwrap();
        if rig.phase(id) == Phase::PlaceYourBets {
            rig.bet(ANN, id, "box 1", money(100)).unwrap();
        }
        let moves = rig.house.moves(id, ANN);
        if moves.iter().any(|found| found.decision == PlayerAction::Double) {
            return (rig, id);
        }
    }
    panic!("nobody may double");
}

#[test]
fn further_stakes_respect_own_limits() {
    for (of, amount) in [(LimitKind::Loss, money(150)), (LimitKind::Stake, money(150))] {
        let (mut rig, id) = may_double();
        let lost = -rig.house.office.person(ANN).unwrap().totals_of_day(rig.now.day()).0;
        let amount = if of == LimitKind::Loss { (lost + money(50)).try_into().unwrap() } else { amount };
        limit(&mut rig, ANN, of, amount);
        assert_eq!(decide(&mut rig, id, ANN, PlayerAction::Double).unwrap_err().code, RejectionCode::Limit);
        let (mut rig, id) = may_double();
        decide(&mut rig, id, ANN, PlayerAction::Double).unwrap();
    }
}

#[test]
fn banks_and_cash_bets_respect_own_limits() {
    let mut rig = Rig::new();
    let id = rig.open("Chemin", Mode::Automatic);
    rig.tick(id).unwrap();
    limit(&mut rig, ANN, LimitKind::Loss, money(10));
    limit(&mut rig, BEN, LimitKind::Stake, money(10));
    for person in [ANN, BEN] {
        let rejection = decide(&mut rig, id, person, PlayerAction::TakeBank(money(500))).unwrap_err();
        assert_eq!(rejection.code, RejectionCode::Limit);
    }
    let wheel = rig.open("American A", Mode::Automatic);
    rig.tick(wheel).unwrap();
    limit(&mut rig, CAL, LimitKind::BuyIn, money(100_001));
    let bet = TableCommand::Bet {
        person: CAL,
        amount: money(20),
        wager: "red".into(),
        area: None,
        with: PaidWith::Cash,
    };
    assert_eq!(rig.at(CAL, wheel, bet).unwrap_err().code, RejectionCode::Limit);
}

#[test]
fn losses_of_a_banker_count_for_the_day() {
    let mut rig = Rig::new();
    let id = rig.open("Chemin", Mode::Automatic);
    rig.tick(id).unwrap();
    decide(&mut rig, id, ANN, PlayerAction::TakeBank(money(500))).unwrap();
    rig.bet(BEN, id, "player", money(100)).unwrap();
    rig.finish(id);
    if rig.table(id).open().unwrap().bank.is_some() {
        rig.must_at(ANN, id, TableCommand::GiveUpBank);
    }
    let net = rig.house.office.person(ANN).unwrap().totals_of_day(rig.now.day()).0;
    assert_eq!(net, MoneySum::from(rig.chips(ANN)) - money(100_000));
    rig.replay();
}

#[test]
fn a_bank_is_not_seized_and_an_excluded_banker_gives_it_up() {
    let mut rig = Rig::new();
    let id = rig.open("Chemin", Mode::Automatic);
    rig.tick(id).unwrap();
    decide(&mut rig, id, ANN, PlayerAction::TakeBank(money(500))).unwrap();
    let seized = decide(&mut rig, id, BEN, PlayerAction::TakeBank(money(200))).unwrap_err();
    assert_eq!((seized.code, &*seized.found), (RejectionCode::Rules, "ann holds the bank"));
    for _ in 0..40 {
        rig.bet(BEN, id, "player", money(20)).unwrap();
        rig.finish(id);
        let live = rig.table(id).open().unwrap();
        let holds = live.rules.passing_bank().is_some_and(|(bank, _)| !bank.passes);
        if let Some((person, _)) = live.bank.filter(|_| holds) {
            let exclude = Command::Exclude { person, days: None, reason: "enough".into() };
            rig.must(Actor::Person(person), exclude);
            rig.tick(id).unwrap();
            assert_eq!(rig.phase(id), Phase::PlaceYourBets);
            assert_eq!(rig.table(id).open().unwrap().bank, None, "who is not served banks no further round");
            decide(&mut rig, id, BEN, PlayerAction::TakeBank(money(200))).unwrap();
            rig.replay();
            return;
        }
        rig.tick(id).unwrap();
        take_bank(&mut rig, id);
    }
    panic!("the banker never wins");
}

/// Somebody takes the bank whom it may pass to.
fn take_bank(rig: &mut Rig, id: TableId) {
    let taken =
        [ANN, CAL].into_iter().any(|p| decide(rig, id, p, PlayerAction::TakeBank(money(500))).is_ok());
    assert!(taken);
}

/// A round of a game with hidden hands, up to its first pause; nothing where naturals ended it.
fn first_pause(rig: &mut Rig, id: TableId, wagers: &[(PersonId, &str)]) -> bool {
    while rig.phase(id) != Phase::PlaceYourBets {
        rig.tick(id).unwrap();
    }
    if rig.table(id).open().unwrap().rules.bank_passes() && rig.table(id).open().unwrap().bank.is_none() {
        take_bank(rig, id);
    }
    for (person, wager) in wagers {
        rig.bet(*person, id, wager, money(20)).unwrap();
    }
    while !matches!(rig.phase(id), Phase::Payment | Phase::Decision) {
        rig.tick(id).unwrap();
    }
    rig.phase(id) == Phase::Decision
}

#[test]
fn every_opposing_hand_is_asked_and_sees_only_its_own_default() {
    let mut rig = Rig::new();
    let id = rig.open("Chemin", Mode::Automatic);
    let (mut bound, mut free) = (0, 0);
    for _ in 0..60 {
        if first_pause(&mut rig, id, &[(BEN, "player")]) {
            let seen = |person| rig.house.view(id, person).unwrap();
            let due = seen(Some(BEN)).due.unwrap();
            assert_eq!(due.by_default.is_some(), due.who.as_deref() == Some("player"), "his own");
            match due.who.as_deref() {
                Some("player") if seen(Some(BEN)).moves.len() == 1 => bound += 1,
                Some("player") => free += 1,
                _ => {}
            }
            for other in [None, Some(ANN), Some(CAL)] {
                let due = seen(other).due.expect("a decision is waited for");
                let speaks = other.is_some_and(|p| due.speaker.as_deref() == Some(rig.house.name_of(p)));
                assert_eq!((due.by_default.is_some(), !seen(other).moves.is_empty()), (speaks, speaks));
            }
        }
        rig.finish(id);
    }
    assert!(bound > 5 && free > 0, "{bound} hands were bound and {free} free");
    rig.replay();
}

#[test]
fn the_default_of_a_hidden_hand_is_not_shown() {
    for (name, wagers) in [("Chemin", "player"), ("Touch A", "box 1")] {
        let mut rig = Rig::new();
        let id = rig.open(name, Mode::Automatic);
        let mut seen = 0;
        for _ in 0..20 {
            if first_pause(&mut rig, id, &[(BEN, wagers)]) {
                let due = rig.table(id).open().unwrap().due().unwrap();
                for person in PLAYERS {
                    let default = rig.house.view(id, Some(person)).unwrap().due.unwrap().by_default;
                    let speaks = due.speaker.as_deref() == Some(rig.house.name_of(person));
                    assert_eq!(default.is_some(), speaks, "{name}");
                }
                assert_eq!(rig.house.view(id, None).unwrap().due.unwrap().by_default, None);
                seen += 1;
            }
            rig.finish(id);
        }
        assert!(seen > 0, "{name}");
    }
}

#[test]
fn an_entry_of_hidden_cards_is_read_back_to_those_alone_who_enter_cards() {
    let mut rig = Rig::new();
    for (name, wager, hidden) in [("Hold-Em", "ante", true), ("Punto A", "punto", false)] {
        let id = rig.open(name, Mode::Attended);
        rig.must_at(MANAGER, id, TableCommand::Announce(Announcement::PlaceYourBets));
        rig.bet(ANN, id, wager, money(20)).unwrap();
        rig.must_at(MANAGER, id, TableCommand::Announce(Announcement::NoMoreBets));
        rig.must_at(MANAGER, id, TableCommand::Enter { lines: "cards AH KH".into() });
        for person in [Some(DEALER), Some(MANAGER)] {
            assert!(rig.house.view(id, person).unwrap().entry.is_some());
        }
        for person in [None, Some(ANN), Some(BEN), Some(CASHIER), Some(REGULATOR)] {
            assert_eq!(rig.house.view(id, person).unwrap().entry.is_none(), hidden, "{name}");
        }
    }
}

#[test]
fn a_reveal_has_the_whole_round() {
    let mut rig = Rig::new();
    let id = rig.open("Hold-Em", Mode::Attended);
    rig.must_at(MANAGER, id, TableCommand::Announce(Announcement::PlaceYourBets));
    rig.bet(ANN, id, "ante", money(10)).unwrap();
    rig.bet(BEN, id, "ante", money(10)).unwrap();
    rig.must_at(MANAGER, id, TableCommand::Announce(Announcement::NoMoreBets));
    let declare = |person, decision| TableCommand::Declare { person, decision, on: None };
    rig.must_at(MANAGER, id, declare(ANN, PlayerAction::Raise));
    rig.must_at(MANAGER, id, declare(BEN, PlayerAction::Check));
    let half = "cards TH 2C TD 3C 4D 5S 9C 7S\nann raises\nben checks";
    let rejection = rig.at(MANAGER, id, TableCommand::Reveal { lines: half.into() }).unwrap_err();
    assert_eq!((rejection.code, rig.phase(id)), (RejectionCode::Order, Phase::NoMoreBets));
    rig.must_at(MANAGER, id, declare(ANN, PlayerAction::Check));
    rig.must_at(MANAGER, id, declare(BEN, PlayerAction::Check));
    let whole = format!("{half}\nann checks\nben checks");
    rig.must_at(MANAGER, id, TableCommand::Reveal { lines: whole });
    assert_eq!(rig.phase(id), Phase::Payment);
    rig.replay();
}
