//! A table of poker against the dealer in five lines.

use super::{DealerPoker, DealerShows, PLAYERS_MAX, Wager};
use crate::contract::Seated;
use crate::guide::{Guide, GuideStep};
use crate::offer::Offers;

impl Seated<DealerPoker, PLAYERS_MAX> {
    pub(super) fn guide(&self) -> Guide {
        let cards = self.size.cards();
        let shown = match self.shows {
            DealerShows::Nothing => "The dealer's cards stay face down.",
            DealerShows::LastCard => "One of the dealer's cards lies face up.",
        };
        let raise = match self.multiple {
            1 => "as much again".to_owned(),
            times => format!("{times} times the ante"),
        };
        let mut round = vec![
            GuideStep::new(format!("Bet the ante. You look at {cards} cards. {shown}"))
                .with_bet(self.words(Wager::Ante)),
            GuideStep::new(format!("Raise by {raise} to play on, or fold and lose the ante.")),
        ];
        if let Some(qualifies) = &self.qualifies {
            round.push(GuideStep::new(format!(
                "The dealer must have {} or better to play; the notes below say what happens otherwise.",
                qualifies.words
            )));
        }
        round.push(GuideStep::new("The higher hand wins. Some hands are paid more than others."));
        let aim = format!("Beat the dealer's poker hand of {cards} cards with your own.");
        Guide { aim, round }
    }
}
