//! What the mathematics knows of poker against a dealer's hand.

use croupier_rules::contract::Seated;
use croupier_rules::games::dealer_poker::{DealerPoker, PLAYERS_MAX};

use super::{analyse, sides};
use crate::Strategy;
use crate::advice::Advises;
use crate::family::{CardWords, FamilyMaths};
use crate::price::PriceList;
use crate::query::{PriceError, PriceQuery};

impl FamilyMaths for Seated<DealerPoker, PLAYERS_MAX> {
    const PROOFS: &'static [&'static str] = &[
        "Hands of three and of five cards, on both sides of the border between a raise and a fold, are held against every hand of the dealer, card by card, which the rules settle.",
    ];
    const CARDS: CardWords = CardWords::Suited;
    const LASTS: bool = false;

    fn price_list(&self, _: &PriceQuery) -> Result<PriceList, PriceError> {
        let mut prices = vec![analyse(self).price()];
        prices.extend(sides::prices(self));
        Ok(prices.into())
    }

    fn best_play(&self, _: &PriceQuery) -> Result<Option<Strategy>, PriceError> {
        Ok(Some(analyse(self).strategy()))
    }

    fn advisor(&self) -> Result<Option<Box<dyn Advises>>, PriceError> {
        Ok(Some(Box::new(analyse(self))))
    }
}
