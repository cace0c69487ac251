//! Progressions: how many units to stake next.

use std::cmp::Ordering;
use std::collections::VecDeque;

use super::Progression;

/// The starting line of a Labouchère.
const LINE: [i64; 4] = [1, 2, 3, 4];

/// The state of a progression.
#[derive(Clone, Debug)]
pub(crate) enum ProgressionState {
    Flat,
    /// The next stake.
    Martingale(i64),
    /// The next stake.
    Dalembert(i64),
    /// The previous Fibonacci number and the current one.
    Fibonacci(i64, i64),
    /// The line.
    Labouchere(VecDeque<i64>),
    /// The largest number of units.
    Count(i64),
}

/// A stake would exceed the largest amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AmountOverflow;

impl ProgressionState {
    pub(crate) fn new(progression: Progression) -> Self {
        match progression {
            Progression::Flat => Self::Flat,
            Progression::Martingale => Self::Martingale(1),
            Progression::Dalembert => Self::Dalembert(1),
            Progression::Fibonacci => Self::Fibonacci(0, 1),
            Progression::Labouchere => Self::Labouchere(LINE.into()),
            Progression::Count(spread) => Self::Count(i64::from(spread)),
        }
    }

    /// The units to stake next; `true_count` matters only to a count.
    pub(crate) fn wanted(&self, true_count: i64) -> Result<i64, AmountOverflow> {
        match self {
            Self::Flat => Ok(1),
            Self::Martingale(stake) | Self::Dalembert(stake) | Self::Fibonacci(_, stake) => Ok(*stake),
            Self::Labouchere(line) => match (line.front(), line.back()) {
                (Some(first), Some(last)) if line.len() > 1 => first.checked_add(*last).ok_or(AmountOverflow),
                (Some(only), _) => Ok(*only),
                _ => Ok(1),
            },
            Self::Count(spread) => Ok(true_count.clamp(1, *spread)),
        }
    }

    /// Advances after a bet of `laid` units that won, lost or broke even. A progression does not grow beyond the
    /// table maximum `most`.
    pub(crate) fn after(&mut self, laid: i64, came: Ordering, most: i64) -> Result<(), AmountOverflow> {
        match (self, came) {
            (_, Ordering::Equal) | (Self::Flat | Self::Count(_), _) => {}
            (Self::Martingale(stake), Ordering::Less) => *stake = grown(laid.checked_mul(2), most)?,
            (Self::Martingale(stake), Ordering::Greater) => *stake = 1,
            (Self::Dalembert(stake), Ordering::Less) => *stake = grown(laid.checked_add(1), most)?,
            (Self::Dalembert(stake), Ordering::Greater) => *stake = (laid - 1).max(1),
            (Self::Fibonacci(before, stake), Ordering::Less) if *stake < most => {
                (*before, *stake) = (*stake, grown(before.checked_add(*stake), i64::MAX)?);
            }
            (Self::Fibonacci(..), Ordering::Less) => {}
            (Self::Fibonacci(before, stake), Ordering::Greater) => two_back(before, stake),
            (Self::Labouchere(line), Ordering::Less) => line.push_back(laid),
            (Self::Labouchere(line), Ordering::Greater) => strike(line),
        }
        Ok(())
    }
}

fn grown(stake: Option<i64>, most: i64) -> Result<i64, AmountOverflow> {
    stake.map(|stake| stake.min(most)).ok_or(AmountOverflow)
}

/// Goes two Fibonacci numbers back, but not before the first.
fn two_back(before: &mut i64, stake: &mut i64) {
    for _ in 0..2 {
        if *before > 0 {
            (*before, *stake) = (*stake - *before, *before);
        }
    }
    if *stake <= 1 {
        (*before, *stake) = (0, 1);
    }
}

fn strike(line: &mut VecDeque<i64>) {
    line.pop_front();
    line.pop_back();
    if line.is_empty() {
        line.extend(LINE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The units staked over rounds with these results: `+`, `-` and `=`.
    fn laid(progression: Progression, rounds: &str, most: i64) -> Vec<i64> {
        let mut course = ProgressionState::new(progression);
        let lay = |letter: char| {
            let stake = course.wanted(0).unwrap().min(most);
            let came = match letter {
                '+' => Ordering::Greater,
                '-' => Ordering::Less,
                _ => Ordering::Equal,
            };
            course.after(stake, came, most).unwrap();
            stake
        };
        rounds.chars().map(lay).collect()
    }

    #[test]
    fn stakes_follow_their_progression() {
        assert_eq!(laid(Progression::Flat, "--+=", 9), [1, 1, 1, 1]);
        assert_eq!(laid(Progression::Martingale, "---=+-", 99), [1, 2, 4, 8, 8, 1]);
        assert_eq!(laid(Progression::Martingale, "----+-", 5), [1, 2, 4, 5, 5, 1]);
        assert_eq!(laid(Progression::Dalembert, "--+++-", 99), [1, 2, 3, 2, 1, 1]);
        assert_eq!(laid(Progression::Fibonacci, "-----++-", 99), [1, 1, 2, 3, 5, 8, 3, 1]);
        // The line: 1 2 3 4, then 1 2 3 4 5, 2 3 4, 2 3 4 6, 3 4, and a new one.
        assert_eq!(laid(Progression::Labouchere, "-+-++=", 99), [5, 6, 6, 8, 7, 5]);
    }

    #[test]
    fn overflow_is_an_error() {
        let mut course = ProgressionState::Martingale(i64::MAX);
        assert_eq!(course.after(i64::MAX, Ordering::Less, i64::MAX), Err(AmountOverflow));
        let mut course = ProgressionState::Fibonacci(i64::MAX - 2, i64::MAX - 1);
        assert_eq!(course.after(1, Ordering::Less, i64::MAX), Err(AmountOverflow));
        assert_eq!(ProgressionState::Labouchere([i64::MAX, 1].into()).wanted(0), Err(AmountOverflow));
    }
}
