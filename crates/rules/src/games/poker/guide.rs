//! An Arizona Hold-Em table in five lines.

use super::{HoldEm, PLAYERS_MAX, Wager};
use crate::contract::{Payout, Seated};
use crate::guide::{Guide, GuideStep};
use crate::offer::Offers;

impl Seated<HoldEm, PLAYERS_MAX> {
    pub(super) fn guide(&self) -> Guide {
        let aim = "Make a poker hand of five cards, three of your own and two in common. A list says what each hand pays; nobody plays against you.";
        let mut round = vec![
            GuideStep::new("Bet the ante. You get three cards; two in common lie face down.")
                .with_bet(self.words(Wager::Ante)),
        ];
        round.push(GuideStep::new(match self.raises {
            0 => "The common cards are turned.",
            1 => "Before one common card is turned you may raise: bet as much again, or leave it.",
            _ => "Before each common card is turned you may raise: bet as much again, or leave it.",
        }));
        let endings = self.endings(Wager::Ante);
        let mut won = endings.iter().filter_map(|ending| match ending.payout {
            Some(Payout::Win(odds)) => Some((ending.when.as_str(), odds)),
            _ => None,
        });
        if let (Some((best, most)), Some((lowest, least))) = (won.next(), won.next_back()) {
            round.push(GuideStep::new(format!("The lowest hand that wins is {lowest}: {least}.")));
            round.push(
                GuideStep::new(format!("The highest is {best}: {most}."))
                    .with_cards(&["AS", "KS", "QS", "JS", "TS"]),
            );
        }
        Guide { aim: aim.to_owned(), round }
    }
}
