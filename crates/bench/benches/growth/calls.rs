//! Every GET of the API, with real numbers: from the `OpenAPI` document that the server serves.
//!
//! The houses that are compared have different numbers for the same thing (the last round is the ten-thousandth of one and
//! the ten-millionth of the other), so a call is described once and filled for each house.

use croupier_bench::aged::{ATTENDED_TABLE, LEARNING_TABLE, REGULAR_TABLE, TABLES, table_id};
use serde_json::Value;

use super::cache::MadeHouse;

/// Where in the life of a house something is: at its beginning, in its middle, at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Age {
    Old,
    Middle,
    Late,
}

impl Age {
    const ALL: [Self; 3] = [Self::Old, Self::Middle, Self::Late];

    const fn word(self) -> &'static str {
        match self {
            Self::Old => "old",
            Self::Middle => "middle",
            Self::Late => "late",
        }
    }

    /// One of the numbers from 1 to `last`. The oldest and the latest are some steps from the end, so that a page from
    /// there on is full.
    fn among(self, last: u64) -> u64 {
        match self {
            Self::Old => 60.min(last),
            Self::Middle => last / 2,
            Self::Late => last.saturating_sub(60).max(1),
        }
    }
}

/// What a number in a query counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scale {
    /// The rounds of the table.
    Rounds,
    /// The entries of a journal.
    Entries,
    /// The entries of the whole house.
    Sequence,
    /// What a house has about as many of, however old it is.
    Few,
    /// The checkpoints of the house.
    Checkpoints,
}

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asker {
    Manager,
    Regular,
}

/// A GET to measure.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    path: String,
    pub(crate) asker: Asker,
    pub(crate) is_socket: bool,
    /// The place of the table that is asked about, if any.
    table: Option<usize>,
    /// Which round is asked for, if any.
    round: Option<Age>,
    /// The place in a list: the name of the parameter, what it counts, and where. Without it, the first page.
    from: Option<(String, Scale, Age)>,
    has_limit: bool,
    has_stream: bool,
    filter: Option<&'static str>,
}

/// The rows of a page. The smallest house has more of everything.
const LIMIT: u64 = 50;

/// Slips of a table and disputes of a house that every house has.
const PAPERS: u64 = 10;

/// About as many as there are people.
const FEW: u64 = 400;

/// Computed from the rulebooks alone, and shown while that takes its time.
const COMPUTED: [&str; 4] = ["/comparison", "/par", "/par.pdf", "/shoe"];

/// Asked by the nodes of a database, or by a reader at a table. These houses have neither.
const ABSENT: [&str; 2] = ["/nodes", "/readings"];

/// Whether a GET is about a house, and costs what its age makes it cost.
fn is_measured(path: &str) -> bool {
    // The set-up is of a folder without a house.
    !path.starts_with("/setup") && !COMPUTED.iter().chain(&ABSENT).any(|end| path.ends_with(end))
}

/// What a parameter counts that says where a page begins; `None` for one that this benchmark does not know.
fn scale_of(path: &str, name: &str) -> Option<Scale> {
    match (path.trim_start_matches("/houses/{h}"), name) {
        ("/tables/{t}/rounds", "before") => Some(Scale::Rounds),
        ("/me/rounds" | "/me/statement", "before") => Some(Scale::Sequence),
        ("/people" | "/ledger" | "/chip-requests", "after") => Some(Scale::Few),
        ("/disputes" | "/me/disputes", "before") => Some(Scale::Few),
        ("/papers" | "/events", "before") => Some(Scale::Sequence),
        ("/journal", "from") => Some(Scale::Entries),
        ("/checkpoints", "after") => Some(Scale::Checkpoints),
        // As many entries are signed for certain.
        ("/checkpoint/consistency", "first") | ("/checkpoint/inclusion", "index") => Some(Scale::Checkpoints),
        _ => None,
    }
}

