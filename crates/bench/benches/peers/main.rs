//! Every game beside its peer and its limit, in one run: rate per core, ratio to the peer, share of the limit,
//! scaling.
//!
//! Times are the thread's time on a core, so that other load on the machine changes little. Every row asserts that
//! its edge is within three standard errors of the exact price, and asserts the number of cards per round. A word
//! after `--` runs only the rows with that word in their titles.

mod peer;
mod price;

use std::fmt;
use std::process::ExitCode;
use std::time::Instant;

use croupier_bench::{Aims, BenchRow, a_second};
use croupier_maths::Price;
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::games::AnyGame;
use croupier_sim::job::BLOCK_ROUNDS;
use croupier_sim::policy::{BEST, Policy, USUAL};
use croupier_sim::stats::Stats;
use croupier_sim::{
    Job, PlayMethod, RunOptions, SetupOptions, Shoes, Simulation, StreamEdition, Totals, limit, run, set_up,
};

/// The seconds this thread has spent on a core.
fn on_core() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).map_or(0.0, |ns| ns / 1e9)
}

/// The rate of a call that does `work` units of work: the best of three, in units per second.
fn rate(work: f64, mut call: impl FnMut()) -> f64 {
    let once = |call: &mut dyn FnMut()| {
        let (core, clock) = (on_core(), Instant::now());
        call();
        let spent = on_core() - core;
        work / if spent > 0.0 { spent } else { clock.elapsed().as_secs_f64() }
    };
    (0..3).map(|_| once(&mut call)).fold(0.0, f64::max)
}

/// One game of the report.
struct Row {
    title: &'static str,
    rules: &'static str,
    house: &'static [(&'static str, &'static str)],
    wagers: &'static [&'static str],
    shoes: Shoes,
    blocks: u64,
    /// What has to be reached.
    least: Aim,
}

/// What has to be reached: rounds a second, a multiple of the peer, a share of the limit.
#[derive(Clone, Copy)]
enum Aim {
    Rate(f64),
    TimesPeer(f64),
    Share(f64),
    ShareAndPeer(f64, f64),
}

impl Aim {
    fn is_reached(self, ours: f64, peer: Option<f64>, limit: f64) -> bool {
        let times = |least: f64| peer.is_some_and(|peer| ours >= least * peer);
        match self {
            Self::Rate(least) => ours >= least,
            Self::TimesPeer(least) => times(least),
            Self::Share(least) => ours >= least * limit,
            Self::ShareAndPeer(share, least) => ours >= share * limit && times(least),
        }
    }
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rate(least) => f.write_str(&a_second(*least)),
            Self::TimesPeer(least) => write!(f, "{least:.0} times the peer"),
            Self::Share(least) => write!(f, "{:.0} % of the limit", 100.0 * least),
            Self::ShareAndPeer(share, least) => {
                write!(f, "{:.0} % of the limit, {least:.0} times the peer", 100.0 * share)
            }
        }
    }
}

/// The policy of a game: the usual chart for blackjack, as its peer has, and best play of both sides for all others.
const fn play_of(game: &AnyGame) -> &'static str {
    match game {
        AnyGame::Blackjack(_) => USUAL,
        _ => BEST,
    }
}

/// The game of a row, ready to be played.
struct Ready {
    game: AnyGame,
    table: Simulation,
    /// The exact prices of this play from a whole shoe.
    prices: Vec<Price>,
    /// The same table with a whole shoe for every round.
    whole: Simulation,
}

impl Row {
    fn ready(&self) -> Ready {
        let shelf = Shelf::built_in();
        let (_, book) = shelf.game(self.rules).unwrap_or_else(|error| panic!("{error}"));
        let mut chosen = Chosen::default();
        for (key, value) in self.house {
            chosen.choose(key, value, &book.envelope()).unwrap_or_else(|refusal| panic!("{refusal}"));
        }
        let game = book.table(&chosen);
        let wagers = self.wagers.iter().map(ToString::to_string).collect();
        let policy = Policy::parse(play_of(&game), &game).unwrap_or_else(|error| panic!("{error}"));
        let options = SetupOptions { shoes: self.shoes, boxes: 1, wagers };
        let set_up = |options: &SetupOptions| {
            set_up(&game, book.conduct(), &policy, options).unwrap_or_else(|error| panic!("{error}"))
        };
        let (table, whole) =
            (set_up(&options), set_up(&SetupOptions { shoes: Shoes::Fresh, ..options.clone() }));
        let prices = policy.prices(play_of(&game), &game);
        Ready { game, table, prices, whole }
    }
}

fn play(table: &Simulation, blocks: u64, seed: u64) -> Totals {
    let mut found = Totals::nothing(table.counted().len());
    for block in 0..blocks {
        let one = table.play(PlayMethod::Kernel, seed, block, BLOCK_ROUNDS);
        found.merge(&one.unwrap_or_else(|_| panic!("the shoe ran out")));
    }
    found
}

/// The tolerance for the cutting card at blackjack: the round in which it comes out is the last, so that rounds of
/// few cards occur more often than their share.
const CUT_CARD_EFFECT: f64 = 0.0005;

