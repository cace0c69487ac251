//! The arguments of the program, with their help texts.

use std::path::PathBuf;

use clap::{Command, CommandFactory, FromArgMatches, Parser, Subcommand, ValueHint};
use croupier_rules::book::Shelf;
use jiff::civil::Date;

use crate::adjudicate::AdjudicateArgs;
use crate::audit::AuditArgs;
use crate::check::CheckArgs;
use crate::compare::CompareArgs;
use crate::copies::{BackupArgs, RestoreArgs};
use crate::counts::CountsArgs;
use crate::doctor::DoctorArgs;
use crate::export::ExportArgs;
use crate::failure::Failure;
use crate::fleet::WorkerArgs;
use crate::fmt::FmtArgs;
use crate::lab::LabArgs;
use crate::layout;
use crate::migrate::MigrateArgs;
use crate::nodes::NodesArgs;
use crate::odds::OddsArgs;
use crate::par::ParArgs;
use crate::pay::PayArgs;
use crate::play::PlayArgs;
use crate::recover::RecoverArgs;
use crate::rules::RulesArgs;
use crate::serve::ServeArgs;
use crate::sign::SignArgs;
use crate::simulate::{MergeArgs, SimulateArgs};
use crate::strategy::StrategyArgs;
use crate::verify::VerifyArgs;
use crate::witness::WitnessArgs;

/// A licensed table-games house: rulebooks that play, judge, price and prove.
///
/// Every rule comes from a published regulation and cites its provision.
///
/// Exit status: 0 done, 1 a check found something, 2 the input was inadmissible or the usage wrong.
#[derive(Parser)]
#[command(name = "croupier", version)]
pub(crate) struct Args {
    /// Add a rulebook from a file, or replace the built-in one with the same id; can be repeated
    #[arg(long = "rulebook", value_name = "PATH", global = true, display_order = 1000, value_hint = ValueHint::FilePath)]
    pub(crate) rulebooks: Vec<PathBuf>,

    /// Use the law of this day; a record's own `date` comes first [default: today]
    #[arg(long, value_name = "DATE", global = true, display_order = 1001, value_parser = read_day)]
    on: Option<Date>,

    #[command(subcommand)]
    pub(crate) command: Action,
}

