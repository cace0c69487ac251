//! Random streams of commands under an auditor: after every command the books balance and every record, judged, comes
//! to the money that was moved; at the end the journal, read again, is the same house, and every command sent a second
//! time changes nothing.

mod common;

use std::fmt::Write as _;

use common::{CASHIER, GAMES, INSPECTOR, MANAGER, PLAYERS, Rig, Seeded, assert_same, money};
use croupier_house::command::{Announcement, AtTable, Choice, Command, Exchange, Mode, Order, With};
use croupier_house::ids::{Actor, Key, PersonId, TableId};
use croupier_house::ledger::Unit;
use croupier_house::office::Limit;
use croupier_house::paper::{Count, Matter, SlipKind, SlipStep};
use croupier_house::table::Chance;
use proptest::prelude::*;

const CHOICES: [Choice; 12] = [
    Choice::Draw,
    Choice::Stand,
    Choice::Double,
    Choice::Split,
    Choice::Surrender,
    Choice::Raise,
    Choice::Check,
    Choice::Follow,
    Choice::EvenMoney,
    Choice::Call,
    Choice::Insure(money(5)),
    Choice::TakeBank(money(200)),
];

const SAID: [Announcement; 8] = [
    Announcement::PlaceYourBets,
    Announcement::FinalBets,
    Announcement::NoMoreBets,
    Announcement::SpinLeft,
    Announcement::SpinRight,
    Announcement::VoidSpin,
    Announcement::Shuffle,
    Announcement::Misdeal,
];

const FELL: [&str; 6] =
    ["ball 17", "ball 0", "dice 3 4", "dice 2 2", "cards 8S TH 6D 9C", "cutting card\ncards AS"];

fn one<T: Copy>(choice: &mut Seeded, of: &[T]) -> T {
    of[usize::try_from(choice.below(of.len() as u64)).unwrap()]
}

/// A command that may or may not be in order.
fn command(rig: &Rig, c: &mut Seeded, tables: &[TableId]) -> (Actor, Command) {
    let id = one(c, tables);
    let due = rig.table(id).sitting.as_ref().and_then(|sitting| sitting.rules.due()?.speaker);
    let due = due.and_then(|name| rig.house.office.called(&name)).filter(|_| c.below(4) > 0);
    let person = due.unwrap_or_else(|| one(c, &PLAYERS));
    let amount = money(one(c, &[1, 10, 20, 22, 40, 300, 70_000]));
    let at = |act| Command::At(id, act);
    let on = one(c, &[None, None, None, None, Some("1"), Some("2"), Some("1.1"), Some("1.2")])
        .map(ToOwned::to_owned);
    let own = Actor::Person(person);
    let name = &*rig.table(id).name;
    let wagers = GAMES.iter().find(|(known, _)| *known == name).map_or(&["red"][..], |(_, wagers)| wagers);
    let attended = rig.table(id).sitting.as_ref().is_some_and(|sitting| sitting.mode == Mode::Attended);
    let dealer = Actor::Person(MANAGER);
    match c.below(30) {
        0..=2 if attended => (dealer, at(AtTable::Announce(Announcement::PlaceYourBets))),
        3..=5 if attended => (dealer, at(AtTable::Enter { lines: fell(rig, c, id) })),
        6..=8 if attended => (dealer, at(AtTable::ConfirmEntry)),
        0..=8 => (Actor::House, at(AtTable::Tick)),
        9..=14 => {
            let with = one(
                c,
                &[With::Chips, With::Chips, With::Chips, With::Chips, With::Chips, With::Wheel, With::Cash],
            );
            let (_, others) = one(c, &GAMES);
            let among = if c.below(8) == 0 { others } else { wagers };
            (own, at(AtTable::Bet { person, amount, wager: one(c, among).to_owned(), area: None, with }))
        }
        15..=18 => (own, at(AtTable::Decide { person, decision: one(c, &CHOICES), on })),
        19 => {
            let stake = u32::try_from(c.below(4)).unwrap();
            match c.below(2) {
                0 => (dealer, at(AtTable::Cancel { stake })),
                _ => (own, at(AtTable::TakeBack { person, stake })),
            }
        }
        20 | 21 => (dealer, at(AtTable::Announce(one(c, &SAID)))),
        22 => (dealer, at(AtTable::Enter { lines: one(c, &FELL).to_owned() })),
        23 | 24 => exchange(rig, c, id, person, amount),
        25 => papers(rig, c, id),
        26 => (
            own,
            at(one(c, &[Some(()), None]).map_or(AtTable::Leave { person }, |()| AtTable::Sit { person })),
        ),
        27 => {
            (own, at(one(c, &[Some(()), None]).map_or(AtTable::GiveUpBank, |()| AtTable::Decline { person })))
        }
        28 => slips(rig, c, id),
        _ => {
            let limit = one(c, &[Limit::Stake, Limit::Loss, Limit::BuyIn]);
            (own, Command::SetLimit { limit, amount: Some(money(90_000)) })
        }
    }
}

/// What might fall at a table now.
fn fell(rig: &Rig, c: &mut Seeded, id: TableId) -> String {
    let name = &*rig.table(id).name;
    if name.starts_with("Wheel") || name.starts_with("American") {
        return format!("ball {}", 15 + c.below(4));
    }
    if name.starts_with("Dice") {
        return format!("dice {} {}", 1 + c.below(6), 1 + c.below(6));
    }
    let left = rig.table(id).open().map(|sitting| *sitting.rules.shoe().1.left());
    left.map_or_else(|_| "cards AS".to_owned(), |left| format!("cards {}", c.card(8, &left)))
}