/// Checks that every edge is within three standard errors of its price, and checks the number of cards per round.
fn check(row: &Row, ready: &Ready, found: &Totals, rounds: f64) -> String {
    // The price of blackjack from a shoe over several rounds is not known: the same play is compared with it from
    // whole shoes.
    let lasting = matches!((&ready.game, row.shoes), (AnyGame::Blackjack(_), Shoes::Cut(_)));
    let whole = lasting.then(|| play(&ready.whole, row.blocks, 2));
    let mut notes = Vec::new();
    for (place, counted) in ready.table.counted().iter().enumerate() {
        let stats = Stats::of(&found.tallies[place], counted.parts);
        let held = whole.as_ref().map_or(stats, |whole| Stats::of(&whole.tallies[place], counted.parts));
        let price = price::exact(&ready.game, &ready.prices, &counted.wager);
        let z = held.z(&price);
        assert!(z.abs() <= 3.0, "{}: {} is {z:.2} standard errors from its price", row.title, counted.wager);
        let off = stats.edge - price.value();
        let bound = 3.0 * stats.standard_error + CUT_CARD_EFFECT;
        assert!(!lasting || off.abs() <= bound, "{}: {off} off the price of a whole shoe", row.title);
        let note = if lasting {
            format!("{} {:.5} of the real shoe; from whole shoes {:.5}", counted.wager, stats.edge, held.edge)
        } else {
            format!("{} {:.5}", counted.wager, stats.edge)
        };
        if notes.len() < 2 {
            notes.push(format!("{note} (exact {:.5}, z {z:+.2})", price.value()));
        }
    }
    #[allow(clippy::cast_precision_loss, reason = "a mean needs no more digits")]
    let dealt = found.fallen as f64 / rounds;
    let (low, high) = price::falls(&ready.game);
    assert!((low..=high).contains(&dealt), "{}: {dealt} fall a round", row.title);
    format!("{}; {dealt:.3} fall a round", notes.join(", "))
}

/// A bet on winning, with those behind it.
const DICE: &[&str] =
    &["win", "behind-win 4", "behind-win 5", "behind-win 6", "behind-win 8", "behind-win 9", "behind-win 10"];
/// The same, and ten more.
const MORE: &[&str] = &[
    "win",
    "behind-win 4",
    "behind-win 5",
    "behind-win 6",
    "behind-win 8",
    "behind-win 9",
    "behind-win 10",
    "place-win 4",
    "place-win 5",
    "place-win 6",
    "place-lose 4",
    "place-lose 10",
    "hard 4",
    "hard 6",
    "craps",
    "field",
    "single 2",
];
/// Ten kinds of wagers on the wheel.
const SLIP: &[&str] =
    &["straight", "split", "street", "corner", "six-line", "dozen 2", "column 3", "red", "odd", "high"];

fn rows() -> [Row; 11] {
    let row = |title, rules, wagers, shoes, blocks, least| Row {
        title,
        rules,
        house: &[],
        wagers,
        shoes,
        blocks,
        least,
    };
    [
        row(
            "blackjack, 6 packs, real shoe",
            "mpumalanga/blackjack",
            &["box"],
            Shoes::Cut(75),
            400,
            Aim::ShareAndPeer(0.6, 20.0),
        ),
        row(
            "blackjack, 6 packs, whole shoes",
            "mpumalanga/blackjack",
            &["box"],
            Shoes::Fresh,
            400,
            Aim::Rate(60e6),
        ),
        row(
            "punto banco, 8 packs, real shoe",
            "mpumalanga/punto-banco",
            &[],
            Shoes::Cut(75),
            800,
            Aim::TimesPeer(10.0),
        ),
        row(
            "roulette, ten wagers",
            "mpumalanga/american-roulette",
            SLIP,
            Shoes::Fresh,
            20_000,
            Aim::Share(0.6),
        ),
        row(
            "roulette, every wager",
            "mpumalanga/american-roulette",
            &[],
            Shoes::Fresh,
            8_000,
            Aim::Share(0.6),
        ),
        row(
            "dice, win with behind and ten more",
            "scotland-1970/dice",
            MORE,
            Shoes::Fresh,
            2_000,
            Aim::Rate(1e9),
        ),
        row("dice, win with behind", "scotland-1970/dice", DICE, Shoes::Fresh, 4_000, Aim::Rate(1e9)),
        row("in-between", "western-australia-1990/in-between", &[], Shoes::Fresh, 1_000, Aim::Rate(1e9)),
        row(
            "Arizona Hold-Em, best raises",
            "mpumalanga/arizona-hold-em",
            &[],
            Shoes::Fresh,
            400,
            Aim::Rate(150e6),
        ),
        row(
            "chemin de fer, equilibrium",
            "scotland-1970/chemin-de-fer",
            &[],
            Shoes::Fresh,
            400,
            Aim::Rate(250e6),
        ),
        row(
            "baccarat banque, equilibrium",
            "scotland-1970/baccarat-banque",
            &[],
            Shoes::Fresh,
            400,
            Aim::Rate(120e6),
        ),
    ]
}

