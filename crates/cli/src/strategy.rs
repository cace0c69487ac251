//! `croupier strategy`: best play for games in which players decide.

use std::path::PathBuf;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::{Args, ValueEnum, ValueHint};
use croupier_kit::Money;
use croupier_maths::PriceQuery;
use croupier_maths::strategy::{MoveKind, Strategy};
use croupier_report::{best_play_json, no_decisions, strategy_text};
use croupier_rules::book::Shelf;
use croupier_rules::offer;
use jiff::civil::Date;

use crate::failure::Failure;
use crate::layout::width;
use crate::odds::AskArgs;
use crate::output::{print, print_json, print_styled, write};
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
        Format::Json => print_json(&best_play_json(&table, Some(&strategy)))?,
        Format::Svg => print(croupier_chart::strategy(&strategy).trim_end())?,
        Format::Chart | Format::Text => {
            print_styled(&strategy_text(&strategy, command.worth, width(), &painted))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Best play at a table; `None` if the game has no decisions.
fn solved(table: &SelectedTable<'_>, ask: &PriceQuery) -> Result<Option<Strategy>, Failure> {
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

fn nothing_to_decide(table: &SelectedTable<'_>, format: Format, svg: bool) -> Result<ExitCode, Failure> {
    match format {
        Format::Json => print_json(&best_play_json(table, None))?,
        Format::Text => print(no_decisions(table))?,
        Format::Svg | Format::Chart => {}
    }
    if svg || format == Format::Svg {
        eprintln!("croupier: {} No chart was drawn.", no_decisions(table));
    }
    Ok(ExitCode::SUCCESS)
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

fn painted(text: &str, kind: MoveKind) -> String {
    format!("{}{text}{}", style(kind).render(), style(kind).render_reset())
}
