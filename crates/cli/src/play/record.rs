//! The whole session as one record that `croupier adjudicate` can judge.
//!
//! A house starts a new record whenever no stake is carried over, and numbers its stakes from one. Here all of them
//! are combined into one record with consecutive numbers.

use std::fmt::Write;

use croupier_house::event::Event;
use croupier_rules::notation::{Act, On, read_act};

/// The record so far.
pub(super) struct SessionRecord {
    text: String,
    /// The number of the house's record that is being added.
    current: u64,
    /// The number of stakes in the records before it.
    before: u32,
}

impl SessionRecord {
    /// A record with these first lines.
    pub(super) fn new(head: &str) -> Self {
        Self { text: head.to_owned(), current: 0, before: 0 }
    }

    /// The record so far.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Adds an event; `stakes` is the number of stakes in the house's record before it.
    pub(super) fn add(&mut self, event: &Event, stakes: u32) {
        match event {
            Event::RoundBegan { record, .. } if *record != self.current => {
                self.before += if self.current == 0 { 0 } else { stakes };
                self.current = *record;
            }
            Event::Acted { lines, .. } => {
                for line in lines.lines() {
                    let act = read_act(line).expect("a house writes acts that it can read");
                    let _ = writeln!(self.text, "{}", self.renumbered(act));
                }
            }
            _ => {}
        }
    }

    fn renumbered(&self, act: Act) -> Act {
        match act {
            Act::TakesBack(name, number) => Act::TakesBack(name, number + self.before),
            Act::CallsStake(name, number, call) => Act::CallsStake(name, number + self.before, call),
            Act::TakesHalf(name, number) => Act::TakesHalf(name, number + self.before),
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
