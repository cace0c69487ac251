//! The effect of removing one card from the shoe on the house's gain.

use croupier_rules::games::AnyGame;

use crate::odds::{impossible, pips, ranks};
use crate::query::{PriceError, PriceQuery};
use crate::{Figure, baccarat, blackjack};

/// The change in the house's gain when one card of a kind is removed from the shoe, per unit of the original bet.
#[derive(Clone, PartialEq, Debug)]
pub struct Removal {
    /// The card: `A`, `2` to `9`, `10`; in baccarat `0` for tens and pictures.
    pub card: String,
    /// The wager.
    pub wager: String,
    /// The house's gain from the removal; negative if the player gains.
    pub gain: Figure,
}

/// The effect of removing each card on every wager of a table that is dealt from a shoe.
///
/// # Errors
/// When the game has no shoe that lasts over several rounds, or the given shoe is impossible.
pub fn removals(game: &AnyGame, ask: &PriceQuery) -> Result<Vec<Removal>, PriceError> {
    match game {
        AnyGame::Baccarat(game) => {
            let effects = baccarat::removals(game, &pips(game, ask)?).map_err(impossible)?;
            let removal = |effect: baccarat::RemovalEffect| Removal {
                card: effect.value.to_string(),
                wager: effect.wager,
                gain: (-effect.gain).into(),
            };
            Ok(effects.into_iter().map(removal).collect())
        }
        AnyGame::Blackjack(game) => {
            let solver = blackjack::Solver::new(game).map_err(impossible)?;
            let shoe = ranks(game, ask)?;
            let within = 2.0 * solver.analyse(&shoe).map_err(impossible)?.edge.within();
            let effects = solver.effects_of_removal(&shoe).map_err(impossible)?;
            let card = |kind: usize| if kind == 0 { "A".to_owned() } else { (kind + 1).to_string() };
            let found = effects.into_iter().enumerate().filter_map(|(kind, gain)| Some((card(kind), gain?)));
            let removal =
                |(card, gain)| Removal { card, wager: "box".to_owned(), gain: Figure::near(gain, within) };
            Ok(found.map(removal).collect())
        }
        _ => {
            Err(PriceError::new("one card less", "this game is not dealt from a shoe that lasts over rounds"))
        }
    }
}
