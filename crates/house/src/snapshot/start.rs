//! What an open record continues from, as it is stored.

use croupier_kit::Money;
use croupier_rules::notation::Direction;
use croupier_rules::table::{Continuation, LastRound, MayCut, SeriesContinuation};
use serde::{Deserialize, Serialize};

/// What a table carried over into its record.
#[derive(Serialize, Deserialize)]
pub(super) struct StartSnapshot {
    refused: Vec<Box<str>>,
    /// The last round: its description and its result.
    last_round: Option<(Box<str>, Box<str>)>,
    may_cut: MayCutSnapshot,
    series: SeriesSnapshot,
}

#[derive(Serialize, Deserialize)]
enum MayCutSnapshot {
    Nobody,
    Anyone,
    Person(Box<str>),
}

#[derive(Serialize, Deserialize)]
enum SeriesSnapshot {
    None,
    Spins { last: Option<WaySnapshot>, turning: bool, again: bool },
    Bank { banker: Option<Box<str>>, amount: Option<Money>, passes: bool, given_up: bool },
}

#[derive(Serialize, Deserialize)]
enum WaySnapshot {
    Left,
    Right,
}

impl StartSnapshot {
    pub(super) fn of(start: &Continuation) -> Self {
        let Continuation { refused, last_round, may_cut, series } = start.clone();
        let last_round = last_round.map(|LastRound { description, result }| (description, result));
        let may_cut = match may_cut {
            MayCut::Nobody => MayCutSnapshot::Nobody,
            MayCut::Anyone => MayCutSnapshot::Anyone,
            MayCut::Person(name) => MayCutSnapshot::Person(name),
        };
        Self { refused, last_round, may_cut, series: SeriesSnapshot::of(series) }
    }

    pub(super) fn restore(self) -> Continuation {
        let last_round = self.last_round.map(|(description, result)| LastRound { description, result });
        let may_cut = match self.may_cut {
            MayCutSnapshot::Nobody => MayCut::Nobody,
            MayCutSnapshot::Anyone => MayCut::Anyone,
            MayCutSnapshot::Person(name) => MayCut::Person(name),
        };
        Continuation { refused: self.refused, last_round, may_cut, series: self.series.restore() }
    }
}

impl SeriesSnapshot {
    fn of(series: SeriesContinuation) -> Self {
        match series {
            SeriesContinuation::None => Self::None,
            SeriesContinuation::Spins { last, turning, again } => {
                Self::Spins { last: last.map(WaySnapshot::of), turning, again }
            }
            SeriesContinuation::Bank { banker, amount, passes, given_up } => {
                Self::Bank { banker, amount, passes, given_up }
            }
        }
    }

    fn restore(self) -> SeriesContinuation {
        match self {
            Self::None => SeriesContinuation::None,
            Self::Spins { last, turning, again } => {
                SeriesContinuation::Spins { last: last.map(WaySnapshot::restore), turning, again }
            }
            Self::Bank { banker, amount, passes, given_up } => {
                SeriesContinuation::Bank { banker, amount, passes, given_up }
            }
        }
    }
}

impl WaySnapshot {
    const fn of(way: Direction) -> Self {
        match way {
            Direction::Left => Self::Left,
            Direction::Right => Self::Right,
        }
    }

    const fn restore(self) -> Direction {
        match self {
            Self::Left => Direction::Left,
            Self::Right => Direction::Right,
        }
    }
}
