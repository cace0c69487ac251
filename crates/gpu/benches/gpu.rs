//! Every game on the graphics cards that are there: rounds per second, beside one core, with the answers asserted.
//!
//! Of each row, the counts of two blocks must be those that the processor finds for the same seed, and the edge of every
//! wager whose exact price is known must be within its bound of that price. A word after `--` plays only the rows with that
//! word in their titles, a number the seconds for each, and `1e13` so many rounds of each.

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use croupier_gpu::{GpuPlayer, SOURCE};
use croupier_maths::Price;
use croupier_rules::book::{Chosen, Shelf};
use croupier_sim::job::{Blocks, Job, SECOND_BLOCK_ROUNDS, Shoes};
use croupier_sim::policy::{BEST, Policy, USUAL};
use croupier_sim::run::{BlockPlayer, run_by};
use croupier_sim::stats::{Agreement, Stats};
use croupier_sim::{PartialResult, PlayMethod, SetupOptions, Simulation, StreamEdition, set_up};

/// A row of the table.
struct Row {
    title: &'static str,
    rules: &'static str,
    wagers: &'static [&'static str],
    policy: &'static str,
    shoes: Shoes,
    /// The rounds per second that are aimed at on one H200.
    aim: f64,
}

const TEN: &[&str] =
    &["red", "black", "even", "odd", "high", "low", "dozen 1", "column 1", "numbers 18", "numbers 24"];

const ROWS: &[Row] = &[
    row("blackjack, whole shoes", "mpumalanga/blackjack", &[], BEST, Shoes::Fresh, 30e9),
    row("blackjack, box alone", "mpumalanga/blackjack", &["box"], BEST, Shoes::Fresh, 30e9),
    row("blackjack, shoe cut at 75 %", "mpumalanga/blackjack", &[], BEST, Shoes::Cut(75), 15e9),
    row("punto banco, whole shoes", "mpumalanga/punto-banco", &[], BEST, Shoes::Fresh, 60e9),
    row("punto banco, shoe cut at 80 %", "mpumalanga/punto-banco", &[], BEST, Shoes::Cut(80), 0.0),
    row("roulette, ten wagers", "scotland-1970/roulette", TEN, BEST, Shoes::Fresh, 1e12),
    row("dice, win with behind", "scotland-1970/dice", &["win", "behind-win 4"], BEST, Shoes::Fresh, 500e9),
    row("dice, every wager", "scotland-1970/dice", &[], BEST, Shoes::Fresh, 500e9),
    row("chemin de fer, whole shoes", "scotland-1970/chemin-de-fer", &[], USUAL, Shoes::Fresh, 0.0),
    row("banque, whole shoes", "scotland-1970/baccarat-banque", &[], USUAL, Shoes::Fresh, 0.0),
    row("in-between", "western-australia-1990/in-between", &[], BEST, Shoes::Fresh, 0.0),
];

const fn row(
    title: &'static str,
    rules: &'static str,
    wagers: &'static [&'static str],
    policy: &'static str,
    shoes: Shoes,
    aim: f64,
) -> Row {
    Row { title, rules, wagers, policy, shoes, aim }
}

/// A row, ready to be played.
struct Ready {
    table: Simulation,
    job: Job,
    /// The exact prices from whole shoes.
    prices: Vec<Price>,
}

impl Row {
    fn ready(&self, rounds: u64) -> Ready {
        let books = Shelf::built_in();
        let (_, book) = books.game(self.rules).unwrap_or_else(|error| panic!("{error}"));
        let game = book.table(&Chosen::default());
        let policy = Policy::parse(self.policy, &game).unwrap_or_else(|error| panic!("{error}"));
        let wagers = self.wagers.iter().map(ToString::to_string).collect();
        let options = SetupOptions { shoes: self.shoes, boxes: 1, wagers };
        let table =
            set_up(&game, book.conduct(), &policy, &options).unwrap_or_else(|error| panic!("{error}"));
        let prices = if self.shoes == Shoes::Fresh { policy.prices(self.policy, &game) } else { Vec::new() };
        let job = Job {
            rules: self.rules.to_owned(),
            book: String::new(),
            on: String::new(),
            house: std::collections::BTreeMap::new(),
            policy: self.policy.to_owned(),
            policy_digest: policy.digest(),
            shoes: self.shoes,
            boxes: 1,
            wagers: table.counted().iter().map(|counted| counted.wager.clone()).collect(),
            rounds,
            seed: 1,
            edition: StreamEdition::Second,
            stakes: None,
        };
        Ready { table, job, prices }
    }
}

