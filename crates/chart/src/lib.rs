//! Charts of prices and best play as SVG: strategy charts, distributions of results, edges by wager and by setting,
//! and plots of what a simulation found.
//!
//! A chart stands alone: it has a title and a description for those who do not see it, colours for light and for dark
//! surroundings, words beside every colour, and needs nothing from anywhere.

mod axis;
mod bars;
mod plot;
mod sheet;
mod strategy;

pub use axis::{Axis, Scale};
pub use bars::{Bar, Bars};
pub use plot::{Layer, Panel, plots};
pub use strategy::strategy;
