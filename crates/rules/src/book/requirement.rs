//! The requirements of a book for a house that has a table: a licence, a bank, approvals, signs, staff.

use std::fmt;
use std::ops::Range;

use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde_json::{Value, json};
use toml::Spanned;

use super::citations::Citations;
use super::faults::Faults;
use super::game::GameBook;
use super::located::{Citation, Located, at_least_one};
use super::names::{Named, own_names};
use crate::law::Rule;

/// The key for the way in which a table shuffles.
pub(crate) const SHUFFLE: &str = "shuffle";

/// Something that is asked of a house with a table.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Requirement", transform = what_each_asks_for)]
pub(super) struct RequirementDraft {
    /// What is asked.
    ask: Word,
    /// The games it concerns; default: all of the book.
    #[serde(default, deserialize_with = "at_least_one")]
    #[schemars(length(min = 1))]
    games: Vec<Located<String>>,
    /// The provision that asks it.
    cite: Located<Citation>,
    /// Only where one of these holds, as `key=value` of a setting, or `shuffle=by-hand`, `shuffle=by-machine`.
    #[serde(default, deserialize_with = "at_least_one")]
    #[schemars(length(min = 1))]
    when: Vec<Located<String>>,
    /// Not where one of these holds.
    #[serde(default, deserialize_with = "at_least_one")]
    #[schemars(length(min = 1))]
    unless: Vec<Located<String>>,
    /// What an approval is of.
    of: Option<ApprovalSubject>,
    /// What is shown.
    what: Option<Notice>,
    /// The post that somebody must have.
    post: Option<Post>,
    /// At how many tables at once one person may have the post.
    #[schemars(range(min = 1))]
    tables_max: Option<Located<u8>>,
}

/// States in the schema that an approval has `of`, a notice has `what` and a post has `post`, and that no other
/// requirement has any of these.
fn what_each_asks_for(schema: &mut Schema) {
    let asks = |words: &[&str], key: &str, others: &[&str]| {
        let none: serde_json::Map<String, Value> =
            others.iter().map(|other| ((*other).to_owned(), json!(false))).collect();
        json!({
            "if": { "properties": { "ask": { "enum": words } } },
            "then": { "required": [key], "properties": none },
            "else": { "properties": { key: false } },
        })
    };
    let rules = [
        asks(&["approval"], "of", &["what", "post", "tables_max"]),
        asks(&["shown", "shown-or-told"], "what", &["of", "post", "tables_max"]),
        asks(&["post"], "post", &["of", "what"]),
        json!({ "dependentRequired": { "tables_max": ["post"] } }),
    ];
    schema.insert("allOf".to_owned(), json!(rules));
}

/// What is asked of a house.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Ask")]
enum Word {
    /// A licence under this book, held by the licence holder, for the premises, in force on the day.
    Licence,
    /// The game among those of the licence, where it lists any.
    LicensedGame,
    /// The game among those that management offers.
    OfferedGame,
    /// A bank that the licence holder or somebody employed by him holds.
    BankHeld,
    /// A bank in which nobody but the licence holder has a share.
    BankWhole,
    /// A bank that the house neither holds nor shares.
    BankOfPlayers,
    /// An approval, given by that day, that covers the table and permits its hours or packs: with `of`.
    Approval,
    /// A notice on the table's sign: with `what`.
    Shown,
    /// A notice on the sign, or given on request: with `what`.
    #[serde(rename = "shown-or-told")]
    ShownOrGiven,
    /// A person of the staff with that post, at no more tables at once than `tables_max`: with `post`.
    Post,
    /// Somebody who hears disputes, and where they go next.
    Disputes,
}

/// What an authority approves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ApprovalSubject {
    /// The hours of a table.
    Hours,
    /// Its layout.
    Layout,
    /// The number of its packs.
    Packs,
    /// Its shuffling machine.
    Shuffler,
}

impl ApprovalSubject {
    /// The name of the subject.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hours => "hours",
            Self::Layout => "layout",
            Self::Packs => "packs",
            Self::Shuffler => "shuffler",
        }
    }
}

/// What is shown at a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// The least and the greatest stake.
    Limits,
    /// The odds.
    Odds,
    /// The rules of the game.
    Rules,
    /// Which version of the game is offered.
    Version,
}

impl Notice {
    /// The name of the notice.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Limits => "limits",
            Self::Odds => "odds",
            Self::Rules => "rules",
            Self::Version => "version",
        }
    }
}