/// Two blocks, far from each other, have the totals that the processor finds. Returns the rounds per second of one core.
#[allow(clippy::cast_precision_loss, reason = "a rate needs no more digits")]
fn same_as_here(ready: &Ready, player: &mut GpuPlayer<'_>) -> f64 {
    let mut spent = Duration::ZERO;
    for block in [0, 1 << 20] {
        let of: Blocks = block..block + 1;
        let there = player.play(&[of]).unwrap_or_else(|error| panic!("{error}"));
        let start = Instant::now();
        let here = ready.table.play_edition(
            StreamEdition::Second,
            PlayMethod::Kernel,
            ready.job.seed,
            block,
            SECOND_BLOCK_ROUNDS,
        );
        spent += start.elapsed();
        assert_eq!(there[0], here.unwrap_or_else(|_| panic!("the shoe ran out")), "block {block}");
    }
    2.0 * SECOND_BLOCK_ROUNDS as f64 / spent.as_secs_f64()
}

/// The edges beside their exact prices, where they are known; whether all agree.
fn compared(ready: &Ready, part: &PartialResult) -> (Vec<String>, bool) {
    let zs: Vec<(f64, &str)> = ready
        .table
        .counted()
        .iter()
        .zip(&part.found.tallies)
        .filter_map(|(counted, tally)| {
            let price = ready.prices.iter().find(|price| price.wager == counted.wager)?;
            Some((Stats::of(tally, counted.whole()).z(&price.edge), counted.wager.as_str()))
        })
        .collect();
    let agree = zs.iter().all(|(z, _)| Agreement::of(*z, zs.len()) == Agreement::Agrees);
    let farthest = zs.iter().max_by(|one, other| one.0.abs().total_cmp(&other.0.abs()));
    let notes = farthest.map(|(z, wager)| format!("{} exact, farthest z {z:+.2} ({wager})", zs.len()));
    (notes.into_iter().collect(), agree)
}

/// Plays a row and prints its line; returns whether it agrees and reaches its aim.
#[allow(clippy::cast_precision_loss, reason = "a rate needs no more digits")]
fn play(row: &Row, seconds: f64, rounds: Option<u64>) -> Result<bool, String> {
    let ready = row.ready(rounds.unwrap_or(u64::MAX / 2));
    let mut player = GpuPlayer::new(&ready.table, &ready.job, None).map_err(|error| error.to_string())?;
    let core = same_as_here(&ready, &mut player);
    // Once before, so that the waves are as long as they will be.
    let once = |player: &mut GpuPlayer<'_>, seconds: f64| {
        let start = Instant::now();
        let mut each = |_: &croupier_sim::run::Progress<'_>| {
            if start.elapsed().as_secs_f64() < seconds {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let Ready { table, job, .. } = &ready;
        let part = run_by(player, table, job, 0..job.blocks(), None, None, &mut each);
        (part.unwrap_or_else(|error| panic!("{error}")), start.elapsed())
    };
    if rounds.is_none() {
        once(&mut player, seconds / 4.0);
    }
    let (part, took) = once(&mut player, if rounds.is_some() { f64::INFINITY } else { seconds });
    let rate = part.rounds() as f64 / took.as_secs_f64();
    let (notes, agree) = compared(&ready, &part);
    let reaches = rate >= row.aim;
    println!(
        "{:<30} {:>9.3} G/s {:>9.1} M/s a core {:>8.0} times {:>16} rounds  {}{}{}",
        row.title,
        rate / 1e9,
        core / 1e6,
        rate / core,
        part.rounds(),
        notes.join(", "),
        if agree { "" } else { "  DISAGREES" },
        if reaches { "" } else { "  below its aim" },
    );
    Ok(agree)
}

fn main() -> ExitCode {
    let (mut seconds, mut rounds, mut word) = (3.0, None, String::new());
    for argument in std::env::args().skip(1).filter(|argument| !argument.starts_with('-')) {
        match argument.parse::<f64>() {
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it is a whole number"
            )]
            Ok(number) if number >= 1e6 => rounds = Some(number as u64),
            Ok(number) => seconds = number,
            Err(_) => word = argument,
        }
    }
    let probe = ROWS[5].ready(SECOND_BLOCK_ROUNDS);
    let names = match GpuPlayer::new(&probe.table, &probe.job, None) {
        Ok(player) => player.names().join(", "),
        Err(error) => {
            println!("nothing was measured: {error}");
            return ExitCode::SUCCESS;
        }
    };
    println!("graphics cards: {names}");
    println!("date: {}", jiff::Zoned::now().date());
    println!("steps (machines.cu): blake3 {}", &blake3::hash(SOURCE.as_bytes()).to_hex()[..32]);
    let mut agree = true;
    for row in ROWS.iter().filter(|row| row.title.contains(&word)) {
        match play(row, seconds, rounds) {
            Ok(agrees) => agree &= agrees,
            Err(error) => println!("{:<30} {error}", row.title),
        }
    }
    if agree { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
