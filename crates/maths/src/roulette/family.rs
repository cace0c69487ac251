//! What the mathematics knows of roulette.

use croupier_rules::contract::Game;
use croupier_rules::games::roulette::{EnPrison, Life, OnZero, Roulette, Wager};

use super::best_halves;
use crate::Strategy;
use crate::advice::Advises;
use crate::family::{CardWords, FamilyMaths};
use crate::price::{Price, PriceList};
use crate::query::{PriceError, PriceQuery};
use crate::simple;

impl FamilyMaths for Roulette {
    const PROOFS: &'static [&'static str] = &[
        "Known values: 1/37 on every wager of a wheel with one zero, 1/74 where the stake is shared on zero.",
        "Known values: 1/74, 19/1369 and 18/1369 where a zero holds the stake and a second one leaves it held or gives half back, takes it, or releases it.",
    ];
    const CARDS: CardWords = CardWords::None;
    const LASTS: bool = false;

    fn price_list(&self, ask: &PriceQuery) -> Result<PriceList, PriceError> {
        let mut prices = simple::prices(&best_halves(self), &self.stock(), ask.stake)?;
        prices.iter_mut().for_each(|price| name_choice(self, price));
        Ok(prices.into())
    }

    fn price_alone(&self, wager: Wager, ask: &PriceQuery) -> Result<Option<Price>, PriceError> {
        let begins = (wager, Life::default());
        let mut price = simple::price(&best_halves(self), &self.stock(), begins, ask.stake)?;
        name_choice(self, &mut price);
        Ok(Some(price))
    }

    fn best_play(&self, _: &PriceQuery) -> Result<Option<Strategy>, PriceError> {
        Ok(None)
    }

    fn advisor(&self) -> Result<Option<Box<dyn Advises>>, PriceError> {
        Ok(None)
    }
}

/// Says in the method of a price how a player decides about a held stake.
fn name_choice(game: &Roulette, price: &mut Price) {
    for clause in game.clauses.iter().filter(|clause| price.cites.contains(&clause.cite)) {
        let Some(OnZero::Held(EnPrison { cite, half: Some(half), .. })) =
            clause.on_zero.map(|zero| zero.does)
        else {
            continue;
        };
        price.method.push_str(if price.cites.contains(&half) {
            "; half of a held stake is taken, because it is worth more than leaving it"
        } else if price.cites.contains(&cite) {
            "; a held stake is left held, because half of it is not worth more"
        } else {
            ""
        });
        return;
    }
}
