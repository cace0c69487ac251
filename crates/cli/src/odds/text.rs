//! Prices for people.

use comfy_table::CellAlignment;
use croupier_kit::{Card, Rank, Shoe, Suit};
use croupier_maths::{Figure, Price, PriceQuery};

use crate::output::table;
use crate::settings::in_force;
use crate::table::TableOf;

/// A share in percent with four places; fewer, and how far it can be off, where that is more than they would tell.
pub(crate) fn percent(figure: &Figure) -> String {
    let within = figure.within() * 100.0;
    if (5.0e-5..100.0).contains(&within) {
        let places = if within < 0.005 { 4 } else { 2 };
        return format!("{:.places$} ± {within:.places$} %", figure.value() * 100.0);
    }
    percent_of(figure.value())
}

fn percent_of(value: f64) -> String {
    let text = format!("{:.4} %", value * 100.0);
    if text == "-0.0000 %" { "0.0000 %".to_owned() } else { text }
}

/// The edge by each of its denominators, one a line.
pub(crate) fn edge_lines(price: &Price) -> Vec<String> {
    let all = [
        (Some(price.edge.clone()), "per bet made"),
        (price.edge_decided.clone(), "per bet decided"),
        (price.element_of_risk(), "per unit staked"),
    ];
    all.into_iter()
        .filter_map(|(figure, of)| figure.map(|figure| format!("{} {of}", percent(&figure))))
        .collect()
}

/// The odds in words; several with commas.
pub(crate) fn odds_words(price: &Price) -> String {
    let mut odds: Vec<String> = price
        .endings
        .iter()
        .filter_map(|ending| match ending.payout {
            croupier_rules::contract::Payout::Win(odds) => Some(odds.to_string()),
            _ => None,
        })
        .collect();
    odds.dedup();
    if odds.len() > 1 {
        odds.join(", ")
    } else {
        price.odds.map_or_else(|| "by its chips".to_owned(), |odds| odds.to_string())
    }
}

/// What is left in a shoe, rank by rank.
pub(super) fn shoe_words(shoe: &Shoe) -> String {
    let count = |rank: Rank| -> u32 {
        Suit::ALL.iter().map(|suit| u32::from(shoe.count(Card::new(rank, *suit)))).sum()
    };
    Rank::ALL.map(|rank| format!("{}:{}", rank.symbol(), count(rank))).join(",")
}

/// The table with its settings, in a line or two.
fn heading(of: &TableOf<'_>, ask: &PriceQuery) -> String {
    let settings: Vec<String> =
        in_force(of.game, &of.chosen).into_iter().map(|(key, value)| format!("{key}={value}")).collect();
    let settings = if settings.is_empty() { String::new() } else { format!("\n  {}", settings.join(" ")) };
    let shoe = ask.shoe.as_ref().map(|shoe| format!("\n  {} cards left: {}", shoe.len(), shoe_words(shoe)));
    format!("{} — {}{settings}{}", of.name(), of.game.title(), shoe.unwrap_or_default())
}

const COLUMNS: [&str; 9] =
    ["wager", "odds", "win", "lose", "void", "edge per bet made", "fraction", "SD", "provision"];

/// The prices of a table for people.
pub(crate) fn prices_text(of: &TableOf<'_>, ask: &PriceQuery, prices: &[Price]) -> String {
    let mut rows = table(COLUMNS);
    if prices.iter().any(|price| price.halved.is_some()) {
        let mut columns = COLUMNS;
        columns[4] = "void or halved";
        rows.set_header(columns);
    }
    for price in prices {
        rows.add_row(cells(of, price));
    }
    for column in [2, 3, 4, 7] {
        if let Some(column) = rows.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut methods: Vec<&str> = Vec::new();
    for method in prices.iter().map(|price| price.method.as_str()).filter(|method| !method.is_empty()) {
        if !methods.contains(&method) {
            methods.push(method);
        }
    }
    format!(
        "{}\n{rows}\nThe edge is the house's expected gain; SD is the standard deviation of one bet, in bets.\nHow it was got: {}.",
        heading(of, ask),
        methods.join("; ")
    )
}

/// The edge per bet made, as the column says, and below it those that are shares of something else.
fn edge_cell(price: &Price) -> String {
    let mut lines = edge_lines(price);
    lines[0] = percent(&price.edge);
    lines.join("\n")
}

/// A fraction that has room in a column.
fn short(figure: &Figure) -> String {
    match figure.exact().map(ToString::to_string) {
        Some(text) if text.len() <= 24 => text,
        Some(_) => "exact, see --json".to_owned(),
        None => format!("within {:.0e}", figure.within()),
    }
}

fn cells(of: &TableOf<'_>, price: &Price) -> [String; 9] {
    let void = match &price.halved {
        Some(halved) => format!("{} halved", percent(halved)),
        None => percent(&price.void),
    };
    let cites: Vec<&str> = price.cites.iter().map(|rule| of.book.citations().text(*rule)).collect();
    let cites = if cites.len() > 3 {
        format!("{} and {} more", cites[..2].join(", "), cites.len() - 2)
    } else {
        cites.join(", ")
    };
    [
        price.wager.clone(),
        odds_words(price),
        percent(&price.win),
        percent(&price.lose),
        void,
        edge_cell(price),
        short(&price.edge),
        format!("{:.4}", price.variance.value().sqrt()),
        cites,
    ]
}
