//! House settings: the choices that a regulation leaves to the house, with their bounds.

use std::ops::Range;

use croupier_kit::Wheel;
use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

use super::bounds::{Bounds, read_wheel};
use super::citations::Citations;
use super::faults::Faults;
use super::keys::Need;
use super::located::{Citation, Located, Scalar};
use super::setting_form::SettingForm;
use crate::law::{Cites, Refusal};
use crate::notation::nearest;

/// Something that the house may choose: one of the settings that the family declares.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct SettingDraft {
    /// Its name in `house` lines, house files and `--house`.
    key: Located<String>,
    /// The least, where it is a whole number.
    from: Option<Located<u32>>,
    /// The most, where it is a whole number.
    to: Option<Located<u32>>,
    /// Or the words among which the house chooses.
    #[serde(default)]
    choice: Vec<Located<String>>,
    /// Or `true`: an order of the wheel's numbers.
    #[serde(default)]
    wheel: bool,
    /// The value if the house chooses none.
    default: Option<Scalar>,
    /// The provision that bounds it.
    cite: Option<Located<Citation>>,
    /// A second provision that bounds it.
    cite_also: Option<Located<Citation>>,
}

impl SettingDraft {
    /// The bounds of the book, which are within what the family's engine understands.
    fn bounds(&self, form: &SettingForm, faults: &mut Faults) -> Option<Bounds> {
        match (&form.limits, &self.from, &self.to, self.choice.as_slice(), self.wheel) {
            (Bounds::Whole { from: least, to: most }, Some(from), Some(to), [], false) => {
                let limits = *least..=*most;
                for end in [from, to].into_iter().filter(|end| !limits.contains(end.get_ref())) {
                    faults.add(end.span(), format!("`{}` can be {}", form.key, form.limits));
                }
                if from.get_ref() > to.get_ref() {
                    faults.add(from.span(), "`from` is more than `to`");
                }
                let is_right = from.get_ref() <= to.get_ref()
                    && [from, to].iter().all(|end| limits.contains(end.get_ref()));
                is_right.then(|| Bounds::Whole { from: *from.get_ref(), to: *to.get_ref() })
            }
            (Bounds::Choice(known), None, None, words @ [_, ..], false) => {
                read_words(form.key, known, words, faults).map(Bounds::Choice)
            }
            (Bounds::Wheel, None, None, [], true) => Some(Bounds::Wheel),
            (limits, ..) => {
                let write = match limits {
                    Bounds::Whole { .. } => "write `from` and `to`",
                    Bounds::Choice(_) => "write `choice`",
                    Bounds::Wheel => "write `wheel = true`",
                };
                faults.add_with_help(self.key.span(), format!("`{}` can be {limits}", form.key), write);
                None
            }
        }
    }
}

/// The words of a choice, each known to the family and named once.
fn read_words(
    key: &str,
    known: &[Box<str>],
    words: &[Located<String>],
    faults: &mut Faults,
) -> Option<Vec<Box<str>>> {
    let mut read: Vec<Box<str>> = Vec::new();
    for word in words {
        let text = word.get_ref().as_str();
        if !known.iter().any(|known| **known == *text) {
            let help = nearest(text, known.iter().map(|word| &**word)).map_or_else(
                || format!("known: {}", known.join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            faults.add_with_help(word.span(), format!("`{text}` is not a value of `{key}`"), help);
        } else if read.iter().any(|read| **read == *text) {
            faults.add(word.span(), format!("`{text}` stands here twice"));
        } else {
            read.push(text.into());
        }
    }
    (read.len() == words.len()).then_some(read)
}

/// The limits of bets, which every table has.
pub(super) const LIMITS: [&str; 2] = ["min", "max"];

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
    /// The position of its key in the file.
    pub(crate) at: Range<usize>,
}

impl Setting {
    /// Reads the settings of a game, which must be among those that its family declares. `declared` are the keys of all
    /// rows, also of those that could not be read.
    pub(super) fn read_all(
        rows: &[Spanned<SettingDraft>],
        declared: &[String],
        forms: &[SettingForm],
        at: Range<usize>,
        cites: &mut Citations,
        faults: &mut Faults,
    ) -> Vec<Self> {
        let mut settings: Vec<Self> = Vec::new();
        for row in rows {
            let key = &row.get_ref().key;
            if settings.iter().any(|setting| *setting.key == **key.get_ref()) {
                faults.add(key.span(), format!("the setting `{}` stands here twice", key.get_ref()));
            } else {
                settings.extend(Self::read(row, forms, cites, faults));
            }
        }
        let is_there = |form: &SettingForm| declared.iter().any(|key| key == form.key);
        for form in forms.iter().filter(|form| form.need == Need::Must && !is_there(form)) {
            let message = format!("the game needs the setting `{}`: {}", form.key, form.meaning);
            faults.add_with_help(at.clone(), message, format!("it can be {}", form.limits));
        }
        settings
    }

    fn read(
        draft: &Spanned<SettingDraft>,
        forms: &[SettingForm],
        cites: &mut Citations,
        faults: &mut Faults,
    ) -> Option<Self> {
        let row = draft.get_ref();
        let cite = cites.read_some(row.cite.as_deref(), faults);
        let cites = Cites::from(cite).and(cites.read_some(row.cite_also.as_deref(), faults));
        let form = find_form(&row.key, forms, faults)?;
        let bounds = row.bounds(form, faults)?;
        let default = row.default.as_ref().map(|Scalar(value)| match value {
            toml::Value::String(text) => text.as_str().into(),
            other => other.to_string().into(),
        });
        let default = match &bounds {
            Bounds::Choice(words) if words.len() == 1 => default.or_else(|| words.first().cloned()),
            Bounds::Whole { .. } if default.is_none() => {
                faults.add(row.key.span(), format!("the setting `{}` lacks `default`", form.key));
                None
            }
            _ => default,
        };
        let at = row.key.span();
        let mut setting = Self { key: form.key.into(), bounds, default: None, cites, at };
        match default {
            Some(default) if setting.check(&default, None).is_err() => {
                faults.add(setting.at.clone(), setting.wrong_default());
            }
            default => setting.default = default,
        }
        Some(setting)
    }

    /// The fault of a default that it may not have.
    pub(super) fn wrong_default(&self) -> String {
        format!("the default of `{}` is outside its own bounds", self.key)
    }

    /// Checks whether the value is within the bounds; `wheel` is the game's wheel.
    pub(super) fn check(&self, value: &str, wheel: Option<&Wheel>) -> Result<(), Refusal> {
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

/// Whether a house may choose one pack.
pub(crate) fn permits_one_pack(settings: &[Setting]) -> bool {
    let one = |bounds: &Bounds| matches!(bounds, Bounds::Whole { from: 1, .. });
    settings.iter().any(|setting| &*setting.key == "decks" && one(&setting.bounds))
}

/// The setting of the family that a book means.
fn find_form<'f>(
    key: &Located<String>,
    forms: &'f [SettingForm],
    faults: &mut Faults,
) -> Option<&'f SettingForm> {
    let name = key.get_ref().as_str();
    let found = forms.iter().find(|form| form.key == name);
    if found.is_none() {
        let known = || forms.iter().map(|form| form.key);
        let help = match (nearest(name, known()), forms) {
            _ if LIMITS.contains(&name) => {
                "the limits `min` and `max` belong to every table; a book does not declare them".to_owned()
            }
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, []) => "this family has no settings".to_owned(),
            (None, _) => format!("its settings are {}", known().collect::<Vec<_>>().join(", ")),
        };
        faults.add_with_help(key.span(), format!("`{name}` is not a setting of this family"), help);
    }
    found
}
