//! A job alone is enough to play it: every game of every built-in book gives the same blocks again.

use std::collections::BTreeMap;

use croupier_maths::blackjack::Chart;
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::games::AnyGame;
use croupier_sim::policy::{HandRaises, Policy, Raises, Thirds};
use croupier_sim::{Job, RebuildError, SetupOptions, Shoes, Simulation, StreamEdition, rebuild, set_up};

fn usual(game: &AnyGame) -> Policy {
    match game {
        AnyGame::Blackjack(_) => Policy::Chart(Chart::usual()),
        AnyGame::Baccarat(game) if !game.drawing.leaves_no_choice() => {
            Policy::Thirds(Box::new(Thirds::customary(game)))
        }
        AnyGame::Poker(game) => Policy::Raises(Raises::best(game)),
        AnyGame::DealerPoker(game) => Policy::HandRaises(HandRaises::best(game)),
        AnyGame::Baccarat(_) | AnyGame::Roulette(_) | AnyGame::Dice(_) | AnyGame::InBetween(_) => {
            Policy::Chance
        }
    }
}

fn made(shelf: &Shelf, name: &str, chart: Option<Chart>) -> (Simulation, Job) {
    let (book, game) = shelf.game(name).unwrap();
    let rules = game.table(&Chosen::default());
    let policy_name = chart.as_ref().map_or_else(|| "usual".to_owned(), |chart| format!("file\n{chart}"));
    let policy = chart.map_or_else(|| usual(&rules), Policy::Chart);
    let table = set_up(&rules, game.conduct(), &policy, &SetupOptions::default()).unwrap();
    let job = Job {
        rules: name.to_owned(),
        book: book.digest().to_owned(),
        on: "2026-01-01".to_owned(),
        house: BTreeMap::new(),
        policy: policy_name,
        policy_digest: policy.digest(),
        shoes: Shoes::Fresh,
        boxes: 1,
        wagers: table.counted().iter().map(|counted| counted.wager.clone()).collect(),
        rounds: 3_000,
        seed: 5,
        edition: StreamEdition::First,
        stakes: None,
    };
    (table, job)
}

fn assert_rebuilt(shelf: &Shelf, table: &Simulation, job: &Job) {
    let again = rebuild(job, shelf).unwrap_or_else(|error| panic!("{}: {error}", job.rules));
    assert_eq!(again.counted(), table.counted(), "{}", job.rules);
    let played =
        |table: &Simulation| table.play_by_rules(StreamEdition::First, job.seed, 3, job.rounds).unwrap();
    assert_eq!(played(&again), played(table), "{}", job.rules);
}

#[test]
fn every_game_from_its_job_alone() {
    let shelf = Shelf::built_in();
    let games: Vec<String> = shelf
        .books()
        .iter()
        .flat_map(|book| book.games().iter().map(move |game| format!("{}/{}", book.id(), game.id())))
        .collect();
    assert_eq!(games.len(), 12);
    for name in &games {
        let (table, job) = made(&shelf, name, None);
        assert_rebuilt(&shelf, &table, &job);
    }
}

#[test]
fn a_chart_travels_with_its_job() {
    let shelf = Shelf::built_in();
    let (table, job) = made(&shelf, "mpumalanga/blackjack", Some(Chart::drawing_to(17, 10)));
    assert_rebuilt(&shelf, &table, &job);
}

#[test]
fn a_difference_here_is_an_error() {
    let shelf = Shelf::built_in();
    let (_, job) = made(&shelf, "mpumalanga/blackjack", None);
    let error = |change: fn(&mut Job)| {
        let mut other = job.clone();
        change(&mut other);
        rebuild(&other, &shelf).err()
    };
    assert!(matches!(error(|job| job.rules = "mpumalanga/whist".to_owned()), Some(RebuildError::Unknown(_))));
    assert!(matches!(error(|job| job.on = "soon".to_owned()), Some(RebuildError::Unknown(_))));
    assert!(matches!(error(|job| job.book = "0".repeat(64)), Some(RebuildError::Book(_))));
    assert!(matches!(error(|job| job.policy = "dealer\nno chart".to_owned()), Some(RebuildError::Policy)));
    assert!(matches!(error(|job| job.policy_digest = "0".repeat(32)), Some(RebuildError::Policy)));
    assert!(matches!(error(|job| job.wagers = vec!["moon".to_owned()]), Some(RebuildError::Setup(_))));
    assert!(matches!(error(|job| job.wagers.clear()), Some(RebuildError::Wagers)));
    let unknown = |job: &mut Job| {
        job.house.insert("moon".to_owned(), "full".to_owned());
    };
    assert!(matches!(error(unknown), Some(RebuildError::House(_))));
}