/// The limit that randomness alone sets, in rounds per second, and a description of it.
fn limit(row: &Row, game: &AnyGame, falls: f64) -> (f64, &'static str) {
    let shuffled = |packs: u8| {
        let cards: Vec<u8> = (0..52 * u16::from(packs)).map(|n| (n % 13) as u8).collect();
        let drawn = cards.len() * 3 / 4;
        let shoes = 20_000_u32;
        let cards_drawn = f64::from(shoes) * f64::from(u32::try_from(drawn).unwrap_or(u32::MAX));
        rate(cards_drawn, || {
            limit::shuffles(&cards, drawn, u64::from(shoes));
        })
    };
    match (game, row.shoes) {
        (AnyGame::Roulette(_), _) => (
            rate(1e9, || {
                std::hint::black_box(limit::rolls(37, 1_000_000_000));
            }),
            "rolls",
        ),
        (AnyGame::Dice(_), _) => (
            rate(1e9, || {
                std::hint::black_box(limit::rolls(36, 1_000_000_000));
            }),
            "rolls",
        ),
        (AnyGame::Blackjack(game), _) => (shuffled(game.packs) / falls, "shuffle"),
        (AnyGame::Baccarat(game), Shoes::Cut(_)) => (shuffled(game.packs) / falls, "shuffle"),
        // Half a word gives two or three cards.
        _ => (
            rate(64e6, || {
                std::hint::black_box(limit::words(2_000_000));
            }) / (falls / 3.0).ceil(),
            "words",
        ),
    }
}

/// What a row has come to, in rounds a second.
struct Measured {
    ours: f64,
    peer: Option<f64>,
    bound: f64,
}

impl Measured {
    fn row(&self, row: &Row) -> BenchRow {
        let Self { ours, peer, bound } = *self;
        let found = BenchRow {
            peer: peer.map_or_else(String::new, a_second),
            ratio: peer.map_or_else(String::new, |peer| format!("{:.1} x", ours / peer)),
            limit: a_second(bound),
            share: format!("{:.0} %", 100.0 * ours / bound),
            ..BenchRow::of(row.title, a_second(ours))
        };
        found.aim(row.least.to_string(), row.least.is_reached(ours, peer, bound))
    }
}

/// How much faster all threads are than one, in elapsed time.
fn scaling(table: &Simulation, blocks: u64) -> f64 {
    let job = Job {
        rules: String::new(),
        book: String::new(),
        on: String::new(),
        house: std::collections::BTreeMap::new(),
        policy: String::new(),
        policy_digest: String::new(),
        shoes: Shoes::Fresh,
        boxes: 1,
        wagers: Vec::new(),
        rounds: blocks * BLOCK_ROUNDS,
        seed: 1,
        edition: StreamEdition::First,
        stakes: None,
    };
    let time = |threads: Option<usize>| {
        let crew =
            RunOptions { threads: threads.and_then(std::num::NonZeroUsize::new), by: PlayMethod::Kernel };
        let start = Instant::now();
        let part =
            run(table, &job, 0..blocks, None, crew, None, &mut |_| std::ops::ControlFlow::Continue(()));
        std::hint::black_box(part.is_ok());
        start.elapsed().as_secs_f64()
    };
    time(Some(1)) / time(None)
}

fn main() -> ExitCode {
    let mut aims = Aims::of("peers");
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    println!(
        "{:34} {:>12} {:>10} {:>7} {:>12} {:>7} {:>9}",
        "one core",
        "rounds/s",
        "peer",
        "ratio",
        "limit",
        "share",
        format!("1 to {threads}")
    );
    let only = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    for row in rows().into_iter().filter(|row| row.title.contains(&only)) {
        let ready = row.ready();
        let Ready { game, table, .. } = &ready;
        assert!(table.has_kernel(), "{} has no kernel", row.title);
        #[allow(clippy::cast_precision_loss, reason = "a rate needs no more digits")]
        let rounds = (row.blocks * BLOCK_ROUNDS) as f64;
        let mut found = Totals::default();
        let ours = rate(rounds, || found = play(table, row.blocks, 1));
        let notes = check(&row, &ready, &found, rounds);
        #[allow(clippy::cast_precision_loss, reason = "a mean needs no more digits")]
        let (bound, of) = limit(&row, game, found.fallen as f64 / rounds);
        let peer = peer::of(game);
        let measured = Measured { ours, peer: peer.as_ref().map(|peer| peer.rate), bound };
        let line = measured.row(&row);
        println!(
            "{:34} {:>10.1} M {:>10} {:>7} {:>10.1} M {:>5.0} % {:>9.2}  {}",
            row.title,
            ours / 1e6,
            line.peer,
            line.ratio,
            bound / 1e6,
            100.0 * ours / bound,
            scaling(table, row.blocks),
            if line.is_reached == Some(true) { "aim reached" } else { "BELOW THE AIM" },
        );
        aims.row(line);
        println!(
            "    {notes}; limit is the {of}{}",
            peer.map_or_else(String::new, |peer| format!("; {}", peer.note))
        );
    }
    aims.verdict()
}
