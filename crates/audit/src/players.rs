//! The command that an act of a player came from.

use croupier_house::House;
use croupier_house::command::{Announcement, PaidWith, PlayerAction, TableCommand};
use croupier_house::ids::{Actor, PersonId, TableId};
use croupier_house::ledger::Unit;
use croupier_rules::notation::{Act, Area, Bid, BoxHand, Decision, Direction, On, Who};

/// The command of a bet.
pub(crate) fn bet(house: &House<'_>, bid: &Bid, with: PaidWith) -> Option<TableCommand> {
    let wager = match &bid.on {
        On::Wager(words) => words.to_string(),
        On::Behind(number) => format!("behind {number}"),
    };
    let area = match &bid.at {
        None => None,
        Some(Area::Numbered(number)) => Some(number.to_string()),
        Some(Area::Standing) => Some("standing".to_owned()),
        Some(Area::Unknown(word)) => Some(word.to_string()),
    };
    let person = house.office.person_named(&bid.player)?;
    Some(TableCommand::Bet { person, amount: bid.amount, wager, area, with })
}

/// What a bet was paid with, if not with cash.
pub(crate) const fn paid_with(unit: Unit) -> PaidWith {
    match unit {
        Unit::Wheel => PaidWith::Wheel,
        _ => PaidWith::Chips,
    }
}

/// A decision with its person and box.
type Decided = (PersonId, PlayerAction, Option<String>);

/// The decisions that an act can come from. The hand of a baccarat table does not say who decided for it.
pub(crate) fn decisions(house: &House<'_>, id: TableId, by: Actor, act: &Act) -> Vec<Decided> {
    let named = |name: &str| house.office.person_named(name);
    let one = |name: &str, action, on: Option<String>| named(name).map(|person| (person, action, on));
    let found = match act {
        Act::Decides(Decision { who: Who::Person(name), verb, on }) => {
            one(name, (*verb).into(), on.map(spot))
        }
        Act::Decides(Decision { who: Who::Side(_), verb, on }) => {
            let seated = house.table(id).map(|table| table.seated.iter().copied().collect::<Vec<_>>());
            let people = by.person().into_iter().chain(seated.unwrap_or_default());
            return people.map(|person| (person, (*verb).into(), on.map(spot))).collect();
        }
        Act::Insures(name, amount, on) => one(name, PlayerAction::Insure(*amount), Some(on.to_string())),
        Act::EvenMoney(name, on) => one(name, PlayerAction::EvenMoney, Some(on.to_string())),
        Act::Calls(name, on) => one(name, PlayerAction::Call, Some(on.to_string())),
        Act::CallsStake(name, stake, call) => {
            one(name, PlayerAction::Call, Some(format!("{stake} {}", call.name())))
        }
        Act::PlayersBank(name, amount) => one(name, PlayerAction::TakeBank(*amount), None),
        Act::Follows(name, hand) => one(name, PlayerAction::Follow, Some(spot(*hand))),
        _ => None,
    };
    found.into_iter().collect()
}

/// A box or a hand, as a command names it.
fn spot(BoxHand { number, hand }: BoxHand) -> String {
    hand.map_or_else(|| number.to_string(), |hand| format!("{number}.{hand}"))
}

/// The announcement that an act came from.
pub(crate) const fn announcement(act: &Act) -> Option<Announcement> {
    match act {
        Act::FinalBets => Some(Announcement::FinalBets),
        Act::NoMoreBets => Some(Announcement::NoMoreBets),
        Act::Spin(Direction::Left) => Some(Announcement::SpinLeft),
        Act::Spin(Direction::Right) => Some(Announcement::SpinRight),
        Act::VoidSpin => Some(Announcement::VoidSpin),
        Act::Misdeal => Some(Announcement::Misdeal),
        Act::Shuffle => Some(Announcement::Shuffle),
        _ => None,
    }
}
