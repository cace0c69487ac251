//! Charts of prices and best play as SVG: strategy charts, distributions of results, edges by wager and by setting,
//! and plots of simulation results.
//!
//! Every chart is self-contained. It has a title and a description for readers who cannot see it, colours for light
//! and dark backgrounds, and text beside every colour. It loads nothing from elsewhere.

mod axis;
mod bars;
mod plot;
mod sheet;
mod strategy;

pub use axis::{Axis, Scale};
pub use bars::{Bar, Bars};
pub use plot::{Layer, Panel, plots};
pub use strategy::strategy;
