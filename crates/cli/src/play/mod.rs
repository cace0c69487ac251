//! `croupier play`: a table in the terminal, in one process, with play money.

mod advice;
mod bets;
mod cards;
mod chance;
mod decide;
mod describe;
mod dispatch;
mod draw;
mod draw_table;
mod house_toml;
mod input;
mod keyword;
mod line_editor;
mod message;
mod odds_list;
mod options;
mod pages;
mod plain;
mod pricing;
mod private_house;
mod record;
mod report;
mod screen;
mod screen_state;
mod session;
mod theme;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueHint};
use croupier_kit::Money;
use croupier_rules::book::Shelf;
use jiff::civil::Date;

use crate::failure::Failure;
use crate::output::{print, write};
use crate::table::{SelectedTable, TableArgs};
use cards::CardStyle;
use chance::SeededChance;
use private_house::{PrivateHouse, whole};
use session::{Learn, MissingPrices, PlaySession, Style};

/// The default money of the player in whole units, unless that is less than `PURSE_BETS` of the lowest bets.
const PURSE: i64 = 1000;
const PURSE_BETS: i64 = 50;
/// The maximum money of the player, in whole units.
const PURSE_MAX: i64 = 1_000_000_000;

#[derive(Args)]
#[command(arg_required_else_help = true)]
#[command(after_help = "\
At the table, type `help` for the commands. The bottom of the screen shows what you can type now.

Examples:
  croupier play RULEBOOK/roulette
  croupier play RULEBOOK/blackjack --house decks=8 --purse 500 --learn
  croupier play RULEBOOK/dice --plain --seed lucky --record evening.round")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    table: TableArgs,
    /// The play money you start with [default: 1000, or 50 of the lowest bets if that is more]
    #[arg(long, value_name = "AMOUNT", allow_hyphen_values = true)]
    purse: Option<Money>,
    /// Play a repeatable game: the same seed gives the same cards, balls and dice
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,
    /// Print line by line, for screen readers and scripts (the default where input or output is no terminal)
    #[arg(long)]
    plain: bool,
    /// Show the best decision at every turn, and what other decisions cost
    #[arg(long)]
    learn: bool,
    /// Write a record of the game to this file, for `croupier adjudicate`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    record: Option<PathBuf>,
}

pub(crate) fn run(command: &PlayArgs, shelf: &Shelf, day: Date) -> Result<ExitCode, Failure> {
    let table = command.table.on(shelf, day)?;
    command.record.as_deref().map_or(Ok(()), check_writable)?;
    let chance = SeededChance::new(command.seed.as_deref())?;
    let purse = command.purse(&table)?;
    let house = PrivateHouse::open(&table, shelf, day, purse, chance)?;
    let is_plain = command.plain || !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal();
    let style = Style {
        cards: if is_plain { CardStyle::Words } else { CardStyle::Symbols },
        learn: if command.learn { Learn::Always } else { Learn::WhenAsked },
        missing_prices: if is_plain { MissingPrices::Wait } else { MissingPrices::Report },
    };
    let mut session = PlaySession::new(&table, shelf, house, style);
    let played = if is_plain { plain::run(&mut session) } else { screen::run(&mut session) };
    let last = dispatch::leave(&mut session);
    if let Some(path) = &command.record {
        write(path, session.house.record())?;
    }
    played?;
    last.into_iter().try_for_each(|message| print(message.text))?;
    if let Some(path) = &command.record {
        print(format!("The record is in {0}. Judge it with: croupier adjudicate {0}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Checks before the game starts that the record can be written.
fn check_writable(path: &Path) -> Result<(), Failure> {
    let opened = std::fs::OpenOptions::new().append(true).create(true).open(path);
    opened.map(drop).map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))
}

impl PlayArgs {
    fn purse(&self, table: &SelectedTable<'_>) -> Result<Money, Failure> {
        let lowest = table.chosen.stake_min.unwrap_or(Money::ZERO);
        let usual = lowest.times(PURSE_BETS).expect("an amount is small").max(whole(PURSE));
        match self.purse.unwrap_or(usual) {
            purse if purse > Money::ZERO && purse <= whole(PURSE_MAX) => Ok(purse),
            purse => Err(Failure::usage(format!(
                "--purse {purse}: it must be more than 0 and at most {}",
                whole(PURSE_MAX)
            ))),
        }
    }
}
