//! Counting systems against published figures, against exact prices, and against themselves on other threads.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use croupier_maths::blackjack::{ChartSection, RankCounts, Solver};
use croupier_rules::book::Chosen;
use croupier_rules::games::AnyGame;
use croupier_rules::games::blackjack::Blackjack;
use croupier_sim::counts::{
    BetRamp, BetSpread, CountFigures, CountOptions, CountPlay, CountRows, CountSystem, CountTable,
    CountTotals, CounterPresence, IndexSet, RemovalEffects, run_counts,
};
use croupier_sim::job::Shoes;

use crate::common::shelf_for;

/// A table of a built-in or example book with these settings, `key=value` parted by spaces.
fn rules(name: &str, house: &str) -> AnyGame {
    let shelf = shelf_for(name);
    let (_, book) = shelf.game(name).unwrap();
    let mut chosen = Chosen::default();
    for setting in house.split_whitespace() {
        let (key, value) = setting.split_once('=').unwrap();
        chosen.choose(key, value, &book.envelope()).unwrap();
    }
    book.table(&chosen)
}

fn blackjack(rules: &AnyGame) -> &Blackjack {
    let AnyGame::Blackjack(rules) = rules else { panic!("it is blackjack") };
    rules
}

/// Six packs; the dealer looks and stands on every 17; doubles after splits; no surrender.
fn stands() -> AnyGame {
    rules("atlantic-city/blackjack", "decks=6 surrender=false even-money=false")
}

fn system(name: &str) -> CountSystem {
    CountSystem::named(name).unwrap()
}

fn options(cut: u8) -> CountOptions {
    CountOptions { shoes: Shoes::Cut(cut), boxes: 1, presence: CounterPresence::default() }
}

fn played(table: &CountTable, seed: u64, rounds: u64, threads: usize) -> CountTotals {
    run_counts(table, seed, rounds, NonZeroUsize::new(threads), &mut |_| ControlFlow::Continue(())).unwrap()
}

/// The figures that lists of counting systems agree on, such as those of QFIT and of Blackjack Apprenticeship, by the method of
/// Griffin's "The Theory of Blackjack". They are rounded to two places. The printed betting correlations are of one
/// pack under older rules: under those of six packs with doubling after splits they are a little apart.
#[test]
fn the_known_systems_correlate_as_published() {
    let published = [
        ("hi-lo", 0.97, 0.76),
        ("hi-opt-1", 0.88, 0.85),
        ("hi-opt-2", 0.91, 0.91),
        ("ko", 0.98, 0.78),
        ("omega-2", 0.92, 0.85),
        ("zen", 0.96, 0.85),
        ("halves", 0.99, 0.72),
    ];
    let names: Vec<String> = CountSystem::known().iter().map(|system| system.name().to_owned()).collect();
    assert_eq!(names, published.map(|(name, ..)| name));
    for table in [stands(), rules("nevada/blackjack", "")] {
        let effects = RemovalEffects::of(blackjack(&table)).unwrap();
        for (name, betting, insurance) in published {
            let found = effects.correlation(&system(name), 0.75);
            assert!((found.betting - betting).abs() < 0.025, "{name}: betting {}", found.betting);
            assert!((found.insurance - insurance).abs() < 0.0051, "{name}: insurance {}", found.insurance);
        }
    }
}

/// The play of hi-lo as Schlesinger prints it ("Blackjack Attack", the Illustrious 18) for four to eight packs where the dealer
/// stands on soft 17. Printed counts are rounded in several ways: one more or less is as good.
#[test]
fn index_plays_are_those_of_the_illustrious_18() {
    use ChartSection::{Hard, Pair};
    let table = stands();
    let play =
        CountPlay::new(blackjack(&table), &system("hi-lo"), IndexSet::Illustrious, Shoes::Cut(75)).unwrap();
    assert_eq!(play.insurance, Some(3));
    let published = [
        (Hard, 16, 10, 0),
        (Hard, 15, 10, 4),
        (Pair, 10, 5, 5),
        (Pair, 10, 6, 4),
        (Hard, 10, 10, 4),
        (Hard, 12, 3, 2),
        (Hard, 12, 2, 3),
        (Hard, 11, 1, 1),
        (Hard, 9, 2, 1),
        (Hard, 10, 1, 4),
        (Hard, 9, 7, 3),
        (Hard, 16, 9, 5),
        (Hard, 13, 2, -1),
        (Hard, 12, 4, 0),
        (Hard, 12, 5, -2),
        (Hard, 12, 6, -1),
        (Hard, 13, 3, -2),
    ];
    let mut equal = 0;
    for (section, number, up, count) in published {
        let found = play.indices.iter().find(|index| {
            (index.section, index.number, index.up) == (section, number, Some(up - 1))
                && (index.from - count).abs() <= 1
        });
        let found = found.unwrap_or_else(|| {
            let all: Vec<_> = play
                .indices
                .iter()
                .filter(|index| (index.section, index.number, index.up) == (section, number, Some(up - 1)))
                .collect();
            panic!("{number} against {up}: {count} is published, {all:?} are found")
        });
        equal += usize::from(found.from == count);
    }
    assert!(equal >= 12, "only {equal} counts are as printed");
}

