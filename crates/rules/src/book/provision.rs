//! The provisions of a book: the content of the regulation, rule by rule.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use jiff::civil::Date;
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde_json::json;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::faults::Faults;
use super::located::{Anything, Day, at_least_one};
use super::path::ValueTree;

/// What a program does about a provision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProvisionKind {
    /// Breaking it is refused, or what it promises is computed.
    Enforced,
    /// A person must do it; who did and when is recorded.
    Recorded,
    /// Nothing that a program can see.
    Outside,
}

impl ProvisionKind {
    /// The name of the kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Enforced => "enforced",
            Self::Recorded => "recorded",
            Self::Outside => "outside",
        }
    }
}

/// A change to a book that breaks one provision, to show that a law test notices.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Mutation {
    /// `"strike"`: what cites this provision is no longer refused.
    Strike(Strike),
    /// A value of the book is changed.
    Set {
        /// The keys that lead to it, with slashes; a row of a list is found by its number or its `name`, `key` or `id`.
        at: String,
        /// The other value.
        #[schemars(with = "Anything")]
        to: toml::Value,
    },
}

/// The word `strike`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
pub enum Strike {
    /// Struck out.
    #[serde(rename = "strike")]
    Out,
}

impl std::fmt::Display for Mutation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Strike(Strike::Out) => f.write_str("struck out"),
            Self::Set { at, to } => write!(f, "{at} = {to}"),
        }
    }
}

/// One provision, put in one's own words.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(transform = what_each_kind_needs)]
pub struct Provision {
    /// Its number in the source.
    pub id: String,
    /// What it says.
    pub gist: String,
    /// What a program does about it.
    pub kind: ProvisionKind,
    /// The games it concerns; default: all of the book.
    #[serde(default, deserialize_with = "at_least_one")]
    #[schemars(length(min = 1))]
    pub games: Vec<String>,
    /// How it is read where it is unclear or silent.
    pub reading: Option<String>,
    /// The house settings that choose between this reading and others.
    #[serde(default, deserialize_with = "at_least_one")]
    #[schemars(length(min = 1))]
    pub settings: Vec<String>,
    /// The law tests that show it is enforced.
    #[serde(default, deserialize_with = "at_least_one")]
    #[schemars(length(min = 1))]
    pub enforced_by: Vec<String>,
    /// A change to the book that those tests must notice.
    pub mutation: Option<Mutation>,
    /// The event that records it.
    pub recorded_by: Option<String>,
    /// Why a program cannot see it.
    pub because: Option<String>,
    /// What must be built before it can be enforced.
    pub awaits: Option<String>,
    /// The first day on which it holds; default: that of the book.
    pub from: Option<Day>,
    /// The last day on which it holds, where it has been revoked.
    pub to: Option<Day>,
}

/// States in the schema that a recorded provision names its event, and that one outside the reach of a program says
/// why.
fn what_each_kind_needs(schema: &mut Schema) {
    let needs = |kind: &str, key: &str| json!({ "if": { "properties": { "kind": { "const": kind } } }, "then": { "required": [key] } });
    let only = |kind: &str, key: &str| json!({ "if": { "required": [key] }, "then": { "properties": { "kind": { "const": kind } } } });
    let rules = [
        needs("recorded", "recorded_by"),
        needs("outside", "because"),
        only("recorded", "recorded_by"),
        only("outside", "because"),
    ];
    schema.insert("allOf".to_owned(), json!(rules));
}

impl Provision {
    /// Whether it is in force on a day.
    pub fn holds_on(&self, day: Date) -> bool {
        self.from.is_none_or(|Day(from)| from <= day) && self.to.is_none_or(|Day(to)| day <= to)
    }
}

