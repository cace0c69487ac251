//! `croupier odds`: the exact price of every wager.

mod chart;
mod removal;
mod risk;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum, ValueHint};
use croupier_kit::Money;
use croupier_maths::{Known, Precision, Price, PriceQuery, parse_shoe};
use croupier_report::{prices_json, prices_text, prices_with_risk_json, risk_text, risks, table_prices};
use croupier_rules::book::Shelf;
use croupier_sim::stake_and_wager;
use jiff::civil::Date;

use crate::failure::Failure;
use crate::layout::width;
use crate::output::{print, print_json, write};
use crate::spinner::Spinner;
use crate::table::{SelectedTable, TableArgs};

use chart::ChartKind;

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    croupier odds RULEBOOK/roulette\n  \
    croupier odds RULEBOOK/roulette --wager \"split 17 20\"\n  \
    croupier odds RULEBOOK/punto-banco --shoe 0:16,1:4,2:4,3:4,4:4,5:4,6:4,7:4,8:4,9:4\n  \
    croupier odds RULEBOOK/blackjack --house decks=8 --shoe -5:2,-A\n  \
    croupier odds RULEBOOK/dice --risk --wager win --bet 5 --bankroll 200 --rounds 500\n  \
    croupier odds RULEBOOK/blackjack --svg settings.svg --chart settings")]
pub(crate) struct OddsArgs {
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    ask: AskArgs,
    /// Show only this wager: a name in the list (numbers 18), or as a record writes it, with its stake or without
    /// (red, "5 on split 17 20")
    #[arg(long, value_name = "WAGER")]
    wager: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write a chart to this file, as SVG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,
    /// What the chart shows
    #[arg(long, value_enum, default_value_t = ChartKind::Edges, requires = "svg")]
    chart: ChartKind,
    /// Price blackjack as played by the chart in this file (`croupier strategy --format chart` writes one)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    play: Option<PathBuf>,
    /// Show what removing one card of each rank is worth, instead of the prices
    #[arg(long, conflicts_with_all = ["play", "svg", "wager"])]
    removals: bool,
    #[command(flatten)]
    risk: risk::RiskArgs,
}

/// Options of a computation.
#[derive(Args)]
pub(crate) struct AskArgs {
    /// The cards in the shoe (A:24,2:24,10:96), or the cards removed from a full one (-5:2,-A,-5H)
    #[arg(long, value_name = "COMPOSITION", allow_hyphen_values = true)]
    shoe: Option<String>,
    /// Compute fractions even where decimals with a proved error bound are faster; for small shoes
    #[arg(long)]
    exact: bool,
    /// What the two sides know, in games where both decide
    #[arg(long, value_enum, value_name = "WHAT")]
    known: Option<KnownArg>,
    /// The bet that is priced, where a commission is rounded [default: the smallest on which nothing is]
    #[arg(long, value_name = "AMOUNT")]
    stake: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KnownArg {
    /// Totals, and every card is put back: the classical game
    Replaced,
    /// Only totals
    Totals,
    /// The banker knows his two cards, the player only the total
    BankersCards,
    /// Both know their own two cards
    BothCards,
}

impl AskArgs {
    /// Looks up and checks the options for this table.
    pub(crate) fn of(&self, table: &SelectedTable<'_>) -> Result<PriceQuery, Failure> {
        let shoe = self.shoe.as_ref().map(|text| parse_shoe(&table.rules, text)).transpose();
        let shoe = shoe.map_err(|error| Failure::usage(error.to_string()))?;
        let known = self.known.map(|known| match known {
            KnownArg::Replaced => Known::Replaced,
            KnownArg::Totals => Known::Totals,
            KnownArg::BankersCards => Known::BankersCards,
            KnownArg::BothCards => Known::BothCards,
        });
        Ok(PriceQuery {
            spread: shoe.as_ref().is_some_and(|written| written.spread),
            shoe: shoe.map(|written| written.shoe),
            precision: if self.exact { Precision::Fractions } else { Precision::Decimals },
            known,
            chart: None,
            stake: self.stake.as_deref().map(read_stake).transpose()?,
            against: Vec::new(),
        })
    }
}

pub(crate) fn read_stake(text: &str) -> Result<Money, Failure> {
    text.parse().map_err(|error| Failure::usage(format!("--stake: `{text}` {error}")))
}

/// A wager with its stake, if it has one: a record writes `ann bets 5 on red`.
pub(crate) fn asked_wager(words: &str) -> Result<(Option<Money>, &str), Failure> {
    let bet = match words.split_once(' ') {
        Some((_, rest)) => rest.strip_prefix("bets ").unwrap_or(words),
        None => words,
    };
    stake_and_wager(bet).map_err(|error| Failure::usage(error.to_string()))
}

pub(crate) fn run(command: &OddsArgs, shelf: &Shelf, day: Date) -> Result<ExitCode, Failure> {
    let table = command.table.on(shelf, day)?;
    let mut ask = command.ask.of(&table)?;
    let wager = command.wager.as_deref().map(asked_wager).transpose()?;
    if let Some(stake) = wager.and_then(|(stake, _)| stake) {
        if ask.stake.is_some_and(|other| other != stake) {
            return Err(Failure::usage("--stake and the stake before the wager differ: say one of them"));
        }
        ask.stake = Some(stake);
    }
    if let Some(path) = &command.play {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| Failure::unreadable(&name, &error))?;
        ask.chart = Some(text);
    }
    if command.removals {
        return removal::run(&table, &ask, command.json);
    }
    let plan = command.risk.read()?;
    let prices = priced(&table, &ask)?;
    let prices = match wager {
        Some((_, name)) => vec![one(&table, &ask, &prices, name)?],
        None => prices,
    };
    if let Some(path) = &command.svg {
        write(path, &chart::draw(command.chart, &table, &prices)?)?;
    }
    match (command.json, &plan) {
        (true, None) => print_json(&prices_json(&table, &ask, &prices))?,
        (true, Some(plan)) => print_json(&prices_with_risk_json(&table, &ask, &prices, plan)?)?,
        (false, None) => print(prices_text(&table, &ask, &prices, width()))?,
        (false, Some(plan)) => {
            print(risk_text(&table.name(), &prices, &risks(&prices, plan)?, plan, width()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The prices of a table, with a spinner if it takes long.
fn priced(table: &SelectedTable<'_>, ask: &PriceQuery) -> Result<Vec<Price>, Failure> {
    let _spinner = Spinner::start(format!("pricing {}", table.name()));
    Ok(table_prices(table, ask)?)
}

/// The price of a wager that the list names, or that a record can hold.
pub(crate) fn one(
    table: &SelectedTable<'_>,
    ask: &PriceQuery,
    prices: &[Price],
    words: &str,
) -> Result<Price, Failure> {
    croupier_maths::price_of(&table.rules, table.game.conduct(), words, ask, prices)
        .map_err(|error| Failure::usage(error.to_string()))
}
