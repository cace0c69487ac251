//! Robots of a demo house: they sit down where somebody wants company, bet little, decide at once, take the bank where
//! somebody must, and leave when they are alone. What they may do is the rules' to say; nothing here knows a game.

use croupier_kit::Money;
use croupier_rules::notation::{Act, Bid, Decision, On, Verb};
use croupier_rules::offer::{Laid, Listing, listings};
use croupier_rules::table::AnyTable;

use crate::command::{AtTable, Choice, Command, Mode, With};
use crate::house::House;
use crate::ids::{PersonId, TableId};
use crate::ledger::{Place, Unit};
use crate::table::{Phase, Sitting, Table};

/// How the names of robots begin; nobody else has such a name.
pub const PREFIX: &str = "Robot_";

/// How long a person is given to take a bank before a robot does, in milliseconds.
const COURTESY: i64 = 6_000;

/// How many robots keep one table company.
const COMPANY: usize = 2;

/// Whether this is the name of a robot.
pub fn is_robot(handle: &str) -> bool {
    handle.starts_with(PREFIX)
}

/// What the robots of a house do at a table now.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The commands, each by its robot.
    pub commands: Vec<(PersonId, Command)>,
    /// When to look again though nothing has happened.
    pub look_again: Option<i64>,
}

/// What the robots do at a table now. Nothing is to be done twice: what was carried out is seen in the house.
pub fn plan(house: &House<'_>, id: TableId, now: i64) -> Plan {
    let mut plan = Plan::default();
    let Ok(table) = house.table(id) else { return plan };
    let Some(sitting) = table.sitting.as_ref().filter(|sitting| sitting.mode == Mode::Automatic) else {
        return plan;
    };
    let robots: Vec<PersonId> =
        house.office.people().filter(|(_, person)| is_robot(&person.handle)).map(|(id, _)| id).collect();
    let here: Vec<PersonId> = robots.iter().copied().filter(|robot| table.seated.contains(robot)).collect();
    let mut at = |robot, act| plan.commands.push((robot, Command::At(id, act)));
    if table.seated.len() == here.len() {
        here.iter().for_each(|robot| leave(house, sitting, *robot, &mut at));
        return plan;
    }
    let absent = robots.iter().copied().filter(|robot| !here.contains(robot));
    // At every table others of them sit.
    let from = usize::from(id.0) % robots.len().max(1);
    let mut absent: Vec<PersonId> = absent.collect();
    absent.sort_by_key(|robot| (robot.0 as usize + from) % robots.len().max(1));
    let wanted = COMPANY.saturating_sub(here.len());
    absent.into_iter().take(wanted).for_each(|robot| at(robot, AtTable::Sit { person: robot }));
    match table.phase() {
        Phase::PlaceYourBets | Phase::FinalBets => {
            let look_again = bets(house, table, sitting, &here, now, &mut at);
            plan.look_again = look_again;
        }
        Phase::Insurance => {
            let waits =
                |robot: &&PersonId| stands(house, sitting, **robot) && !sitting.declined.contains(robot);
            let robot = here.iter().find(waits);
            robot.into_iter().for_each(|robot| at(*robot, AtTable::Decline { person: *robot }));
        }
        Phase::Decision => {
            let decided = decision(house, sitting, &here);
            decided.into_iter().for_each(|(robot, act)| at(robot, act));
        }
        _ => {}
    }
    plan
}

/// A robot that is alone gives up its bank and leaves.
fn leave(house: &House<'_>, sitting: &Sitting<'_>, robot: PersonId, at: &mut impl FnMut(PersonId, AtTable)) {
    if sitting.rules.any_standing() || sitting.rules.in_play() || stands(house, sitting, robot) {
        return;
    }
    if sitting.bank.is_some_and(|(holder, _)| holder == robot) {
        at(robot, AtTable::GiveUpBank);
    }
    at(robot, AtTable::Leave { person: robot });
}

fn stands(house: &House<'_>, sitting: &Sitting<'_>, person: PersonId) -> bool {
    sitting.rules.standing_of(house.name_of(person)) > Money::ZERO
}

