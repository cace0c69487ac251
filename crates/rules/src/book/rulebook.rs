//! A rulebook that has been read: its provisions, its games, its requirements for a house, and its amendments.

use std::ops::Range;
use std::sync::Arc;

use jiff::civil::Date;
use schemars::{JsonSchema, Schema, json_schema};
use serde::Deserialize;
use serde_json::json;
use toml::Spanned;
use toml::de::DeTable;

use super::amendment::{self, Amendment};
use super::citations::Citations;
use super::conduct::ConductDraft;
use super::faults::{BookError, Faults};
use super::game::GameBook;
use super::keys::Need;
use super::located::{Citation, Day, Id, Located};
use super::names::Named;
use super::provision::{self, Provision};
use super::requirement::{Requirement, RequirementDraft};
use super::section::Section;
use crate::games::Family;
use crate::law::Rule;

/// What a game cites, with the positions.
type Cited = Arc<[(Rule, Range<usize>)]>;

/// A regulation that has been read and checked.
#[derive(Clone, Debug)]
pub struct Book {
    id: String,
    pub(super) title: String,
    pub(super) in_force: Option<InForce>,
    pub(super) provisions: Arc<[Provision]>,
    /// The positions of the provisions in the file.
    pub(super) places: Arc<[Range<usize>]>,
    pub(super) games: Vec<GameBook>,
    pub(super) requirements: Vec<Requirement>,
    pub(super) citations: Citations,
    /// What each game cites, with the positions.
    pub(super) cited: Vec<Cited>,
    pub(super) digest: String,
    pub(super) text: Arc<str>,
    pub(super) amendments: Arc<[Amendment]>,
    /// The citations that the games are read after: those of the day of entry into force and of the amendments.
    parents: Arc<[Box<str>]>,
    /// The book as it stood after each amendment, in order.
    pub(super) amended: Vec<(Date, Book)>,
}

/// What concerns all games of a book, as its file has it: the games of a later edition are read with it.
#[derive(Clone)]
pub(super) struct Drafts {
    pub(super) conduct: Arc<ConductDraft>,
    requirements: Arc<[Spanned<RequirementDraft>]>,
}

impl Drafts {
    /// What is required of a house with these games; `named` are all games of the file.
    pub(super) fn requirements(
        &self,
        games: &[GameBook],
        named: &Named,
        citations: &mut Citations,
        faults: &mut Faults,
    ) -> Vec<Requirement> {
        let rows = self.requirements.iter();
        rows.filter_map(|row| Requirement::read(row, games, named, citations, faults)).collect()
    }
}

/// Checks what the provisions say of these games; `named` are all games of the file.
pub(super) fn check_provisions(
    provisions: &[Provision],
    places: impl Iterator<Item = Range<usize>>,
    games: &[GameBook],
    named: &Named,
    faults: &mut Faults,
) {
    let keys = games.iter().flat_map(|game| game.settings().iter().map(|setting| &*setting.key));
    let keys: Vec<&str> = keys.chain(named.settings.iter().map(String::as_str)).collect();
    provision::check(provisions.iter().zip(places), &named.games, &keys, faults);
}

/// The day from which a book is in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InForce {
    /// The first day.
    pub from: Date,
    /// The provision that says so.
    pub cite: Option<Rule>,
    /// What is uncertain about that day.
    pub note: Option<String>,
}

/// From when the book is in force; a record of an earlier day is inadmissible.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "InForce")]
struct InForceDraft {
    /// The first day.
    from: Day,
    /// The provision that says so.
    cite: Option<Located<Citation>>,
    /// What is uncertain about that day.
    note: Option<String>,
}