/// The same seed gives the same counts on any number of threads.
#[test]
fn threads_do_not_matter() {
    let table = rules("mpumalanga/blackjack", "");
    let play =
        CountPlay::new(blackjack(&table), &system("ko"), IndexSet::Illustrious, Shoes::Cut(70)).unwrap();
    let table = CountTable::new(&table, &system("ko"), play, options(70)).unwrap();
    let one = played(&table, 3, 300_000, 1);
    assert_eq!(one, played(&table, 3, 300_000, 2));
    assert_ne!(one, played(&table, 4, 300_000, 2));
    assert!(one.dealt >= 300_000 && one.played() == one.dealt);
}

/// One round from each whole shoe has the exact price of the chart.
#[test]
fn a_whole_shoe_has_its_exact_price() {
    for (name, house) in
        [("nevada/blackjack", ""), ("mpumalanga/blackjack", ""), ("scotland-1970/blackjack", "")]
    {
        let table = rules(name, house);
        let game = blackjack(&table);
        let play = CountPlay::new(game, &system("hi-lo"), IndexSet::None, Shoes::Fresh).unwrap();
        let (_, price) = Solver::new(game).unwrap().chart(&RankCounts::whole(game)).unwrap();
        let options = CountOptions { shoes: Shoes::Fresh, ..options(1) };
        let counted = CountTable::new(&table, &system("hi-lo"), play, options).unwrap();
        let totals = played(&counted, 5, 1_000_000, 2);
        let rows = CountRows::of(&totals, counted.parts(), 1).unwrap();
        assert_eq!(rows.rows.len(), 1, "{name}: the count of a whole shoe is always the same");
        let apart = rows.whole.mean.value + price.edge.value();
        assert!(apart.abs() < 4.0 * rows.whole.mean.error, "{name}: {apart}");
        assert!((rows.whole.variance() - price.variance.value()).abs() < 0.02, "{name}");
    }
}

/// What a point of the count is worth, counted in the rounds of shoes and computed from the effects of removal. Books on
/// hi-lo say about half a per cent.
#[test]
fn a_point_of_the_count_is_worth_what_the_effects_of_removal_say() {
    let table = stands();
    let effects = RemovalEffects::of(blackjack(&table)).unwrap();
    for name in ["hi-lo", "hi-opt-2", "halves"] {
        let system = system(name);
        let play = CountPlay::new(blackjack(&table), &system, IndexSet::None, Shoes::Cut(75)).unwrap();
        let counted = CountTable::new(&table, &system, play, options(75)).unwrap();
        let totals = played(&counted, 6, 6_000_000, 2);
        let rows = CountRows::of(&totals, counted.parts(), 1).unwrap();
        let (slope, error) = slope(&rows);
        let exact = effects.worth_of_a_point(&system).unwrap();
        // The chart is not the best at high and low counts, and a fixed chart bends: a tenth is left for that.
        let within = 4.0 * error + 0.1 * exact;
        assert!((slope - exact).abs() < within, "{name}: {slope} ± {error}, and exactly {exact}");
        if name == "hi-lo" {
            assert!((0.004..0.006).contains(&exact), "{exact}");
        }
    }
    let ko = CountSystem::named("ko").unwrap();
    assert_eq!(
        effects.worth_of_a_point(&ko),
        None,
        "a point of a running count is worth more when fewer cards are left"
    );
}

/// The slope of the gain over the count between the rare ends, weighted by the rounds, with its standard error.
#[allow(clippy::cast_precision_loss)]
fn slope(rows: &CountRows) -> (f64, f64) {
    let inner: Vec<(f64, f64, f64)> = rows
        .rows
        .iter()
        .filter_map(|row| Some((f64::from(row.from?), row.mean.value, row.mean.error)))
        .filter(|(count, ..)| count.abs() <= 6.0)
        .collect();
    let weight = |error: f64| 1.0 / (error * error);
    let whole: f64 = inner.iter().map(|(.., error)| weight(*error)).sum();
    let mean = |of: &dyn Fn(&(f64, f64, f64)) -> f64| -> f64 {
        inner.iter().map(|point| weight(point.2) * of(point)).sum::<f64>() / whole
    };
    let middle = mean(&|point| point.0);
    let spread = mean(&|point| (point.0 - middle).powi(2));
    let slope = mean(&|point| (point.0 - middle) * point.1) / spread;
    (slope, 1.0 / (whole * spread).sqrt())
}

