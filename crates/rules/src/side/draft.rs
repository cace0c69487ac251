//! Reads the side wagers of a game, and the cases of any wager.

use std::collections::HashSet;
use std::marker::PhantomData;
use std::ops::Range;

use croupier_kit::Money;
use schemars::{JsonSchema, Schema, json_schema};
use serde::Deserialize;
use serde_json::json;
use toml::Spanned;

use super::case::{Case, Cases, CasesAt, Paid};
use super::fact::{DeclaredFact, FactReader, FactRows, FactValue, FactValues, ValueSet};
use super::wager::{SideWager, SideWagers};
use crate::book::{
    AmountText, Anything, Citation, Citations, DeclaredLimit, Faults, Located, Need, OddsText, Part, Section,
    check_word, own_names, read_amount, read_odds,
};
use crate::notation::nearest;
use crate::table::TableGame;

/// The side wagers of a game.
pub(crate) const SIDES: DeclaredLimit = DeclaredLimit {
    of: "side wagers",
    key: "side",
    from: 0,
    to: 64,
    because: "each is settled by itself after every card",
};

/// A side wager.
pub(crate) struct SideDraft<G> {
    at: Range<usize>,
    name: Option<Located<String>>,
    per: Option<Spanned<PerDraft>>,
    of: Option<Spanned<Vec<Located<String>>>>,
    of_cite: Option<Spanned<Citation>>,
    min: Option<Spanned<AmountText>>,
    max: Option<Spanned<AmountText>>,
    limits_cite: Option<Spanned<Citation>>,
    cite: Option<Spanned<Citation>>,
    pays: Vec<CaseDraft<G>>,
}

/// What a side wager is made for.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "SidePer")]
enum PerDraft {
    /// A box.
    Box,
}

impl<G: TableGame> Part for SideDraft<G> {
    fn read(section: &mut Section<'_>, faults: &mut Faults) -> Option<Self> {
        let name = section.need::<String>("name", "its word in records", faults).map(Located::from);
        let per = if G::SIDE_PER_BOX {
            let meaning = "`box` if it is made for a box, whose number follows the word";
            section.take("per", meaning, faults)
        } else {
            None
        };
        let draft = Self {
            at: section.at(),
            name,
            per,
            of: section.take(
                "of",
                "the wagers of which the player must have one first; default: none",
                faults,
            ),
            of_cite: section.take(
                "of_cite",
                "the provision that requires it, where it is not `cite`",
                faults,
            ),
            min: section.take("min", "its smallest stake; default: that of the table", faults),
            max: section.take("max", "its largest stake; default: that of the table", faults),
            limits_cite: section.take("limits_cite", "the provision on these limits", faults),
            cite: section.need("cite", "the provision that permits it, and decides it", faults),
            pays: section.parts(
                "pays",
                "the cases in which it is paid or returned, in the order in which they are tried",
                Need::Must,
                faults,
            ),
        };
        Some(draft)
    }

    fn bind(schema: &mut Schema) {
        schema.insert("dependentRequired".to_owned(), json!({ "of_cite": ["of"] }));
        let limits =
            json!({ "limits_cite": { "anyOf": [{ "required": ["min"] }, { "required": ["max"] }] } });
        schema.insert("dependentSchemas".to_owned(), limits);
        if G::SIDE_PER_BOX {
            // Facts of a box need a box that is in play.
            schema.insert("allOf".to_owned(), json!([{ "required": ["per", "of"] }]));
        }
    }
}

/// One case of a wager.
pub(crate) struct CaseDraft<G> {
    at: Range<usize>,
    name: Option<Located<String>>,
    when: Option<WhenDraft<G>>,
    odds: Option<Spanned<OddsText>>,
    void: Option<Spanned<bool>>,
    cite: Option<Spanned<Citation>>,
}

