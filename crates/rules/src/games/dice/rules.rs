//! The rules of a dice table: the wagers of the schedule and their odds.

use croupier_kit::Odds;
use serde::Deserialize;

use crate::commission::Commission;
use crate::law::Rule;

/// The rules of a dice table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dice {
    /// The provision on the dice.
    pub dice_rule: Option<Rule>,
    /// The provision by which wagers that are no contracts may be taken back before any throw; `None` if they may be
    /// taken back only in the betting in which they were made.
    pub take_down: Option<Rule>,
    /// Wagers on a first throw and, after it, on a point.
    pub lines: Vec<Line>,
    /// Wagers that a score is thrown before seven, or seven before that score.
    pub races: Vec<Race>,
    /// Wagers on the next throw only.
    pub nexts: Vec<Next>,
    /// Wagers that the next throw shows two named dice.
    pub combinations: Vec<Combination>,
}

/// The odds of one score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoreOdds {
    /// The odds it is paid at.
    pub odds: Odds,
    /// The provision that sets them.
    pub cite: Rule,
}

/// The odds by score, 0 to 12.
pub type ByScore = [Option<ScoreOdds>; 13];

/// A wager on a first throw and, if that makes a point, on the point against seven.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its names; all mean the same wager.
    pub names: Vec<Box<str>>,
    /// The effect of the first throw, by score.
    pub first: [First; 13],
    /// Whether the point or seven wins, once there is a point.
    pub point_wins: PointWins,
    /// The odds it is paid at.
    pub paid: ScoreOdds,
    /// The provision on bets behind it.
    pub behind_cite: Rule,
    /// The maximum of a bet behind it.
    pub behind_most: BehindMost,
    /// The odds of a bet behind it, by point.
    pub behind: ByScore,
    /// Whether bets behind it may be called on and off.
    pub behind_calls: Option<Calls>,
    /// When it may be made.
    pub made: Made,
    /// The provision by which it is a contract once it has a point, and cannot be taken back.
    pub contract: Option<Rule>,
    /// The bet on it that begins with its point.
    pub put: Option<Put>,
}

/// When a wager may be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Made {
    /// When.
    pub when: MadeWhen,
    /// The provision that says so.
    pub cite: Option<Rule>,
}

/// When a wager may be made, by the table's point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MadeWhen {
    /// Before any throw.
    AnyTime,
    /// While the table has no point.
    BeforePoint,
    /// While the table has a point.
    AfterPoint,
}

/// A bet on a line that names its point and begins with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Put {
    /// Its name; the point follows.
    pub name: Box<str>,
    /// When it may be made, and the provision that permits it.
    pub when: MadeWhen,
    /// The provision that permits it.
    pub cite: Rule,
}

/// Wagers that their players may call on and off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Calls {
    /// What they are on a first throw, unless they are called.
    pub first_throw: FirstThrow,
    /// The provision that says so.
    pub cite: Rule,
}

/// What a wager is on a first throw, while the table has no point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FirstThrow {
    /// It takes part in the throw.
    On,
    /// It takes no part.
    Off,
}

/// The effect of a first throw on a line bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum First {
    /// It wins.
    Wins,
    /// It loses.
    Loses,
    /// The throw is barred.
    Barred(Barred),
    /// The score becomes the point.
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

/// The maximum of a bet behind a line bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BehindMost {
    /// A stake of at most this many times the line bet, by point.
    Stake([u8; 13]),
    /// A stake that wins at most this many times the line bet, by point.
    Winnings([u8; 13]),
}

impl Line {
    /// The scores that can be a point.
    pub fn points(&self) -> impl Iterator<Item = u8> + '_ {
        scores(&self.behind)
    }

    /// Whether the bets behind it are those behind another line: won by the same side, and paid alike.
    pub(super) fn has_behind_of(&self, other: &Self) -> bool {
        self.point_wins == other.point_wins && self.behind == other.behind
    }

    /// The odds of a bet behind it.
    pub(super) fn behind_odds(&self, point: u8) -> Option<ScoreOdds> {
        by_score(&self.behind, point)
    }
}

/// A wager that a score is thrown before seven, or seven before that score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Race {
    /// Its name.
    pub name: Box<str>,
    /// What wins the wager.
    pub winner: Winner,
    /// The odds of each score it can be on.
    pub odds: ByScore,
    /// The commission on it.
    pub commission: Option<Commission>,
    /// Whether it may be called on and off.
    pub calls: Option<Calls>,
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

/// A wager on the next throw only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Next {
    /// Its name.
    pub name: Box<str>,
    /// Whether it is on one named score, or on all of its scores.
    pub names_score: bool,
    /// The odds of each score that wins.
    pub odds: ByScore,
    /// The odds of an ordinary win.
    pub usual: ScoreOdds,
    /// The provision that defines it.
    pub cite: Rule,
}

/// A wager that the next throw shows two named dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Combination {
    /// Its name; the two dice follow.
    pub name: Box<str>,
    /// The odds of two dice alike.
    pub pair: Option<ScoreOdds>,
    /// The odds of two different dice.
    pub mixed: Option<ScoreOdds>,
}

impl Combination {
    /// The two dice of every wager of it, the lower first.
    pub fn throws(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        let all = (1..=6).flat_map(|low| (low..=6).map(move |high| (low, high)));
        all.filter(|(low, high)| self.odds(*low, *high).is_some())
    }

    /// The odds of two dice.
    pub(super) const fn odds(&self, low: u8, high: u8) -> Option<ScoreOdds> {
        if low == high { self.pair } else { self.mixed }
    }
}

/// The odds of a score.
pub(super) fn by_score(odds: &ByScore, score: u8) -> Option<ScoreOdds> {
    odds.get(usize::from(score)).copied().flatten()
}

/// The scores that have odds.
pub(super) fn scores(odds: &ByScore) -> impl Iterator<Item = u8> + '_ {
    (0..=12).filter(|score| odds[usize::from(*score)].is_some())
}