/// Robots bet once somebody else has, so that no round is played for them alone; where a bank is wanted and nobody
/// takes it, one of them does.
fn bets(
    house: &House<'_>,
    table: &Table<'_>,
    sitting: &Sitting<'_>,
    here: &[PersonId],
    now: i64,
    at: &mut impl FnMut(PersonId, AtTable),
) -> Option<i64> {
    let unit = sitting.law.chosen.stake_min.unwrap_or(Money::from_minor(100));
    if sitting.rules.bank_passes() && sitting.bank.is_none() {
        let due = table.phase_since.saturating_add(COURTESY);
        if now < due {
            return Some(due);
        }
        let amount = Money::from_minor(unit.minor().saturating_mul(20));
        let takes = |robot: &&PersonId| {
            let act = Act::PlayersBank(house.name_of(**robot).into(), amount);
            sitting.rules.clone().try_act(&act).is_ok()
        };
        let robot = here.iter().find(takes)?;
        let decision = Choice::TakeBank(amount);
        at(*robot, AtTable::Decide { person: *robot, decision, on: None });
        return None;
    }
    let by_others = sitting.stakes().any(|(_, held)| held.returned.is_none() && !here.contains(&held.person));
    let banks = sitting.bank.is_some_and(|(holder, _)| !here.contains(&holder));
    if !by_others && !banks {
        return None;
    }
    let mut offer = listings(&sitting.law.game.table(&sitting.law.chosen));
    offer.retain(|kind| kind.laid == Laid::Bet);
    // Each bet is asked of the table as it will be when it is made.
    let mut rules = sitting.rules.clone();
    for robot in here.iter().filter(|robot| !table.ready.contains(robot)) {
        let name = house.name_of(*robot);
        let has = house.ledger.balance(Unit::Chips, Place::Held(*robot));
        let bets = rules.standing_of(name) > Money::ZERO;
        let turn = usize::try_from(table.rounds).unwrap_or_default() + robot.0 as usize * 7;
        let bid = (!bets && has > unit).then(|| wager(&mut rules, &offer, name, unit, turn)).flatten();
        if let Some((amount, wager)) = bid {
            at(*robot, AtTable::Bet { person: *robot, amount, wager, area: None, with: With::Chips });
        }
        at(*robot, AtTable::Ready { person: *robot });
    }
    None
}

/// A bet that the table takes: each round another kind of wager, and as little as it takes.
fn wager(
    rules: &mut AnyTable<'_>,
    offer: &[Listing],
    name: &str,
    unit: Money,
    turn: usize,
) -> Option<(Money, String)> {
    let wagers = from_turn(offer, turn).flat_map(|kind| from_turn(&kind.words, turn));
    let mut taken = wagers.filter_map(|words| Some((least(rules, name, unit, words)?, words.clone())));
    let (amount, words) = taken.next()?;
    drop(taken);
    rules.try_act(&bid(name, amount, &words)).ok()?;
    Some((amount, words))
}

/// All of them, beginning with the one whose turn it is.
fn from_turn<T>(all: &[T], turn: usize) -> impl Iterator<Item = &T> {
    let (before, after) = all.split_at(turn % all.len().max(1));
    after.iter().chain(before)
}

/// The least that the table takes on a wager; nothing where it does not take it.
fn least(rules: &AnyTable<'_>, name: &str, unit: Money, words: &str) -> Option<Money> {
    let amounts = [1, 2, 5].map(|times| Money::from_minor(unit.minor().saturating_mul(times)));
    amounts.into_iter().find(|amount| rules.clone().try_act(&bid(name, *amount, words)).is_ok())
}

fn bid(name: &str, amount: Money, words: &str) -> Act {
    let on = On::Wager(words.split(' ').map(Into::into).collect());
    Act::Bets(Bid { player: name.into(), amount, on, at: None, by_dealer: false })
}

/// The decision of a robot whose turn it is: the stated default.
fn decision(house: &House<'_>, sitting: &Sitting<'_>, here: &[PersonId]) -> Option<(PersonId, AtTable)> {
    let due = sitting.due()?;
    let speaker = due.speaker.as_deref()?;
    let robot = here.iter().copied().find(|robot| house.name_of(*robot) == speaker)?;
    let act = sitting.default_act()?;
    let (decision, on) = match act {
        Act::Decides(Decision { verb, on, .. }) => (choice(verb), on.map(|on| on.to_string())),
        Act::Follows(_, spot) => (Choice::Follow, Some(spot.to_string())),
        _ => return None,
    };
    Some((robot, AtTable::Decide { person: robot, decision, on }))
}

const fn choice(verb: Verb) -> Choice {
    match verb {
        Verb::Draws => Choice::Draw,
        Verb::Stands => Choice::Stand,
        Verb::Doubles => Choice::Double,
        Verb::Splits => Choice::Split,
        Verb::Surrenders => Choice::Surrender,
        Verb::Raises => Choice::Raise,
        Verb::Checks => Choice::Check,
    }
}
