//! Win and come, don't win and don't come, and the bets behind them (Sch. paras. 1 and 2).

use croupier_kit::{Money, Overflow};
use serde::Deserialize;

use super::{ByScore, Life, ScoreOdds, by_score, scores};
use crate::contract::{Payout, Settled};
use crate::law::{Cites, Rule};

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

    /// The first throw decides, or makes a point; then the point and seven do.
    pub(super) fn advance(&self, life: &mut Life, made: u8) -> Option<Settled> {
        let wins = match life.point {
            Some(point) => self.point_or_seven(point, made)?,
            None => match self.first[usize::from(made)] {
                First::Wins => true,
                First::Loses => false,
                First::Barred(Barred::Disregarded) => return None,
                First::Barred(Barred::Void) => return Some(Settled::new(Payout::Void, self.paid.cite)),
                First::Point => {
                    life.point = Some(made);
                    return None;
                }
            },
        };
        Some(Settled::new(if wins { Payout::Win(self.paid.odds) } else { Payout::Lose }, self.paid.cite))
    }

    /// A bet behind goes with its point.
    pub(super) fn advance_behind(&self, point: u8, made: u8) -> Option<Settled> {
        let paid = self.behind_odds(point)?;
        let wins = self.point_or_seven(point, made)?;
        let cites = Cites::from(self.behind_cite).and(paid.cite);
        Some(Settled::new(if wins { Payout::Win(paid.odds) } else { Payout::Lose }, cites))
    }

    /// Whether this score decides for the bet or against it.
    const fn point_or_seven(&self, point: u8, made: u8) -> Option<bool> {
        match (self.point_wins, made) {
            (PointWins::Point, 7) => Some(false),
            (PointWins::Seven, 7) => Some(true),
            (wins, made) if made == point => Some(matches!(wins, PointWins::Point)),
            _ => None,
        }
    }

    /// Whether stakes of this total may lie behind a line bet with this point.
    pub(super) fn permits_behind(&self, line: Money, total: Money, point: u8) -> Result<bool, Overflow> {
        let place = usize::from(point);
        match self.behind_most {
            BehindMost::Stake(times) => Ok(total <= line.times(i64::from(times[place]))?),
            BehindMost::Winnings(times) => {
                let Some(paid) = self.behind_odds(point) else { return Ok(false) };
                // won / staked of the total is at most the line bet, without dividing.
                let (won, staked) = paid.odds.terms();
                let most = line.times(i64::from(times[place]))?.times(i64::from(staked))?;
                Ok(total.times(i64::from(won))? <= most)
            }
        }
    }
}
