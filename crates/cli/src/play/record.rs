//! Everything that was played, as one record that `croupier adjudicate` judges.
//!
//! A house starts a new record whenever no stake is carried over, with stakes numbered from one. Here all of them are one
//! record, and the numbers continue.

use std::fmt::Write;

use croupier_house::event::Event;
use croupier_rules::notation::{Act, On, read_act};

/// The record so far.
pub(super) struct SessionRecord {
    text: String,
    /// Which record of the house is being written.
    current: u64,
    /// How many stakes the records before it have.
    before: u32,
}

impl SessionRecord {
    /// A record with its first lines.
    pub(super) fn new(head: &str) -> Self {
        Self { text: head.to_owned(), current: 0, before: 0 }
    }

    /// The record so far.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Adds an event; `stakes` is how many stakes the house's record had before it.
    pub(super) fn add(&mut self, event: &Event, stakes: u32) {
        match event {
            Event::RoundBegan { record, .. } if *record != self.current => {
                self.before += if self.current == 0 { 0 } else { stakes };
                self.current = *record;
            }
            Event::Acted { lines, .. } => {
                for act in lines.lines().filter_map(|line| read_act(line).ok()) {
                    let _ = writeln!(self.text, "{}", self.renumbered(act));
                }
            }
            _ => {}
        }
    }

    fn renumbered(&self, act: Act) -> Act {
        match act {
            Act::TakesBack(name, number) => Act::TakesBack(name, number + self.before),
            Act::Cancel(number) => Act::Cancel(number + self.before),
            Act::Bets(mut bid) => {
                if let On::Behind(number) = &mut bid.on {
                    *number += self.before;
                }
                Act::Bets(bid)
            }
            other => other,
        }
    }
}