/// A filter of a list that finds nothing, and so reads as much as it may.
fn filter_of(path: &str, name: &str) -> Option<&'static str> {
    Some(match (path.trim_start_matches("/houses/{h}"), name) {
        ("/journal", "kind") => "kind=loss-accepted",
        ("/journal", "person") => "person=4000000000",
        ("/people", "name") => "name=nobody-has-this-name",
        ("/people", "role") => "role=regulator",
        ("/ledger", "unit") => "unit=plaques",
        ("/ledger", "place") => "place=issued",
        ("/disputes", "state") => "state=escalated",
        ("/disputes" | "/papers" | "/exchanges", "table") => "table=4000",
        ("/papers", "kind") => "kind=edition",
        _ => return None,
    })
}

/// The tables that a path is asked about: an automatic and an attended one, unless only one kind has an answer.
fn tables_of(path: &str, has_stream: bool) -> Vec<Option<usize>> {
    if has_stream {
        return vec![None, Some(REGULAR_TABLE)];
    }
    let end = path.rsplit('/').next();
    match end {
        _ if !path.contains("{t}") => vec![None],
        Some("advice" | "strategy") => vec![Some(LEARNING_TABLE)],
        Some("proof" | "fair") => vec![Some(REGULAR_TABLE)],
        _ => vec![Some(REGULAR_TABLE), Some(ATTENDED_TABLE)],
    }
}

fn asker_of(path: &str) -> Asker {
    let is_own = path.contains("/me") || path.ends_with("/advice") || path.starts_with("/session");
    if is_own { Asker::Regular } else { Asker::Manager }
}

/// The calls of every GET in a document, or the first parameter that is not known.
pub(crate) fn of_document(document: &Value) -> Result<Vec<Call>, String> {
    let paths = document["paths"].as_object().ok_or("the document has no paths")?;
    let paths = paths.iter().filter(|(path, _)| is_measured(path));
    let gets = paths.filter_map(|(path, methods)| Some((path, methods.get("get")?)));
    let mut calls = Vec::new();
    for (path, get) in gets {
        let parameters = Parameters::read(path, get)?;
        calls.extend(of_path(path, &parameters, !get["responses"]["101"].is_null()));
    }
    Ok(calls)
}

/// The parameters of a GET.
struct Parameters {
    from: Option<(String, Scale)>,
    has_limit: bool,
    has_stream: bool,
    filters: Vec<&'static str>,
}

impl Parameters {
    fn read(path: &str, get: &Value) -> Result<Self, String> {
        let mut found = Self { from: None, has_limit: false, has_stream: false, filters: Vec::new() };
        for parameter in get["parameters"].as_array().map_or(&[][..], Vec::as_slice) {
            let name = parameter["name"].as_str().unwrap_or_default();
            match (parameter["in"].as_str(), name) {
                (Some("path"), "h" | "t" | "n" | "level" | "tile") => {}
                // That of the latest checkpoint.
                (Some("query"), "second" | "size") if path.contains("/checkpoint/") => {}
                (Some("query"), "limit") => found.has_limit = true,
                // Pages are continued with `before`; skipping is limited to 10,000 rows.
                (Some("query"), "skip") => {}
                // The last sitting; who is logged in is logged in to one house.
                (Some("query"), "sitting" | "house") => {}
                (Some("query"), "stream") => found.has_stream = true,
                // Few proposals wait, and none in these houses.
                (Some("query"), "proposal") if path.ends_with("/roster") => {}
                // Without them, figures are over the whole life of the house, which is the dearest interval.
                (Some("query"), "from" | "to" | "by" | "table") if is_of_interval(path) => {}
                (Some("query"), name) if filter_of(path, name).is_some() => {
                    found.filters.extend(filter_of(path, name));
                }
                (_, name) => {
                    let scale = scale_of(path, name).filter(|_| found.from.is_none());
                    let unknown = || format!("GET {path}: this benchmark does not know how to fill `{name}`");
                    found.from = Some((name.to_owned(), scale.ok_or_else(unknown)?));
                }
            }
        }
        Ok(found)
    }
}

