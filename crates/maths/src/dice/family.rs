//! What the mathematics knows of dice.

use croupier_rules::games::dice::Dice;

use super::{combined, prices};
use crate::Strategy;
use crate::advice::Advises;
use crate::family::{CardWords, FamilyMaths};
use crate::price::PriceList;
use crate::query::{PriceError, PriceQuery};

impl FamilyMaths for Dice {
    const PROOFS: &'static [&'static str] = &[
        "Known values: 7/495 on win, 1/36 on a field that pays 2 and 3 to 1 at its ends, zero behind a point.",
    ];
    const CARDS: CardWords = CardWords::None;
    const LASTS: bool = false;

    fn price_list(&self, ask: &PriceQuery) -> Result<PriceList, PriceError> {
        Ok(PriceList { prices: prices(self, ask.stake)?, combined: combined(self) })
    }

    fn best_play(&self, _: &PriceQuery) -> Result<Option<Strategy>, PriceError> {
        Ok(None)
    }

    fn advisor(&self) -> Result<Option<Box<dyn Advises>>, PriceError> {
        Ok(None)
    }
}
