//! The records that `play` writes, and what the judge says of them.

use std::path::{Path, PathBuf};

use crate::common::croupier;

/// The file for a record of one test.
pub(crate) fn record_file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    folder.join(format!("{}.round", name.replace('/', "-")))
}

/// The player's result according to the judge.
pub(crate) fn judged(record: &Path) -> String {
    judged_by(&[], record)
}

/// The same with more arguments, such as the rulebook.
pub(crate) fn judged_by(more: &[&str], record: &Path) -> String {
    let args = ["adjudicate", record.to_str().unwrap(), "--json"];
    let output = croupier(&[&args, more].concat(), "");
    let printed = String::from_utf8(output.stdout).unwrap();
    let verdict: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let net = verdict["net"]["you"].as_str();
    net.unwrap_or_else(|| panic!("{printed}\n{}", std::fs::read_to_string(record).unwrap())).to_owned()
}

/// The player's result according to the game, as the judge writes it.
pub(crate) fn reported_net(printed: &str) -> String {
    let last = printed.lines().find(|line| line.starts_with("After ")).unwrap_or_else(|| panic!("{printed}"));
    let words: Vec<&str> = last.split_whitespace().collect();
    let amount = |word: &str| {
        let place = words.iter().position(|found| *found == word)?;
        words.get(place + 1).map(|amount| (*amount).to_owned())
    };
    amount("won")
        .or_else(|| amount("lost").map(|lost| format!("-{lost}")))
        .unwrap_or_else(|| "0.00".to_owned())
}