/// Whether a GET is about an interval.
fn is_of_interval(path: &str) -> bool {
    ["/figures", "/patterns", "/roster"].iter().any(|of| path.ends_with(of))
}

/// The calls of one GET: each table, each age of a round, each page.
fn of_path(path: &str, parameters: &Parameters, is_socket: bool) -> Vec<Call> {
    let Parameters { from, has_limit, has_stream, filters } = parameters;
    let aged = || Age::ALL.into_iter().map(Some);
    let rounds: Vec<Option<Age>> = if path.contains("{n}") { aged().collect() } else { vec![None] };
    // Proofs are of something; the others are lists, which begin somewhere without being asked.
    let is_proof = path.contains("/checkpoint/") && from.is_some();
    let unasked = std::iter::once(None).filter(|_| !is_proof);
    let pages: Vec<Option<Age>> = if from.is_some() { unasked.chain(aged()).collect() } else { vec![None] };
    let mut calls = Vec::new();
    for table in tables_of(path, *has_stream) {
        for round in rounds.iter().copied() {
            let call = |page: Option<Age>, filter: Option<&'static str>| Call {
                path: path.to_owned(),
                asker: asker_of(path),
                is_socket,
                table,
                round,
                from: from.clone().zip(page).map(|((name, scale), age)| (name, scale, age)),
                has_limit: *has_limit,
                has_stream: *has_stream,
                filter,
            };
            calls.extend(pages.iter().map(|page| call(*page, None)));
            calls.extend(filters.iter().map(|filter| call(None, Some(filter))));
        }
    }
    calls
}

impl Call {
    /// What is asked, the same for every house.
    pub(crate) fn name(&self) -> String {
        let table = self.table.map(|place| format!(" at {}", TABLES[place].name)).unwrap_or_default();
        let round = self.round.map(|age| format!(", {} round", age.word())).unwrap_or_default();
        let from = self.from.as_ref().map(|(_, _, age)| format!(", {} page", age.word())).unwrap_or_default();
        let filter = self.filter.map(|filter| format!(", {filter}")).unwrap_or_default();
        format!("GET {}{table}{round}{from}{filter}", self.path)
    }

    /// The path and query for one house.
    pub(crate) fn filled(&self, house: &MadeHouse) -> String {
        let place = self.table.unwrap_or(REGULAR_TABLE);
        let table = table_id(place).0.to_string();
        let is_paper = self.path.contains("/slips/") || self.path.contains("/disputes/");
        let last = if is_paper { PAPERS } else { house.rounds_of[place] };
        let number = self.round.map_or(1, |age| age.among(last)).to_string();
        let path = self.path.replace("{h}", "1").replace("{t}", &table).replace("{n}", &number);
        let path = path.replace("{level}", "0").replace("{tile}", "000");
        let from = self.from.as_ref().map(|(name, scale, age)| {
            let number = match (scale, self.table) {
                (Scale::Rounds, _) => age.among(house.rounds_of[place]),
                (Scale::Sequence, _) => age.among(house.own_version + house.versions_of.iter().sum::<u64>()),
                (Scale::Few, _) => age.among(FEW),
                (Scale::Entries, Some(place)) => age.among(house.versions_of[place]),
                (Scale::Entries, None) => age.among(house.own_version),
                (Scale::Checkpoints, _) => age.among(house.checkpoints),
            };
            format!("{name}={number}")
        });
        let stream = self.table.filter(|_| self.has_stream).map(|_| format!("stream={table}"));
        let limit = self.has_limit.then(|| format!("limit={LIMIT}"));
        let query: Vec<String> =
            from.into_iter().chain(stream).chain(limit).chain(self.filter.map(ToOwned::to_owned)).collect();
        let mark = if query.is_empty() { "" } else { "?" };
        format!("/api/v1{path}{mark}{}", query.join("&"))
    }
}
