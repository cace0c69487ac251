//! Stakes over sessions: held against what is known exactly, and the same bytes whatever the threads and parts.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use croupier_kit::Money;
use croupier_rules::book::{Chosen, Shelf};
use croupier_sim::job::{Job, Shard};
use croupier_sim::policy::Policy;
use croupier_sim::run::RunError;
use croupier_sim::session_report::session_report;
use croupier_sim::staking::{Progression, Staking, StakingError};
use croupier_sim::{
    PartialResult, PlayMethod, RunOptions, SetupOptions, Shoes, Simulation, merge, prices, rebuild, run,
    set_up,
};

const PROGRESSIONS: [Progression; 5] = [
    Progression::Flat,
    Progression::Martingale,
    Progression::Dalembert,
    Progression::Fibonacci,
    Progression::Labouchere,
];

/// A job of so many sessions of so many bets on one wager of a built-in table.
fn made(name: &str, wager: &str, shoes: Shoes, staking: Staking, sessions: u64) -> (Simulation, Job) {
    let shelf = Shelf::built_in();
    let (book, game) = shelf.game(name).unwrap();
    let rules = game.table(&Chosen::default());
    let policy = Policy::parse("usual", &rules).unwrap();
    let options = SetupOptions { shoes, boxes: 1, wagers: vec![wager.to_owned()] };
    let table = set_up(&rules, game.conduct(), &policy, &options).unwrap();
    let job = Job {
        rules: name.to_owned(),
        book: book.digest().to_owned(),
        on: "2026-01-01".to_owned(),
        house: BTreeMap::new(),
        policy: "usual".to_owned(),
        policy_digest: policy.digest(),
        shoes,
        boxes: 1,
        wagers: vec![wager.to_owned()],
        rounds: sessions * staking.rounds,
        seed: 3,
        edition: croupier_sim::StreamEdition::First,
        stakes: Some(staking),
    };
    (table, job)
}

fn staking(progression: Progression, bankroll: Option<i64>, most: Option<i64>, rounds: u64) -> Staking {
    let amount = |units: i64| Money::from_minor(units * 3600);
    Staking::new(progression, amount(1), bankroll.map(amount), (None, most.map(amount)), rounds).unwrap()
}

fn played(table: &Simulation, job: &Job, threads: usize) -> Result<PartialResult, RunError> {
    let crew = RunOptions { threads: NonZeroUsize::new(threads), by: PlayMethod::Kernel };
    run(table, job, 0..job.blocks(), None, crew, None, &mut |_| ControlFlow::Continue(()))
}

#[test]
fn flat_stakes_are_ruined_as_often_as_can_be_counted() {
    for (name, wager) in [
        ("scotland-1970/roulette", "numbers 18"),
        ("scotland-1970/dice", "win"),
        ("mpumalanga/punto-banco", "punto"),
        ("mpumalanga/arizona-hold-em", "ante"),
    ] {
        let (table, job) =
            made(name, wager, Shoes::Fresh, staking(Progression::Flat, Some(12), None, 150), 20_000);
        let part = played(&table, &job, 2).unwrap();
        let prices = prices(&job, &Shelf::built_in());
        let outcome = session_report(&part, prices.iter().find(|price| price.wager == wager)).unwrap();
        let exact = outcome.exact_ruin.as_ref().unwrap().value();
        assert!((0.05..0.8).contains(&exact), "{name}: {exact}");
        assert!(outcome.ruin_z().unwrap().abs() < 4.0, "{name}: {:?} and exactly {exact}", outcome.ruin());
    }
}

#[test]
fn no_progression_changes_what_the_house_takes_of_the_turnover() {
    for (name, wager) in [
        ("scotland-1970/roulette", "numbers 18"),
        ("scotland-1970/dice", "win"),
        ("mpumalanga/punto-banco", "banco"),
    ] {
        for progression in PROGRESSIONS {
            let staking = staking(progression, Some(300), Some(100), 200);
            let (table, job) = made(name, wager, Shoes::Fresh, staking, 3_000);
            let part = played(&table, &job, 2).unwrap();
            let prices = prices(&job, &Shelf::built_in());
            let outcome = session_report(&part, prices.iter().find(|price| price.wager == wager)).unwrap();
            let (expected, z) = outcome.expected.unwrap();
            assert!(
                expected < 0.0 && z.is_none_or(|z| z.abs() < 4.0),
                "{name} {}: {z:?}",
                progression.name()
            );
            assert!(z.is_some() || progression != Progression::Flat, "{name}");
            // Nobody holds negative or loses more than he held at his height.
            let last = outcome.sessions.last().unwrap();
            assert!(last.quantile(0).unwrap() >= 0, "{name}");
            assert_eq!(last.sum() - i128::from(300 * 3600) * 3_000, outcome.sessions.won);
        }
    }
}

