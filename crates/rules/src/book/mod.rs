//! Rulebooks: a regulation as data, provision by provision.
//!
//! A file may claim anything. [`Book::read`] is the one door: it turns a draft into a book or reports all faults of the
//! file at once, and behind it nothing asks again.

mod amendment;
mod conduct;
mod faults;
mod meaning;
mod path;
mod placed;
mod provision;
mod requirement;
pub(crate) mod schema;
mod section;
mod setting;
mod shelf;

use std::collections::BTreeMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;
use toml::de::DeTable;

pub use amendment::Amendment;
pub use conduct::{CancelUntil, Conduct, DealerBets};
pub use faults::{BookError, Fault, Faults, line_and_column};
pub use path::with_value;
pub(crate) use placed::{Citation, Id, Placed, Word};
pub use placed::{Day, OddsText};
pub use provision::{Mutation, Provision, ProvisionKind, Strike};
pub(crate) use requirement::SHUFFLE;
pub use requirement::{ApprovalSubject, Fact, Notice, Obligation, Post, Requirement};
pub use schema::schema;
pub use section::Citations;
pub(crate) use section::{EVENS, Need, Part, Section, read_odds};
pub(crate) use setting::read_wheel;
pub use setting::{Bounds, Chosen, Envelope, Setting, Values};
pub use shelf::{Shelf, UnknownGame};

use crate::games::{AnyGame, Family, FixedTerms, Parameters, Term};
use crate::law::Rule;
use conduct::ConductDraft;
use requirement::RequirementDraft;
use setting::SettingDraft;

/// A regulation that has passed the door.
#[derive(Clone, Debug)]
pub struct Book {
    id: String,
    title: String,
    in_force: Option<InForce>,
    provisions: Vec<Provision>,
    games: Vec<GameBook>,
    requirements: Vec<Requirement>,
    citations: Citations,
    digest: String,
    amendments: Vec<Amendment>,
    /// The book as each amendment left it, in order.
    amended: Vec<(Date, Book)>,
}

/// From when a book is in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InForce {
    /// The first day.
    pub from: Date,
    /// The provision that says so.
    pub cite: Option<Rule>,
    /// What is uncertain about that day.
    pub note: Option<String>,
}

/// One game of a book.
#[derive(Clone, Debug)]
pub struct GameBook {
    id: String,
    title: String,
    family: Family,
    settings: Vec<Setting>,
    conduct: Conduct,
    /// Which provision fixes a term, where the parameters do not say.
    fixed: BTreeMap<String, Rule>,
    parameters: Parameters,
}

/// From when the book is in force; a record of an earlier day is inadmissible.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "InForce")]
struct InForceDraft {
    /// The first day.
    from: Day,
    /// The provision that says so.
    cite: Option<Placed<Citation>>,
    /// What is uncertain about that day.
    note: Option<String>,
}

impl Book {
    /// Reads a rulebook, or reports all its faults; `file` is the name to report them under.
    pub fn read(file: &str, text: &str) -> Result<Self, BookError> {
        let mut faults = Faults::default();
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in &errors {
            faults.add_toml(error);
        }
        let book = Self::read_section(&mut Section::new("", table), text, &mut faults);
        let book = book.filter(|_| faults.is_empty()).map(|book| book.amend(text, &mut faults));
        match book {
            Some(book) if faults.is_empty() => Ok(book),
            _ => Err(faults.report("rulebook", file, text)),
        }
    }

    fn read_section(section: &mut Section<'_>, text: &str, faults: &mut Faults) -> Option<Self> {
        let id = section.need::<Id>("id", faults);
        let title = section.need::<String>("title", faults);
        section.take::<String>("source", faults);
        let provisions = section.rows::<Provision>("provision", Need::May, faults);
        let mut citations = Citations::new(provisions.iter().map(|row| row.get_ref().id.as_str()));
        let in_force = section.table::<InForceDraft>("in_force", faults);
        let in_force = in_force.map(|draft| read_in_force(draft.get_ref(), &mut citations, faults));
        let amendments = amendment::read(section, &mut citations, faults);
        let conduct = section.table::<ConductDraft>("conduct", faults);
        let conduct = conduct.map(Spanned::into_inner).unwrap_or_default();
        let sections = section.sections("game", faults);
        let named: Vec<String> = sections.iter().map(|(id, _)| id.clone()).collect();
        let games = sections
            .into_iter()
            .filter_map(|(id, mut s)| GameBook::read(id, &mut s, &conduct, &mut citations, faults));
        let games: Vec<GameBook> = games.collect();
        if named.is_empty() {
            faults.add(0..0, "a book has at least one game: add a table such as [game.roulette]");
        }
        let requirements = section.rows::<RequirementDraft>("requirement", Need::May, faults);
        let requirements: Vec<Requirement> = requirements
            .iter()
            .filter_map(|row| Requirement::read(row, &games, &named, &mut citations, faults))
            .collect();
        let keys: Vec<&str> =
            games.iter().flat_map(|game| game.settings.iter().map(|setting| &*setting.key)).collect();
        provision::check(&provisions, &named, &keys, faults);
        check_id(id.as_ref(), faults);
        section.finish(faults);
        Some(Self {
            id: id?.into_inner().0,
            title: title?.into_inner(),
            in_force,
            provisions: provisions.into_iter().map(Spanned::into_inner).collect(),
            games,
            requirements,
            citations,
            digest: blake3::hash(text.as_bytes()).to_hex().to_string(),
            amendments,
            amended: Vec::new(),
        })
    }

