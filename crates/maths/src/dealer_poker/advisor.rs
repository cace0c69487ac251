//! Advice on a raise or a fold.

use croupier_kit::{Card, Ratio};
use croupier_rules::games::dealer_poker::{Deal, PLAYERS_MAX};

use super::DealerAnalysis;
use crate::advice::{Advice, Advises, PlayerView, ranked};

const BY_CLASS: &str = "every hand that the dealer can have, in exact fractions";

impl Advises for DealerAnalysis {
    fn advise(&self, sight: PlayerView<'_>) -> Option<Advice> {
        let dealer = Deal::<PLAYERS_MAX>::DEALER;
        let shown: Vec<Card> =
            sight.others.iter().filter(|(seat, _)| *seat == dealer).filter_map(|(_, card)| *card).collect();
        let worth = self.worth(sight.own, shown.first().copied())?;
        Some(ranked(vec![("raise", worth.into()), ("fold", Ratio::whole(-1).into())], BY_CLASS))
    }
}
