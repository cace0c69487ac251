//! Advice on a raise.

use croupier_kit::{Card, Ratio};
use croupier_rules::games::poker::{Deal, PLAYERS_MAX};

use super::RaiseAnalysis;
use crate::advice::{Advice, Advises, PlayerView, ranked};

const BY_CLASS: &str = "every deal of the cards to come, in exact fractions";

impl Advises for RaiseAnalysis {
    fn advise(&self, sight: PlayerView<'_>) -> Option<Advice> {
        let own: [Card; 3] = sight.own.try_into().ok()?;
        let common = Deal::<PLAYERS_MAX>::COMMON;
        let turned: Vec<Card> =
            sight.others.iter().filter(|(seat, _)| *seat == common).filter_map(|(_, card)| *card).collect();
        let worth = match turned.as_slice() {
            [] => self.worth_of_three(own)?,
            [card] => self.worth_of_four([own[0], own[1], own[2], *card])?,
            _ => return None,
        };
        let worths = vec![("raise", worth.clone().into()), ("check", Ratio::zero().into())];
        Some(ranked(worths, BY_CLASS))
    }
}