    /// The name by which records call it.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its full name.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// From when it is in force, if the source says so.
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

    /// What it asks of a house, in order.
    pub fn requirements(&self) -> &[Requirement] {
        &self.requirements
    }

    /// The words of its citations.
    pub fn citations(&self) -> &Citations {
        &self.citations
    }

    /// The BLAKE3 digest of its file, in hexadecimal.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// What has amended it, in order.
    pub fn amendments(&self) -> &[Amendment] {
        &self.amendments
    }

    /// The book by the law of a day: with the amendments in force by then.
    pub fn on(&self, day: Date) -> &Self {
        self.amended.iter().rev().find(|(from, _)| *from <= day).map_or(self, |(_, book)| book)
    }
}

/// A book's id is a plain word, because it is part of `RULEBOOK/GAME`.
fn check_id(id: Option<&Spanned<Id>>, faults: &mut Faults) {
    if let Some(id) = id
        && !is_plain(&id.get_ref().0)
    {
        faults.add(
            id.span(),
            format!("`{}` is not an id: use small letters, figures and hyphens", id.get_ref().0),
        );
    }
}

fn is_plain(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

fn read_in_force(draft: &InForceDraft, cites: &mut Citations, faults: &mut Faults) -> InForce {
    let cite = cites.read_some(draft.cite.as_deref(), faults);
    InForce { from: draft.from.0, cite, note: draft.note.clone() }
}

impl GameBook {
    fn read(
        id: String,
        section: &mut Section<'_>,
        book: &ConductDraft,
        cites: &mut Citations,
        faults: &mut Faults,
    ) -> Option<Self> {
        if !is_plain(&id) {
            faults.add(section.at(), format!("`{id}` is not an id: use small letters, figures and hyphens"));
        }
        let title = section.need::<String>("title", faults);
        let family = section.need::<String>("family", faults);
        let conduct = section.table::<ConductDraft>("conduct", faults);
        let conduct = conduct.map(Spanned::into_inner).unwrap_or_default();
        let conduct = Conduct::read(&conduct, book, cites, faults);
        let settings = section.rows::<SettingDraft>("setting", Need::May, faults);
        let settings = settings.iter().map(|row| Setting::read(row, cites, faults)).collect();
        let fixed = section.table::<BTreeMap<Placed<String>, Placed<Citation>>>("fixed", faults);
        let family = read_family(&family?, faults)?;
        let parameters = Parameters::read(family, section, cites, faults);
        section.finish(faults);
        let title = title?.into_inner();
        let fixed_cites = BTreeMap::new();
        let mut game =
            Self { id, title, family, settings, conduct, fixed: fixed_cites, parameters: parameters? };
        game.fix(fixed.map(Spanned::into_inner).unwrap_or_default(), cites, faults);
        Some(game)
    }

    /// Says which provisions fix some of its terms.
    fn fix(
        &mut self,
        fixed: BTreeMap<Placed<String>, Placed<Citation>>,
        cites: &mut Citations,
        faults: &mut Faults,
    ) {
        let terms = self.terms(&Chosen::default());
        for (key, cite) in fixed {
            if !terms.rules.iter().any(|term| *term.key == **key.get_ref()) {
                let keys: Vec<&str> = terms.rules.iter().map(|term| &*term.key).collect();
                let help = format!("fixed here: {}", keys.join(", "));
                faults.add_with_help(key.span(), format!("`{}` is not fixed", key.get_ref()), help);
            }
            let rule = cites.read(&cite, faults);
            self.fixed.insert(key.into_spanned().into_inner(), rule);
        }
    }

    /// The name by which records call it, within its book.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its full name.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Which kind of game it is.
    pub fn family(&self) -> Family {
        self.family
    }

    /// What the book leaves to the house, besides limits.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// What its general refusals cite.
    pub fn conduct(&self) -> &Conduct {
        &self.conduct
    }

    /// What a house may choose.
    pub fn envelope(&self) -> Envelope<'_> {
        Envelope { settings: &self.settings, limits: self.conduct.limits, wheel: self.parameters.wheel() }
    }

    /// What is fixed at a table with these settings; what the book leaves to the house is not among it.
    pub fn terms(&self, chosen: &Chosen) -> FixedTerms {
        let mut terms = FixedTerms::of(&self.table(chosen));
        terms.rules.retain(|term| !self.settings.iter().any(|setting| setting.key == term.key));
        let cited = |term: &mut Term| {
            if let Some(rule) = self.fixed.get(&*term.key) {
                term.cites = (*rule).into();
            }
        };
        terms.rules.iter_mut().for_each(cited);
        terms
    }

    /// The rules of a table with these settings.
    pub fn table(&self, chosen: &Chosen) -> AnyGame {
        self.parameters.table(&Values { settings: &self.settings, chosen })
    }
}

fn read_family(name: &Spanned<String>, faults: &mut Faults) -> Option<Family> {
    let family = Family::named(name.get_ref());
    if family.is_none() {
        let known = Family::ALL.map(Family::name).join(", ");
        faults.add_with_help(
            name.span(),
            format!("`{}` is not a family of games", name.get_ref()),
            format!("known: {known}"),
        );
    }
    family
}
