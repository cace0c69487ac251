//! Random commands, of which many are in order and some are not.

use croupier_house::command::{Announcement, Command, PaidWith, PlayerAction, TableCommand};
use croupier_house::ids::{Actor, PersonId, TableId};
use croupier_house::ledger::Unit;
use croupier_house::office::{Exchange, LimitKind};
use croupier_house::paper::{Count, ProposedAction, SlipKind, SlipStep};
use croupier_house::table::{Mode, OutcomeSource};

use super::{CASHIER, GAMES, INSPECTOR, MANAGER, PLAYERS, Rig, Seeded, money};

const CHOICES: [PlayerAction; 12] = [
    PlayerAction::Draw,
    PlayerAction::Stand,
    PlayerAction::Double,
    PlayerAction::Split,
    PlayerAction::Surrender,
    PlayerAction::Raise,
    PlayerAction::Check,
    PlayerAction::Follow,
    PlayerAction::EvenMoney,
    PlayerAction::Call,
    PlayerAction::Insure(money(5)),
    PlayerAction::TakeBank(money(200)),
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
pub fn command(rig: &Rig, c: &mut Seeded, tables: &[TableId]) -> (Actor, Command) {
    let id = one(c, tables);
    let due = rig.table(id).live.as_ref().and_then(|live| live.rules.due()?.speaker);
    let due = due.and_then(|name| rig.house.office.person_named(&name)).filter(|_| c.below(4) > 0);
    let person = due.unwrap_or_else(|| one(c, &PLAYERS));
    let amount = money(one(c, &[1, 10, 20, 22, 40, 300, 70_000]));
    let at = |act| Command::Table(id, act);
    let on = one(c, &[None, None, None, None, Some("1"), Some("2"), Some("1.1"), Some("1.2")])
        .map(ToOwned::to_owned);
    let own = Actor::Person(person);
    let name = &*rig.table(id).name;
    let wagers = GAMES.iter().find(|(known, _)| *known == name).map_or(&["red"][..], |(_, wagers)| wagers);
    let attended = rig.table(id).live.as_ref().is_some_and(|live| live.mode == Mode::Attended);
    let dealer = Actor::Person(MANAGER);
    match c.below(30) {
        0..=2 if attended => (dealer, at(TableCommand::Announce(Announcement::PlaceYourBets))),
        3..=5 if attended => (dealer, at(TableCommand::Enter { lines: outcome(rig, c, id) })),
        6..=8 if attended => (dealer, at(TableCommand::ConfirmEntry)),
        0..=8 => (Actor::House, at(TableCommand::Tick)),
        9..=14 => {
            let with = one(
                c,
                &[
                    PaidWith::Chips,
                    PaidWith::Chips,
                    PaidWith::Chips,
                    PaidWith::Chips,
                    PaidWith::Chips,
                    PaidWith::Wheel,
                    PaidWith::Cash,
                ],
            );
            let (_, others) = one(c, &GAMES);
            let among = if c.below(8) == 0 { others } else { wagers };
            (own, at(TableCommand::Bet { person, amount, wager: one(c, among).to_owned(), area: None, with }))
        }
        15..=18 => (own, at(TableCommand::Decide { person, decision: one(c, &CHOICES), on })),
        19 => {
            let stake = u32::try_from(c.below(4)).unwrap();
            match c.below(2) {
                0 => (dealer, at(TableCommand::Cancel { stake })),
                _ => (own, at(TableCommand::TakeBack { person, stake })),
            }
        }
        20 | 21 => (dealer, at(TableCommand::Announce(one(c, &SAID)))),
        22 => (dealer, at(TableCommand::Enter { lines: one(c, &FELL).to_owned() })),
        23 | 24 => exchange(rig, c, id, person, amount),
        25 => papers(rig, c, id),
        26 => (
            own,
            at(one(c, &[Some(()), None])
                .map_or(TableCommand::Leave { person }, |()| TableCommand::Sit { person })),
        ),
        27 => (
            own,
            at(one(c, &[Some(()), None])
                .map_or(TableCommand::GiveUpBank, |()| TableCommand::Decline { person })),
        ),
        28 => slips(rig, c, id),
        _ => {
            let limit = one(c, &[LimitKind::Stake, LimitKind::Loss, LimitKind::BuyIn]);
            (own, Command::SetLimit { limit, amount: Some(money(90_000)) })
        }
    }
}

/// A possible outcome at a table now.
fn outcome(rig: &Rig, c: &mut Seeded, id: TableId) -> String {
    let name = &*rig.table(id).name;
    if name.starts_with("Wheel") || name.starts_with("American") {
        return format!("ball {}", 15 + c.below(4));
    }
    if name.starts_with("Dice") {
        return format!("dice {} {}", 1 + c.below(6), 1 + c.below(6));
    }
    let left = rig.table(id).open().map(|live| *live.rules.shoe().1.left());
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
    let number = at.map_or(rig.house.office.exchanges.last_number, |id| rig.table(id).exchanges.last_number);
    let with = one(c, &Unit::ALL);
    let exchange = match c.below(9) {
        0 => Exchange::BuyIn { with, amount },
        1 => Exchange::CashOut { amount },
        2 => Exchange::BuyPlaques { amount },
        3 => Exchange::CashPlaques { amount },
        4 => Exchange::ToWheel { with, amount, colour: u8::try_from(person.0).unwrap(), value: money(2) },
        5 => Exchange::FromWheel { amount },
        6 => Exchange::ToPlaques { amount },
        _ => return (Actor::Person(one(c, &[CASHIER, MANAGER])), Command::ConfirmExchange { at, number }),
    };
    (Actor::Person(person), Command::RequestExchange { at, person, exchange })
}

fn papers(rig: &Rig, c: &mut Seeded, id: TableId) -> (Actor, Command) {
    let proposal = rig.table(id).papers.proposals_made;
    let round = rig.table(id).rounds;
    let action = match c.below(9) {
        0 => ProposedAction::Void { round, reason: "a test".to_owned() },
        1 => ProposedAction::Correct {
            round,
            from: "ball 17".to_owned(),
            to: "ball 18".to_owned(),
            reason: "a test".to_owned(),
        },
        2 => ProposedAction::Close { closer: Count::default() },
        3 if c.below(2) == 0 => {
            ProposedAction::DropNoted { cash: Count::default(), note: "a test".to_owned() }
        }
        3 => ProposedAction::Drop { cash: Count::default() },
        4 => ProposedAction::Open {
            mode: one(c, &[Mode::Automatic, Mode::Attended]),
            opener: Count::default(),
        },
        _ => return (Actor::Person(INSPECTOR), Command::Table(id, TableCommand::Authorise { proposal })),
    };
    (Actor::Person(MANAGER), Command::Table(id, TableCommand::Propose(action)))
}

fn slips(rig: &Rig, c: &mut Seeded, id: TableId) -> (Actor, Command) {
    let number = rig.table(id).papers.slips_made;
    let chips = Count(vec![(money(100), 5)]);
    let act = match c.below(7) {
        0 => TableCommand::RequestSlip { kind: one(c, &[SlipKind::Fill, SlipKind::Credit]), chips },
        1 => TableCommand::StepSlip { number, step: SlipStep::Void("a test".to_owned()) },
        2 | 3 => TableCommand::StepSlip { number, step: SlipStep::Send },
        4 => TableCommand::StepSlip { number, step: SlipStep::Deliver },
        _ => TableCommand::StepSlip { number, step: SlipStep::Confirm },
    };
    (Actor::Person(one(c, &[CASHIER, MANAGER])), Command::Table(id, act))
}
