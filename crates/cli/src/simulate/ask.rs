//! What is asked of a simulation.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use croupier_rules::book::Shelf;
use croupier_rules::games::AnyGame;
use croupier_sim::job::{Blocks, Job, Shard, Shoes};
use croupier_sim::policy::{BEST, COMPOSITION, DEALER, Policy, USUAL, chart_from_file};
use croupier_sim::{SetupOptions, Simulation, set_up};
use jiff::civil::Date;

use super::stakes::StakesArgs;
use crate::failure::Failure;
use crate::fleet::Cluster;
use crate::table::{TableArgs, TableOf};

#[derive(Args)]
pub(crate) struct Simulate {
    #[command(flatten)]
    table: TableArgs,
    /// How many rounds: spins, throws, coups, hands; with --stakes how many bets a session has at most
    #[arg(long, value_name = "N")]
    rounds: u64,
    /// The seed: the same seed and rounds give the same figures, whatever the threads
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many threads; all cores where it is not said
    #[arg(long, value_name = "T")]
    pub(super) threads: Option<NonZeroUsize>,
    /// A wager to count, as a record writes it or by its name; may be given again and again. All where none is named
    #[arg(long = "wager", value_name = "WAGER")]
    wagers: Vec<String>,
    /// Count every wager of the table from the same outcomes, as without --wager
    #[arg(long, conflicts_with = "wagers")]
    all_wagers: bool,
    /// How to play: best (as `croupier strategy` has it, by totals or scores), composition (blackjack by the cards of
    /// the hand), usual, dealer (draws to 17), or the file of a chart
    #[arg(long, value_name = "POLICY", default_value = BEST)]
    policy: String,
    /// Deal from a real shoe whose cutting card lies behind this share of its cards, in percent; without it the shoe
    /// is whole for every round
    #[arg(long, value_name = "PERCENT")]
    cut: Option<u8>,
    /// How many boxes are in play at blackjack
    #[arg(long, value_name = "N", default_value_t = 1)]
    boxes: u8,
    /// Stop when every wager's standard error is no larger
    #[arg(long, value_name = "ERROR", conflicts_with = "shard")]
    pub(super) until_error: Option<f64>,
    /// Play only part I of N, and keep it with -o; `croupier merge` puts parts together
    #[arg(long, value_name = "I/N", value_parser = read_shard)]
    pub(super) shard: Option<Shard>,
    /// Write what was counted to this file
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Draw one wager as an SVG: how the mean comes nearer, how results are spread, and bankrolls with --stakes
    #[arg(long, value_name = "FILE.svg", conflicts_with = "shard")]
    pub(super) plot: Option<PathBuf>,
    /// Keep what is done in this file, also when interrupted, and go on from it if it is there
    #[arg(long, value_name = "FILE")]
    pub(super) resume: Option<PathBuf>,
    /// Play every round through the rules step by step, even where a kernel could
    #[arg(long)]
    pub(crate) by_rules: bool,
    /// Leave out how long it took, so that reports can be compared to the byte
    #[arg(long)]
    pub(super) untimed: bool,
    /// For machines
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    stakes: StakesArgs,
    #[command(flatten)]
    pub(crate) cluster: Cluster,
}

/// A job with its table.
pub(crate) struct Asked {
    pub(crate) table: Simulation,
    pub(crate) job: Job,
    pub(super) blocks: Blocks,
}

impl Asked {
    /// How the mean comes nearer, where that is to be drawn.
    pub(super) fn trace(&self, wanted: bool) -> Option<super::plot::Trace> {
        wanted.then(|| super::plot::Trace::begun(&self.table, &self.job))
    }
}

fn read_shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    let (number, of) = parts.ok_or("write a part as I/N, such as 3/8")?;
    Ok(Shard { number, of })
}

impl Simulate {
    /// How many threads play.
    pub(super) fn thread_count(&self) -> usize {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.unwrap_or_else(cores).get()
    }

    /// The job, with everything looked up and checked.
    pub(crate) fn asked(&self, shelf: &Shelf, day: Date) -> Result<Asked, Failure> {
        if self.rounds == 0 {
            return Err(Failure::usage("--rounds 0: there is nothing to simulate in no rounds"));
        }
        if self.until_error.is_some_and(|error| error.is_nan() || error <= 0.0) {
            return Err(Failure::usage("--until-error: a standard error is more than nought"));
        }
        self.check_outputs()?;
        let of = self.table.on(shelf, day)?;
        let (told, policy) = self.policy(&of.rules)?;
        let shoes = self.cut.map_or(Shoes::Fresh, Shoes::Cut);
        let options = SetupOptions { shoes, boxes: self.boxes, wagers: self.wagers.clone() };
        let table = set_up(&of.rules, of.game.conduct(), &policy, &options)
            .map_err(|error| Failure::usage(error.to_string()))?;
        if self.plot.is_some() {
            super::plot::check(table.counted().len())?;
        }
        let mut job = self.job(&of, day, told, &policy, shoes, &table);
        (job.stakes, job.rounds) = self.stakes.asked(self.rounds, &of.chosen, &table, shoes)?;
        let whole = 0..job.blocks();
        let blocks = self.shard.map_or(Ok(whole), |shard| job.shard(shard));
        let blocks = blocks.map_err(|error| Failure::usage(error.to_string()))?;
        self.check_kept()?;
        Ok(Asked { table, job, blocks })
    }

    fn job(
        &self,
        of: &TableOf<'_>,
        day: Date,
        policy: String,
        play: &Policy,
        shoes: Shoes,
        table: &Simulation,
    ) -> Job {
        Job {
            rules: of.name(),
            book: of.book.digest().to_owned(),
            on: day.to_string(),
            house: of.chosen.iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect(),
            policy,
            policy_digest: play.digest(),
            shoes,
            boxes: self.boxes,
            wagers: table.counted().iter().map(|counted| counted.wager.clone()).collect(),
            rounds: self.rounds,
            seed: self.seed,
            stakes: None,
        }
    }

    /// Whether everything that is asked for can be written, before hours are spent on it.
    fn check_outputs(&self) -> Result<(), Failure> {
        let paths = [&self.output, &self.resume, &self.plot];
        paths.into_iter().flatten().try_for_each(|path| super::file::check(path))
    }

    /// A part is played to be put together with the others.
    fn check_kept(&self) -> Result<(), Failure> {
        if self.shard.is_some() && self.output.is_none() && self.resume.is_none() {
            return Err(Failure::usage(
                "--shard without -o FILE keeps nothing that `croupier merge` could put together",
            ));
        }
        Ok(())
    }

    /// The policy in words, and what it is.
    fn policy(&self, game: &AnyGame) -> Result<(String, Policy), Failure> {
        let named = [BEST, COMPOSITION, USUAL, DEALER].contains(&self.policy.as_str());
        let told =
            if named { self.policy.clone() } else { format!("{}\n{}", self.policy, self.chart(game)?) };
        let policy = Policy::parse(&told, game)
            .map_err(|error| Failure::usage(format!("--policy {}: {error}", self.policy)))?;
        Ok((told, policy))
    }

    /// The chart in the file that was named.
    fn chart(&self, game: &AnyGame) -> Result<croupier_maths::blackjack::Chart, Failure> {
        let path = &self.policy;
        let text = std::fs::read_to_string(path).map_err(|error| {
            let known = format!("{BEST}, {COMPOSITION}, {USUAL}, {DEALER} or the file of a chart");
            Failure::usage(format!("--policy {path}: {error}; there are {known}"))
        })?;
        chart_from_file(&text, game).map_err(|error| Failure::usage(format!("--policy {path}: {error}")))
    }
}