impl Book {
    /// Reads a rulebook, or reports all its faults under the file name `file`.
    pub fn read(file: &str, text: &str) -> Result<Self, BookError> {
        let mut faults = Faults::default();
        let (table, errors) = DeTable::parse_recoverable(text);
        // The parser may say several things of one place; the first says what is wrong.
        let mut last = None;
        for error in errors.iter().filter(|error| last.replace(error.span()) != Some(error.span())) {
            faults.add_toml(error);
        }
        let read = Self::read_section(&mut Section::new("", table), text, None, &mut faults);
        let read = read.filter(|_| faults.is_empty());
        let book = read.map(|(book, drafts)| book.amend(drafts, text, &mut faults));
        if let Some(book) = book.as_ref().filter(|_| faults.is_empty()) {
            book.check_ends(&mut faults);
        }
        match book {
            Some(book) if faults.is_empty() => Ok(book),
            _ => Err(faults.report("rulebook", file, text)),
        }
    }

    /// Reads a book, or an edition of the book `of`, whose text has no amendments of its own.
    pub(super) fn read_section(
        section: &mut Section<'_>,
        text: &str,
        of: Option<&Self>,
        faults: &mut Faults,
    ) -> Option<(Self, Drafts)> {
        let id =
            section.need::<Id>("id", "the name that records use: small letters, figures, hyphens", faults);
        let title = section.need::<String>("title", "the name of the regulation, for people", faults);
        section.take::<String>("source", "where its text is from, for people", faults);
        // A provision that cannot be read is still there to be cited: its fault is reported once.
        let ids = section.texts_of("provision", "id");
        let provisions = section.rows::<Provision>(
            "provision",
            "what the regulation says, provision by provision",
            Need::May,
            faults,
        );
        let mut citations = Citations::new(ids.iter().map(String::as_str));
        let in_force = section.table::<InForceDraft>(
            "in_force",
            "from when the book is in force; left out where the source does not say",
            faults,
        );
        let in_force = in_force.map(|draft| read_in_force(draft.get_ref(), &mut citations, faults));
        let amendments = match of {
            Some(book) => Arc::clone(&book.amendments),
            None => amendment::read(section, &mut citations, faults).into(),
        };
        citations.add_parents(of.map_or(&[], |book| &book.parents));
        let parents = citations.parents().into();
        let conduct = section.table::<ConductDraft>(
            "conduct",
            "what the general refusals cite, for all games of the book",
            faults,
        );
        let conduct = conduct.map(Spanned::into_inner).unwrap_or_default();
        let sections = section.sections(
            "game",
            "the games, by the name that records use after the book's",
            of_game,
            faults,
        );
        let named = Named {
            games: sections.iter().map(|(id, _)| id.clone()).collect(),
            settings: sections.iter().flat_map(|(_, section)| section.texts_of("setting", "key")).collect(),
        };
        let (mut games, mut cited) = (Vec::new(), Vec::new());
        for (id, mut section) in sections {
            let before = citations.cited().len();
            games.extend(GameBook::read(id, &mut section, &conduct, &mut citations, faults));
            cited.push(citations.cited()[before..].into());
        }
        if named.games.is_empty() {
            faults.add(0..0, "a book has at least one game: add a table such as [game.roulette]");
        }
        let requirements = section.rows::<RequirementDraft>(
            "requirement",
            "what is asked of a house that has a table",
            Need::May,
            faults,
        );
        let drafts = Drafts { conduct: conduct.into(), requirements: requirements.into() };
        let requirements = drafts.requirements(&games, &named, &mut citations, faults);
        let places: Arc<[Range<usize>]> = provisions.iter().map(Spanned::span).collect();
        let provisions: Arc<[Provision]> = provisions.into_iter().map(Spanned::into_inner).collect();
        check_provisions(&provisions, places.iter().cloned(), &games, &named, faults);
        citations.check(faults);
        citations.forget_cited();
        check_id(id.as_ref(), faults);
        section.finish(faults);
        let book = Self {
            id: id?.into_inner().0,
            title: title?.into_inner(),
            in_force,
            places,
            provisions,
            games,
            requirements,
            citations,
            cited,
            digest: blake3::hash(text.as_bytes()).to_hex().to_string(),
            text: text.into(),
            amendments,
            parents,
            amended: Vec::new(),
        };
        Some((book, drafts))
    }

