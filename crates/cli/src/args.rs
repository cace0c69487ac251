//! The arguments of the command, and the help they give.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use croupier_rules::book::Shelf;
use jiff::civil::Date;

use crate::adjudicate::Adjudicate;
use crate::check::Check;
use crate::compare::Compare;
use crate::failure::Failure;
use crate::fleet::Worker;
use crate::odds::OddsOf;
use crate::par::Par;
use crate::pay::Pay;
use crate::play::Play;
use crate::rules::Rules;
use crate::serve::{BackupOf, RestoreOf, Serve};
use crate::sign::SignOf;
use crate::simulate::{Merge, Simulate};
use crate::strategy::StrategyOf;
use crate::tidy::Fmt;
use crate::verify::Verify;

/// A licensed table-games house: rulebooks that play, judge, price and prove.
///
/// Every rule is the regulation's own and cites its provision. Exit status: 0 done, 1 a check found breaches,
/// 2 the input was inadmissible or the usage wrong.
#[derive(Parser)]
#[command(name = "croupier", version, max_term_width = 100)]
pub(crate) struct Args {
    /// Add a rulebook from a file, or replace the one with the same id; may be given again and again
    #[arg(long = "rulebook", value_name = "PATH", global = true)]
    pub(crate) rulebooks: Vec<PathBuf>,

    /// Use the law of this day (a record's own `date` comes first; default: today)
    #[arg(long, value_name = "DATE", global = true)]
    on: Option<Date>,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Judge the record of a round: what every stake is paid, and under which provision
    Adjudicate(Adjudicate),
    /// The rulebooks, their games, provisions, readings, settings and defaults
    Rules(Rules),
    /// Check a house against the regulations its tables are played under
    Check(Check),
    /// One family of games under several rulebooks, side by side: wagers, odds, rules, settings, edges
    ///
    /// With the price of each difference: what a table's edge would be with one clause of another, all else as it is; and
    /// what each setting that the house may choose is worth.
    Compare(Compare),
    /// The exact price of every wager: probabilities, house edge, variance, and the risk of playing it
    ///
    /// The edge is the house's expected gain per unit of the bet as made, over the bet's whole life; where it can be a
    /// share of something else (bets decided, everything staked) both are given and each says what it is a share of.
    /// Where a player decides, it is at best play.
    Odds(OddsOf),
    /// Best play where a player decides: a chart for people, a picture, or a table for machines
    Strategy(StrategyOf),
    /// The game-mathematics report of a table, as a laboratory files it: a page to print, text or JSON
    ///
    /// The rules with their provisions, the settings, every wager's probabilities, edge and variance, best play, risks,
    /// what each setting is worth, how all that was got and checked, and the digests of the book and of the program.
    Par(Par),
    /// The limits-and-odds sign of a table: text, SVG or a page to print
    ///
    /// Made from the rules themselves: the limits, every wager with its odds and the provision they rest on, how ties,
    /// zeros and naturals are treated, and the wheel or the layout drawn. SVG and pages need nothing beside them.
    Sign(SignOf),
    /// What a wager is paid, with the chips to push; or drill a dealer against the clock
    ///
    /// For everything a wager can come to, or for one outcome: stake, odds, winnings, what is returned, the fewest chips
    /// to push, and the provision. A wager is written as in a record ("split 17 20", "place-win 4", "box 1") or by its
    /// kind ("split", "box", "insurance", "behind-win 4", "raise 1"). An outcome is what fell ("17", "3 4", "banker"),
    /// what it is called ("blackjack", "full-house") or what becomes of the stake ("won", "lost", "void").
    Pay(Pay),
    /// A table in the terminal: play any game of any book with play money
    ///
    /// The same house and the same rules as everywhere, in one process: bets in the words of the notation ("25 on split 17
    /// 20"), decisions, odds and exact edges at hand, every payout with its provision. Robots, named as such, sit down
    /// where a game needs more people.
    Play(Play),
    /// Check a shuffle, spin or throw against what the house published before it
    ///
    /// Recomputes every hash and every card of a proof: the seed back to the table's anchor, the commitment, the receipt
    /// for the players' seeds, and what fell. Give what you noted while you played (--anchor, --commitment, --receipt,
    /// --player-seed) and the proof is held against that too. Exit status: 0 all is as it was promised, 1 a
    /// discrepancy, 2 the file is no proof. docs/fairness.md describes every byte.
    Verify(Verify),
    /// Monte-Carlo through the same rules: every wager's edge with its error
    ///
    /// The same seed and rounds give the same figures to the byte, on one thread or many, in one run or in parts
    /// (--shard, croupier merge). Every game of every book can be simulated; a kernel plays where it is proved to settle
    /// every round as the rules do.
    Simulate(Box<Simulate>),
    /// Put the parts of a simulation together, to the byte as one run gives
    Merge(Merge),
    /// Play parts of simulations that others have asked for, on any number of machines
    ///
    /// Takes parts of the jobs that `croupier simulate --cluster` has put on these NATS servers, one at a time, and
    /// sends back what they came to. Only jobs of the same build of the program are worked at. Ctrl-C gives the part
    /// in hand back and ends.
    Worker(Worker),
    /// Open a house: pages and an API on one port, an embedded database, automatic and attended tables
    ///
    /// The data folder is made where there is none. Settings come from the flags, then from the environment
    /// (`CROUPIER_DATA`, `CROUPIER_LISTEN` …), then from the file. Ctrl-C or SIGTERM stops it: sockets are told goodbye,
    /// everything that was acknowledged is on disk, and rounds go on where they stood when it is started again.
    Serve(Box<Serve>),
    /// Copy a data folder while its house is open
    Backup(BackupOf),
    /// Bring a copy back as a new data folder, and prove that it is the same
    Restore(RestoreOf),
    /// Write a record tidily
    Fmt(Fmt),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write the pages of all commands into a folder
    Man {
        /// Where to write one page a command
        folder: Option<PathBuf>,
    },
    /// The version and the digests of the program and of each rulebook
    Version {
        /// Judge the built-in examples again and compare
        #[arg(long)]
        verify: bool,
        /// For machines
        #[arg(long)]
        json: bool,
    },
}

impl Args {
    /// The built-in books and those that were added.
    pub(crate) fn shelf(&self) -> Result<Shelf, Failure> {
        let mut shelf = Shelf::built_in();
        for path in &self.rulebooks {
            let name = path.display().to_string();
            let bytes = std::fs::read(path).map_err(|error| Failure::unreadable(&name, &error))?;
            let text =
                String::from_utf8(bytes).map_err(|_| Failure::usage(format!("{name} is not UTF-8 text")))?;
            shelf.add(&name, &text).map_err(Failure::Book)?;
        }
        Ok(shelf)
    }

    /// The day that was asked for.
    pub(crate) fn chosen_day(&self) -> Option<Date> {
        self.on
    }

    /// The day whose law is used where a record names none.
    pub(crate) fn today(&self) -> Date {
        self.on.unwrap_or_else(|| jiff::Zoned::now().date())
    }
}
