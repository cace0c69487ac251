//! Verdicts of the judge: as JSON and as text.

use croupier_rules::Inadmissible;
use croupier_rules::table::{StakeVerdict, Verdict};
use serde_json::{Map, Value, json};

use crate::text_table::TextTable;

/// A record that cannot be judged, as JSON.
pub fn inadmissible_json(error: &Inadmissible) -> Value {
    json!({ "error": { "line": error.line, "message": error.message, "cites": error.cites } })
}

/// A verdict as JSON.
pub fn verdict_json(verdict: &Verdict) -> Value {
    let net: Map<String, Value> =
        verdict.net.iter().map(|(name, sum)| (name.clone(), json!(sum.to_string()))).collect();
    let rows: Vec<Value> = verdict.rows.iter().map(row_json).collect();
    json!({ "rules": verdict.rules, "bets": rows, "net": net, "bank": verdict.bank.to_string() })
}

/// One stake as JSON. Keys that do not apply are absent.
fn row_json(row: &StakeVerdict) -> Value {
    let pairs = [
        ("bet", Some(json!(row.bet))),
        ("player", Some(json!(row.player))),
        ("wager", Some(json!(row.wager))),
        ("hand", row.hand.as_ref().map(|hand| json!(hand))),
        ("of", row.of.map(|of| json!(of))),
        ("stake", Some(json!(row.stake.to_string()))),
        ("commission", row.commission.map(|charged| json!(charged.to_string()))),
        ("bonus", row.bonus.map(|bonus| json!(bonus.to_string()))),
        ("outcome", Some(json!(row.outcome.name()))),
        ("odds", row.odds.map(|odds| json!(odds.to_string()))),
        ("reason", row.reason.as_ref().map(|reason| json!(reason))),
        ("profit", Some(json!(row.profit.to_string()))),
        ("returned", Some(json!(row.returned.to_string()))),
        ("cites", Some(json!(row.cites))),
    ];
    Value::Object(
        pairs.into_iter().filter_map(|(key, value)| value.map(|value| (key.to_owned(), value))).collect(),
    )
}

/// A verdict as a text table that is set to this width.
pub fn verdict_text(verdict: &Verdict, width: Option<usize>) -> String {
    let header = ["bet", "player", "wager", "stake", "outcome", "odds", "profit", "returned", "because"];
    let mut table = TextTable::new(header, width);
    for row in &verdict.rows {
        table.add_row(row_cells(row));
    }
    table.align_right(&[0, 3, 6, 7]);
    let mut parts = vec![verdict.rules.clone()];
    parts.push(if verdict.rows.is_empty() { "No bets were made.".to_owned() } else { table.to_string() });
    parts.extend(verdict.net.iter().map(|(name, sum)| format!("{name:>12}  {sum:>14}")));
    parts.push(format!("{:>12}  {:>14}", "bank", verdict.bank));
    parts.join("\n")
}

/// The odds, the commission and the bonus of a stake.
fn paid_at(row: &StakeVerdict) -> String {
    let odds = row.odds.map(|odds| odds.to_string()).unwrap_or_default();
    match (row.commission, row.bonus) {
        (Some(charged), _) => format!("{odds} less {charged}"),
        (None, Some(bonus)) => format!("bonus {bonus}"),
        (None, None) => odds,
    }
}

fn row_cells(row: &StakeVerdict) -> [String; 9] {
    let hand = row.hand.as_ref().map(|hand| format!(" (hand {hand})")).unwrap_or_default();
    let because = match &row.reason {
        Some(reason) if row.cites.is_empty() => reason.clone(),
        Some(reason) => format!("{reason} ({})", row.cites.join(", ")),
        None => row.cites.join(", "),
    };
    [
        row.bet.to_string(),
        row.player.clone(),
        format!("{}{hand}", row.wager),
        row.stake.to_string(),
        row.outcome.name().to_owned(),
        paid_at(row),
        row.profit.to_string(),
        row.returned.to_string(),
        because,
    ]
}
