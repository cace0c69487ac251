//! The generators, as what they give falls at a table: balls, throws and shuffled packs.

mod chained;
mod noted;
mod simulated;
mod sourced;

pub use chained::Chained;
pub use noted::CountedFalls;
pub use simulated::Simulated;
pub use sourced::Sourced;

use croupier_kit::{Card, Pocket, Wheel};

/// The cards of a shuffle that are looked at: more than a round of any game needs.
pub const CARDS_SEEN: usize = 60;

/// A generator, by what it is used for.
pub trait Falls {
    /// Where the ball comes to rest.
    fn spin(&mut self, wheel: &Wheel) -> Pocket;
    /// The two numbers of a throw.
    fn throw(&mut self) -> [u32; 2];
    /// The first cards of so many packs that have just been shuffled: [`CARDS_SEEN`], or all if there are fewer.
    fn shuffled(&mut self, packs: u8) -> Vec<Card>;
}
