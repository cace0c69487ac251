//! A table of a house file.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::Deserialize;
use toml::Spanned;

use super::hours::{Hours, read_hours};
use crate::book::{
    Chosen, Faults, GameBook, Located, Notice, OddsText, Part, Post, Section, SettingValue, Shelf,
};
use crate::notation::nearest;

/// A table of a house.
#[derive(Clone, Debug)]
pub struct HouseTable {
    /// Its name.
    pub name: Spanned<String>,
    /// Its game, as `RULEBOOK/GAME`.
    pub game: Spanned<String>,
    /// The smallest permitted bet.
    pub min: Option<Spanned<String>>,
    /// The largest permitted bet.
    pub max: Option<Spanned<String>>,
    /// The opening hours.
    pub hours: Option<Spanned<Hours>>,
    /// The staff at the table, by post.
    pub posts: Vec<(Post, Spanned<String>)>,
    /// The name of its bank.
    pub bank: Option<Spanned<String>>,
    /// The notices on its sign.
    pub shows: Option<Spanned<Vec<Notice>>>,
    /// The notices given to anybody who asks.
    pub on_request: Vec<Notice>,
    /// How its cards are shuffled.
    pub shuffle: Option<Spanned<Shuffle>>,
    /// The settings that the house has chosen, and its statements on fixed terms.
    pub settings: Vec<(String, Spanned<String>)>,
    /// The odds it pays, by wager.
    pub pays: Vec<(String, Spanned<OddsText>)>,
    /// The purpose of the table.
    pub purpose: TablePurpose,
}

/// What a table is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TablePurpose {
    /// Play.
    #[default]
    Play,
    /// Learning: whoever plays there may ask for the best move.
    Learning,
}

/// How cards are shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shuffle {
    /// By hand.
    ByHand,
    /// By a machine.
    ByMachine,
}

impl Shuffle {
    /// The name of the method.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ByHand => "by-hand",
            Self::ByMachine => "by-machine",
        }
    }
}

/// The posts for which a table has a key.
const POSTS: [(&str, &str, Post); 3] = [
    ("dealer", "who deals: a person of the staff", Post::Dealer),
    ("palette_person", "who places the cards: a person of the staff", Post::PalettePerson),
    ("inspector", "who inspects: a person of the staff", Post::Inspector),
];

impl Part for HouseTable {
    fn read(section: &mut Section<'_>, faults: &mut Faults) -> Option<Self> {
        let name = section.need::<String>("name", "its name", faults);
        let game = section.need::<String>("game", "its game, as RULEBOOK/GAME", faults);
        let min =
            section.take("min", "the least a bet may be", faults).and_then(|value| text_of(value, faults));
        let max =
            section.take("max", "the most a bet may be", faults).and_then(|value| text_of(value, faults));
        let hours = section.take::<String>(
            "hours",
            "when it is open: 14:00-04:00, past midnight if the second time is earlier",
            faults,
        );
        let hours = hours.and_then(|hours| read_hours(&hours, faults));
        let mut posts: Vec<(Post, Spanned<String>)> = POSTS
            .iter()
            .filter_map(|(key, meaning, post)| section.take(key, meaning, faults).map(|name| (*post, name)))
            .collect();
        let base = section.take::<Vec<Located<String>>>(
            "base_dealers",
            "who pays and collects: people of the staff",
            faults,
        );
        posts.extend(
            base.into_iter()
                .flat_map(Spanned::into_inner)
                .map(|name| (Post::BaseDealer, name.into_spanned())),
        );
        let bank = section.take("bank", "the name of its bank", faults);
        let shows = section.take("shows", "what its sign shows", faults);
        let on_request = section
            .take("tells", "what is given to anybody who asks", faults)
            .map(Spanned::into_inner)
            .unwrap_or_default();
        let shuffle = section.take("shuffle", "how its cards are shuffled", faults);
        let settings = section.take::<BTreeMap<String, Located<SettingValue>>>(
            "settings",
            "what the house has chosen, and what it says of what is fixed, by the names in the envelope",
            faults,
        );
        let settings = settings.map(Spanned::into_inner).unwrap_or_default().into_iter();
        let settings =
            settings.filter_map(|(key, value)| Some((key, text_of(value.into_spanned(), faults)?))).collect();
        let pays =
            section.take::<BTreeMap<String, Located<OddsText>>>("pays", "what it pays, by wager", faults);
        let pays = pays.map(Spanned::into_inner).unwrap_or_default().into_iter();
        let pays = pays.map(|(wager, odds)| (wager, odds.into_spanned())).collect();
        let purpose = section
            .take("purpose", "what it is for; default: play", faults)
            .map(Spanned::into_inner)
            .unwrap_or_default();
        let (name, game) = (name?, game?);
        Some(Self {
            name,
            game,
            min,
            max,
            hours,
            posts,
            bank,
            shows,
            on_request,
            shuffle,
            settings,
            pays,
            purpose,
        })
    }
}

impl HouseTable {
    /// The settings that the house has chosen at this table, as far as the book permits them.
    pub fn chosen(&self, game: &GameBook) -> Chosen {
        let mut chosen = Chosen::default();
        let limits = [("min", &self.min), ("max", &self.max)];
        let limits = limits.into_iter().filter_map(|(key, limit)| Some((key, limit.as_ref()?)));
        for (key, value) in limits.chain(self.settings.iter().map(|(key, value)| (key.as_str(), value))) {
            // The check of the house reports values that are not permitted; here the book's default replaces them.
            let _ = chosen.choose(key, value.get_ref(), &game.envelope());
        }
        chosen
    }

    /// The person who has this post here.
    pub fn at_post(&self, post: Post) -> Option<&Spanned<String>> {
        self.posts.iter().find(|(known, _)| *known == post).map(|(_, name)| name)
    }

    /// Checks that the game is on the shelf, that the book knows every key of the settings, bounded or fixed, and
    /// that odds are valid.
    pub(super) fn check_keys(&self, shelf: &Shelf, day: Date, faults: &mut Faults) {
        let game = match shelf.game_on(self.game.get_ref(), day) {
            Ok((_, game)) => game,
            Err(unknown) => return faults.add(self.game.span(), unknown.to_string()),
        };
        let terms = game.terms(&self.chosen(game));
        let known = || game.settings().iter().map(|s| &*s.key).chain(terms.rules.iter().map(|t| &*t.key));
        for (key, value) in self.settings.iter().filter(|(key, _)| !known().any(|known| known == key)) {
            let help = nearest(key, known()).map_or_else(
                || format!("known at this game: {}", known().collect::<Vec<_>>().join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            faults.add_with_help(value.span(), format!("there is no setting `{key}`"), help);
        }
        for (_, odds) in &self.pays {
            if let Err(error) = odds.get_ref().as_ref().parse::<croupier_kit::Odds>() {
                faults.add(odds.span(), error.to_string());
            }
        }
    }
}

/// A value as a `house` line would write it: lists separated by commas, without quotes.
fn text_of(value: Spanned<SettingValue>, faults: &mut Faults) -> Option<Spanned<String>> {
    let at = value.span();
    let text = match value.into_inner().0 {
        toml::Value::Array(values) => {
            let words: Option<Vec<String>> = values.iter().map(word).collect();
            words.map(|words| if words.is_empty() { "none".to_owned() } else { words.join(",") })
        }
        other => word(&other),
    };
    if text.is_none() {
        faults.add(at.clone(), "write a whole number, true or false, or text in quotes, or a list of them");
    }
    text.map(|text| Spanned::new(at, text))
}

fn word(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(is) => Some(is.to_string()),
        _ => None,
    }
}