/// On credit a martingale wins a little in most sessions and loses very much in a few. A thousand of them are no ground for a verdict.
#[test]
fn a_few_sessions_with_most_of_the_turnover_get_no_verdict() {
    let verdict = |progression| {
        let (name, wager) = ("scotland-1970/dice", "win");
        let (table, job) = made(name, wager, Shoes::Fresh, staking(progression, None, None, 100), 1_000);
        let part = played(&table, &job, 2).unwrap();
        let prices = prices(&job, &Shelf::built_in());
        let outcome = session_report(&part, prices.iter().find(|price| price.wager == wager)).unwrap();
        outcome.expected.unwrap().1
    };
    assert!(verdict(Progression::Flat).unwrap().abs() < 4.0);
    assert_eq!(verdict(Progression::Martingale), None);
}

#[test]
fn the_same_bytes_from_one_thread_two_and_parts() {
    let count = staking(Progression::Count(8), Some(100), None, 100);
    let jobs = [
        made("mpumalanga/blackjack", "box", Shoes::Cut(75), count, 6_000),
        made(
            "scotland-1970/roulette",
            "numbers 18",
            Shoes::Fresh,
            staking(Progression::Labouchere, Some(90), None, 77),
            9_000,
        ),
    ];
    for (table, job) in &jobs {
        let whole = serde_json::to_string(&played(table, job, 1).unwrap()).unwrap();
        assert_eq!(whole, serde_json::to_string(&played(table, job, 2).unwrap()).unwrap());
        let part = |number| {
            let blocks = job.shard(Shard { number, of: 5 }).unwrap();
            let crew = RunOptions { threads: None, by: PlayMethod::Kernel };
            let again = rebuild(job, &Shelf::built_in()).unwrap();
            let part = run(&again, job, blocks, None, crew, None, &mut |_| ControlFlow::Continue(()));
            serde_json::from_str(&serde_json::to_string(&part.unwrap()).unwrap()).unwrap()
        };
        let merged = merge((1..=5).rev().map(part).collect()).unwrap();
        assert_eq!(whole, serde_json::to_string(&merged).unwrap());
    }
}

#[test]
fn counting_is_worth_something() {
    let of = |progression| {
        let staking = staking(progression, None, None, 400);
        let (table, job) = made("mpumalanga/blackjack", "box", Shoes::Cut(80), staking, 5_000);
        let sessions = played(&table, &job, 2).unwrap().found.sessions.unwrap();
        assert_eq!((sessions.bets, sessions.ruined()), (2_000_000, 0));
        #[allow(clippy::cast_precision_loss)]
        let share = sessions.won as f64 / sessions.turnover as f64;
        share
    };
    let (flat, counted) = (of(Progression::Flat), of(Progression::Count(12)));
    assert!(counted > flat + 0.003, "{counted} counted, {flat} flat");
}

#[test]
fn stakes_beyond_every_amount_are_an_error() {
    let endless = staking(Progression::Martingale, None, None, 2_000);
    let (table, job) = made("scotland-1970/roulette", "numbers 1", Shoes::Fresh, endless, 50);
    assert!(matches!(played(&table, &job, 2), Err(RunError::Stakes)));
    let limited = staking(Progression::Martingale, None, Some(100), 2_000);
    let (table, job) = made("scotland-1970/roulette", "numbers 1", Shoes::Fresh, limited, 50);
    assert!(played(&table, &job, 2).is_ok());
}

#[test]
fn impossible_staking_is_an_error() {
    let amount = Money::from_minor;
    let new = |unit, least, most| {
        Staking::new(Progression::Flat, amount(unit), None, (Some(amount(least)), Some(amount(most))), 9)
    };
    assert!(matches!(new(100, 200, 900), Err(StakingError::BelowLeast(..))));
    assert!(matches!(new(1000, 200, 900), Err(StakingError::AboveMost(..))));
    let nothing = Staking::new(Progression::Count(0), amount(100), None, (None, None), 9);
    assert_eq!(nothing, Err(StakingError::Spread(0)));
    let poor = staking(Progression::Flat, None, None, 9);
    let (table, _) = made("scotland-1970/roulette", "numbers 18", Shoes::Fresh, poor.clone(), 9);
    let check = |staking: &Staking| table.check_staking(staking, Shoes::Fresh);
    assert!(matches!(
        check(&Staking { bankroll: Some(3599), ..poor.clone() }),
        Err(StakingError::Bankroll(..))
    ));
    assert!(matches!(check(&Staking { unit: 3601, ..poor.clone() }), Err(StakingError::Parts(..))));
    let counted = Staking { progression: Progression::Count(4), ..poor };
    assert_eq!(check(&counted), Err(StakingError::NothingToCount));
}
