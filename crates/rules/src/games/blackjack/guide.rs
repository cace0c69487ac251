//! A blackjack table in five lines.

use super::options::{DealerBeforePlay, DealerOn17, OnEqual};
use super::{BOXES_MAX, Blackjack};
use crate::contract::{Face, Seated};
use crate::guide::{Guide, GuideStep};

impl Seated<Blackjack, BOXES_MAX> {
    pub(super) fn guide(&self) -> Guide {
        let aim = "Come nearer to 21 than the dealer, without going over. You play against the dealer alone.";
        let faces = if self.faces == Face::Down { "face down" } else { "face up" };
        let dealer = match self.before_play {
            DealerBeforePlay::NoCard => "the dealer none yet",
            DealerBeforePlay::OneCard => "the dealer one",
            DealerBeforePlay::HoleCard => "the dealer one face up and one face down",
        };
        let deal = format!("Bet on a box. Each box gets two cards {faces}, {dealer}.");
        let draws = match self.dealer_on_17 {
            DealerOn17::Stands => "up to 16 and stands on 17 or more",
            DealerOn17::Draws => "up to 16 and on 17 with an Ace that counts 11",
        };
        let equal = match self.on_equal {
            OnEqual::Void => "equal scores give the stake back",
            OnEqual::Lost => "equal scores lose",
        };
        let natural = self.natural.odds;
        Guide {
            aim: aim.to_owned(),
            round: vec![
                GuideStep::new(deal).with_bet("box 1"),
                GuideStep::new(
                    "Take more cards, or stand. Over 21 you lose at once, whatever the dealer gets.",
                )
                .with_cards(&["TH", "6D", "8C"]),
                GuideStep::new(format!("21 with the first two cards is a blackjack. It pays {natural}."))
                    .with_cards(&["AS", "KH"]),
                GuideStep::new(format!("The dealer draws {draws}. The higher score wins; {equal}.")),
            ],
        }
    }
}
