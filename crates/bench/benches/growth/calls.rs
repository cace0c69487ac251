//! Every GET of the API, with real numbers: from the `OpenAPI` document that the server serves.
//!
//! The houses that are compared have different numbers for the same thing (the last round is the ten-thousandth of one and
//! the ten-millionth of the other), so a call is described once and filled for each house.

use serde_json::Value;

use super::cache::MadeHouse;
use super::life::table_id;

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
    /// The rounds of the regular player, who plays all of his table.
    OwnRounds,
    /// The entries of a journal.
    Entries,
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
    place: usize,
    round: Option<Age>,
    /// The place in a list: the name of the parameter, what it counts, and where.
    from: Option<(String, Scale, Age)>,
    /// The rest of the query.
    rest: String,
}

/// The rows of a page. The smallest house has more of everything.
const LIMIT: u64 = 50;

/// What a parameter counts that says where a page begins; `None` for one that this benchmark does not know.
fn scale_of(path: &str, name: &str) -> Option<Scale> {
    let end = path.trim_start_matches("/houses/{h}");
    match (end, name) {
        ("/tables/{t}/rounds", "before") => Some(Scale::Rounds),
        ("/me/rounds", "skip") => Some(Scale::OwnRounds),
        ("/journal", "from") => Some(Scale::Entries),
        ("/checkpoints", "after") => Some(Scale::Checkpoints),
        _ => None,
    }
}

/// The tables that a path is asked about.
fn places_of(path: &str) -> &'static [usize] {
    let [automatic, _, learning] = &MadeHouse::PLACES;
    if path.ends_with("/advice") || path.ends_with("/strategy") {
        std::slice::from_ref(learning)
    } else if path.ends_with("/proof") || path.ends_with("/fair") {
        std::slice::from_ref(automatic)
    } else if path.contains("{t}") {
        &MadeHouse::PLACES[..2]
    } else {
        std::slice::from_ref(automatic)
    }
}

fn asker_of(path: &str) -> Asker {
    let is_own = path.contains("/me") || path.ends_with("/advice") || path.starts_with("/session");
    if is_own { Asker::Regular } else { Asker::Manager }
}

/// The calls of every GET in a document, or the first parameter that is not known.
pub(crate) fn of_document(document: &Value) -> Result<Vec<Call>, String> {
    let paths = document["paths"].as_object().ok_or("the document has no paths")?;
    let gets = paths.iter().filter_map(|(path, methods)| Some((path, methods.get("get")?)));
    let mut calls = Vec::new();
    for (path, get) in gets {
        calls.extend(of_path(path, get)?);
    }
    Ok(calls)
}

fn of_path(path: &str, get: &Value) -> Result<Vec<Call>, String> {
    let unknown = |name: &str| format!("GET {path}: this benchmark does not know how to fill `{name}`");
    let parameters = get["parameters"].as_array().map_or(&[][..], Vec::as_slice);
    let named = |kind: &str| -> Vec<&str> {
        let of_kind = parameters.iter().filter(|parameter| parameter["in"] == kind);
        of_kind.filter_map(|parameter| parameter["name"].as_str()).collect()
    };
    if let Some(name) = named("path").into_iter().find(|name| !["h", "t", "n"].contains(name)) {
        return Err(unknown(name));
    }
    let (mut from, mut rest, mut streams) = (None, String::new(), false);
    for name in named("query") {
        match name {
            "limit" => rest = format!("limit={LIMIT}"),
            "stream" => streams = true,
            name => from = Some((name.to_owned(), scale_of(path, name).ok_or_else(|| unknown(name))?)),
        }
    }
    let rounds: Vec<Option<Age>> =
        if path.contains("{n}") { Age::ALL.map(Some).to_vec() } else { vec![None] };
    let froms: Vec<Option<(String, Scale, Age)>> = match from {
        Some((name, scale)) => {
            let aged = Age::ALL.map(|age| Some((name.clone(), scale, age)));
            std::iter::once(None).chain(aged).collect()
        }
        None => vec![None],
    };
    let mut places = places_of(path).to_vec();
    if streams {
        // The journal of the house, then that of a table.
        places = vec![usize::MAX, MadeHouse::PLACES[0]];
    }
    let mut calls = Vec::new();
    for place in places {
        for round in &rounds {
            for from in &froms {
                calls.push(Call {
                    path: path.to_owned(),
                    asker: asker_of(path),
                    is_socket: !get["responses"]["101"].is_null(),
                    place,
                    round: *round,
                    from: from.clone(),
                    rest: rest.clone(),
                });
            }
        }
    }
    Ok(calls)
}

impl Call {
    /// What is asked, the same for every house.
    pub(crate) fn name(&self) -> String {
        let table = match self.place {
            usize::MAX => " of the house".to_owned(),
            place if self.path.contains("{t}") || self.path.ends_with("/journal") => {
                format!(" at {}", super::charter::TABLES[place].name)
            }
            _ => String::new(),
        };
        let round = self.round.map(|age| format!(", {} round", age.word())).unwrap_or_default();
        let from = self.from.as_ref().map(|(_, _, age)| format!(", {} page", age.word())).unwrap_or_default();
        format!("GET {}{table}{round}{from}", self.path)
    }

    /// The path and query for one house.
    pub(crate) fn filled(&self, house: &MadeHouse) -> String {
        let is_of_house = self.place == usize::MAX;
        let place = if is_of_house { MadeHouse::PLACES[0] } else { self.place };
        let table = table_id(place).0;
        let round = self.round.map_or(1, |age| age.among(house.rounds_of[place]));
        let path = self.path.replace("{h}", "1").replace("{t}", &table.to_string());
        let path = path.replace("{n}", &round.to_string());
        let from = self.from.as_ref().map(|(name, scale, age)| {
            let last = match scale {
                Scale::Rounds | Scale::OwnRounds => house.rounds_of[place],
                Scale::Entries if is_of_house => house.own_version,
                Scale::Entries => house.versions_of[place],
                Scale::Checkpoints => house.checkpoints,
            };
            format!("{name}={}", age.among(last))
        });
        let stream = (self.path.ends_with("/journal") && !is_of_house).then(|| format!("stream={table}"));
        let rest = (!self.rest.is_empty()).then(|| self.rest.clone());
        let query: Vec<String> = from.into_iter().chain(stream).chain(rest).collect();
        let mark = if query.is_empty() { "" } else { "?" };
        format!("/api/v1{path}{mark}{}", query.join("&"))
    }
}
