//! Robots of a demo house. They join tables where people sit, bet small amounts, decide at once, take the bank when
//! nobody else does, and leave when they are alone. The rules decide what they may do; this code knows no specific
//! game.

use croupier_kit::Money;
use croupier_rules::games::AnyTable;
use croupier_rules::notation::{Act, Bid, Decision, On, Verb};
use croupier_rules::offer::{Laid, Listing, listings};

use crate::command::{Command, PaidWith, PlayerAction, TableCommand};
use crate::house::House;
use crate::ids::{PersonId, TableId};
use crate::ledger::{Location, Unit};
use crate::table::{LiveTable, Mode, Phase, TableState};

/// The prefix of robot names; nobody else may have it.
pub const PREFIX: &str = "Robot_";

/// How long people have to take a bank before a robot does, in milliseconds.
const BANK_WAIT_MS: i64 = 12_000;

/// The number of robots at a table.
const ROBOTS_PER_TABLE: usize = 2;

/// Whether this is the name of a robot.
pub fn is_robot(handle: &str) -> bool {
    handle.starts_with(PREFIX)
}

/// The planned actions of the robots of a house at a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RobotPlan {
    /// The commands, each with its robot.
    pub commands: Vec<(PersonId, Command)>,
    /// The time to plan again even if nothing has happened.
    pub recheck_at: Option<i64>,
}

/// Plans the actions of the robots at a table. Executed commands are visible in the state, so no action is repeated.
pub fn plan(house: &House<'_>, id: TableId, now: i64) -> RobotPlan {
    let mut plan = RobotPlan::default();
    let Ok(table) = house.table(id) else { return plan };
    let Some(live) = table.live.as_ref().filter(|live| live.mode == Mode::Automatic) else {
        return plan;
    };
    let robots: Vec<PersonId> =
        house.office.people().filter(|(_, person)| is_robot(&person.handle)).map(|(id, _)| id).collect();
    let here: Vec<PersonId> = robots.iter().copied().filter(|robot| table.seated.contains(robot)).collect();
    let mut at = |robot, act| plan.commands.push((robot, Command::Table(id, act)));
    // Nobody plays for those who are gone.
    let present = table.seated.iter().filter(|person| !table.away.contains_key(person)).count();
    if present == here.len() {
        here.iter().for_each(|robot| leave(house, live, *robot, &mut at));
        return plan;
    }
    let absent = robots.iter().copied().filter(|robot| !here.contains(robot));
    // Different robots sit at different tables.
    let from = usize::from(id.0) % robots.len().max(1);
    let mut absent: Vec<PersonId> = absent.collect();
    absent.sort_by_key(|robot| (robot.0 as usize + from) % robots.len().max(1));
    let wanted = ROBOTS_PER_TABLE.saturating_sub(here.len());
    absent.into_iter().take(wanted).for_each(|robot| at(robot, TableCommand::Sit { person: robot }));
    match table.phase() {
        Phase::PlaceYourBets | Phase::FinalBets => {
            let recheck_at = bets(house, table, live, &here, now, &mut at);
            plan.recheck_at = recheck_at;
        }
        Phase::Insurance => {
            let waits = |robot: &&PersonId| stands(house, live, **robot) && !live.declined.contains(robot);
            let robot = here.iter().find(waits);
            robot.into_iter().for_each(|robot| at(*robot, TableCommand::Decline { person: *robot }));
        }
        Phase::Decision => {
            let decided = decision(house, live, &here);
            decided.into_iter().for_each(|(robot, act)| at(robot, act));
        }
        _ => {}
    }
    plan
}

/// A robot that is alone gives up its bank and leaves.
fn leave(
    house: &House<'_>,
    live: &LiveTable<'_>,
    robot: PersonId,
    at: &mut impl FnMut(PersonId, TableCommand),
) {
    if live.rules.any_standing() || live.rules.in_play() || stands(house, live, robot) {
        return;
    }
    if live.bank.is_some_and(|(holder, _)| holder == robot) {
        at(robot, TableCommand::GiveUpBank);
    }
    at(robot, TableCommand::Leave { person: robot });
}

fn stands(house: &House<'_>, live: &LiveTable<'_>, person: PersonId) -> bool {
    live.rules.standing_of(house.name_of(person)) > Money::ZERO
}