impl<G: TableGame> Part for CaseDraft<G> {
    fn read(section: &mut Section<'_>, faults: &mut Faults) -> Option<Self> {
        let name =
            section.take::<String>("name", "its name, for the pay desk; default: `won` or `void`", faults);
        let yes = json_schema!({ "const": true });
        let draft = Self {
            at: section.at(),
            name: name.map(Located::from),
            when: section.part(
                "when",
                "the facts of the round, each with its value or a list of values",
                faults,
            ),
            odds: section.take("odds", "what is paid", faults),
            void: section.take_as("void", "`true` if the stake is returned", yes, faults),
            cite: section.take("cite", "the provision on this case, where it is another", faults),
        };
        if draft.when.is_none() {
            faults.add(draft.at.clone(), "a case lacks `when`: the facts of the round in which it applies");
        }
        Some(draft)
    }

    fn bind(schema: &mut Schema) {
        schema.insert("required".to_owned(), json!(["when"]));
        schema.insert("oneOf".to_owned(), json!([{ "required": ["odds"] }, { "required": ["void"] }]));
    }
}

/// The facts of a case.
struct WhenDraft<G> {
    facts: Vec<(u8, ValueSet)>,
    of: PhantomData<G>,
}

impl<G: TableGame> Part for WhenDraft<G> {
    fn read(section: &mut Section<'_>, faults: &mut Faults) -> Option<Self> {
        let (mut facts, mut empty) = (Vec::new(), true);
        for (place, fact) in (0..).zip(G::FACTS) {
            let written = section.take_as::<Anything>(fact.key, fact.meaning, form(&fact.values), faults);
            empty &= written.is_none();
            let values = written.and_then(|written| read_values(fact, &written, faults));
            facts.extend(values.map(|values| (place, values)));
        }
        if empty && section.is_spent() {
            faults.add(section.at(), "`when` names no fact: say in which rounds the case applies");
        }
        Some(Self { facts, of: PhantomData })
    }

    fn bind(schema: &mut Schema) {
        schema.insert("minProperties".to_owned(), json!(1));
    }
}

/// The schema of a fact's value: one value, or a list of values.
fn form(values: &FactValues) -> Schema {
    match values {
        FactValues::Whether => json_schema!({ "type": "boolean" }),
        FactValues::Number(range) => {
            let (from, to) = (range.start(), range.end());
            json_schema!({
                "type": ["integer", "array"], "minimum": from, "maximum": to,
                "items": { "type": "integer", "minimum": from, "maximum": to },
                "minItems": 1,
            })
        }
        FactValues::Words(words) => json_schema!({
            "type": ["string", "array"], "pattern": format!("^({})$", words.join("|")),
            "items": { "enum": words },
            "minItems": 1,
        }),
    }
}

/// Reads the values of a fact in a case.
fn read_values<G: TableGame>(
    fact: &DeclaredFact<G>,
    written: &Spanned<Anything>,
    faults: &mut Faults,
) -> Option<ValueSet> {
    let one = |value: &toml::Value| fact.values.all().find(|known| is_written(&fact.values, *known, value));
    let list = match &written.get_ref().0 {
        toml::Value::Array(list) => list.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut set = ValueSet::default();
    for value in list {
        match one(value) {
            Some(known) if set.contains(known) => {
                faults.add(written.span(), format!("`{}` is {value} twice", fact.key));
            }
            Some(known) => set = set.with(known),
            None => wrong_value(fact, value, written.span(), faults),
        }
    }
    if list.is_empty() {
        faults
            .add(written.span(), format!("`{}` has no value here, so that the case never happens", fact.key));
    }
    if fact.values.all().all(|value| set.contains(value)) {
        let message = format!("`{}` always has one of these values: leave it out", fact.key);
        faults.add(written.span(), message);
    }
    (set != ValueSet::default()).then_some(set)
}

/// Whether a value of the file is this value of a fact.
fn is_written(values: &FactValues, known: FactValue, written: &toml::Value) -> bool {
    match (values, written) {
        (FactValues::Whether, toml::Value::Boolean(yes)) => *yes == (known == 1),
        (FactValues::Number(_), toml::Value::Integer(number)) => *number == i64::from(known),
        (FactValues::Words(words), toml::Value::String(word)) => words[usize::from(known)] == word,
        _ => false,
    }
}

fn wrong_value<G: TableGame>(
    fact: &DeclaredFact<G>,
    value: &toml::Value,
    at: Range<usize>,
    faults: &mut Faults,
) {
    let near = match (&fact.values, value) {
        (FactValues::Words(words), toml::Value::String(word)) => nearest(word, words.iter().copied()),
        _ => None,
    };
    let help = match (near, &fact.values) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, FactValues::Number(range)) => format!("it is {} to {}", range.start(), range.end()),
        (None, values) => {
            let names: Vec<String> = values.all().map(|value| values.name(value)).collect();
            format!("it is {}", names.join(" or "))
        }
    };
    faults.add_with_help(at, format!("`{}` is never {value}", fact.key), help);
}

