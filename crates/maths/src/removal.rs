//! The effect of removing one card from the shoe on the house's gain.

use crate::Figure;

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
