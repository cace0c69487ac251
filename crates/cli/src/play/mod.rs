//! `croupier play`: a table in the terminal, in one process, with play money.

mod advise;
mod answers;
mod bets;
mod chance;
mod charter;
mod deciding;
mod draw;
mod entry;
mod felt;
mod news;
mod parlour;
mod plain;
mod reckoning;
mod record;
mod screen;
mod steps;
mod tariff;
mod telling;
mod visit;
mod words;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use croupier_kit::Money;
use croupier_rules::book::Shelf;
use jiff::civil::Date;

use crate::failure::Failure;
use crate::output::{print, write};
use crate::table::{TableArgs, TableOf};
use chance::Drawn;
use parlour::{Parlour, whole};
use telling::Cards;
use visit::{Learn, Manner, Patience, Visit};

/// What a visitor has in his purse, in whole units, and how many of the least bets it holds at least.
const PURSE: (i64, i64) = (1000, 50);

#[derive(Args)]
#[command(arg_required_else_help = true)]
#[command(
    after_help = "At the table `help` has the words; what may be typed now is always at the foot.\n\nExamples:\n  \
    croupier play RULEBOOK/roulette\n  \
    croupier play RULEBOOK/blackjack --house decks=8 --purse 500 --learn\n  \
    croupier play RULEBOOK/dice --plain --seed lucky --record evening.round"
)]
pub(crate) struct Play {
    #[command(flatten)]
    table: TableArgs,
    /// How much play money to begin with
    #[arg(long, value_name = "AMOUNT", allow_hyphen_values = true)]
    purse: Option<Money>,
    /// The same seed gives the same game; without one, chance is the system's
    #[arg(long, value_name = "WORDS")]
    seed: Option<String>,
    /// Line by line, for screen readers and scripts; also when standard output is no terminal
    #[arg(long)]
    plain: bool,
    /// Show the best decision at every turn, and count what others cost
    #[arg(long)]
    learn: bool,
    /// Write the record of everything played into this file, for croupier adjudicate
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

pub(crate) fn run(command: &Play, shelf: &Shelf, day: Date) -> Result<ExitCode, Failure> {
    let table = command.table.on(shelf, day)?;
    command.record.as_deref().map_or(Ok(()), check_writable)?;
    let chance = Drawn::new(command.seed.as_deref())?;
    let purse = command.purse(&table)?;
    let parlour = Parlour::open(&table, shelf, day, purse, chance)?;
    let is_plain = command.plain || !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal();
    let manner = Manner {
        cards: if is_plain { Cards::Words } else { Cards::Symbols },
        learn: if command.learn { Learn::Always } else { Learn::WhenAsked },
        patience: if is_plain { Patience::Waits } else { Patience::SaysSo },
    };
    let mut visit = Visit::new(&table, shelf, parlour, manner);
    let played = if is_plain { plain::run(&mut visit) } else { screen::run(&mut visit) };
    let parting = visit.leave();
    if let Some(path) = &command.record {
        write(path, visit.parlour.record())?;
    }
    played?;
    parting.into_iter().try_for_each(|said| print(said.text))?;
    if let Some(path) = &command.record {
        print(format!("The record is in {0}: croupier adjudicate {0}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A record that cannot be written is said before the game, not after it.
fn check_writable(path: &Path) -> Result<(), Failure> {
    let opened = std::fs::OpenOptions::new().append(true).create(true).open(path);
    opened.map(drop).map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))
}

impl Play {
    fn purse(&self, table: &TableOf<'_>) -> Result<Money, Failure> {
        let least = table.chosen.stake_min.unwrap_or(Money::ZERO);
        let usual = least.times(PURSE.1).unwrap_or(least).max(whole(PURSE.0));
        match self.purse.unwrap_or(usual) {
            purse if purse > Money::ZERO && purse <= whole(1_000_000_000) => Ok(purse),
            purse => Err(Failure::usage(format!(
                "--purse {purse}: more than nought, and at most a thousand million"
            ))),
        }
    }
}
