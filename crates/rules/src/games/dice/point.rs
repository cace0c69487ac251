//! The table's point, and what depends on it: when wagers may be made, and which of them a throw concerns.
//!
//! The table's point is that of the first line of the book. It follows from the throws, whether or not anybody bets on
//! that line, and outlives a round.

use croupier_kit::Money;

use super::rules::{Calls, FirstThrow, Made, MadeWhen};
use super::{Dice, First, Life, Wager};
use crate::contract::{Payout, Settled};
use crate::law::{Cites, Refusal, Rule};
use crate::notation::Call;
use crate::table::{State, Table, TakeBack};

/// The state of a dice table between throws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Series {
    /// The table's point.
    pub(super) point: Option<u8>,
}

impl Dice {
    /// The table's point after a throw.
    pub(super) fn point_after(&self, point: Option<u8>, made: u8) -> Option<u8> {
        let makes_a_point = |line: &super::Line| line.first[usize::from(made)] == First::Point;
        match point {
            Some(point) if made == 7 || made == point => None,
            Some(point) => Some(point),
            None => self.lines.first().filter(|line| makes_a_point(line)).map(|_| made),
        }
    }

    /// Whether anything depends on the table's point.
    pub(super) fn point_matters(&self) -> bool {
        let off_first =
            |calls: Option<Calls>| calls.is_some_and(|calls| calls.first_throw == FirstThrow::Off);
        let line = |line: &super::Line| {
            line.made.when != MadeWhen::AnyTime
                || off_first(line.behind_calls)
                || line.put.as_ref().is_some_and(|put| put.when != MadeWhen::AnyTime)
        };
        self.lines.iter().any(line) || self.races.iter().any(|race| off_first(race.calls))
    }

    /// Who may call a wager on and off, and what it is on a first throw; `None` if it always takes part.
    pub(super) fn calls(&self, wager: Wager) -> Option<Calls> {
        match wager {
            Wager::Behind(place, _) => self.lines[usize::from(place)].behind_calls,
            Wager::Race(place, _) => self.races[usize::from(place)].calls,
            Wager::Line(_) | Wager::Put(..) | Wager::Next(..) | Wager::Combination(..) => None,
        }
    }

    /// When a wager may be made, and the provision that says so.
    fn made(&self, wager: Wager) -> (MadeWhen, Option<Rule>) {
        match wager {
            Wager::Line(place) => {
                let made = self.lines[usize::from(place)].made;
                (made.when, made.cite)
            }
            Wager::Put(place, _) => {
                let put = self.lines[usize::from(place)].put.as_ref();
                put.map_or((MadeWhen::AnyTime, None), |put| (put.when, Some(put.cite)))
            }
            Wager::Behind(..) | Wager::Race(..) | Wager::Next(..) | Wager::Combination(..) => {
                (MadeWhen::AnyTime, None)
            }
        }
    }

    /// When a line is made, if a bet on it that has a point always has the table's: it is made only before a point, and
    /// the same scores are points.
    fn made_with_the_point(&self, wager: Wager) -> Option<Made> {
        let Wager::Line(place) = wager else { return None };
        let (line, first) = (&self.lines[usize::from(place)], self.lines.first()?);
        let alike = |(one, other): (&First, &First)| (*one == First::Point) == (*other == First::Point);
        let has_it =
            line.made.when == MadeWhen::BeforePoint && line.first.iter().zip(&first.first).all(alike);
        has_it.then_some(line.made)
    }

    /// The provision by which a stake is a contract.
    fn contract(&self, wager: Wager, life: Life) -> Option<Rule> {
        match wager {
            Wager::Line(place) if life.point.is_some() => self.lines[usize::from(place)].contract,
            Wager::Put(place, _) => self.lines[usize::from(place)].contract,
            _ => None,
        }
    }

    /// When a player may take a stake back.
    pub(super) fn may_take_back(&self, wager: Wager, life: Life) -> TakeBack {
        match (self.contract(wager, life), self.take_down) {
            (Some(rule), _) => TakeBack::Never(rule),
            (None, Some(_)) => TakeBack::WhileOpen,
            (None, None) => TakeBack::SameBetting,
        }
    }
}

/// Checks whether a wager may be made with the table's point as it is.
pub(super) fn check_made(table: &Table<'_, Dice>, wager: Wager) -> Result<(), Refusal> {
    let (when, cite) = table.game.made(wager);
    let (found, allowed) = match (when, table.series.point) {
        (MadeWhen::BeforePoint, Some(point)) => {
            (format!("the table has the point {point}"), "this wager is made before a point")
        }
        (MadeWhen::AfterPoint, None) => {
            ("the table has no point".to_owned(), "this wager is made once there is a point")
        }
        _ => return Ok(()),
    };
    Err(Refusal::new(cite, found, allowed))
}

/// A line bet that is made only before a point has the table's point: the record that restates it begins with that
/// point.
pub(super) fn restated(table: &mut Table<'_, Dice>, wager: Wager, life: Life) -> Result<(), Refusal> {
    let (Some(made), Some(point)) = (table.game.made_with_the_point(wager), life.point) else {
        return Ok(());
    };
    match table.series.point {
        Some(known) if known != point => {
            let allowed = format!("the table's point is {known}");
            Err(Refusal::new(made.cite, format!("a bet with the point {point}"), allowed))
        }
        _ => {
            table.series.point = Some(point);
            Ok(())
        }
    }
}

/// Whether the record that follows can read the table's point from the standing stakes.
pub(super) fn is_in_stakes(table: &Table<'_, Dice>) -> bool {
    let Some(point) = table.series.point.filter(|_| table.game.point_matters()) else { return true };
    table.stakes.standing().any(|(_, stake)| {
        let made = stake.wager.and_then(|wager| table.game.made_with_the_point(wager));
        made.is_some() && stake.life.point == Some(point)
    })
}

/// `ann calls 3 off`: a player's own standing stake, while betting is open.
pub(super) fn call(table: &mut Table<'_, Dice>, name: &str, number: u32, call: Call) -> Result<(), Refusal> {
    let found = format!("{name} calling stake {number} {}", call.name());
    let stake = table.stakes.get(number).filter(|stake| stake.state == State::Standing);
    let Some((stake, wager)) = stake.and_then(|stake| Some((stake, stake.wager?))) else {
        return Err(Refusal::new(Cites::NONE, found, "only a stake in play is called on or off"));
    };
    let Some(calls) = table.game.calls(wager) else {
        return Err(Refusal::new(Cites::NONE, found, "this wager takes part in every throw"));
    };
    if Some(stake.player) != table.people.known(name) || !table.betting.is_open() {
        let allowed = "players call only their own stakes, while betting is open";
        return Err(Refusal::new(calls.cite, found, allowed));
    }
    table.stakes.change(number, |stake| stake.life.called = Some(call));
    Ok(())
}

/// Where wagers may be taken back before any throw, what lies behind one that goes is returned.
pub(super) fn withdrawn(table: &mut Table<'_, Dice>, number: u32) {
    if table.game.take_down.is_none() {
        return;
    }
    let behind: Vec<(u32, u8)> = table
        .stakes
        .children(number)
        .filter_map(|(child, stake)| match stake.wager {
            Some(Wager::Behind(place, _)) => Some((child, place)),
            _ => None,
        })
        .collect();
    for (child, place) in behind {
        let settled = Settled::new(Payout::Void, table.game.lines[usize::from(place)].behind_cite);
        table.stakes.withdraw(child, State::Decided(settled, Money::ZERO));
    }
}
