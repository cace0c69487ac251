//! What the mathematics knows of roulette.

use croupier_rules::contract::Game;
use croupier_rules::games::roulette::Roulette;

use crate::Strategy;
use crate::advice::Advises;
use crate::family::{CardWords, FamilyMaths};
use crate::price::PriceList;
use crate::query::{PriceError, PriceQuery};
use crate::simple;

impl FamilyMaths for Roulette {
    const PROOFS: &'static [&'static str] = &[
        "Known values: 1/37 on every wager of a wheel with one zero, 1/74 where the stake is shared on zero.",
        "A second program, in another language, counts the pockets and finds the same fractions.",
    ];
    const CARDS: CardWords = CardWords::None;
    const LASTS: bool = false;

    fn price_list(&self, ask: &PriceQuery) -> Result<PriceList, PriceError> {
        Ok(simple::prices(self, &self.stock(), ask.stake)?.into())
    }

    fn best_play(&self, _: &PriceQuery) -> Result<Option<Strategy>, PriceError> {
        Ok(None)
    }

    fn advisor(&self) -> Result<Option<Box<dyn Advises>>, PriceError> {
        Ok(None)
    }
}
