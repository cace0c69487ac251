//! A dice table in five lines.

use super::rules::{First, Line, PointWins};
use super::{Dice, Wager};
use crate::guide::{Guide, GuideStep};
use crate::offer::{Offers, either};

impl Dice {
    pub(super) fn guide(&self) -> Guide {
        let aim =
            "You bet on the score of two dice: on the next throw alone, or on a race between two scores.";
        let line = self.lines.iter().find(|line| line.point_wins == PointWins::Point);
        let mut round = Vec::new();
        if let Some(line) = line {
            let name = line.names.first().expect("a line has a name");
            round.push(GuideStep::new(first_throw(line)).with_bet(&**name));
            round.push(GuideStep::new(format!(
                "Any other score is the point. If it comes again before 7 the bet wins {}; if 7 comes first it loses.",
                line.paid.odds
            )));
            if line.points().next().is_some() {
                round.push(GuideStep::new(
                    "Behind a bet with a point you can bet more, at the true odds or near them.",
                ));
            }
        }
        round.extend(self.other_bet().map(|bet| {
            GuideStep::new("Other bets stand beside it, such as those that the very next throw decides.")
                .with_bet(bet)
        }));
        Guide { aim: aim.to_owned(), round }
    }

    /// A bet on the next throw, or else on a race.
    fn other_bet(&self) -> Option<String> {
        let wagers = || self.kinds().into_iter().flat_map(|kind| kind.wagers);
        let next = wagers().find(|wager| matches!(wager, Wager::Next(..)));
        next.map(|wager| self.words(wager))
    }
}

/// What a first throw does to a bet that its point wins.
fn first_throw(line: &Line) -> String {
    let scores = |wanted: fn(&First) -> bool| {
        let scores = (2..=12_usize).filter(|score| wanted(&line.first[*score]));
        either(scores)
    };
    let (wins, loses) = (scores(|first| *first == First::Wins), scores(|first| *first == First::Loses));
    let name = line.names.first().expect("a line has a name");
    let loses = if loses.is_empty() { String::new() } else { format!(", {loses} loses at once") };
    format!("Bet on {name} before a first throw: {wins} wins at once{loses}.")
}