/// The standard error that is reported is how much runs with other seeds differ, although the rounds of a shoe have a count in
/// common.
#[test]
fn standard_errors_are_those_of_runs_with_other_seeds() {
    let table = stands();
    let system = system("hi-lo");
    let play = CountPlay::new(blackjack(&table), &system, IndexSet::Illustrious, Shoes::Cut(75)).unwrap();
    let counted = CountTable::new(&table, &system, play, options(75)).unwrap();
    let spread = BetSpread { least: 1, most: 12 };
    let runs: Vec<CountTotals> = (0..60).map(|block| counted.play_block(9, block).unwrap()).collect();
    let mut all = CountTotals::new();
    runs.iter().for_each(|run| all.merge(run).unwrap());
    let rows = CountRows::of(&all, counted.parts(), 1).unwrap();
    let ramp = BetRamp::of_highest_score(&rows, spread, 1);
    let bet = |count: Option<i32>| {
        let row = rows.rows.iter().position(|row| {
            count.is_none_or(|count| {
                row.to.is_none_or(|to| count <= to) && row.from.is_none_or(|from| count >= from)
            })
        });
        ramp.bets[row.unwrap()]
    };
    // The same bets by count in every run, whose rows may be others.
    let figures = |run: &CountTotals| {
        let rows = CountRows::of(run, counted.parts(), 1).unwrap();
        let bets: Vec<u32> = rows.rows.iter().map(|row| bet(row.from.or(row.to))).collect();
        CountFigures::of(&rows, &bets, 1).mean
    };
    let found: Vec<_> = runs.iter().map(figures).collect();
    let count = 60.0;
    let mean = found.iter().map(|mean| mean.value).sum::<f64>() / count;
    let between = (found.iter().map(|one| (one.value - mean).powi(2)).sum::<f64>() / (count - 1.0)).sqrt();
    let reported = (found.iter().map(|one| one.error * one.error).sum::<f64>() / count).sqrt();
    // The deviation of 60 runs has itself an error of about a tenth.
    assert!((0.7..1.35).contains(&(between / reported)), "{between} between runs, {reported} reported");
}

/// Whoever watches until the count is high, and leaves when it is low, plays fewer rounds at better counts.
#[test]
fn back_counting_and_leaving_play_at_better_counts() {
    let table = stands();
    let system = system("hi-lo");
    let play = CountPlay::new(blackjack(&table), &system, IndexSet::Illustrious, Shoes::Cut(75)).unwrap();
    let counted = |presence| {
        let options = CountOptions { presence, ..options(75) };
        let counted = CountTable::new(&table, &system, play.clone(), options).unwrap();
        let totals = played(&counted, 11, 2_000_000, 2);
        let rows = CountRows::of(&totals, counted.parts(), 1).unwrap();
        (totals, rows.whole)
    };
    let (all, always) = counted(CounterPresence::default());
    let (watched, back) = counted(CounterPresence { enters: Some(2), leaves: Some(1) });
    let (left, wong) = counted(CounterPresence { enters: None, leaves: Some(-1) });
    assert!(all.dealt == watched.dealt && all.dealt == left.dealt, "the same cards fall");
    assert!(all.played() == all.dealt && left.played() < all.played() && watched.played() < left.played());
    let lowest = |totals: &CountTotals| totals.cells.iter().position(|cell| cell.rounds > 0).unwrap();
    let place = |count: i32| usize::try_from(count - croupier_sim::counts::COUNT_LEAST).unwrap();
    assert_eq!((lowest(&watched), lowest(&left)), (place(1), place(-1)));
    assert!(
        always.mean.value < wong.mean.value && wong.mean.value < back.mean.value && back.mean.value > 0.0
    );
}

/// Two boxes of a round win and lose together, because the dealer has the same hand. The Wizard of Odds ("Variance in
/// blackjack", appendix 4, from ten billion hands each) has for six packs, the dealer drawing on soft 17, doubling after
/// splits, without surrender and splitting Aces again: variance 1.346, covariance 0.499; and where he stands on soft 17,
/// 0.008 less of each.
#[test]
fn boxes_of_a_round_vary_together_as_published() {
    let published = [(rules("nevada/blackjack", ""), 1.346, 0.499), (stands(), 1.338, 0.491)];
    for (table, variance, covariance) in published {
        let system = system("hi-lo");
        let play = CountPlay::new(blackjack(&table), &system, IndexSet::None, Shoes::Cut(75)).unwrap();
        let of = |boxes: u8| {
            let options = CountOptions { boxes, ..options(75) };
            let counted = CountTable::new(&table, &system, play.clone(), options).unwrap();
            CountRows::of(&played(&counted, 12, 1_000_000, 2), counted.parts(), boxes).unwrap()
        };
        let (one, two) = (of(1), of(2));
        assert_eq!(one.covariance, None);
        let found = (one.whole.variance(), two.covariance.unwrap());
        // The fourth moment of a round is about 5: the variance of a million rounds has an error of 0.002.
        assert!((found.0 - variance).abs() < 0.01 && (found.1 - covariance).abs() < 0.01, "{found:?}");
        let together = 2.0 * found.0 + 2.0 * found.1;
        assert!((two.whole.variance() - together).abs() < 0.03, "{}", two.whole.variance());
    }
}