/// Reads the side wagers of a game. `mains` are its other wagers, and `reserved` are the names of stakes that come from a
/// decision: a side wager may have none of these names. The second result is for [`CasesAt::check`].
pub(crate) fn read_sides<G: TableGame>(
    section: &mut Section<'_>,
    mains: &[&str],
    reserved: &[&str],
    cites: &mut Citations,
    faults: &mut Faults,
) -> (SideWagers, Vec<CasesAt>) {
    let mut drafts = section.parts::<SideDraft<G>>(
        "side",
        "the side wagers: on facts of the round, with odds by case",
        Need::May,
        faults,
    );
    SIDES.cut(&mut drafts, |draft| draft.at.clone(), faults);
    let mut names = [mains, reserved].concat();
    for name in drafts.iter().filter_map(|draft| draft.name.as_ref()) {
        check_word(name, faults);
        if names.contains(&name.get_ref().as_str()) {
            let message = format!("two wagers are called `{}`: one of the two must go", name.get_ref());
            faults.add(name.span(), message);
        }
        names.push(name.get_ref());
    }
    let read = drafts.iter().filter_map(|draft| read_side(draft, mains, cites, faults));
    let (wagers, places) = read.unzip();
    (SideWagers(wagers), places)
}

fn read_side<G: TableGame>(
    draft: &SideDraft<G>,
    mains: &[&str],
    cites: &mut Citations,
    faults: &mut Faults,
) -> Option<(SideWager, CasesAt)> {
    let cite = cites.read_some(draft.cite.as_ref(), faults);
    let of = read_of(draft, mains, faults);
    let of_cite = cites.read_some(draft.of_cite.as_ref(), faults);
    if let (Some(cited), true) = (&draft.of_cite, of.is_empty()) {
        faults.add(cited.span(), "`of_cite` needs `of`: the wagers that are required");
    }
    let (min, max) = read_limits(draft, faults);
    let limits_cite = cites.read_some(draft.limits_cite.as_ref(), faults);
    let name = draft.name.as_ref()?;
    let (cases, at) = read_cases(name, &draft.pays, cite?, &|_| true, cites, faults);
    if draft.pays.is_empty() {
        faults.add(draft.at.clone(), format!("`{}` lacks `pays`: nothing decides it", name.get_ref()));
    }
    let wager = SideWager {
        name: name.get_ref().as_str().into(),
        per_box: draft.per.is_some(),
        of,
        of_cite: of_cite.or(cite)?,
        min,
        max,
        limits_cite,
        cases,
        cite: cite?,
    };
    Some((wager, at))
}

fn read_of<G>(draft: &SideDraft<G>, mains: &[&str], faults: &mut Faults) -> Vec<Box<str>> {
    let Some(list) = &draft.of else { return Vec::new() };
    own_names(list.get_ref(), "wagers in `of`", faults);
    if list.get_ref().is_empty() {
        faults.add(list.span(), "`of` lists no wager: leave it out");
    }
    for name in list.get_ref().iter().filter(|name| !mains.contains(&name.get_ref().as_str())) {
        let help = match nearest(name.get_ref(), mains.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the main wagers here are {}", mains.join(", ")),
        };
        faults.add_with_help(name.span(), format!("`{}` is no main wager here", name.get_ref()), help);
    }
    list.get_ref().iter().map(|name| name.get_ref().as_str().into()).collect()
}

