//! Random streams of commands under an auditor. After every command the books balance, and judging every record gives the
//! money that was moved. At the end a replay of the journal gives the same house, and sending every command again changes
//! nothing.

use std::fmt::Write as _;

use crate::common::commands::command;
use crate::common::{GAMES, Rig, Seeded, assert_same};
use croupier_house::command::Request;
use croupier_house::ids::{IdempotencyKey, TableId};
use croupier_house::table::Mode;
use proptest::prelude::*;

/// A house with some tables open, and a stream of commands given to it.
fn run(seed: u64, tables: &[&str], attended: bool, commands: u32, audited: bool) -> (Rig, Vec<Request>, u32) {
    let mut rig = Rig::new();
    let mode = if attended { Mode::Attended } else { Mode::Automatic };
    let ids: Vec<TableId> = tables.iter().map(|name| rig.open(name, mode)).collect();
    rig.audited = audited;
    let mut choice = Seeded(seed);
    let mut carried_out = Vec::new();
    for place in 0..commands {
        let (by, command) = command(&rig, &mut choice, &ids);
        let order = Request { key: Some(IdempotencyKey(1_000_000 + u128::from(place))), by, command };
        rig.now.at += 1;
        if rig.order(&order).is_ok() {
            carried_out.push(order);
        }
    }
    let count = u32::try_from(carried_out.len()).unwrap();
    (rig, carried_out, count)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn the_books_balance_and_replay_gives_the_live_house(
        seed: u64, first in 0_usize..12, second in 0_usize..12, attended: bool,
    ) {
        let mut tables = vec![GAMES[first].0];
        if second != first {
            tables.push(GAMES[second].0);
        }
        let (mut rig, orders, _) = run(seed, &tables, attended, 400, true);
        let again = rig.replay();
        for order in &orders {
            let done = rig.order(order).unwrap();
            prop_assert!(done.is_repeat(), "a command sent twice has one effect");
        }
        assert_same(&rig.house, &again);
    }
}

#[test]
fn the_streams_cover_what_they_should() {
    let mut seen = String::new();
    let mut accepted = 0;
    for (place, (table, _)) in GAMES.iter().enumerate() {
        for attended in [false, true] {
            let (rig, _, count) = run(place as u64 + 1, &[table], attended, 2000, false);
            accepted += count;
            for entry in &rig.journal {
                let _ = writeln!(seen, "{:?}", entry.body.event);
            }
        }
    }
    assert!(accepted > 8_000, "{accepted} of 48000 commands were in order");
    for word in [
        "bets",
        "takes back",
        "cancel",
        "draws",
        "stands",
        "doubles",
        "raises",
        "checks",
        "TimedOut",
        "HousePolicy",
        "shuffle",
        "cutting card",
        "no more bets",
        "spin",
        "bank ann",
        "BankGivenUp",
        "RoundVoided",
        "Exchanged",
        "CashPlayed",
        "SlipStepped",
        "LimitSet",
        "Entered",
        "Closed",
        "with: Wheel",
    ] {
        assert!(seen.contains(word), "no stream has `{word}`");
    }
}