/// What a person of the house does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the posts are their own names")]
pub enum Post {
    Dealer,
    PalettePerson,
    BaseDealer,
    Inspector,
    Cashier,
    Manager,
}

impl Post {
    /// The name of the post.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dealer => "dealer",
            Self::PalettePerson => "palette person",
            Self::BaseDealer => "base dealer",
            Self::Inspector => "inspector",
            Self::Cashier => "cashier",
            Self::Manager => "manager",
        }
    }
}

/// An obligation of a house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obligation {
    /// A licence under the book is in force for the premises.
    Licence,
    /// If the licence lists games, the game is among them.
    LicensedGame,
    /// Management offers the game.
    OfferedGame,
    /// The bank is held by the licence holder or an employee.
    BankHeld,
    /// Nobody but the licence holder has a share in the bank.
    BankWhole,
    /// The bank belongs to the players: the house neither holds it nor has a share in it.
    BankOfPlayers,
    /// The authority has approved this.
    Approval(ApprovalSubject),
    /// The table shows this.
    Shown(Notice),
    /// The table shows this, or it is given to anybody who asks.
    ShownOrGiven(Notice),
    /// Somebody with this post is at the table.
    Post {
        /// The post.
        post: Post,
        /// The number of tables at which one person may have the post at once.
        tables_max: Option<u8>,
    },
    /// Somebody hears disputes, and they can be referred further.
    Disputes,
}

impl fmt::Display for Obligation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Licence => f.write_str("a licence in force for the premises"),
            Self::LicensedGame => f.write_str("a game that the licence does not leave out"),
            Self::OfferedGame => f.write_str("a game that management offers"),
            Self::BankHeld => f.write_str("a bank held by the licence holder or an employee"),
            Self::BankWhole => f.write_str("a bank in which the licence holder alone has a share"),
            Self::BankOfPlayers => f.write_str("a bank that the house neither holds nor shares"),
            Self::Approval(ApprovalSubject::Hours) => f.write_str("hours that are approved"),
            Self::Approval(ApprovalSubject::Layout) => f.write_str("a layout that is approved"),
            Self::Approval(ApprovalSubject::Packs) => f.write_str("a number of packs that is approved"),
            Self::Approval(ApprovalSubject::Shuffler) => f.write_str("a shuffling machine that is approved"),
            Self::Shown(what) => write!(f, "the {} on a sign", what.name()),
            Self::ShownOrGiven(what) => write!(f, "the {} on a sign or given on request", what.name()),
            Self::Post { post, tables_max: None } => write!(f, "at the table: {}", post.name()),
            Self::Post { post, tables_max: Some(most) } => {
                write!(f, "at the table: {}, one for at most {most} tables at once", post.name())
            }
            Self::Disputes => f.write_str("somebody who hears disputes, and where they go next"),
        }
    }
}

/// A key with a value: a property of a table that a requirement depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The key of a setting, or `shuffle`.
    pub key: Box<str>,
    /// Its value.
    pub value: Box<str>,
}

impl Fact {
    fn read(text: &Spanned<String>, faults: &mut Faults) -> Option<Self> {
        let pair = text.get_ref().split_once('=');
        if pair.is_none() {
            faults.add(text.span(), format!("`{}`: write it as key=value", text.get_ref()));
        }
        pair.map(|(key, value)| Self { key: key.into(), value: value.into() })
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.key, self.value)
    }
}

/// One requirement of a book for a house with a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Requirement {
    /// The obligation.
    pub ask: Obligation,
    /// The provision that imposes it.
    pub cite: Rule,
    /// It applies only if one of these holds; always if the list is empty.
    pub when: Vec<Fact>,
    /// It does not apply if one of these holds.
    pub unless: Vec<Fact>,
    games: Vec<Box<str>>,
}