    /// The name of the book in records.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its full name.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The day from which it is in force, if the source says so.
    pub fn in_force(&self) -> Option<&InForce> {
        self.in_force.as_ref()
    }

    /// Its provisions, in order.
    pub fn provisions(&self) -> &[Provision] {
        &self.provisions
    }

    /// Its games, in order.
    pub fn games(&self) -> &[GameBook] {
        &self.games
    }

    /// Its requirements for a house, in order.
    pub fn requirements(&self) -> &[Requirement] {
        &self.requirements
    }

    /// The texts of its citations.
    pub fn citations(&self) -> &Citations {
        &self.citations
    }

    /// The BLAKE3 digest of its file, in hexadecimal.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The text of its file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its amendments, in order.
    pub fn amendments(&self) -> &[Amendment] {
        &self.amendments
    }

    /// The book under the law of a day, with the amendments in force by then.
    pub fn on(&self, day: Date) -> &Self {
        self.amended.iter().rev().find(|(from, _)| *from <= day).map_or(self, |(_, book)| book)
    }
}

/// Checks that a book's id is a plain word, because it is part of `RULEBOOK/GAME`.
fn check_id(id: Option<&Spanned<Id>>, faults: &mut Faults) {
    if let Some(id) = id
        && !id.get_ref().is_plain()
    {
        faults.add(
            id.span(),
            format!("`{}` is not an id: use small letters, figures and hyphens", id.get_ref().0),
        );
    }
}

fn read_in_force(draft: &InForceDraft, cites: &mut Citations, faults: &mut Faults) -> InForce {
    let cite = cites.read_some(draft.cite.as_deref(), faults);
    InForce { from: draft.from.0, cite, note: draft.note.clone() }
}

/// The schema of a game, with the keys that its family needs.
fn of_game() -> Schema {
    let families = Family::ALL.map(Family::name);
    let branches = families.map(|family| {
        json!({
            "if": { "properties": { "family": { "const": family } } },
            "then": { "$ref": format!("#/$defs/{family}") },
        })
    });
    json_schema!({
        "type": "object",
        "required": ["family"],
        "properties": { "family": { "enum": families } },
        "allOf": branches,
    })
}

impl Book {
    /// Reports provisions that the games cite before their first day or after their last.
    fn check_ends(&self, faults: &mut Faults) {
        let changed = self.amendments.iter().filter(|amendment| !amendment.changes.is_empty());
        let places = std::iter::once(None).chain(changed.map(|amendment| Some(&amendment.at)));
        let editions = std::iter::once(self).chain(self.amended.iter().map(|(_, book)| book));
        let first = self.in_force.as_ref().map(|law| law.from);
        let begins = std::iter::once(first).chain(self.amended.iter().map(|(from, _)| Some(*from)));
        let ends = self.amended.iter().map(|(from, _)| Some(*from)).chain([None]);
        for (((edition, place), begin), end) in editions.zip(places).zip(begins).zip(ends) {
            for (rule, at) in edition.cited.iter().flat_map(|cited| cited.iter()) {
                let Some(provision) = edition.provisions.get(usize::from(rule.0)) else { continue };
                if let Some(wrong) = cited_outside_its_days(provision, begin, end) {
                    faults.add(place.unwrap_or(at).clone(), wrong);
                }
            }
        }
    }
}

/// What is wrong if an edition of these days cites a provision.
fn cited_outside_its_days(provision: &Provision, begin: Option<Date>, end: Option<Date>) -> Option<String> {
    let id = &provision.id;
    if let Some(Day(first)) = provision.from
        && begin.is_none_or(|begin| begin < first)
    {
        return Some(format!("`{id}` is cited before {first}, its first day"));
    }
    let Day(last) = provision.to?;
    // The edition of the next amendment begins on the day after the last one at the latest.
    let after = end.is_none_or(|end| last.tomorrow().is_ok_and(|after| after < end));
    after.then(|| format!("`{id}` is cited after {last}, its last day"))
}
