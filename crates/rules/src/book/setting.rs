//! House settings: the choices that a regulation leaves to the house, with their bounds.

use std::collections::BTreeMap;

use croupier_kit::{Money, Pocket, Wheel};
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde_json::{Value, json};
use toml::Spanned;

use super::citations::Citations;
use super::faults::Faults;
use super::located::{Citation, Located, Scalar};
use crate::law::{Cites, Refusal};
use crate::notation::nearest;

/// Something that the house may choose, with one of `from` and `to`, `choice` and `wheel`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Setting", transform = one_kind_of_bounds)]
pub(super) struct SettingDraft {
    /// Its name in `house` lines, house files and `--house`.
    key: String,
    /// The least, where it is a whole number.
    from: Option<u32>,
    /// The most, where it is a whole number.
    to: Option<u32>,
    /// Or the words among which the house chooses.
    #[serde(default)]
    choice: Vec<String>,
    /// Or `true`: an order of the wheel's numbers.
    #[serde(default)]
    wheel: bool,
    /// The value if the house chooses none; default: the value in the game's own keys.
    default: Option<Scalar>,
    /// The provision that bounds it.
    cite: Option<Located<Citation>>,
    /// A second provision that bounds it.
    cite_also: Option<Located<Citation>>,
}

/// States in the schema that a setting has exactly one kind of bounds.
fn one_kind_of_bounds(schema: &mut Schema) {
    let bounds = |required: &[&str], others: &[&str], more: Value| {
        let mut properties = more;
        others.iter().for_each(|key| properties[*key] = json!(false));
        json!({ "required": required, "properties": properties })
    };
    let figures = json!({ "default": { "type": ["integer", "string"], "pattern": "^[0-9]+$" } });
    let words = json!({ "choice": { "minItems": 1 }, "default": { "type": ["string", "boolean"] } });
    let order = json!({ "wheel": { "const": true }, "default": { "type": "string" } });
    let whole = bounds(&["from", "to"], &["choice", "wheel"], figures);
    let choice = bounds(&["choice"], &["from", "to", "wheel"], words);
    let wheel = bounds(&["wheel"], &["from", "to", "choice"], order);
    schema.insert("oneOf".to_owned(), json!([whole, choice, wheel]));
}

/// The values that a setting may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bounds {
    /// A whole number within these limits.
    Whole {
        /// The minimum.
        from: u32,
        /// The maximum.
        to: u32,
    },
    /// One of these words.
    Choice(Vec<Box<str>>),
    /// The numbers of the wheel in any order.
    Wheel,
}

impl std::fmt::Display for Bounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole { from, to } if from == to => write!(f, "{from} only"),
            Self::Whole { from, to } => write!(f, "{from} to {to}"),
            Self::Choice(words) => f.write_str(&words.join(" or ")),
            Self::Wheel => f.write_str("the numbers of the wheel in any order, with commas"),
        }
    }
}

/// A setting that the book leaves to the house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Its key.
    pub key: Box<str>,
    /// The values it may have.
    pub bounds: Bounds,
    /// The value if the house chooses none.
    pub default: Option<Box<str>>,
    /// The provisions that bound it.
    pub cites: Cites,
}

impl Setting {
    pub(super) fn read(draft: &Spanned<SettingDraft>, cites: &mut Citations, faults: &mut Faults) -> Self {
        let row = draft.get_ref();
        let bounds = match (row.from, row.to, row.choice.as_slice(), row.wheel) {
            (Some(from), Some(to), [], false) if from <= to => Bounds::Whole { from, to },
            (None, None, words @ [_, ..], false) => {
                Bounds::Choice(words.iter().map(|w| w.as_str().into()).collect())
            }
            (None, None, [], true) => Bounds::Wheel,
            _ => {
                let key = &row.key;
                faults.add(
                    draft.span(),
                    format!("the setting `{key}` needs either from and to, or choice, or wheel = true"),
                );
                Bounds::Choice(Vec::new())
            }
        };
        let default = row.default.as_ref().map(|Scalar(value)| match value {
            toml::Value::String(text) => text.as_str().into(),
            other => other.to_string().into(),
        });
        let cite = cites.read_some(row.cite.as_deref(), faults);
        let cites = Cites::from(cite).and(cites.read_some(row.cite_also.as_deref(), faults));
        let setting = Self { key: row.key.as_str().into(), bounds, default, cites };
        if let Some(default) = &setting.default
            && setting.check(default, None).is_err()
        {
            faults.add(draft.span(), format!("the default of `{}` is outside its own bounds", setting.key));
        }
        setting
    }

