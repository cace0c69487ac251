//! A baccarat table in five lines.

use super::drawing::{Banker, Third};
use super::{Baccarat, Backs, HeldBy, Undecided};
use crate::guide::{Guide, GuideStep};
use crate::offer::either;

impl Baccarat {
    pub(super) fn guide(&self) -> Guide {
        let aim = match self.bank.held {
            HeldBy::House => "Bet on the hand that comes nearer to 9.",
            HeldBy::Passing => {
                "Come nearer to 9 than the banker. The banker is one of the players, and the bank goes round."
            }
        };
        let main = self.clauses.first().expect("a table has wagers");
        let names = either(self.clauses.iter().map(|clause| &clause.name));
        let bet = match self.bank.held {
            HeldBy::House => format!("Bet on {names}."),
            HeldBy::Passing => {
                "One player puts up a bank. The others bet against it, together no more than it covers."
                    .to_owned()
            }
        };
        let naturals = either((0..10).filter(|score| self.drawing.naturals.contains(*score)));
        let third = if self.has_choice() {
            "take a third card or not, as the rules let them"
        } else {
            "take a third card or not by fixed rules: nobody decides anything"
        };
        Guide {
            aim: aim.to_owned(),
            round: vec![
                GuideStep::new(bet).with_bet(&*main.name),
                GuideStep::new("Each hand gets two cards. An Ace counts 1, tens and pictures 0; of the sum only the last digit counts, so that these are 5.")
                    .with_cards(&["7D", "8C"]),
                GuideStep::new(format!("A hand of {naturals} with two cards is a natural. Otherwise the hands {third}.")),
                self.last_step(),
            ],
        }
    }

    /// Whether somebody decides about a third card.
    fn has_choice(&self) -> bool {
        self.drawing.banker == Banker::Free || self.drawing.opposing.contains(&Third::Chooses)
    }

    /// Which hand wins, and what becomes of ties.
    fn last_step(&self) -> GuideStep {
        let hands = self.clauses.iter().filter(|clause| clause.backs != Backs::Tie);
        let mut void = hands.map(|clause| clause.undecided == Undecided::Void);
        let tie = if void.all(|void| void) { "give the stake back" } else { "do not win" };
        GuideStep::new(format!("The hand nearer to 9 wins. Equal scores {tie}."))
    }
}
