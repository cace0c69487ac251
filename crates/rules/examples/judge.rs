//! Judges a round by a regulation, says why, and asks the regulation what a house may choose.
//!
//! `cargo run -p croupier-rules --example judge`

use croupier_rules::book::Shelf;
use croupier_rules::{judge, judge_explained};
use jiff::civil::date;

/// Each line is an act; the judge knows from the rulebook what follows.
const RECORD: &[u8] = b"rules scotland-1970/roulette
house min=5
ann bets 10 on red
ben bets 5 on split 17 20
ball 0
";

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (shelf, today) = (Shelf::built_in(), date(1971, 3, 2));

    let verdict = judge(&shelf, RECORD, today)?;
    for row in &verdict.rows {
        println!("{} on {}: {}, by {}", row.player, row.wager, row.outcome.name(), row.cites.join(", "));
    }
    assert_eq!(verdict.rows[0].outcome.name(), "halved");
    assert_eq!(verdict.bank.to_string(), "10.00");

    // The same, step by step.
    for step in judge_explained(&shelf, RECORD, today).argument.steps {
        let follows: Vec<&str> = step.follows.iter().map(|consequence| consequence.says.as_str()).collect();
        println!("line {}: {} {}", step.line, step.act, follows.join("; "));
    }

    // A record that breaks a rule is inadmissible at a line, and the provision says why.
    let refused = judge(&shelf, b"rules scotland-1970/roulette\nhouse min=5 max=1\n", today).unwrap_err();
    assert_eq!(refused.line, 2);
    println!("line {}: {}", refused.line, refused.message);

    let (book, game) = shelf.game_on("mpumalanga/blackjack", today)?;
    for setting in game.settings() {
        println!("{} of {}: {}", setting.key, book.title(), setting.bounds);
    }
    Ok(())
}
