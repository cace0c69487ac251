//! The wagers of dice, the state of a stake, and the effect of each throw on it (Sch. paras. 1 and 2).

use croupier_kit::{Money, MoneySum, Throw};

use super::rules::{
    Barred, BehindMost, Calls, Combination, First, FirstThrow, Line, Next, PointWins, Race, Winner, by_score,
};
use crate::contract::{Payout, Settled};
use crate::law::Cites;
use crate::notation::Call;

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
    /// The line with this index, put on this point.
    Put(u8, u8),
    /// The combination with this index, of these two dice, the lower first.
    Combination(u8, u8, u8),
}

/// The state of a bet: its point, once it has one, and what its player called it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Life {
    pub(crate) point: Option<u8>,
    pub(super) called: Option<Call>,
}

impl Life {
    /// The point, once there is one.
    pub const fn point(self) -> Option<u8> {
        self.point
    }

    /// What its player called it.
    pub const fn called(self) -> Option<Call> {
        self.called
    }
}

impl Calls {
    /// Whether a bet takes part in a throw: what its player called counts, and otherwise the kind of throw.
    fn is_on(self, life: Life, first_throw: bool) -> bool {
        match life.called {
            Some(call) => call == Call::On,
            None => !first_throw || self.first_throw == FirstThrow::On,
        }
    }
}

/// Whether a bet takes part in a throw. One that cannot be called always does.
pub(super) fn is_on(calls: Option<Calls>, life: Life, first_throw: bool) -> bool {
    calls.is_none_or(|calls| calls.is_on(life, first_throw))
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

    /// A bet put on a point is decided by the point and seven.
    pub(super) fn advance_put(&self, point: u8, made: u8) -> Option<Settled> {
        let wins = self.point_or_seven(point, made)?;
        let cites = Cites::from(self.put.as_ref().map(|put| put.cite)).and(self.paid.cite);
        Some(Settled::new(if wins { Payout::Win(self.paid.odds) } else { Payout::Lose }, cites))
    }

    /// A bet behind is decided by its point and seven. If it is off, it is returned with what decides the bet that it
    /// is behind.
    pub(super) fn advance_behind(
        &self,
        point: u8,
        life: Life,
        made: u8,
        first_throw: bool,
    ) -> Option<Settled> {
        let paid = self.behind_odds(point)?;
        let wins = self.point_or_seven(point, made)?;
        if let Some(calls) = self.behind_calls.filter(|calls| !calls.is_on(life, first_throw)) {
            return Some(Settled::new(Payout::Void, Cites::from(calls.cite)));
        }
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
    pub(super) fn permits_behind(&self, line: Money, total: MoneySum, point: u8) -> bool {
        self.most_behind(line, point).is_some_and(|most| total.minor() <= most)
    }

    /// The most that may lie behind a line bet with this point, in minor units; `None` if it has no odds behind it.
    pub(super) fn most_behind(&self, line: Money, point: u8) -> Option<i128> {
        let (line, place) = (i128::from(line.minor()), usize::from(point));
        let (won, staked) = self.behind_odds(point)?.odds.terms();
        match self.behind_most {
            BehindMost::Stake(times) => Some(line * i128::from(times[place])),
            // The largest whole number of which `most × won / staked ≤ line × times` holds.
            BehindMost::Winnings(times) => {
                Some(line * i128::from(times[place]) * i128::from(staked) / i128::from(won))
            }
        }
    }
}

impl Race {
    /// The score and seven decide the wager; nothing else does. If it is off, nothing does.
    pub(super) fn advance(&self, score: u8, life: Life, throw: Throw, first_throw: bool) -> Option<Settled> {
        if !is_on(self.calls, life, first_throw) {
            return None;
        }
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

impl Combination {
    /// The next throw always decides the wager.
    pub(super) fn settle(&self, low: u8, high: u8, throw: Throw) -> Option<Settled> {
        let paid = self.odds(low, high)?;
        let (first, second) = throw.sides();
        let wins = (first.min(second), first.max(second)) == (low, high);
        Some(Settled::new(if wins { Payout::Win(paid.odds) } else { Payout::Lose }, paid.cite))
    }
}