/// Plans bets. Robots bet only after somebody else, so that no round is played for robots alone. If nobody takes a
/// bank, a robot does.
fn bets(
    house: &House<'_>,
    table: &TableState<'_>,
    live: &LiveTable<'_>,
    here: &[PersonId],
    now: i64,
    at: &mut impl FnMut(PersonId, TableCommand),
) -> Option<i64> {
    let unit = live.in_force.chosen.stake_min.unwrap_or(Money::from_minor(100));
    if live.rules.bank_passes() && live.bank.is_none() {
        let due = table.phase_since.saturating_add(BANK_WAIT_MS);
        if now < due {
            return Some(due);
        }
        let amount = unit.times(20).ok()?;
        let takes = |robot: &&PersonId| {
            let act = Act::PlayersBank(house.name_of(**robot).into(), amount);
            live.rules.clone().try_act(&act).is_ok()
        };
        let robot = here.iter().find(takes)?;
        let decision = PlayerAction::TakeBank(amount);
        at(*robot, TableCommand::Decide { person: *robot, decision, on: None });
        return None;
    }
    let by_others =
        live.stakes().any(|(_, placed)| placed.returned.is_none() && !here.contains(&placed.person));
    let banks = live.bank.is_some_and(|(holder, _)| !here.contains(&holder));
    if !by_others && !banks {
        return None;
    }
    let mut offer = listings(&live.in_force.game.table(&live.in_force.chosen));
    offer.retain(|kind| kind.laid == Laid::Bet);
    // Each bet is tried on a copy of the table that has the earlier bets.
    let mut rules = live.rules.clone();
    for robot in here.iter().filter(|robot| !table.ready.contains(robot)) {
        let name = house.name_of(*robot);
        let has = house.ledger.balance(Unit::Chips, Location::Player(*robot));
        let bets = rules.standing_of(name) > Money::ZERO;
        let turn =
            usize::try_from(table.rounds).expect("rounds are counted in memory") + robot.0 as usize * 7;
        let bid = (!bets && has > unit).then(|| wager(&mut rules, &offer, name, unit, turn)).flatten();
        if let Some((amount, wager)) = bid {
            at(
                *robot,
                TableCommand::Bet { person: *robot, amount, wager, area: None, with: PaidWith::Chips },
            );
        }
        at(*robot, TableCommand::Ready { person: *robot });
    }
    None
}

/// A bet that the table accepts: each round a different kind of wager, with the smallest accepted stake.
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

/// All items, starting with item `turn` and wrapping around.
fn from_turn<T>(all: &[T], turn: usize) -> impl Iterator<Item = &T> {
    let (before, after) = all.split_at(turn % all.len().max(1));
    after.iter().chain(before)
}

/// The smallest stake that the table accepts on a wager; `None` if it accepts none.
fn least(rules: &AnyTable<'_>, name: &str, unit: Money, words: &str) -> Option<Money> {
    let amounts = [1, 2, 5].into_iter().filter_map(|times| unit.times(times).ok());
    amounts.into_iter().find(|amount| rules.clone().try_act(&bid(name, *amount, words)).is_ok())
}

fn bid(name: &str, amount: Money, words: &str) -> Act {
    let on = On::Wager(words.into());
    Act::Bets(Bid { player: name.into(), amount, on, at: None, by_dealer: false })
}

/// The decision of a robot whose turn it is: that of its style, or the stated default if it cannot pay for that.
fn decision(house: &House<'_>, live: &LiveTable<'_>, here: &[PersonId]) -> Option<(PersonId, TableCommand)> {
    let due = live.due()?;
    let speaker = due.speaker.as_deref()?;
    let robot = here.iter().copied().find(|robot| house.name_of(*robot) == speaker)?;
    let has = house.ledger.balance(Unit::Chips, Location::Player(robot));
    let is_paid = |act: &Act| {
        let adds = matches!(act, Act::Decides(Decision { verb: Verb::Raises, .. }));
        !adds || live.rules.added_most(speaker) <= has
    };
    let act = live.robot_act().filter(is_paid).or_else(|| live.default_act())?;
    let (decision, on) = match act {
        Act::Decides(Decision { verb, on, .. }) => (verb.into(), on.map(|on| on.to_string())),
        Act::Follows(_, spot) => (PlayerAction::Follow, Some(spot.to_string())),
        _ => return None,
    };
    Some((robot, TableCommand::Decide { person: robot, decision, on }))
}
