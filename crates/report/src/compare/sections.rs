//! The parts of a comparison: topics, and the text of each table about them.

use std::collections::BTreeSet;

use croupier_rules::book::{Book, GameBook};
use croupier_rules::games::AnyGame;
use croupier_rules::offer::{Listing, Note};

/// One table of the comparison: a game of a rulebook with its defaults.
pub(super) struct ComparedTable<'s> {
    pub(super) name: String,
    pub(super) book: &'s Book,
    pub(super) game: &'s GameBook,
    pub(super) listings: Vec<Listing>,
    pub(super) notes: Vec<Note>,
    pub(super) rules: AnyGame,
}

/// One topic, and the text of each table about it; `None` if it does not apply to a table.
pub(super) struct TopicRow {
    pub(super) topic: String,
    pub(super) says: Vec<Option<String>>,
}

impl TopicRow {
    /// Whether the tables differ, ignoring the provisions they cite.
    pub(super) fn differs(&self) -> bool {
        let plain = |said: &Option<String>| {
            said.as_ref().map(|text| text.split(CITED).next().unwrap_or_default().to_owned())
        };
        self.says.iter().map(plain).collect::<BTreeSet<_>>().len() > 1
    }
}

/// What stands where a topic does not apply to a table.
pub(super) const ABSENT: &str = "–";

/// What the signs of a comparison mean.
pub(super) const LEGEND: &str =
    "≠ marks what differs; – marks what is not permitted, or does not exist at that table.";

/// The separator between a text and its provisions.
pub(super) const CITED: &str = " — by ";

/// A part of the comparison.
pub(super) struct Section {
    pub(super) title: &'static str,
    pub(super) rows: Vec<TopicRow>,
}

/// A section with a row for every topic of any table, in the order in which they first occur.
pub(super) fn section(title: &'static str, topics: &[Vec<(String, String)>]) -> Section {
    let mut order: Vec<&String> = Vec::new();
    for (topic, _) in topics.iter().flatten() {
        if !order.contains(&topic) {
            order.push(topic);
        }
    }
    let says = |topic: &String| {
        let of = |list: &Vec<(String, String)>| {
            list.iter().find(|(known, _)| known == topic).map(|(_, text)| text.clone())
        };
        TopicRow { topic: topic.clone(), says: topics.iter().map(of).collect() }
    };
    Section { title, rows: order.into_iter().map(says).collect() }
}
