//! The arguments of a simulation, looked up and checked.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use croupier_kit::Money;
use croupier_rules::book::Shelf;
use croupier_rules::games::AnyGame;
use croupier_sim::job::{Blocks, Job, Shard, Shoes};
use croupier_sim::policy::{BEST, COMPOSITION, DEALER, Policy, USUAL};
use croupier_sim::{SetupOptions, Simulation, TableOfJob, chart_from_file, prepare};
use jiff::civil::Date;

use super::device::{DeviceArgs, Others};
use super::stakes::StakesArgs;
use crate::count::{count, count_nonzero};
use crate::failure::Failure;
use crate::fleet::ClusterArgs;
use crate::odds::asked_wager;
use crate::table::TableArgs;

#[derive(Args)]
pub(crate) struct SimulateArgs {
    #[command(flatten)]
    table: TableArgs,
    /// How many rounds (spins, throws, coups or hands), such as 1000000 or 1e6; with --stakes, the most bets of a session
    #[arg(long, value_name = "N", value_parser = count::<u64>)]
    rounds: u64,
    /// The seed: the same seed, rounds and edition give the same figures on any number of threads
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = count::<u64>)]
    seed: u64,
    /// How many threads [default: one per core]
    #[arg(long, value_name = "T", value_parser = count_nonzero)]
    pub(super) threads: Option<NonZeroUsize>,
    /// A wager to count, by its name or as in a record, with its stake or without (red, "5 on red"); can be repeated
    /// [default: all]
    #[arg(long = "wager", value_name = "WAGER")]
    wagers: Vec<String>,
    /// The stake on wagers that are named without one. It matters where a commission is rounded, and is the unit of --stakes
    #[arg(long, value_name = "AMOUNT", requires = "wagers", conflicts_with = "unit")]
    stake: Option<Money>,
    /// Count every wager of the table from the same rounds; this is the default
    #[arg(long, conflicts_with = "wagers")]
    all_wagers: bool,
    /// How players decide: best (the chart of `croupier strategy`), composition (blackjack by the cards of the hand),
    /// usual, dealer (draws to 17), or a chart file
    #[arg(long, value_name = "POLICY", default_value = BEST)]
    policy: String,
    /// Deal from a real shoe with the cutting card after this share of its cards, in percent [default: a full shoe for
    /// every round]
    #[arg(long, value_name = "PERCENT", value_parser = count::<u8>)]
    cut: Option<u8>,
    /// How many boxes are played at blackjack
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count::<u8>)]
    boxes: u8,
    /// Stop when the standard error of every wager is this small
    #[arg(long, value_name = "ERROR", conflicts_with = "shard")]
    pub(super) until_error: Option<f64>,
    /// Play only part I of N and write it with -o; `croupier merge` merges the parts
    #[arg(long, value_name = "I/N", value_parser = read_shard)]
    pub(super) shard: Option<Shard>,
    /// Write the counts to this file
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,
    /// Draw one wager as SVG: convergence, distribution, and bankrolls with --stakes
    #[arg(long, value_name = "FILE.svg", conflicts_with = "shard", value_hint = ValueHint::FilePath)]
    pub(super) plot: Option<PathBuf>,
    /// Save progress to this file, also when interrupted, and continue from it if it exists
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) resume: Option<PathBuf>,
    /// Play every round through the rules step by step, without fast kernels
    #[arg(long)]
    pub(crate) by_rules: bool,
    /// Leave out times, so that reports can be compared byte by byte
    #[arg(long)]
    pub(super) untimed: bool,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) device: DeviceArgs,
    #[command(flatten)]
    stakes: StakesArgs,
    #[command(flatten)]
    pub(crate) cluster: ClusterArgs,
}

/// A prepared job with its table.
pub(crate) struct SimulationPlan {
    pub(crate) table: Simulation,
    pub(crate) job: Job,
    pub(super) blocks: Blocks,
}

impl SimulationPlan {
    /// The trace of the mean, if it is to be plotted.
    pub(super) fn trace(&self, wanted: bool) -> Option<super::plot::Trace> {
        wanted.then(|| super::plot::Trace::of_first_rounds(&self.table, &self.job))
    }
}

fn read_shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((count(i).ok()?, count(n).ok()?)));
    let (number, of) = parts.ok_or("write a part as I/N, such as 3/8")?;
    Ok(Shard { number, of })
}

