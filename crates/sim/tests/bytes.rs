//! The same bytes whatever the threads and parts.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use crate::common::{games, table};
use croupier_sim::job::{BLOCK_ROUNDS, Job, Shard};
use croupier_sim::report::{as_json, lines};
use croupier_sim::{
    PartialResult, PlayMethod, RunOptions, SetupOptions, Shoes, Simulation, StreamEdition, merge, run,
};

fn job(rules: &str, table: &Simulation, rounds: u64) -> Job {
    Job {
        rules: rules.to_owned(),
        book: String::new(),
        on: String::new(),
        house: std::collections::BTreeMap::new(),
        policy: "usual".to_owned(),
        policy_digest: String::new(),
        shoes: Shoes::Fresh,
        boxes: 1,
        wagers: table.counted().iter().map(|counted| counted.wager.clone()).collect(),
        rounds,
        seed: 7,
        edition: StreamEdition::First,
        stakes: None,
    }
}

fn crew(threads: usize) -> RunOptions {
    RunOptions { threads: NonZeroUsize::new(threads), by: PlayMethod::Kernel }
}

fn whole(table: &Simulation, job: &Job, threads: usize) -> PartialResult {
    run(table, job, 0..job.blocks(), None, crew(threads), None, &mut |_| ControlFlow::Continue(())).unwrap()
}

fn bytes(part: &PartialResult) -> String {
    as_json(part, &lines(part, |_| None), None, None).to_string() + &serde_json::to_string(part).unwrap()
}

#[test]
fn one_thread_two_threads_and_eight_parts_give_the_same_bytes() {
    for name in games() {
        let table = table(&name, "", &SetupOptions { shoes: Shoes::Cut(60), ..SetupOptions::default() });
        let job = job(
            &name,
            &table,
            if table.has_kernel() { 8 * BLOCK_ROUNDS - 11 } else { 8 * BLOCK_ROUNDS - 60_000 },
        );
        let one = bytes(&whole(&table, &job, 1));
        assert_eq!(one, bytes(&whole(&table, &job, 2)), "{name}");
        let part = |number| {
            let blocks = job.shard(Shard { number, of: 8 }).unwrap();
            run(&table, &job, blocks, None, crew(2), None, &mut |_| ControlFlow::Continue(())).unwrap()
        };
        // Backwards, and through their files.
        let parts: Vec<String> =
            (1..=8).rev().map(|number| serde_json::to_string(&part(number)).unwrap()).collect();
        let read = parts.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
        assert_eq!(one, bytes(&merge(read).unwrap()), "{name}");
    }
}

#[test]
fn what_is_broken_off_goes_on_to_the_same_bytes() {
    let table = table("scotland-1970/dice", "", &SetupOptions::default());
    let job = job("scotland-1970/dice", &table, 40 * BLOCK_ROUNDS);
    let blocks = 0..job.blocks();
    let broken =
        run(&table, &job, blocks.clone(), None, crew(1), None, &mut |_| ControlFlow::Break(())).unwrap();
    assert!(0 < broken.rounds() && broken.rounds() < job.rounds);
    let saved = serde_json::from_str(&serde_json::to_string(&broken).unwrap()).unwrap();
    let resumed =
        run(&table, &job, blocks, Some(saved), crew(2), None, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(bytes(&resumed), bytes(&whole(&table, &job, 1)));
}

#[test]
fn an_error_is_reached_at_the_same_round_whatever_the_threads() {
    let table = table(
        "scotland-1970/roulette",
        "",
        &SetupOptions { wagers: vec!["red".to_owned()], ..SetupOptions::default() },
    );
    let job = job("scotland-1970/roulette", &table, 1 << 30);
    let until = |threads| {
        run(&table, &job, 0..job.blocks(), None, crew(threads), Some(0.001), &mut |_| {
            ControlFlow::Continue(())
        })
        .unwrap()
    };
    let (one, two) = (until(1), until(2));
    assert_eq!(bytes(&one), bytes(&two));
    // A variance near 0.98 needs nearly a million rounds: fifteen blocks.
    assert_eq!(one.rounds(), 15 * BLOCK_ROUNDS);
    assert!(one.is_whole());
}
