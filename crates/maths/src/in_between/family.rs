//! What the mathematics knows of In-Between.

use croupier_rules::contract::{Game, Seated};
use croupier_rules::games::in_between::{InBetween, PLAYERS_MAX};

use crate::Strategy;
use crate::advice::Advises;
use crate::family::{CardWords, FamilyMaths};
use crate::price::PriceList;
use crate::query::{PriceError, PriceQuery};
use crate::simple;

/// The cards of a hand.
const CARDS: u32 = 3;

impl FamilyMaths for Seated<InBetween, PLAYERS_MAX> {
    const PROOFS: &'static [&'static str] =
        &["Every triple of cards is counted apart from the rules and gives the same fraction."];
    const CARDS: CardWords = CardWords::Ranks;
    const LASTS: bool = true;

    /// A stand-off is carried to a hand from whole packs, whatever the first hand is dealt from.
    fn price_list(&self, ask: &PriceQuery) -> Result<PriceList, PriceError> {
        let whole = self.stock();
        let first = match &ask.shoe {
            None => whole.clone(),
            Some(shoe) if shoe.len() < CARDS => {
                let allowed = format!("a hand takes {CARDS} cards");
                return Err(PriceError::new(format!("{} cards are left", shoe.len()), allowed));
            }
            Some(shoe) => self.stock_of(shoe),
        };
        Ok(simple::prices_from(self, &first, &whole, ask.stake)?.into())
    }

    fn best_play(&self, _: &PriceQuery) -> Result<Option<Strategy>, PriceError> {
        Ok(None)
    }

    fn advisor(&self) -> Result<Option<Box<dyn Advises>>, PriceError> {
        Ok(None)
    }
}
