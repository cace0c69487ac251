//! A roulette table in five lines.

use super::{Clause, Coverage, Roulette, Wager};
use crate::guide::{Guide, GuideStep};
use crate::offer::Offers;

/// The chance that pictures show, where a table has it.
const SHOWN: &str = "red";

impl Roulette {
    pub(super) fn guide(&self) -> Guide {
        let numbers = self.wheel.order().len();
        let aim = "You bet on where the ball will come to rest: on one number, or on several at once.";
        let mut round = vec![
            self.first_step(),
            GuideStep::new(format!(
                "The dealer spins the wheel and calls no more bets. The ball comes to rest in one of {numbers} pockets."
            )),
        ];
        round.extend(self.single().map(|(clause, words)| {
            let text = format!(
                "One number wins {}. The more numbers a bet covers, the more often it wins and the less it pays.",
                clause.odds
            );
            GuideStep::new(text).with_bet(words)
        }));
        let zero = self.notes().into_iter().find(|note| note.topic == "Zero");
        round.extend(zero.map(|note| GuideStep::new(note.text)));
        Guide { aim: aim.to_owned(), round }
    }

    fn first_step(&self) -> GuideStep {
        let step = GuideStep::new(
            "Put chips on the layout: on a number, on the lines between numbers, or on a field.",
        );
        let words = self.kinds().into_iter().flat_map(|kind| kind.wagers).map(|wager| self.words(wager));
        let shown = words.reduce(|first, other| if other == SHOWN { other } else { first });
        shown.into_iter().fold(step, GuideStep::with_bet)
    }

    /// The clause on single numbers, and a bet on one.
    fn single(&self) -> Option<(&Clause, String)> {
        let kinds = self.kinds().into_iter();
        let wagers = kinds.flat_map(|kind| kind.wagers).filter(|wager| match wager {
            Wager::Numbers { clause, numbers } => {
                let coverage = &self.clauses[usize::from(*clause)].coverage;
                numbers.len() == 1 && !matches!(coverage, Coverage::Named(_))
            }
            Wager::Call { .. } => false,
        });
        let mut wagers: Vec<Wager> = wagers.collect();
        let wager = wagers.drain(..).nth(17)?;
        let Wager::Numbers { clause, .. } = wager else { return None };
        Some((&self.clauses[usize::from(clause)], self.words(wager)))
    }
}
