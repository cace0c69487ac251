//! Best play for games in which players decide: as JSON and as text.

use croupier_maths::Figure;
use croupier_maths::strategy::{DecisionGrid, GridCell, LegendEntry, MixedMove, MoveKind, Strategy, Worth};
use serde_json::{Value, json};

use crate::figure::figure_text;
use crate::layout::paragraph;
use crate::report_table::ReportTable;
use crate::settings::in_force_json;
use crate::text_table::TextTable;

/// Gives a text the colour of a kind of move.
pub type Painter<'p> = &'p dyn Fn(&str, MoveKind) -> String;

/// The painter without colours.
#[must_use]
pub fn plain(text: &str, _kind: MoveKind) -> String {
    text.to_owned()
}

/// The message for a game without decisions.
#[must_use]
pub fn no_decisions(table: &ReportTable<'_>) -> String {
    format!("{}: there is nothing to decide after the bets, so there is no best play.", table.name())
}

/// Best play at a table as JSON; `None` where there is nothing to decide.
pub fn best_play_json(table: &ReportTable<'_>, strategy: Option<&Strategy>) -> Value {
    let mut answer = json!({
        "rules": table.name(),
        "house": in_force_json(table.game, &table.chosen),
        "decisions": strategy.is_some(),
    });
    if let (Some(strategy), Some(answer)) = (strategy, answer.as_object_mut())
        && let Value::Object(more) = strategy_json(strategy)
    {
        answer.extend(more);
    }
    answer
}

/// The charts as JSON.
pub fn strategy_json(strategy: &Strategy) -> Value {
    let play =
        |play: &LegendEntry| json!({ "letter": play.letter, "name": play.name, "kind": play.kind.name() });
    json!({
        "title": strategy.title,
        "moves": strategy.moves.iter().map(play).collect::<Vec<_>>(),
        "charts": strategy.charts.iter().map(|chart| chart_json(chart, &strategy.moves)).collect::<Vec<_>>(),
        "notes": strategy.notes,
        "method": strategy.method,
    })
}

fn chart_json(chart: &DecisionGrid, moves: &[LegendEntry]) -> Value {
    let rows = chart.rows.iter().map(|row| {
        let cells: Vec<Value> = row
            .cells
            .iter()
            .map(|cell| cell.as_ref().map_or(Value::Null, |cell| cell_json(cell, moves)))
            .collect();
        json!({ "name": row.name, "cells": cells })
    });
    json!({
        "title": chart.title,
        "down": chart.down,
        "across": chart.across,
        "columns": chart.columns,
        "rows": rows.collect::<Vec<_>>(),
    })
}

fn cell_json(cell: &GridCell, moves: &[LegendEntry]) -> Value {
    let plays = cell.plays.iter().map(|mixed: &MixedMove| {
        let play = moves.get(mixed.play);
        json!({
            "letter": play.map(|play| &play.letter),
            "name": play.map(|play| &play.name),
            "probability": figure_text(&mixed.probability),
        })
    });
    let worth = |worth: &Worth| {
        json!({
            "move": worth.name,
            "expectation": worth.expectation.exact().map(ToString::to_string),
            "expectation_decimal": worth.expectation.value(),
        })
    };
    json!({ "plays": plays.collect::<Vec<_>>(), "worth": cell.worth.iter().map(worth).collect::<Vec<_>>() })
}

/// The charts as text that is set to this width.
pub fn strategy_text(strategy: &Strategy, worth: bool, width: Option<usize>, paint: Painter<'_>) -> String {
    let mut parts = vec![strategy.title.clone(), legend(&strategy.moves, paint)];
    for chart in &strategy.charts {
        parts.push(chart_text(chart, &strategy.moves, paint));
        if worth {
            parts.push(worth_text(chart, &strategy.moves, width));
        }
    }
    parts.extend(strategy.notes.iter().map(|note| paragraph(note, width)));
    parts.push(paragraph(&format!("Method: {}.", strategy.method.trim_end_matches('.')), width));
    parts.join("\n\n")
}

fn legend(moves: &[LegendEntry], paint: Painter<'_>) -> String {
    let item =
        |play: &LegendEntry| format!("{} {}", paint(&format!(" {} ", play.letter), play.kind), play.name);
    moves.iter().map(item).collect::<Vec<_>>().join("   ")
}

