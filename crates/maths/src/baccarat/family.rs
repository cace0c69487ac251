//! What the mathematics knows of baccarat.

use croupier_kit::{Shoe, gcd};
use croupier_rules::games::baccarat::{Baccarat, Opposing};

use super::advisor::CoupAdvisor;
use super::sides::FactCounts;
use super::{BanqueModel, CheminModel, Equilibrium, HandStakes, Knows, PipCounts, RemovalEffect, Sampling};
use super::{banque, best_play, chemin, clauses, punto_for, removals, together};
use crate::Price;
use crate::Strategy;
use crate::advice::Advises;
use crate::clauses::RuleSwap;
use crate::covariance::Covariances;
use crate::family::{CardWords, FamilyMaths};
use crate::price::PriceList;
use crate::query::{Known, PriceError, PriceQuery, impossible};
use crate::removal::Removal;
use crate::shoe_counts::from_ace;
use crate::shoe_text::of_spread;

impl FamilyMaths for Baccarat {
    const PROOFS: &'static [&'static str] = &[
        "Known values: of the 4,998,398,275,503,360 coups of eight packs the banker wins 2,292,252,566,437,888, the player \
         2,230,518,282,592,256, and 475,627,426,473,216 are drawn.",
        "On small shoes every deal is played out by the rules and gives the same fractions.",
        "Where both sides decide, the equilibrium has a certificate: the best response of each side gains exactly \
         nothing.",
    ];
    const CARDS: CardWords = CardWords::PipsAlike;
    const LASTS: bool = true;

    fn price_list(&self, ask: &PriceQuery) -> Result<PriceList, PriceError> {
        let shoe = pips(self, ask)?;
        let prices = match equilibrium(self, &shoe, ask)? {
            Some(play) => play.prices(self),
            None => {
                let mut prices = punto_for(self, &shoe, ask.stake).map_err(impossible)?;
                prices.extend(side_prices(self, ask)?);
                prices
            }
        };
        Ok(prices.into())
    }

    fn covariances(&self) -> Result<Option<Covariances>, PriceError> {
        let shoe = PipCounts::whole(self.packs);
        let found = match best_play(self, &shoe).map_err(impossible)? {
            Some(play) => together::of_play(self, &play),
            None => together::of_coup(self).map_err(impossible)?,
        };
        Ok(Some(found))
    }

    fn best_play(&self, ask: &PriceQuery) -> Result<Option<Strategy>, PriceError> {
        let play = equilibrium(self, &pips(self, ask)?, ask)?;
        Ok(play.map(|play| play.strategy()))
    }

    fn advisor(&self) -> Result<Option<Box<dyn Advises>>, PriceError> {
        let shoe = PipCounts::whole(self.packs);
        let play = best_play(self, &shoe).map_err(|error| PriceError::new("best play", error.to_string()))?;
        let drawing = self.drawing;
        Ok(play.map(|play| -> Box<dyn Advises> {
            Box::new(CoupAdvisor { strategy: play.policy(), drawing, shoe })
        }))
    }

    fn check_known(&self) -> Result<(), PriceError> {
        if !self.drawing.leaves_no_choice() {
            return Ok(());
        }
        Err(PriceError::new("what the sides know", "nobody has a choice at this table"))
    }

    fn check_against(&self) -> Result<(), PriceError> {
        if self.hands == Opposing::Two {
            return Ok(());
        }
        Err(PriceError::new(
            "stakes against the banker",
            "this banker plays against one hand, whose stakes are one",
        ))
    }

    fn removals(&self, ask: &PriceQuery) -> Result<Vec<Removal>, PriceError> {
        let effects = removals(self, &pips(self, ask)?).map_err(impossible)?;
        let removal = |effect: RemovalEffect| Removal {
            card: effect.value.to_string(),
            wager: effect.wager,
            gain: (-effect.gain).into(),
        };
        Ok(effects.into_iter().map(removal).collect())
    }

    fn swaps(&self, from: &Self) -> Vec<RuleSwap<Self>> {
        clauses::swaps(self, from)
    }
}

/// The prices of the side wagers.
fn side_prices(game: &Baccarat, ask: &PriceQuery) -> Result<Vec<Price>, PriceError> {
    if game.sides.0.is_empty() {
        return Ok(Vec::new());
    }
    let shoe = ask.shoe.unwrap_or_else(|| Shoe::new(game.packs));
    let counts = FactCounts::of_cards(game, &shoe).map_err(impossible)?;
    Ok(game.sides.0.iter().map(|wager| of_spread(ask, counts.side_price(wager))).collect())
}

fn pips(game: &Baccarat, ask: &PriceQuery) -> Result<PipCounts, PriceError> {
    match &ask.shoe {
        None => Ok(PipCounts::whole(game.packs)),
        Some(shoe) => PipCounts::left(game.packs, &from_ace(shoe)).map_err(impossible),
    }
}

/// Best play of both sides, given what the query says they know; `None` if nobody has a choice.
fn equilibrium(
    game: &Baccarat,
    shoe: &PipCounts,
    ask: &PriceQuery,
) -> Result<Option<Equilibrium>, PriceError> {
    let (cards, player, banker) = match ask.known.unwrap_or(Known::BothCards) {
        Known::Replaced => (Sampling::WithReplacement, Knows::Score, Knows::Score),
        Known::Totals => (Sampling::WithoutReplacement, Knows::Score, Knows::Score),
        Known::BankersCards => (Sampling::WithoutReplacement, Knows::Score, Knows::Cards),
        Known::BothCards => (Sampling::WithoutReplacement, Knows::Cards, Knows::Cards),
    };
    match game.hands {
        Opposing::One if game.drawing.leaves_no_choice() => Ok(None),
        Opposing::One => {
            chemin(game, shoe, CheminModel { cards, player, banker }).map(Some).map_err(impossible)
        }
        Opposing::Two => {
            banque(game, shoe, laid(ask)?, BanqueModel { cards, banker }).map(Some).map_err(impossible)
        }
    }
}

/// The stakes on each hand as the query names them, in the largest unit that divides them all, or equal stakes on both
/// hands if it names none.
fn laid(ask: &PriceQuery) -> Result<HandStakes, PriceError> {
    if ask.against.is_empty() {
        return Ok(HandStakes::EVEN);
    }
    let on = |name: &str| -> Option<u64> {
        let mut stakes =
            ask.against.iter().filter(|(wager, _)| wager == name).map(|(_, stake)| stake.minor());
        stakes.try_fold(0_u64, u64::checked_add_signed)
    };
    let stakes = ["right", "left", "both"].map(on);
    let unit = stakes.iter().flatten().fold(0, |common, stake| gcd(common, *stake)).max(1);
    let [Some(right), Some(left), Some(both)] =
        stakes.map(|stake| stake.and_then(|stake| u32::try_from(stake / unit).ok()))
    else {
        let allowed = "they must be in a simpler proportion to each other";
        return Err(PriceError::new("these stakes of --against", allowed));
    };
    Ok(HandStakes { right, left, both })
}
