//! The wagers of dice, the state of a stake, and the effect of each throw on it (Sch. paras. 1 and 2).

use croupier_kit::{Money, Overflow, Throw};

use super::rules::{Barred, BehindMost, First, Line, Next, PointWins, Race, Winner, by_score};
use crate::contract::{Payout, Settled};
use crate::law::Cites;

/// The subject of a stake at dice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wager {
    /// The line with this index.
    Line(u8),
    /// Behind the line with this index, for or against this point; 0 if there was none.
    Behind(u8, u8),
    /// The race with this index, on this score.
    Race(u8, u8),
    /// The next-throw wager with this index, on this score or on all of its scores.
    Next(u8, Option<u8>),
}

/// The state of a line bet: its point, once it has one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Life {
    pub(crate) point: Option<u8>,
}

impl Life {
    /// The point, once there is one.
    pub const fn point(self) -> Option<u8> {
        self.point
    }
}

impl Line {
    /// The first throw decides the bet or makes a point; after that the point and seven decide it.
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

    /// A bet behind is decided by its point and seven.
    pub(super) fn advance_behind(&self, point: u8, made: u8) -> Option<Settled> {
        let paid = self.behind_odds(point)?;
        let wins = self.point_or_seven(point, made)?;
        let cites = Cites::from(self.behind_cite).and(paid.cite);
        Some(Settled::new(if wins { Payout::Win(paid.odds) } else { Payout::Lose }, cites))
    }

    /// Whether this score wins or loses the bet; `None` if it decides nothing.
    const fn point_or_seven(&self, point: u8, made: u8) -> Option<bool> {
        match (self.point_wins, made) {
            (PointWins::Point, 7) => Some(false),
            (PointWins::Seven, 7) => Some(true),
            (wins, made) if made == point => Some(matches!(wins, PointWins::Point)),
            _ => None,
        }
    }

    /// Whether a line bet with this point permits stakes of this total behind it.
    pub(super) fn permits_behind(&self, line: Money, total: Money, point: u8) -> Result<bool, Overflow> {
        let place = usize::from(point);
        match self.behind_most {
            BehindMost::Stake(times) => Ok(total <= line.times(i64::from(times[place]))?),
            BehindMost::Winnings(times) => {
                let Some(paid) = self.behind_odds(point) else { return Ok(false) };
                // The condition `total × won / staked ≤ line × times`, multiplied out to avoid a division.
                let (won, staked) = paid.odds.terms();
                let most = line.times(i64::from(times[place]))?.times(i64::from(staked))?;
                Ok(total.times(i64::from(won))? <= most)
            }
        }
    }
}

impl Race {
    /// The score and seven decide the wager; nothing else does.
    pub(super) fn advance(&self, score: u8, throw: Throw) -> Option<Settled> {
        let paid = by_score(&self.odds, score)?;
        let wins = match (self.winner, throw.score()) {
            (Winner::Seven, 7) => true,
            (Winner::Score, made) if made == score => true,
            (Winner::Pair, made) if made == score => throw.is_pair(),
            (_, made) if made == 7 || made == score => false,
            _ => return None,
        };
        Some(Settled::new(if wins { Payout::Win(paid.odds) } else { Payout::Lose }, paid.cite))
    }
}

impl Next {
    /// The next throw always decides the wager.
    pub(super) fn settle(&self, on: Option<u8>, made: u8) -> Settled {
        let own = on.and_then(|score| by_score(&self.odds, score));
        let paid = by_score(&self.odds, made).filter(|_| on.is_none_or(|score| score == made));
        match paid {
            Some(paid) => Settled::new(Payout::Win(paid.odds), paid.cite),
            None => Settled::new(Payout::Lose, own.map_or(Cites::from(self.cite), |own| own.cite.into())),
        }
    }
}
