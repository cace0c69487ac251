//! Prices as JSON.

use croupier_maths::{Figure, Price, PriceQuery};
use croupier_rules::book::Book;
use croupier_rules::contract::Payout;
use serde_json::{Map, Value, json};

use crate::error::ReportError;
use crate::figure::figure_text;
use crate::price_text::shoe_words;
use crate::report_table::ReportTable;
use crate::risk::{BettingPlan, risk_json, risks};
use crate::settings::in_force_json;

/// The prices of a table. Combinations of wagers are listed separately from single wagers.
pub fn prices_json(table: &ReportTable<'_>, ask: &PriceQuery, prices: &[Price]) -> Value {
    let mut answer = Map::new();
    answer.insert("rules".to_owned(), json!(table.name()));
    answer.insert("house".to_owned(), in_force_json(table.game, &table.chosen));
    if let Some(shoe) = &ask.shoe {
        answer.insert("shoe".to_owned(), json!({ "cards": shoe.len(), "left": shoe_words(shoe) }));
    }
    let rows = |together: bool| -> Vec<Value> {
        let of = prices.iter().filter(|price| price.is_combined() == together);
        of.map(|price| price_json(table.book, price)).collect()
    };
    answer.insert("wagers".to_owned(), rows(false).into());
    if prices.iter().any(Price::is_combined) {
        answer.insert("combined".to_owned(), rows(true).into());
    }
    Value::Object(answer)
}

/// The prices of a table with the risk of each wager.
///
/// # Errors
/// When the bankroll cannot be counted exactly.
pub fn prices_with_risk_json(
    table: &ReportTable<'_>,
    ask: &PriceQuery,
    list: &[Price],
    plan: &BettingPlan,
) -> Result<Value, ReportError> {
    let mut answer = prices_json(table, ask, list);
    answer["risk"] =
        list.iter().zip(&risks(list, plan)?).map(|(price, of)| risk_json(price, of, plan)).collect();
    Ok(answer)
}

/// One price as JSON. Keys that do not apply are absent.
pub fn price_json(book: &Book, price: &Price) -> Value {
    let mut row = Map::new();
    let mut put = |key: &str, value: Value| row.insert(key.to_owned(), value);
    put("wager", json!(price.wager));
    let pays = pays(price);
    match (pays.as_slice(), price.odds) {
        ([] | [_], Some(odds)) => put("odds", json!(odds.to_string())),
        ([], None) => None,
        (pays, _) => put(
            "pays",
            pays.iter().map(|(odds, p)| json!({ "odds": odds, "probability": figure_text(p) })).collect(),
        ),
    };
    if let Some(commission) = price.commission {
        put("commission", json!(commission.to_string()));
    }
    put("win", json!(figure_text(&price.win)));
    put("lose", json!(figure_text(&price.lose)));
    put("void", json!(figure_text(&price.void)));
    if let Some(halved) = &price.halved {
        put("halved", json!(figure_text(halved)));
    }
    if let Some(edge) = price.edge.exact() {
        put("edge", json!(edge.to_string()));
    }
    put("edge_decimal", json!(price.edge.value()));
    if price.favours_player() {
        put("favours", json!("player"));
    }
    put("variance_decimal", json!(price.variance.value()));
    let estimates = [
        ("win", &price.win),
        ("lose", &price.lose),
        ("void", &price.void),
        ("variance_decimal", &price.variance),
    ];
    let estimates: Map<String, Value> = estimates
        .into_iter()
        .filter(|(_, figure)| figure.is_estimated())
        .map(|(key, figure)| (key.to_owned(), json!(figure.within())))
        .collect();
    if !estimates.is_empty() {
        put("estimated", Value::Object(estimates));
    }
    let more = [
        ("edge_decided", price.edge_decided.clone()),
        ("element_of_risk", price.element_of_risk()),
        ("staked", price.staked.clone()),
    ];
    for (key, figure) in more.into_iter().filter_map(|(key, figure)| figure.map(|figure| (key, figure))) {
        put(key, json!(figure_text(&figure)));
    }
    if !price.method.is_empty() {
        put("method", json!(method(price)));
    }
    put("cites", json!(price.cites.iter().map(|rule| book.citations().text(*rule)).collect::<Vec<_>>()));
    Value::Object(row)
}

/// How the price was computed, with its error bound.
fn method(price: &Price) -> String {
    if price.edge.exact().is_some() {
        return price.method.clone();
    }
    format!("{}; the edge is within {:.1e}", price.method, price.edge.within())
}

/// The different odds that a wager pays, each with its probability.
fn pays(price: &Price) -> Vec<(String, Figure)> {
    let odds = |payout: Payout| match payout {
        Payout::Win(odds) => Some(odds.to_string()),
        Payout::Net { won, staked, any: true } => Some(format!("{won} to {staked}")),
        _ => None,
    };
    let mut pays: Vec<(String, Figure)> = Vec::new();
    for ending in &price.endings {
        let Some(odds) = odds(ending.payout) else { continue };
        match pays.iter_mut().find(|(known, _)| *known == odds) {
            Some((_, sum)) => *sum = sum.plus(&ending.probability),
            None => pays.push((odds, ending.probability.clone())),
        }
    }
    pays
}