fn exchange(
    rig: &Rig,
    c: &mut Seeded,
    id: TableId,
    person: PersonId,
    amount: croupier_kit::Money,
) -> (Actor, Command) {
    let at = one(c, &[None, Some(id)]);
    let number = at.map_or(rig.house.office.desk.made, |id| rig.table(id).desk.made);
    let with = one(c, &Unit::ALL);
    let exchange = match c.below(8) {
        0 => Exchange::BuyIn { with, amount },
        1 => Exchange::CashOut { amount },
        2 => Exchange::BuyPlaques { amount },
        3 => Exchange::CashPlaques { amount },
        4 => Exchange::ToWheel { with, amount, colour: u8::try_from(person.0).unwrap(), value: money(2) },
        5 => Exchange::FromWheel { amount },
        _ => return (Actor::Person(one(c, &[CASHIER, MANAGER])), Command::Confirm { at, number }),
    };
    (Actor::Person(person), Command::LayOut { at, person, exchange })
}

fn papers(rig: &Rig, c: &mut Seeded, id: TableId) -> (Actor, Command) {
    let proposal = rig.table(id).papers.proposals_made;
    let round = rig.table(id).rounds;
    let matter = match c.below(9) {
        0 => Matter::Void { round, reason: "a test".to_owned() },
        1 => Matter::Correct {
            round,
            from: "ball 17".to_owned(),
            to: "ball 18".to_owned(),
            reason: "a test".to_owned(),
        },
        2 => Matter::Close { closer: Count::default() },
        3 => Matter::Drop { cash: Count::default() },
        4 => Matter::Open { mode: one(c, &[Mode::Automatic, Mode::Attended]), opener: Count::default() },
        _ => return (Actor::Person(INSPECTOR), Command::At(id, AtTable::Authorise { proposal })),
    };
    (Actor::Person(MANAGER), Command::At(id, AtTable::Propose(matter)))
}

fn slips(rig: &Rig, c: &mut Seeded, id: TableId) -> (Actor, Command) {
    let number = rig.table(id).papers.slips_made;
    let chips = Count(vec![(money(100), 5)]);
    let act = match c.below(7) {
        0 => AtTable::RequestSlip { kind: one(c, &[SlipKind::Fill, SlipKind::Credit]), chips },
        1 => AtTable::StepSlip { number, step: SlipStep::Void("a test".to_owned()) },
        2 | 3 => AtTable::StepSlip { number, step: SlipStep::Send },
        4 => AtTable::StepSlip { number, step: SlipStep::Deliver },
        _ => AtTable::StepSlip { number, step: SlipStep::Confirm },
    };
    (Actor::Person(one(c, &[CASHIER, MANAGER])), Command::At(id, act))
}

/// A house with some tables open, and a stream of commands given to it.
fn run(seed: u64, tables: &[&str], attended: bool, commands: u32, audited: bool) -> (Rig, Vec<Order>, u32) {
    let mut rig = Rig::new();
    let mode = if attended { Mode::Attended } else { Mode::Automatic };
    let ids: Vec<TableId> = tables.iter().map(|name| rig.open(name, mode)).collect();
    rig.audited = audited;
    let mut choice = Seeded(seed);
    let mut carried_out = Vec::new();
    for place in 0..commands {
        let (by, command) = command(&rig, &mut choice, &ids);
        let order = Order { key: Some(Key(1_000_000 + u128::from(place))), by, command };
        rig.now.at += 1;
        if rig.order(&order).is_ok() {
            carried_out.push(order);
        }
    }
    let count = u32::try_from(carried_out.len()).unwrap();
    (rig, carried_out, count)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_asked_the_books_balance_and_replay_is_live(
        seed: u64, first in 0_usize..12, second in 0_usize..12, attended: bool,
    ) {
        let mut tables = vec![GAMES[first].0];
        if second != first {
            tables.push(GAMES[second].0);
        }
        let (mut rig, orders, _) = run(seed, &tables, attended, 400, true);
        let again = rig.replay();
        for order in &orders {
            let done = rig.order(order).unwrap();
            prop_assert!(done.is_again(), "a command sent twice has one effect");
        }
        assert_same(&rig.house, &again);
    }
}

#[test]
fn the_streams_do_what_they_are_meant_to() {
    let mut seen = String::new();
    let mut accepted = 0;
    for (place, (table, _)) in GAMES.iter().enumerate() {
        for attended in [false, true] {
            let (rig, _, count) = run(place as u64 + 1, &[table], attended, 2000, false);
            accepted += count;
            for entry in &rig.journal {
                let _ = writeln!(seen, "{:?}", entry.body.event);
            }
        }
    }
    assert!(accepted > 8_000, "{accepted} of 48000 commands were in order");
    for word in [
        "bets",
        "takes back",
        "cancel",
        "draws",
        "stands",
        "doubles",
        "raises",
        "checks",
        "ByDefault",
        "ByPolicy",
        "shuffle",
        "cutting card",
        "no more bets",
        "spin",
        "bank ann",
        "BankGivenUp",
        "RoundVoided",
        "Exchanged",
        "CashPlayed",
        "SlipStepped",
        "LimitSet",
        "Entered",
        "Closed",
        "with: Wheel",
    ] {
        assert!(seen.contains(word), "no stream has `{word}`");
    }
}
