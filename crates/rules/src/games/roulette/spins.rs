//! The direction of the spins, and spins that do not count.

use super::rules::{Roulette, SpinRules};
use crate::law::{Refusal, Rule};
use crate::notation::{Act, Direction};
use crate::table::{SeriesContinuation, Table};

/// The state of the spins so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spins {
    /// The direction of the last spin, if known.
    last: Option<Direction>,
    /// Whether the wheel is turning.
    turning: bool,
    /// Whether the last spin did not count and must be repeated.
    again: bool,
}

impl Spins {
    /// The direction in which the next spin must run, and the provision that says so.
    fn due(self, rules: SpinRules) -> Option<(Direction, Rule)> {
        let last = self.last?;
        match (self.again, rules) {
            (true, SpinRules { void: Some(rule), .. }) => Some((last, rule)),
            (false, SpinRules { alternate: Some(rule), .. }) => Some((last.opposite(), rule)),
            _ => None,
        }
    }

    /// The direction in which the next spin must run.
    pub fn way_due(self, rules: SpinRules) -> Option<Direction> {
        self.due(rules).map(|(way, _)| way)
    }

    /// Whether the wheel is turning.
    pub const fn is_turning(self) -> bool {
        self.turning
    }

    /// The state that continues in the next record.
    pub(super) const fn continuation(self) -> SeriesContinuation {
        let Self { last, turning, again } = self;
        SeriesContinuation::Spins { last, turning, again }
    }

    /// Continues from the record before.
    pub(super) const fn resume(&mut self, from: &SeriesContinuation) {
        if let SeriesContinuation::Spins { last, turning, again } = *from {
            *self = Self { last, turning, again };
        }
    }

    /// Records that the ball has come to rest. A spin that was not recorded is assumed to have run in the required
    /// direction.
    pub(super) fn ball(&mut self, rules: SpinRules) {
        if !self.turning {
            self.last = self.due(rules).map(|(way, _)| way);
        }
        (self.turning, self.again) = (false, false);
    }
}

/// `spin left`.
pub(super) fn spin(table: &mut Table<'_, Roulette>, way: Direction) -> Result<(), Refusal> {
    if table.series.turning || table.deal.is_some() {
        let allowed = "one spin for each ball: the ball, `void spin` or `next hand` comes first";
        return Err(Refusal::new(table.game.spins.alternate, "a second spin", allowed));
    }
    if let Some((due, rule)) = table.series.due(table.game.spins)
        && due != way
    {
        let found = format!("a spin to the {}", way.name());
        return Err(Refusal::new(rule, found, format!("this spin runs to the {}", due.name())));
    }
    table.series = Spins { last: Some(way), turning: true, again: false };
    Ok(())
}

/// `void spin`: bets stand, and the wheel is spun again in the same direction.
pub(super) fn void_spin(table: &mut Table<'_, Roulette>, act: &Act) -> Result<(), Refusal> {
    if table.game.spins.void.is_none() {
        return Err(table.foreign(&format!("`{act}`")));
    }
    if table.deal.is_some() {
        return Err(Refusal::new(table.game.spins.void, "`void spin`", "the ball has come to rest"));
    }
    let due = table.series.due(table.game.spins).map(|(way, _)| way);
    let last = if table.series.turning { table.series.last } else { due };
    table.series = Spins { last, turning: false, again: true };
    Ok(())
}
