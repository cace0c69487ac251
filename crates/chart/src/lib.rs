//! Charts of prices and best play as SVG: strategy charts, distributions of results, edges by wager and by setting.
//!
//! A chart stands alone: it has a title and a description for those who do not see it, colours for light and for dark
//! surroundings, words beside every colour, and needs nothing from anywhere.

mod bars;
mod sheet;
mod strategy;

pub use bars::{Bar, Bars};
pub use strategy::strategy;