impl SimulateArgs {
    /// The number of threads to use.
    pub(super) fn thread_count(&self) -> usize {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.unwrap_or_else(cores).get()
    }

    /// Looks up and checks everything, and returns the job.
    pub(crate) fn prepare(&self, shelf: &Shelf, day: Date) -> Result<SimulationPlan, Failure> {
        if self.rounds == 0 {
            return Err(Failure::usage("--rounds 0: simulate at least one round"));
        }
        if self.until_error.is_some_and(|error| error.is_nan() || error <= 0.0) {
            return Err(Failure::usage("--until-error: a standard error is more than 0"));
        }
        self.device.check(&Others {
            sessions: self.stakes.has_sessions(),
            by_rules: self.by_rules,
            threads: self.threads.is_some(),
            cluster: self.cluster.is_wanted(),
        })?;
        self.check_outputs()?;
        let of = self.table.on(shelf, day)?;
        let (policy_text, policy) = self.policy(&of.rules)?;
        let shoes = self.cut.map_or(Shoes::Fresh, Shoes::Cut);
        let (wagers, unit) = self.wagers()?;
        let options = SetupOptions { shoes, boxes: self.boxes, wagers };
        let from = TableOfJob {
            book: of.book,
            game: of.game,
            chosen: &of.chosen,
            rules: &of.rules,
            on: day.to_string(),
        };
        let (table, mut job) = prepare(&from, (policy_text, &policy), &options, self.rounds, self.seed)
            .map_err(|error| Failure::usage(error.to_string()))?;
        job.edition = self.device.edition();
        if self.plot.is_some() {
            super::plot::check(table.counted().len())?;
        }
        (job.stakes, job.rounds) = self.stakes.staking(self.rounds, unit, &of.chosen, &table, shoes)?;
        let whole = 0..job.blocks();
        let blocks = self.shard.map_or(Ok(whole), |shard| job.shard(shard));
        let blocks = blocks.map_err(|error| Failure::usage(error.to_string()))?;
        self.check_shard_is_written()?;
        Ok(SimulationPlan { table, job, blocks })
    }

    /// The wagers, each with its stake if it has one, and the unit that sessions stake.
    fn wagers(&self) -> Result<(Vec<String>, Option<Money>), Failure> {
        let (mut wagers, mut unit) = (Vec::new(), self.stake);
        for words in &self.wagers {
            let (stake, wager) = asked_wager(words)?;
            let stake = stake.or(self.stake);
            unit = unit.or(stake);
            // Sessions stake their unit, and whatever their betting makes of it.
            wagers.push(match stake.filter(|_| !self.stakes.has_sessions()) {
                Some(stake) => format!("{stake} on {wager}"),
                None => wager.to_owned(),
            });
        }
        Ok((wagers, unit))
    }

    /// Checks that every output file can be written, before a long simulation starts.
    fn check_outputs(&self) -> Result<(), Failure> {
        let paths = [&self.output, &self.resume, &self.plot];
        paths.into_iter().flatten().try_for_each(|path| super::file::check(path))
    }

    /// Checks that a part is written to a file, because otherwise it could not be merged.
    fn check_shard_is_written(&self) -> Result<(), Failure> {
        if self.shard.is_some() && self.output.is_none() && self.resume.is_none() {
            return Err(Failure::usage(
                "--shard needs -o FILE, so that `croupier merge` can merge the parts",
            ));
        }
        Ok(())
    }

    /// The policy, as text and parsed.
    fn policy(&self, game: &AnyGame) -> Result<(String, Policy), Failure> {
        let named = [BEST, COMPOSITION, USUAL, DEALER].contains(&self.policy.as_str());
        let text =
            if named { self.policy.clone() } else { format!("{}\n{}", self.policy, self.chart(game)?) };
        let policy = Policy::parse(&text, game)
            .map_err(|error| Failure::usage(format!("--policy {}: {error}", self.policy)))?;
        Ok((text, policy))
    }

    /// The chart from the file.
    fn chart(&self, game: &AnyGame) -> Result<croupier_maths::blackjack::Chart, Failure> {
        let path = &self.policy;
        let text = std::fs::read_to_string(path).map_err(|error| {
            let known = format!("{BEST}, {COMPOSITION}, {USUAL}, {DEALER} or a chart file");
            Failure::usage(format!("--policy {path}: {error}; use {known}"))
        })?;
        chart_from_file(&text, game).map_err(|error| Failure::usage(format!("--policy {path}: {error}")))
    }
}