/// Checks that each provision has the keys that its kind requires, and that ids differ.
pub(super) fn check<'p>(
    provisions: impl Iterator<Item = (&'p Provision, Range<usize>)>,
    games: &[String],
    keys: &[&str],
    faults: &mut Faults,
) {
    let keys: BTreeSet<&str> = keys.iter().copied().collect();
    let games: BTreeSet<&str> = games.iter().map(String::as_str).collect();
    let mut seen = BTreeSet::new();
    for (provision, at) in provisions {
        let id = &provision.id;
        if !seen.insert(id) {
            faults.add(at.clone(), format!("the provision `{id}` occurs twice"));
        }
        let lacks = match provision.kind {
            ProvisionKind::Recorded if provision.recorded_by.is_none() => {
                Some("recorded, so `recorded_by` must name the event")
            }
            ProvisionKind::Outside if provision.because.is_none() => {
                Some("outside, so `because` must say why")
            }
            _ => None,
        };
        if let (Some(Day(from)), Some(Day(to))) = (provision.from, provision.to)
            && to < from
        {
            faults.add(at.clone(), format!("`{id}` ends on {to}, before it begins on {from}"));
        }
        if let Some(lack) = lacks {
            faults.add(at.clone(), format!("`{id}` is {lack}"));
        }
        let kind = provision.kind;
        if provision.recorded_by.is_some() && kind != ProvisionKind::Recorded {
            let message = format!("`{id}` is {}: `recorded_by` is for what is recorded", kind.name());
            faults.add(at.clone(), message);
        }
        if provision.because.is_some() && kind != ProvisionKind::Outside {
            let message = format!("`{id}` is {}: `because` is for what is outside", kind.name());
            faults.add(at.clone(), message);
        }
        for (list, name) in [
            (&provision.games, "games"),
            (&provision.settings, "settings"),
            (&provision.enforced_by, "enforced_by"),
        ] {
            for word in repeated(list) {
                faults.add(at.clone(), format!("`{id}` names `{word}` twice in `{name}`"));
            }
        }
        for key in provision.settings.iter().filter(|key| !keys.contains(key.as_str())) {
            faults.add(at.clone(), format!("`{id}` is read by `{key}`, which is no setting of this book"));
        }
        for game in provision.games.iter().filter(|game| !games.contains(game.as_str())) {
            faults.add(at.clone(), format!("`{id}` concerns `{game}`, which is no game of this book"));
        }
    }
}

/// The words that a list has more than once, each of them once.
fn repeated(list: &[String]) -> BTreeSet<&str> {
    let mut seen = BTreeSet::new();
    list.iter().map(String::as_str).filter(|word| !seen.insert(*word)).collect()
}

/// Checks that the value that a mutation changes is in the file, and another. An amended edition is not checked: mutations are made
/// to the file.
pub(super) fn check_mutations(
    provisions: &[Provision],
    places: &[Range<usize>],
    text: &str,
    root: &mut ValueTree,
    faults: &mut Faults,
) {
    let mut found: Vec<(usize, String)> = Vec::new();
    for (provision, row) in provisions.iter().zip(places) {
        let Some(Mutation::Set { at, to }) = &provision.mutation else { continue };
        let (id, was) = (&provision.id, root.find(at));
        let wrong = match was {
            None => format!("the mutation of `{id}` changes `{at}`, which is not in the file"),
            Some(was) if was == to => {
                format!("the mutation of `{id}` changes nothing: `{at}` is {to} already")
            }
            Some(_) => continue,
        };
        found.push((row.start, wrong));
    }
    if found.is_empty() {
        return;
    }
    let keys = mutation_keys(text);
    for (row, wrong) in found {
        let at = keys.get(&row).expect("a provision with a mutation has its key");
        faults.add(at.clone(), wrong);
    }
}

/// The position of the `mutation` key of each provision that has one, by where the provision begins.
fn mutation_keys(text: &str) -> BTreeMap<usize, Range<usize>> {
    let (root, _) = DeTable::parse_recoverable(text);
    let Some(DeValue::Array(rows)) = root.get_ref().get("provision").map(Spanned::get_ref) else {
        return BTreeMap::new();
    };
    let key = |row: &Spanned<DeValue<'_>>| {
        let DeValue::Table(table) = row.get_ref() else { return None };
        let key = table.keys().find(|key| key.get_ref() == "mutation")?;
        Some((row.span().start, key.span()))
    };
    rows.iter().filter_map(key).collect()
}
