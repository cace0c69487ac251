//! What the mathematics knows of In-Between.

use croupier_rules::contract::{Game, Seated};
use croupier_rules::games::in_between::{InBetween, PLAYERS_MAX};

use crate::Strategy;
use crate::advice::Advises;
use crate::family::{CardWords, FamilyMaths};
use crate::price::PriceList;
use crate::query::{PriceError, PriceQuery};
use crate::simple;

impl FamilyMaths for Seated<InBetween, PLAYERS_MAX> {
    const PROOFS: &'static [&'static str] =
        &["Every triple of cards is counted apart from the rules and gives the same fraction."];
    const CARDS: CardWords = CardWords::Ranks;
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
