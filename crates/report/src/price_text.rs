//! Prices as text.

use croupier_kit::{Card, Rank, Shoe, Suit};
use croupier_maths::{Figure, Price, PriceQuery};

use crate::figure::{favours_text, percent};
use crate::layout::paragraph;
use crate::report_table::ReportTable;
use crate::settings::in_force;
use crate::text_table::TextTable;

/// The edge per bet made and per other denominators, one on each line.
pub fn edge_lines(price: &Price) -> Vec<String> {
    let all = [
        (Some(price.edge.clone()), "per bet made"),
        (price.edge_decided.clone(), "per bet decided"),
        (price.element_of_risk(), "per unit staked"),
    ];
    all.into_iter()
        .filter_map(|(figure, of)| figure.map(|figure| format!("{} {of}", percent(&figure))))
        .collect()
}

/// The odds in words, separated by commas.
pub fn odds_words(price: &Price) -> String {
    let mut odds: Vec<String> = price
        .endings
        .iter()
        .filter_map(|ending| match ending.payout {
            croupier_rules::contract::Payout::Win(odds) => Some(odds.to_string()),
            _ => None,
        })
        .collect();
    odds.dedup();
    let odds = if odds.len() > 1 {
        odds.join(", ")
    } else {
        price.odds.map_or_else(|| "by its chips".to_owned(), |odds| odds.to_string())
    };
    price.commission.map_or_else(|| odds.clone(), |commission| format!("{odds} less {commission}"))
}

/// The cards in a shoe, rank by rank.
pub(crate) fn shoe_words(shoe: &Shoe) -> String {
    let count = |rank: Rank| -> u32 {
        Suit::ALL.iter().map(|suit| u32::from(shoe.count(Card::new(rank, *suit)))).sum()
    };
    Rank::ALL.map(|rank| format!("{}:{}", rank.symbol(), count(rank))).join(",")
}

/// The table with its settings.
fn heading(of: &ReportTable<'_>, ask: &PriceQuery) -> String {
    let settings: Vec<String> =
        in_force(of.game, &of.chosen).into_iter().map(|(key, value)| format!("{key}={value}")).collect();
    let settings = if settings.is_empty() { String::new() } else { format!("\n  {}", settings.join(" ")) };
    let shoe = ask.shoe.as_ref().map(|shoe| format!("\n  {} cards left: {}", shoe.len(), shoe_words(shoe)));
    format!("{} — {}{settings}{}", of.name(), of.game.title(), shoe.unwrap_or_default())
}

const COLUMNS: [&str; 9] =
    ["wager", "odds", "win", "lose", "void", "edge per bet made", "fraction", "SD", "provision"];

/// The prices of a table, as text that is set to this width.
pub fn prices_text(of: &ReportTable<'_>, ask: &PriceQuery, prices: &[Price], width: Option<usize>) -> String {
    let mut columns = COLUMNS;
    if prices.iter().any(|price| price.halved.is_some()) {
        columns[4] = "void or halved";
    }
    let mut rows = TextTable::new(columns, width);
    for price in prices {
        rows.add_row(cells(of, price));
    }
    rows.align_right(&[2, 3, 4, 7]);
    let mut methods: Vec<&str> = Vec::new();
    for method in prices.iter().map(|price| price.method.as_str()).filter(|method| !method.is_empty()) {
        if !methods.contains(&method) {
            methods.push(method);
        }
    }
    let note = "The edge is the house's expected gain. SD is the standard deviation of one bet, in bets.";
    let method = format!("Method: {}.", methods.join("; "));
    let mut parts = vec![heading(of, ask), rows.to_string(), paragraph(note, width)];
    parts.extend(favours_text(prices).map(|text| paragraph(&text, width)));
    parts.push(paragraph(&method, width));
    parts.join("\n")
}

/// The edge per bet made, and below it the edges per other denominators.
fn edge_cell(price: &Price) -> String {
    let mut lines = edge_lines(price);
    lines[0] = percent(&price.edge);
    lines.join("\n")
}

/// A fraction, if it is short enough for a column.
fn short(figure: &Figure) -> String {
    match figure.exact().map(ToString::to_string) {
        Some(text) if text.len() <= 24 => text,
        Some(_) => "exact, see --json".to_owned(),
        None => format!("within {:.0e}", figure.within()),
    }
}

fn cells(of: &ReportTable<'_>, price: &Price) -> [String; 9] {
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
