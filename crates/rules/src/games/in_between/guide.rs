//! An In-Between table in five lines.

use super::{HandResult, InBetween, PLAYERS_MAX, Wager};
use crate::contract::Seated;
use crate::guide::{Guide, GuideStep};
use crate::offer::Offers;

impl Seated<InBetween, PLAYERS_MAX> {
    pub(super) fn guide(&self) -> Guide {
        let wins = |result: HandResult| match result {
            HandResult::Wins(odds) => format!("wins {odds}"),
            HandResult::Loses => "loses".to_owned(),
            HandResult::StandOff => "is a stand-off: the stake goes on to the next hand".to_owned(),
            HandResult::PlaysOn => "changes nothing".to_owned(),
        };
        let mut round = vec![
            GuideStep::new("Bet on your own hand. You get two cards.").with_bet(self.words(Wager)),
            GuideStep::new(format!(
                "A third card that ranks between the two {}. One that equals either of them or ranks outside loses.",
                wins(self.between.result)
            ))
            .with_cards(&["4C", "JD", "8S"]),
        ];
        if self.consecutive.result != HandResult::PlaysOn {
            let text = format!(
                "Two neighbouring cards leave no room between: that {}.",
                wins(self.consecutive.result)
            );
            round.push(GuideStep::new(text).with_cards(&["5H", "6C"]));
        }
        if let HandResult::Wins(odds) = self.three_equal.result {
            round.push(
                GuideStep::new(format!("Three cards of one rank win {odds}."))
                    .with_cards(&["9C", "9D", "9S"]),
            );
        }
        Guide { aim: "Bet that your third card will rank between your first two.".to_owned(), round }
    }
}
