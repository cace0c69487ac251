//! A dice record of 100,000 lines with 10,000 bets standing at once, compared with parsing its lines alone.

use std::fmt::Write;
use std::process::ExitCode;
use std::time::Duration;

use croupier_bench::{Aims, best_of};
use croupier_rules::book::Shelf;
use croupier_rules::judge;
use croupier_rules::notation::lines;
use jiff::civil::date;

/// A record of bets that only a seven or their own score settles, then throws that settle none of them, then a seven.
fn record() -> String {
    let mut text = String::from("rules scotland-1970/dice\n");
    let wagers = ["place-win 4", "place-lose 10", "hard 4", "hard 10", "place-win 10"];
    for bet in 0..10_000 {
        let _ = writeln!(text, "p{} bets 22 on {}", bet % 997, wagers[bet % wagers.len()]);
    }
    for throw in 0..89_998 {
        text.push_str(if throw % 2 == 0 { "dice 2 3\n" } else { "dice 6 2\n" });
    }
    text.push_str("dice 3 4\n");
    text
}

/// The longest that judging may take.
const MOST: Duration = Duration::from_secs(1);

fn main() -> ExitCode {
    let shelf = Shelf::built_in();
    let record = record();
    assert_eq!(record.lines().count(), 100_000);
    let (reading, read) = best_of(3, || lines(record.as_bytes()).filter(|line| line.line.is_ok()).count());
    assert_eq!(read, Some(100_000));
    let (judging, verdict) =
        best_of(3, || judge(&shelf, record.as_bytes(), date(2026, 1, 1)).expect("a verdict"));
    let verdict = verdict.expect("a verdict");
    assert_eq!(verdict.rows.len(), 10_000);
    let won = verdict.rows.iter().filter(|row| row.outcome.name() == "won").count();
    // Seven wins every bet to lose, and loses all the others: 2000 win 5 to 11 of 22, 8000 lose 22.
    assert_eq!((won, verdict.bank.to_string().as_str()), (2000, "156000.00"));
    println!(
        "judge: 100,000 lines, 10,000 bets standing: {judging:.1?}; reading alone {reading:.1?}; ratio {:.1}",
        ratio(judging, reading)
    );
    let mut aims = Aims::of("judge");
    aims.within("judge: 100,000 lines with 10,000 bets standing", judging, MOST);
    aims.verdict()
}

fn ratio(work: Duration, limit: Duration) -> f64 {
    work.as_secs_f64() / limit.as_secs_f64()
}
