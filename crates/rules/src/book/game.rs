//! One game of a rulebook: its settings, its conduct, and the rules of a table.

use std::collections::BTreeMap;

use croupier_kit::Wheel;
use toml::Spanned;

use super::chosen::{Chosen, Envelope, Values};
use super::citations::Citations;
use super::conduct::{Conduct, ConductDraft};
use super::faults::Faults;
use super::keys::Need;
use super::located::{Citation, Id, Located};
use super::section::Section;
use super::setting::{Setting, SettingDraft};
use crate::fixed::{FixedTerms, Term};
use crate::games::{AnyGame, Family, Parameters};
use crate::law::Rule;

/// One game of a book.
#[derive(Clone, Debug)]
pub struct GameBook {
    id: String,
    title: String,
    family: Family,
    settings: Vec<Setting>,
    conduct: Conduct,
    /// The provision that fixes a term, for terms where the parameters do not name one.
    fixed: BTreeMap<String, Rule>,
    parameters: Parameters,
}

impl GameBook {
    pub(super) fn read(
        id: String,
        section: &mut Section<'_>,
        book: &ConductDraft,
        cites: &mut Citations,
        faults: &mut Faults,
    ) -> Option<Self> {
        let before = faults.len();
        if !Id(id.clone()).is_plain() {
            faults.add(section.at(), format!("`{id}` is not an id: use small letters, figures and hyphens"));
        }
        let title = section.need::<String>("title", "the name of the game, for people", faults);
        let family = section.need::<String>("family", "which kind of game it is", faults);
        let conduct = section.table::<ConductDraft>(
            "conduct",
            "what this game's refusals cite where it is not what the book says for all",
            faults,
        );
        let own = conduct.map(Spanned::into_inner).unwrap_or_default();
        let conduct = Conduct::read(&own, book, cites, faults);
        let declared = section.texts_of("setting", "key");
        let settings = section.rows::<SettingDraft>(
            "setting",
            "what the house may choose at a table, besides the limits `min` and `max`",
            Need::May,
            faults,
        );
        let fixed = section.table::<BTreeMap<Located<String>, Located<Citation>>>("fixed", "which provision fixes a term that the other keys do not cite, by the term's name in the envelope", faults);
        let family = read_family(&family?, faults)?;
        let settings = Setting::read_all(
            &settings,
            &declared,
            &Parameters::settings(family),
            section.at(),
            cites,
            faults,
        );
        let parameters = Parameters::read(family, section, cites, faults);
        section.finish(faults);
        let (title, parameters) = (title?.into_inner(), parameters?);
        // What does not fit together may follow from what could not be read.
        if faults.len() == before {
            parameters.check(&settings, &section.at(), faults);
            check_wheels(&settings, parameters.wheel(), faults);
        }
        let mut game = Self { id, title, family, settings, conduct, fixed: BTreeMap::new(), parameters };
        // A game with faults may have wagers that cannot be looked at.
        let unstakable =
            if faults.is_empty() { game.table(&Chosen::default()).unstakable() } else { Vec::new() };
        for wager in unstakable {
            let message = format!(
                "nothing can be staked on `{wager}`: no stake is paid exactly at all of its odds, or the win is too large to be counted"
            );
            faults.add(section.at(), message);
        }
        let has_cards = !faults.is_empty() || game.table(&Chosen::default()).has_cards();
        for (key, at) in own.on_cards().filter(|_| !has_cards) {
            faults.add(at, format!("`{key}` has no effect: this game has no cards"));
        }
        game.fix(fixed.map(Spanned::into_inner).unwrap_or_default(), cites, faults);
        Some(game)
    }

    /// Reads the provisions that fix some of its terms.
    fn fix(
        &mut self,
        fixed: BTreeMap<Located<String>, Located<Citation>>,
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

    /// The name of the game in records, within its book.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its full name.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The family of the game.
    pub fn family(&self) -> Family {
        self.family
    }

    /// The settings that the book leaves to the house, besides limits.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// The provisions that its general refusals cite.
    pub fn conduct(&self) -> &Conduct {
        &self.conduct
    }

    /// The choices that a house has.
    pub fn envelope(&self) -> Envelope<'_> {
        Envelope { settings: &self.settings, limits: self.conduct.limits, wheel: self.parameters.wheel() }
    }

    /// The terms fixed at a table with these settings, without those that the book leaves to the house.
    pub fn terms(&self, chosen: &Chosen) -> FixedTerms {
        let mut terms = self.table(chosen).fixed_terms();
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

/// Reports orders of a wheel that are not those of this wheel's numbers.
fn check_wheels(settings: &[Setting], wheel: Option<&Wheel>, faults: &mut Faults) {
    for setting in settings {
        if setting.default.as_deref().is_some_and(|default| setting.check(default, wheel).is_err()) {
            faults.add(setting.at.clone(), setting.wrong_default());
        }
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
