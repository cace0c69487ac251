//! `croupier strategy`: best play for games in which players decide.

use std::path::PathBuf;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::{Args, ValueEnum, ValueHint};
use croupier_kit::Money;
use croupier_maths::strategy::{DecisionGrid, GridCell, LegendEntry, MixedMove, MoveKind, Strategy, Worth};
use croupier_maths::{Figure, PriceQuery};
use croupier_rules::book::Shelf;
use croupier_rules::offer;
use jiff::civil::Date;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::layout::paragraph;
use crate::odds::{AskArgs, figure_text};
use crate::output::{print, print_json, print_styled, table, write};
use crate::settings::in_force_json;
use crate::spinner::Spinner;
use crate::table::{SelectedTable, TableArgs};

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    croupier strategy RULEBOOK/blackjack --house decks=8\n  \
    croupier strategy RULEBOOK/blackjack --format svg > chart.svg\n  \
    croupier strategy RULEBOOK/baccarat-banque --against right=100,left=50")]
pub(crate) struct StrategyArgs {
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    ask: AskArgs,
    /// The stakes against the banker, such as right=100,left=50
    #[arg(long, value_name = "WAGER=AMOUNT", value_delimiter = ',')]
    against: Vec<String>,
    /// The format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Print JSON; short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Also write the chart to this file, as SVG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,
    /// Also list what each move is worth in each case
    #[arg(long)]
    worth: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a terminal
    Text,
    /// A picture
    Svg,
    /// For programs
    Json,
    /// A blackjack chart for `croupier odds --play` and `croupier simulate --policy`
    Chart,
}

pub(crate) fn run(command: &StrategyArgs, shelf: &Shelf, day: Date) -> Result<ExitCode, Failure> {
    let table = command.table.on(shelf, day)?;
    let mut ask = command.ask.of(&table)?;
    ask.against = read_stakes(&table, &command.against)?;
    let format = if command.json { Format::Json } else { command.format };
    if format == Format::Chart {
        let chart = croupier_maths::chart_file(&table.rules, &ask);
        print(chart.map_err(|error| Failure::usage(format!("{}: {error}", table.name())))?.trim_end())?;
        return Ok(ExitCode::SUCCESS);
    }
    let strategy = solved(&table, &ask)?;
    let Some(strategy) = strategy else { return nothing_to_decide(&table, format, command.svg.is_some()) };
    if let Some(path) = &command.svg {
        write(path, &croupier_chart::strategy(&strategy))?;
    }
    match format {
        Format::Json => print_json(&describe(&table, Some(&strategy)))?,
        Format::Svg => print(croupier_chart::strategy(&strategy).trim_end())?,
        Format::Chart | Format::Text => print_styled(&text(&strategy, command.worth))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Best play at a table; `None` if the game has no decisions.
pub(crate) fn solved(table: &SelectedTable<'_>, ask: &PriceQuery) -> Result<Option<Strategy>, Failure> {
    let _spinner = Spinner::start(format!("solving {}", table.name()));
    croupier_maths::strategy(&table.rules, ask)
        .map_err(|error| Failure::usage(format!("{}: {error}", table.name())))
}

fn read_stakes(table: &SelectedTable<'_>, stakes: &[String]) -> Result<Vec<(String, Money)>, Failure> {
    let read = |text: &String| {
        let (wager, amount) = text.split_once('=').ok_or_else(|| {
            Failure::usage(format!("--against {text}: write a stake as WAGER=AMOUNT, such as right=100"))
        })?;
        let words: Vec<&str> = wager.split_whitespace().collect();
        let quote = offer::quote(&table.rules, table.game.conduct(), &words);
        let quote = quote.map_err(|refusal| table.refused(&refusal))?;
        let amount =
            amount.parse().map_err(|error| Failure::usage(format!("--against: `{amount}` {error}")))?;
        Ok((quote.wager, amount))
    };
    stakes.iter().map(read).collect()
}

/// The message for a game without decisions.
pub(crate) fn no_decisions(table: &SelectedTable<'_>) -> String {
    format!("{}: there is nothing to decide after the bets, so there is no best play.", table.name())
}

fn nothing_to_decide(table: &SelectedTable<'_>, format: Format, svg: bool) -> Result<ExitCode, Failure> {
    match format {
        Format::Json => print_json(&describe(table, None))?,
        Format::Text => print(no_decisions(table))?,
        Format::Svg | Format::Chart => {}
    }
    if svg || format == Format::Svg {
        eprintln!("croupier: {} No chart was drawn.", no_decisions(table));
    }
    Ok(ExitCode::SUCCESS)
}

/// Best play as JSON.
fn describe(table: &SelectedTable<'_>, strategy: Option<&Strategy>) -> Value {
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
pub(crate) fn strategy_json(strategy: &Strategy) -> Value {
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

/// The charts as text. Colours are removed if they cannot be shown.
pub(crate) fn text(strategy: &Strategy, worth: bool) -> String {
    let mut parts = vec![strategy.title.clone(), legend(&strategy.moves)];
    for chart in &strategy.charts {
        parts.push(chart_text(chart, &strategy.moves));
        if worth {
            parts.push(worth_text(chart, &strategy.moves));
        }
    }
    parts.extend(strategy.notes.iter().map(|note| paragraph(note)));
    parts.push(paragraph(&format!("Method: {}.", strategy.method.trim_end_matches('.'))));
    parts.join("\n\n")
}

fn style(kind: MoveKind) -> Style {
    let colour = match kind {
        MoveKind::Stand => AnsiColor::Red,
        MoveKind::Draw => AnsiColor::Green,
        MoveKind::More => AnsiColor::Blue,
        MoveKind::Split => AnsiColor::Yellow,
        MoveKind::Leave => AnsiColor::Magenta,
    };
    // Black on a plain colour is legible with all palettes in use.
    Style::new().bg_color(Some(colour.into())).fg_color(Some(AnsiColor::Black.into())).bold()
}

fn painted(text: &str, kind: Option<MoveKind>) -> String {
    kind.map_or_else(
        || text.to_owned(),
        |kind| format!("{}{text}{}", style(kind).render(), style(kind).render_reset()),
    )
}

fn legend(moves: &[LegendEntry]) -> String {
    let item = |play: &LegendEntry| {
        format!("{} {}", painted(&format!(" {} ", play.letter), Some(play.kind)), play.name)
    };
    moves.iter().map(item).collect::<Vec<_>>().join("   ")
}

fn chart_text(chart: &DecisionGrid, moves: &[LegendEntry]) -> String {
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
            format!(" {}", painted(&format!("{:^wide$}", texts(cell)), usual.map(|play| play.kind)))
        };
        let cells = row.cells.iter().zip(&widths).map(cell);
        lines.push(format!("{:left$} {}", row.name, cells.collect::<String>()));
    }
    lines.join("\n")
}

/// Every case of a chart, with the value of each move.
fn worth_text(chart: &DecisionGrid, moves: &[LegendEntry]) -> String {
    let mut rows = table([chart.down.as_str(), chart.across.as_str(), "play", "worth, per bet made"]);
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
        let plain = anstream::adapter::strip_str(&text(&example(), true)).to_string();
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
