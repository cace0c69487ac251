//! What the mathematics knows of Arizona Hold-Em.

use croupier_rules::contract::Seated;
use croupier_rules::games::poker::{HoldEm, PLAYERS_MAX};

use super::analyse;
use crate::Strategy;
use crate::advice::Advises;
use crate::family::{CardWords, FamilyMaths};
use crate::price::PriceList;
use crate::query::{PriceError, PriceQuery};

impl FamilyMaths for Seated<HoldEm, PLAYERS_MAX> {
    const PROOFS: &'static [&'static str] = &[
        "The classes of hands are held against every deal of five cards of a pack, card by card.",
        "On packs of few cards an enumerator that knows nothing of classes finds the same best raises and price.",
    ];
    const CARDS: CardWords = CardWords::Suited;
    const LASTS: bool = false;

    fn price_list(&self, _: &PriceQuery) -> Result<PriceList, PriceError> {
        Ok(vec![analyse(self).price()].into())
    }

    fn best_play(&self, _: &PriceQuery) -> Result<Option<Strategy>, PriceError> {
        Ok(Some(analyse(self).strategy()))
    }

    fn advisor(&self) -> Result<Option<Box<dyn Advises>>, PriceError> {
        Ok(Some(Box::new(analyse(self))))
    }
}
