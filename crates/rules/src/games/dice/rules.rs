//! The rules of a dice table: the wagers of the schedule and their odds.

use croupier_kit::Odds;
use serde::Deserialize;

use crate::law::Rule;

/// The rules of a dice table.
#[derive(Clone, Debug)]
pub struct Dice {
    /// The provision on the dice.
    pub dice_rule: Option<Rule>,
    /// Wagers on a first throw and then on a point.
    pub lines: Vec<Line>,
    /// Wagers that one score comes before seven, or seven before it.
    pub races: Vec<Race>,
    /// Wagers on the next throw alone.
    pub nexts: Vec<Next>,
}

/// The odds of one score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoreOdds {
    /// What it is paid.
    pub odds: Odds,
    /// The provision.
    pub cite: Rule,
}

/// The odds by score, 0 to 12.
pub type ByScore = [Option<ScoreOdds>; 13];

/// A wager on a first throw and then, if that made a point, on the point against seven.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its names, all for the same wager.
    pub names: Vec<Box<str>>,
    /// What the first throw does, by score.
    pub first: [First; 13],
    /// Which comes first wins, once there is a point.
    pub point_wins: PointWins,
    /// What it is paid.
    pub paid: ScoreOdds,
    /// The provision on bets behind it.
    pub behind_cite: Rule,
    /// How much may be bet behind it.
    pub behind_most: BehindMost,
    /// What a bet behind is paid, by point.
    pub behind: ByScore,
}

/// What a first throw does to a line bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum First {
    /// It wins.
    Wins,
    /// It loses.
    Loses,
    /// The throw is barred.
    Barred(Barred),
    /// It becomes the point.
    Point,
}

/// What a barred first throw does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Barred {
    /// The throw does not count: the bet waits for the next.
    Disregarded,
    /// The bet is void.
    Void,
}

/// Who wins once there is a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PointWins {
    /// The point before seven.
    Point,
    /// Seven before the point.
    Seven,
}

/// How much may be bet behind a line bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BehindMost {
    /// A stake of this many times the line bet, by point.
    Stake([u8; 13]),
    /// A stake that wins this many times the line bet, by point.
    Winnings([u8; 13]),
}

impl Line {
    /// The scores that can be a point.
    pub fn points(&self) -> impl Iterator<Item = u8> + '_ {
        scores(&self.behind)
    }

    /// What a bet behind is paid.
    pub(super) fn behind_odds(&self, point: u8) -> Option<ScoreOdds> {
        by_score(&self.behind, point)
    }
}

/// A wager that one score comes before seven, or seven before it.
#[derive(Clone, Debug)]
pub struct Race {
    /// Its name.
    pub name: Box<str>,
    /// What wins it.
    pub winner: Winner,
    /// The odds of each score it can be on.
    pub odds: ByScore,
}

/// What wins a race against the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    /// The score, however it is made up.
    Score,
    /// Seven.
    Seven,
    /// The score made of two alike; made of two different it loses.
    Pair,
}

/// A wager on the next throw alone.
#[derive(Clone, Debug)]
pub struct Next {
    /// Its name.
    pub name: Box<str>,
    /// Whether it names one of its scores, or is on all of them.
    pub names_score: bool,
    /// The odds of each score that wins.
    pub odds: ByScore,
    /// The odds of an ordinary win.
    pub usual: ScoreOdds,
    /// The provision that defines it.
    pub cite: Rule,
}

/// The odds of a score.
pub(super) fn by_score(odds: &ByScore, score: u8) -> Option<ScoreOdds> {
    odds.get(usize::from(score)).copied().flatten()
}

/// The scores that have odds.
pub(super) fn scores(odds: &ByScore) -> impl Iterator<Item = u8> + '_ {
    (0..=12).filter(|score| odds[usize::from(*score)].is_some())
}