/// What the command does.
#[derive(Subcommand)]
pub(crate) enum Action {
    /// Play a game in the terminal with play money
    ///
    /// Type bets as a record writes them ("25 on split 17 20") and decide on your hands. Odds and exact edges are shown,
    /// and every payout names its provision. Robots join where a game needs more players; their names say so.
    Play(PlayArgs),
    /// Open a house: web pages and an API on one port, with an embedded database
    ///
    /// The data folder is created if it does not exist. Flags override environment variables (`CROUPIER_DATA`,
    /// `CROUPIER_LISTEN` …), and those override the configuration file. Ctrl-C or SIGTERM stops the server: it closes the
    /// sockets, everything that was acknowledged is on disk, and open rounds continue after the next start.
    Serve(Box<ServeArgs>),
    /// Judge the record of a round: what every stake is paid, and under which provision
    Adjudicate(AdjudicateArgs),
    /// List rulebooks, their games, provisions, settings and defaults
    Rules(RulesArgs),
    /// Check a house file against the regulations of its tables
    Check(CheckArgs),
    /// Compare one family of games under several rulebooks: wagers, odds, rules, settings, edges
    ///
    /// Also shows what each difference costs (how the edge of a table changes with one clause of another table), and what
    /// each setting is worth.
    Compare(CompareArgs),
    /// Compute the exact price of every wager: probabilities, house edge, variance, risk
    ///
    /// The edge is the house's expected gain per unit of the bet as made, over the bet's whole life. Where it can also be
    /// a share of something else (bets decided, everything staked), both are shown. Where the player decides, the edge is
    /// at best play.
    Odds(OddsArgs),
    /// Compute best play where the player decides: a chart, a picture, or JSON
    Strategy(StrategyArgs),
    /// Compare counting systems at blackjack, and derive index plays and bets
    ///
    /// Betting correlation, playing efficiency and insurance correlation follow exactly from the effects of removal. Shoes
    /// are then played under all rules of the table, with index plays from the exact solver, and what a bet gains is counted
    /// by count. From that follow the best bets within a spread, N0, SCORE, the certainty equivalent and the risk of ruin,
    /// each with its standard error.
    Counts(Box<CountsArgs>),
    /// Write the game-mathematics report of a table: a page to print, text or JSON
    ///
    /// The rules with their provisions, the settings, every wager's probabilities, edge and variance, best play, risks,
    /// what each setting is worth, how the figures were computed and checked, and the digests of the rulebook and of the
    /// program.
    Par(ParArgs),
    /// Make the limits-and-odds sign of a table: text, SVG or a page to print
    ///
    /// The sign shows the limits, every wager with its odds and provision, how ties, zeros and naturals are treated, and
    /// a drawing of the wheel or the layout. SVG files and pages are self-contained.
    Sign(SignArgs),
    /// Compute what a wager is paid, with the chips to push; or train a dealer
    ///
    /// Shows stake, odds, winnings, what is returned, the fewest chips to push and the provision, for every outcome of a
    /// wager or for one.
    ///
    /// Write a wager as in a record ("split 17 20", "place-win 4", "box 1") or by its kind ("split", "box", "insurance",
    /// "behind-win 4", "raise 1"). An outcome is a result ("17", "3 4", "banker"), its name ("blackjack", "full-house")
    /// or what happens to the stake ("won", "lost", "void").
    Pay(PayArgs),
    /// Simulate a table: every wager's edge with its standard error
    ///
    /// The same seed and number of rounds give the same figures to the byte, on one thread or many, in one run or in
    /// parts (--shard, `croupier merge`). Every game of every rulebook can be simulated. Fast kernels are used where they
    /// are proved to settle every round as the rules do.
    Simulate(Box<SimulateArgs>),
    /// Merge the parts of a simulation; the result is the same to the byte as that of one run
    Merge(MergeArgs),
    /// Work on simulations that were started with `croupier simulate --cluster`
    ///
    /// Takes parts of jobs from the NATS servers, one at a time, and sends the results back. Works only on jobs of the
    /// same build of the program. Ctrl-C returns the current part to the queue and ends.
    Worker(WorkerArgs),
    /// Verify a shuffle, spin or throw, or a bet, against what the house published
    ///
    /// Recomputes every hash and every card of a proof: the seed back to the table's anchor, the commitment, the receipt
    /// for the players' seeds, and the result. Give what you wrote down while you played (--anchor, --commitment,
    /// --receipt, --player-seed) to compare the proof with that too. docs/fairness.md describes every byte.
    ///
    /// Exit status: 0 the proof is good, 1 a discrepancy, 2 the file is no proof.
    Verify(VerifyArgs),
    /// Copy a data folder while its houses are open, and prove the copy
    Backup(BackupArgs),
    /// Restore a copy as a new data folder: a new incarnation of its houses
    Restore(RestoreArgs),
    /// Audit the journals of houses: every command decided again, every round judged and paid again
    ///
    /// For a regulator, a test lab or a nervous operator. Audits a data folder, a database, or a journal that was exported
    /// with --export, and names every entry that does not follow from those before it by the law that the journal has.
    Audit(AuditArgs),
    /// Plant faults in copies of a good journal, and prove that the audit finds them; write the evidence for a test lab
    ///
    /// For a test lab or a regulator. The journal itself is not changed.
    Lab(LabArgs),
    /// Say what is wrong with a data folder or a database, and repair what can be made again from the journal
    Doctor(DoctorArgs),
    /// Write the rounds, wagers, ledger, events and figures of houses to files for other programs
    Export(ExportArgs),
    /// Move houses from a data folder into a `PostgreSQL` database, or back, and prove that nothing has changed
    Migrate(MigrateArgs),
    /// Show the nodes that serve a database, and who owns which house
    Nodes(NodesArgs),
    /// Follow the transparency logs of houses, and raise an alarm when one changes its past
    Witness(WitnessArgs),
    /// Give a manager access to a house again: its accounts were lost, or no manager is left
    ///
    /// Prints a link with which the manager sets a password; it works once. The password and the second factor of that
    /// manager no longer work. The recovery is an event of the house's journal, which the regulator reads, and raises an
    /// alarm in the server's log and metrics.
    Recover(RecoverArgs),
    /// Format a record
    Fmt(FmtArgs),
    /// Print a completion script for a shell
    ///
    /// The script completes commands, options, games, rulebooks and families. With --rulebook it knows the games of those
    /// rulebooks too.
    #[command(after_help = "Examples:
  source <(croupier completions bash)                                        # bash, for this session
  croupier completions zsh > \"${fpath[1]}/_croupier\"                         # zsh
  croupier completions fish > ~/.config/fish/completions/croupier.fish       # fish")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write one page per command into a folder
    Man {
        /// The folder for the pages
        #[arg(value_hint = ValueHint::DirPath)]
        folder: Option<PathBuf>,
    },
    /// Print the version and the digests of the program and of each rulebook
    Version {
        /// Judge the built-in examples and compare the results
        #[arg(long)]
        verify: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

impl Args {
    /// Parses the command line. Wrong usage ends the program with a message.
    pub(crate) fn read() -> Self {
        let matches = Self::sized_command().get_matches();
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// The command with its help adjusted to the width of the output.
    fn sized_command() -> Command {
        let width = layout::width().unwrap_or(layout::READING_WIDTH);
        Self::command().term_width(width.min(layout::READING_WIDTH))
    }

    /// The built-in rulebooks and those that were added.
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

    /// The day given with `--on`.
    pub(crate) fn chosen_day(&self) -> Option<Date> {
        self.on
    }

    /// The day whose law applies where a record names none.
    pub(crate) fn today(&self) -> Date {
        self.on.unwrap_or_else(|| jiff::Zoned::now().date())
    }
}

/// A day of the law. Before the year 1 there is none.
fn read_day(text: &str) -> Result<Date, String> {
    let day: Date = text.parse().map_err(|error| format!("{error}"))?;
    if day.year() > 0 { Ok(day) } else { Err("give a day from 0001-01-01 on".to_owned()) }
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;
    use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};

    use clap::Arg;

    use super::*;

    fn whole_number_types() -> [TypeId; 11] {
        [
            TypeId::of::<u8>(),
            TypeId::of::<u16>(),
            TypeId::of::<u32>(),
            TypeId::of::<u64>(),
            TypeId::of::<usize>(),
            TypeId::of::<i32>(),
            TypeId::of::<i64>(),
            TypeId::of::<isize>(),
            TypeId::of::<NonZeroU32>(),
            TypeId::of::<NonZeroU64>(),
            TypeId::of::<NonZeroUsize>(),
        ]
    }

    /// Whether an option accepts a value, whatever else its command requires.
    fn accepts(option: &Arg, value: &str) -> bool {
        let alone = Arg::new("value").value_parser(option.get_value_parser().clone());
        Command::new("alone").arg(alone).try_get_matches_from(["alone", value]).is_ok()
    }

    #[test]
    fn every_option_with_a_whole_number_takes_the_same_notations() {
        let program = Args::command();
        let numbers: Vec<(&str, &Arg)> = program
            .get_subcommands()
            .flat_map(|command| command.get_arguments().map(move |option| (command.get_name(), option)))
            .filter(|(_, option)| {
                let reads = option.get_value_parser().type_id();
                whole_number_types().iter().any(|number| reads == *number)
            })
            .collect();
        for (command, option) in &numbers {
            for value in ["12", "1.2e1", "1_2", "0.012k"] {
                assert!(accepts(option, value), "{command} --{} {value}", option.get_id());
            }
        }
        let names: Vec<&str> = numbers.iter().map(|(_, option)| option.get_id().as_str()).collect();
        for name in ["rounds", "threads", "cut", "seed", "boxes", "replicas", "idle", "session_minutes"] {
            assert!(names.contains(&name), "--{name} is among the options with a number");
        }
    }
}