fn read_limits<G>(draft: &SideDraft<G>, faults: &mut Faults) -> (Option<Money>, Option<Money>) {
    let min = draft.min.as_ref().and_then(|amount| read_amount(amount, faults));
    let max = draft.max.as_ref().and_then(|amount| read_amount(amount, faults));
    if let (Some(min), Some(most), Some(at)) = (min, max, &draft.max)
        && min > most
    {
        faults.add(at.span(), format!("the largest stake is {most}, and the smallest is {min}"));
    }
    if let (Some(cited), None, None) = (&draft.limits_cite, &draft.min, &draft.max) {
        faults.add(cited.span(), "`limits_cite` needs `min` or `max`");
    }
    (min, max)
}

/// The facts of every kind of round at a table.
pub(crate) fn fact_rows<G: TableGame>(game: &G) -> FactRows {
    let mut rows = FactRows::default();
    game.kinds_of_rounds(&mut |round| rows.add(round, G::FACTS));
    rows
}

/// Reports cases of side wagers that never apply, and side wagers that nothing wins or nothing loses; `rows` are those of the
/// table at which the most can happen.
pub(crate) fn check_sides(sides: &SideWagers, places: &[CasesAt], rows: &FactRows, faults: &mut Faults) {
    for (wager, at) in sides.0.iter().zip(places) {
        at.check_side(&wager.cases, rows, faults);
    }
}

/// Reads the cases of a wager. `permits` says which facts this kind of wager can depend on.
pub(crate) fn read_cases<G: TableGame>(
    wager: &Spanned<String>,
    drafts: &[CaseDraft<G>],
    cite: crate::law::Rule,
    permits: &dyn Fn(&FactReader<G>) -> bool,
    cites: &mut Citations,
    faults: &mut Faults,
) -> (Cases, CasesAt) {
    let mut places = CasesAt { name: (wager.get_ref().clone(), wager.span()), ..CasesAt::default() };
    let (mut cases, mut names) = (Vec::new(), HashSet::new());
    for draft in drafts {
        let own = cites.read_some(draft.cite.as_ref(), faults);
        if let Some(name) = &draft.name {
            check_word(name, faults);
            if !names.insert(name.get_ref().as_str()) {
                let message = format!(
                    "two cases are called `{}`: the pay desk could not tell them apart",
                    name.get_ref()
                );
                faults.add(name.span(), message);
            }
        }
        let Some(paid) = read_paid(draft, faults) else { continue };
        let Some(when) = draft.when.as_ref() else { continue };
        if when.facts.is_empty() {
            continue;
        }
        for (fact, _) in &when.facts {
            let fact = &G::FACTS[usize::from(*fact)];
            if !permits(&fact.reader) {
                let message = format!("`{}` cannot depend on `{}`", wager.get_ref(), fact.key);
                faults.add_with_help(draft.at.clone(), message, "only a side wager can");
            }
        }
        let name = draft.name.as_ref().map(|name| name.get_ref().as_str().into());
        cases.push(Case { name, when: when.facts.clone(), paid, cite: own.unwrap_or(cite) });
        places.cases.push(draft.at.clone());
    }
    (Cases(cases), places)
}

fn read_paid<G>(draft: &CaseDraft<G>, faults: &mut Faults) -> Option<Paid> {
    match (&draft.odds, &draft.void) {
        (Some(odds), None) => Some(Paid::Odds(read_odds(odds, faults))),
        (None, Some(void)) if *void.get_ref() => Some(Paid::Void),
        (None, Some(void)) => {
            faults.add(void.span(), "write `void = true`, or what is paid as `odds`");
            None
        }
        (Some(_), Some(void)) => {
            faults.add(void.span(), "a case has `odds` or is `void`, and not both");
            None
        }
        (None, None) => {
            faults.add(draft.at.clone(), "a case lacks `odds`, or `void = true`");
            None
        }
    }
}
