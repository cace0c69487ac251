//! Formatting of figures.

use croupier_maths::{Figure, Price};

/// An exact figure as a fraction, others as a decimal.
pub fn figure_text(figure: &Figure) -> String {
    figure.exact().map_or_else(|| format!("{:.12}", figure.value()), ToString::to_string)
}

/// A share in percent with four decimal places. If the error bound is larger than that: fewer places, with the bound.
pub fn percent(figure: &Figure) -> String {
    let within = figure.within() * 100.0;
    if (5.0e-5..100.0).contains(&within) {
        let places = if within < 0.005 { 4 } else { 2 };
        let estimated = if figure.is_estimated() { " estimated" } else { "" };
        return format!("{:.places$} ± {within:.places$} %{estimated}", figure.value() * 100.0);
    }
    percent_of(figure.value())
}

fn percent_of(value: f64) -> String {
    let text = format!("{:.4} %", value * 100.0);
    if text == "-0.0000 %" { "0.0000 %".to_owned() } else { text }
}

/// The wagers at which the player has the edge, in a sentence; `None` where there are none.
pub fn favours_text(prices: &[Price]) -> Option<String> {
    let wagers: Vec<String> = prices
        .iter()
        .filter(|price| price.favours_player())
        .map(|price| format!("`{}` ({})", price.wager, percent(&price.edge)))
        .collect();
    (!wagers.is_empty()).then(|| format!("The player has the edge: {}.", wagers.join(", ")))
}