    /// Checks whether the value is within the bounds; `wheel` is the game's wheel.
    fn check(&self, value: &str, wheel: Option<&Wheel>) -> Result<(), Refusal> {
        let inside = match &self.bounds {
            Bounds::Whole { from, to } => value.parse().is_ok_and(|n: u32| (*from..=*to).contains(&n)),
            Bounds::Choice(words) => words.iter().any(|word| **word == *value),
            Bounds::Wheel => {
                let order = read_wheel(value);
                order.is_some_and(|order| wheel.is_none_or(|w| order.pockets() == w.pockets()))
            }
        };
        let refusal = || {
            Refusal::new(
                self.cites,
                format!("{}={value}", self.key),
                format!("{} may be {}", self.key, self.bounds),
            )
        };
        if inside { Ok(()) } else { Err(refusal()) }
    }
}

/// The order of a wheel as a setting writes it: numbers separated by commas.
pub(crate) fn read_wheel(value: &str) -> Option<Wheel> {
    let pockets: Option<Vec<Pocket>> = value.split(',').map(|word| word.parse().ok()).collect();
    pockets.filter(|list| list.len() <= Pocket::COUNT).and_then(|list| Wheel::new(list).ok())
}

/// The settings that the house has chosen for one table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chosen {
    values: BTreeMap<Box<str>, Box<str>>,
    /// The smallest permitted bet.
    pub stake_min: Option<Money>,
    /// The largest permitted bet.
    pub stake_max: Option<Money>,
}

impl Chosen {
    /// Chooses a value, if the book permits it.
    pub fn choose(&mut self, key: &str, value: &str, envelope: &Envelope<'_>) -> Result<(), Refusal> {
        match key {
            "min" | "max" => self.choose_limit(key, value, envelope.limits),
            _ => {
                let setting = envelope.find(key)?;
                setting.check(value, envelope.wheel)?;
                self.values.insert(key.into(), value.into());
                Ok(())
            }
        }
    }

    fn choose_limit(&mut self, key: &str, value: &str, cites: Cites) -> Result<(), Refusal> {
        let allowed = "a limit is an amount greater than 0";
        let amount: Money =
            value.parse().map_err(|_| Refusal::new(cites, format!("{key}={value}"), allowed))?;
        *(if key == "min" { &mut self.stake_min } else { &mut self.stake_max }) = Some(amount);
        Ok(())
    }

    /// Checks whether the limits are consistent. Call this after all keys of a line: a later key may correct an
    /// earlier one.
    pub fn check(&self, envelope: &Envelope<'_>) -> Result<(), Refusal> {
        match (self.stake_min, self.stake_max) {
            (Some(min), Some(max)) if min > max => {
                let found = format!("min={min} max={max}");
                Err(Refusal::new(envelope.limits, found, "the least bet may not be more than the most"))
            }
            _ => Ok(()),
        }
    }

    /// The chosen values, by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|(key, value)| (&**key, &**value))
    }

    /// The chosen value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(|value| &**value)
    }
}

/// The choices that a house has for one game.
pub struct Envelope<'b> {
    /// The settings of the book.
    pub settings: &'b [Setting],
    /// The provision on limits.
    pub limits: Cites,
    /// The wheel, if the game has one.
    pub wheel: Option<&'b Wheel>,
}

impl Envelope<'_> {
    fn find(&self, key: &str) -> Result<&Setting, Refusal> {
        self.settings.iter().find(|setting| &*setting.key == key).ok_or_else(|| {
            let keys = || ["min", "max"].into_iter().chain(self.settings.iter().map(|s| &*s.key));
            let allowed = match nearest(key, keys()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the settings here are {}", keys().collect::<Vec<_>>().join(", ")),
            };
            Refusal::new(Cites::NONE, format!("there is no setting `{key}`"), allowed)
        })
    }
}

/// Values as the games use them: the house's choice, or else the book's default.
pub struct Values<'b> {
    pub(crate) settings: &'b [Setting],
    pub(crate) chosen: &'b Chosen,
}

impl Values<'_> {
    /// The text of a setting.
    pub fn text(&self, key: &str) -> Option<&str> {
        let default = || self.settings.iter().find(|s| &*s.key == key).and_then(|s| s.default.as_deref());
        self.chosen.get(key).or_else(default)
    }

    /// The value of a setting as a whole number that fits a byte.
    pub fn whole(&self, key: &str) -> Option<u8> {
        self.text(key).and_then(|value| value.parse().ok())
    }

    /// Whether a setting has the value `word`.
    pub fn is(&self, key: &str, word: &str) -> bool {
        self.text(key) == Some(word)
    }
}