fn chart_text(chart: &DecisionGrid, moves: &[LegendEntry], paint: Painter<'_>) -> String {
    let texts = |cell: &Option<GridCell>| cell.as_ref().map_or_else(String::new, |cell| cell.text(moves));
    let widths: Vec<usize> = (0..chart.columns.len())
        .map(|place| {
            let cells = chart.rows.iter().filter_map(|row| row.cells.get(place)).map(texts);
            cells.chain(chart.columns.get(place).cloned()).map(|text| text.chars().count()).max().unwrap_or(0)
        })
        .map(|wide| wide.max(2) + 2)
        .collect();
    let names = chart.rows.iter().map(|row| row.name.chars().count());
    let left = names.chain(Some(chart.down.chars().count())).max().unwrap_or(0);
    let across = match chart.across.as_str() {
        "" => String::new(),
        across => format!(" ({} by {across})", chart.down),
    };
    let heads = chart.columns.iter().zip(&widths).map(|(column, wide)| format!(" {column:^wide$}"));
    let mut lines = vec![
        format!("{}{across}", chart.title),
        format!("{:left$} {}", chart.down, heads.collect::<String>()),
    ];
    for row in &chart.rows {
        let cell = |(cell, wide): (&Option<GridCell>, &usize)| {
            let usual = cell.as_ref().and_then(GridCell::usual).and_then(|usual| moves.get(usual.play));
            let text = format!("{:^wide$}", texts(cell));
            format!(" {}", usual.map_or_else(|| text.clone(), |play| paint(&text, play.kind)))
        };
        let cells = row.cells.iter().zip(&widths).map(cell);
        lines.push(format!("{:left$} {}", row.name, cells.collect::<String>()));
    }
    lines.join("\n")
}

/// Every case of a chart, with the value of each move.
fn worth_text(chart: &DecisionGrid, moves: &[LegendEntry], width: Option<usize>) -> String {
    let heads = [chart.down.as_str(), chart.across.as_str(), "play", "worth, per bet made"];
    let mut rows = TextTable::new(heads, width);
    for row in &chart.rows {
        for (column, cell) in
            chart.columns.iter().zip(&row.cells).filter_map(|(c, cell)| Some((c, cell.as_ref()?)))
        {
            let worth = |worth: &Worth| format!("{} {}", worth.name, signed(&worth.expectation));
            let all: Vec<String> = cell.worth.iter().map(worth).collect();
            rows.add_row([row.name.clone(), column.clone(), cell.text(moves), all.join(", ")]);
        }
    }
    rows.to_string()
}

fn signed(figure: &Figure) -> String {
    format!("{:+.5}", figure.value())
}

#[cfg(test)]
mod tests {
    use croupier_maths::strategy::GridRow;

    use super::*;

    fn example() -> Strategy {
        let play =
            |letter: &str, name: &str, kind| LegendEntry { letter: letter.into(), name: name.into(), kind };
        let row = |name: &str, cells: Vec<Option<GridCell>>| GridRow { name: name.into(), cells };
        Strategy {
            title: "Best play".into(),
            moves: vec![play("H", "draw", MoveKind::Draw), play("S", "stand", MoveKind::Stand)],
            charts: vec![DecisionGrid {
                title: "Hard hands".into(),
                down: "hand".into(),
                across: "dealer".into(),
                columns: vec!["6".into(), "10".into()],
                rows: vec![
                    row(
                        "16",
                        vec![
                            Some(GridCell::pure(1)),
                            Some(GridCell::pure(0).worth([("draw", Figure::near(-0.5, 1e-9))])),
                        ],
                    ),
                    row("9", vec![None, Some(GridCell::pure(0))]),
                ],
            }],
            notes: vec!["A note.".into()],
            method: "by hand".into(),
        }
    }

    #[test]
    fn a_chart_needs_no_colours() {
        let plain = strategy_text(&example(), true, None, &plain);
        let lines: Vec<&str> = plain.lines().collect();
        assert!(lines.contains(&"hand   6    10 "), "{plain}");
        assert!(lines.contains(&"16     S    H  "), "{plain}");
        assert!(plain.contains("draw -0.50000") && plain.contains("Method: by hand."), "{plain}");
    }

    #[test]
    fn json_has_every_cell_with_what_each_move_is_worth() {
        let found = strategy_json(&example());
        let rows = &found["charts"][0]["rows"];
        assert_eq!(
            rows[0]["cells"][1]["plays"][0],
            json!({ "letter": "H", "name": "draw", "probability": "1" })
        );
        assert_eq!(rows[0]["cells"][1]["worth"][0]["expectation_decimal"], -0.5);
        assert!(rows[1]["cells"][0].is_null());
    }
}