impl Requirement {
    pub(super) fn read(
        row: &Spanned<RequirementDraft>,
        games: &[GameBook],
        named: &Named,
        cites: &mut Citations,
        faults: &mut Faults,
    ) -> Option<Self> {
        let draft = row.get_ref();
        for game in draft.games.iter().filter(|game| !named.games.contains(game.get_ref())) {
            faults.add(game.span(), format!("`{}` is no game of this book", game.get_ref()));
        }
        own_names(&draft.games, "games of this requirement", faults);
        own_names(draft.when.iter().chain(&draft.unless), "conditions", faults);
        if let Some(most) = draft.tables_max.as_ref().filter(|most| *most.get_ref() == 0) {
            faults.add(most.span(), "a person who may be at no table cannot have the post: 1 table or more");
        }
        let cite = cites.read(&draft.cite, faults);
        let mut placed = Vec::new();
        let mut facts = |list: &[Located<String>]| -> Vec<Fact> {
            let read: Vec<_> =
                list.iter().filter_map(|text| Some((Fact::read(text, faults)?, text.span()))).collect();
            placed.extend(read.iter().cloned());
            read.into_iter().map(|(fact, _)| fact).collect()
        };
        let (when, unless) = (facts(&draft.when), facts(&draft.unless));
        let ask = read_ask(draft);
        if ask.is_none() {
            faults.add_with_help(
                row.span(),
                "this requirement does not say what it asks for",
                "an approval has `of`, what is shown has `what`, a post has `post` and perhaps `tables_max`; no other ask has any of these",
            );
        }
        let concerned = draft.games.iter().map(|game| game.get_ref().as_str().into()).collect();
        let requirement = Self { ask: ask?, cite, when, unless, games: concerned };
        requirement.check_facts(&placed, games, named, faults);
        Some(requirement)
    }

    /// Checks that a condition depends on a setting that the games have, or on how they shuffle; any other would
    /// never hold.
    fn check_facts(
        &self,
        facts: &[(Fact, Range<usize>)],
        games: &[GameBook],
        named: &Named,
        faults: &mut Faults,
    ) {
        // A game that could not be read has its own faults, and may have the setting.
        let concerned = || games.iter().filter(|game| self.concerns(game.id()));
        let is_read = |id: &str| games.iter().any(|game| game.id() == id);
        if named.games.iter().any(|id| self.concerns(id) && !is_read(id)) {
            return;
        }
        for (fact, at) in facts.iter().filter(|(fact, _)| *fact.key != *SHUFFLE) {
            let settings =
                || concerned().flat_map(GameBook::settings).filter(|setting| setting.key == fact.key);
            if settings().next().is_none() {
                if named.settings.iter().any(|key| **key == *fact.key) && self.games.is_empty() {
                    continue;
                }
                faults.add(at.clone(), format!("`{fact}`: none of these games has a setting `{}`", fact.key));
            } else if !settings().any(|setting| setting.check(&fact.value, None).is_ok()) {
                let bounds: Vec<String> = settings().map(|setting| setting.bounds.to_string()).collect();
                let message = format!("`{fact}` never holds: {} may be {}", fact.key, bounds.join(", or "));
                faults.add(at.clone(), message);
            }
        }
    }

    /// Whether it concerns this game.
    pub fn concerns(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|id| **id == *game)
    }

    /// Whether it applies to a table; `value` returns the value of a key at the table.
    pub fn applies(&self, value: impl Fn(&str) -> Option<String>) -> bool {
        let holds = |fact: &Fact| value(&fact.key).as_deref() == Some(&*fact.value);
        (self.when.is_empty() || self.when.iter().any(holds)) && !self.unless.iter().any(holds)
    }
}

fn read_ask(draft: &RequirementDraft) -> Option<Obligation> {
    let RequirementDraft { ask, of, what, post, tables_max, .. } = draft;
    match (ask, of, what, post, tables_max) {
        (Word::Licence, None, None, None, None) => Some(Obligation::Licence),
        (Word::LicensedGame, None, None, None, None) => Some(Obligation::LicensedGame),
        (Word::OfferedGame, None, None, None, None) => Some(Obligation::OfferedGame),
        (Word::BankHeld, None, None, None, None) => Some(Obligation::BankHeld),
        (Word::BankWhole, None, None, None, None) => Some(Obligation::BankWhole),
        (Word::BankOfPlayers, None, None, None, None) => Some(Obligation::BankOfPlayers),
        (Word::Disputes, None, None, None, None) => Some(Obligation::Disputes),
        (Word::Approval, Some(of), None, None, None) => Some(Obligation::Approval(*of)),
        (Word::Shown, None, Some(what), None, None) => Some(Obligation::Shown(*what)),
        (Word::ShownOrGiven, None, Some(what), None, None) => Some(Obligation::ShownOrGiven(*what)),
        (Word::Post, None, None, Some(post), most) => {
            Some(Obligation::Post { post: *post, tables_max: most.as_ref().map(|most| *most.get_ref()) })
        }
        _ => None,
    }
}
