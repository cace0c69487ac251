//! Pages about a table over HTTP, as somebody reads them. What is about rounds that are over is public, and left out.

use croupier_house::ids::TableId;
use serde_json::Value;

use super::dealing::Random;
use crate::common::Guest;

/// The readers, each with a session where they have one.
pub(crate) struct Pages {
    readers: Vec<Option<Guest>>,
    base: String,
}

/// What is read of a table. `{t}` and `{n}` stand for the table and its round, `{v}` for where the last page of its journal begins. The history board has only results of rounds that are over, without
/// their numbers.
const PATHS: [&str; 9] = [
    "/houses/1/tables/{t}",
    "/houses/1/tables/{t}/papers",
    "/houses/1/tables/{t}/rounds/{n}",
    "/houses/1/tables/{t}/rounds",
    "/houses/1/tables/{t}/fair",
    "/houses/1/journal?stream={t}&from={v}&limit=40",
    "/houses/1/papers?table={t}",
    "/houses/1/events",
    "/houses/1/me/rounds",
];

/// The entries on a page of a journal.
const ENTRIES: u64 = 40;

/// A table and its round, the version of its journal, and the last one before the round.
#[derive(Clone, Copy)]
pub(crate) struct TableNow {
    pub(crate) table: TableId,
    pub(crate) round: u64,
    pub(crate) version: u64,
    pub(crate) version_before: u64,
}

impl Pages {
    pub(crate) fn new(readers: Vec<Option<Guest>>) -> Self {
        let base = readers.iter().flatten().next().unwrap().base.clone();
        Self { readers, base }
    }

    /// A random page as somebody reads it; `None` where he is refused.
    pub(crate) fn random(&self, reader: usize, now: TableNow, choice: &mut Random) -> Option<String> {
        let TableNow { table, round, version, .. } = now;
        let last_page = (version + 1).saturating_sub(ENTRIES).max(1);
        let path = PATHS[usize::try_from(choice.below(PATHS.len() as u64)).unwrap()];
        let path = path.replace("{t}", &table.0.to_string()).replace("{n}", &round.to_string());
        let path = path.replace("{v}", &last_page.to_string());
        let token = self.readers[reader].as_ref().map(|guest| guest.token.as_str());
        let (status, mut page) = crate::common::request(&self.base, "GET", &path, token, &[], None);
        assert!(status < 500 || status == 503, "{path}: {page}");
        if status != 200 {
            return None;
        }
        if is_over(&page) {
            return None;
        }
        leave_out(&mut page, table, round);
        from_round_on(&mut page, now);
        Some(page.to_string())
    }
}

/// Leaves out the entries of a journal before the one that began a round. Where that is not shown, what is shown of the round
/// comes after the last version before it.
fn from_round_on(page: &mut Value, now: TableNow) {
    let Value::Array(entries) = page else { return };
    let begins = |entry: &Value| entry["event"]["round-began"]["round"].as_u64() == Some(now.round);
    match entries.iter().position(begins) {
        Some(first) => drop(entries.drain(..first)),
        None => entries
            .retain(|entry| entry["what"].is_null() || entry["version"].as_u64() > Some(now.version_before)),
    }
}

/// Whether it is about a round that was declared void: that is over, and public.
fn is_over(value: &Value) -> bool {
    value["round"].is_u64() && value["void"].is_string()
}

/// Leaves out what is about other tables, and about earlier rounds.
fn leave_out(value: &mut Value, table: TableId, round: u64) {
    let is_other = |value: &Value| {
        let number = |key: &str| value.get(key).and_then(Value::as_u64);
        number("table").is_some_and(|other| other != u64::from(table.0))
            || number("round").is_some_and(|other| other < round)
            || is_over(value)
    };
    match value {
        Value::Array(items) => {
            items.retain(|item| !is_other(item));
            items.iter_mut().for_each(|item| leave_out(item, table, round));
        }
        Value::Object(fields) => fields.values_mut().for_each(|field| leave_out(field, table, round)),
        _ => {}
    }
}
