//! What a house has chosen for a table, within what its book leaves to it.

use std::collections::BTreeMap;

use croupier_kit::{Money, Wheel};

use super::setting::{LIMITS, Setting};
use crate::law::{Cites, Refusal};
use crate::notation::nearest;

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
            _ if LIMITS.contains(&key) => self.choose_limit(key, value, envelope.limits),
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
            let keys = || LIMITS.into_iter().chain(self.settings.iter().map(|s| &*s.key));
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
}
