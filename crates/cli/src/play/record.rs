//! The record of everything that was played, as one record that `croupier adjudicate` judges.
//!
//! A house begins a new record whenever nothing is carried, with stakes numbered from one. Here they are one record: the
//! numbers go on.

use std::fmt::Write;

use croupier_house::event::Event;
use croupier_rules::notation::{Act, On, read_act};

/// A record that grows.
pub(super) struct Record {
    text: String,
    /// Which record of the house's is being written.
    current: u64,
    /// Stakes that were numbered in the records before it.
    before: u32,
}

impl Record {
    /// A record with its head.
    pub(super) fn new(head: &str) -> Self {
        Self { text: head.to_owned(), current: 0, before: 0 }
    }

    /// The record so far.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Notes an event; `stakes` were numbered in the house's record before it.
    pub(super) fn note(&mut self, event: &Event, stakes: u32) {
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
