//! The settings in force at a table, the alternatives that the rulebook permits, and what each alternative is worth.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use croupier_maths::{Price, PriceQuery};
use croupier_rules::book::{Book, Bounds, Chosen, GameBook, Setting};
use croupier_rules::games::AnyGame;
use serde_json::{Map, Value, json};

use crate::error::ReportError;
use crate::progress::ReportProgress;

/// The maximum number of values of a numeric setting that are all tried. Beyond it only the two ends are tried.
const VALUES_MAX: u32 = 16;

/// All settings in force: those the house chose, otherwise the defaults of the rulebook; limits if they are chosen.
pub fn in_force(game: &GameBook, chosen: &Chosen) -> Vec<(String, String)> {
    let limits = [("min", chosen.stake_min), ("max", chosen.stake_max)];
    let limits = limits.into_iter().filter_map(|(key, amount)| Some((key.to_owned(), amount?.to_string())));
    let value =
        |setting: &Setting| chosen.get(&setting.key).or(setting.default.as_deref()).map(ToOwned::to_owned);
    limits
        .chain(game.settings().iter().filter_map(|setting| Some((setting.key.to_string(), value(setting)?))))
        .collect()
}

/// The same as JSON.
pub fn in_force_json(game: &GameBook, chosen: &Chosen) -> Value {
    let pairs = in_force(game, chosen).into_iter().map(|(key, value)| (key, json!(value)));
    Value::Object(pairs.collect::<Map<_, _>>())
}

/// Another value of one setting.
pub(crate) struct Variant<'b> {
    pub(crate) setting: &'b Setting,
    pub(crate) value: String,
    pub(crate) chosen: Chosen,
}

/// Every other value of every setting, one at a time.
pub(crate) fn variants<'b>(game: &'b GameBook, chosen: &Chosen) -> Vec<Variant<'b>> {
    let mut found = Vec::new();
    for setting in game.settings() {
        let now = chosen.get(&setting.key).or(setting.default.as_deref());
        for value in values(&setting.bounds).into_iter().filter(|value| Some(value.as_str()) != now) {
            let mut other = chosen.clone();
            if other.choose(&setting.key, &value, &game.envelope()).is_ok() {
                found.push(Variant { setting, value, chosen: other });
            }
        }
    }
    found
}

/// The values of a setting. The order of a wheel has too many values, and does not affect prices.
fn values(bounds: &Bounds) -> Vec<String> {
    match bounds {
        Bounds::Whole { from, to } if to - from < VALUES_MAX => {
            (*from..=*to).map(|n| n.to_string()).collect()
        }
        Bounds::Whole { from, to } => vec![from.to_string(), to.to_string()],
        Bounds::Choice(words) => words.iter().map(ToString::to_string).collect(),
        Bounds::Wheel => Vec::new(),
    }
}

/// The effect of another value of a setting, by wager.
pub struct SettingWorth {
    /// The setting.
    pub key: String,
    /// Its value now.
    pub now: String,
    /// The other value.
    pub value: String,
    /// The provisions that limit the setting.
    pub cites: Vec<String>,
    /// The edges with that value, and their changes.
    pub edges: Vec<EdgeChange>,
}

/// The change of the edge of one wager.
pub struct EdgeChange {
    /// The wager.
    pub wager: String,
    /// The edge after the change.
    pub edge: f64,
    /// The change.
    pub more: f64,
    /// The change as a fraction, if both edges are exact.
    pub exact: Option<String>,
    /// The error bound of `more`.
    pub within: f64,
}

impl EdgeChange {
    /// The change from one price of a wager to another.
    pub(crate) fn between(before: &Price, after: &Price) -> Self {
        let exact = match (before.edge.exact(), after.edge.exact()) {
            (Some(before), Some(after)) => Some((after - before).to_string()),
            _ => None,
        };
        Self {
            wager: after.wager.clone(),
            edge: after.edge.value(),
            more: after.edge.value() - before.edge.value(),
            exact,
            within: before.edge.within() + after.edge.within(),
        }
    }

    /// Whether the edges differ by more than their error bounds.
    pub fn matters(&self) -> bool {
        match &self.exact {
            Some(exact) => exact != "0",
            None => self.more.abs() > self.within + 1.0e-12,
        }
    }

    /// The change as JSON.
    pub fn json(&self) -> Value {
        json!({ "wager": self.wager, "edge_decimal": self.edge, "change": self.exact, "change_decimal": self.more })
    }
}

/// The differences between the edges of two tables, for the wagers that both have.
pub(crate) fn changes(before: &[Price], after: &[Price]) -> Vec<EdgeChange> {
    let pair = |after: &Price| {
        let before = before.iter().find(|before| before.wager == after.wager)?;
        Some(EdgeChange::between(before, after))
    };
    after.iter().filter_map(pair).collect()
}

/// Prices many tables in parallel. A table that cannot be priced has no prices.
///
/// # Errors
/// When whoever waits for them has stopped it.
pub(crate) fn price_all(
    tables: &[(String, AnyGame)],
    progress: &dyn ReportProgress,
) -> Result<Vec<Vec<Price>>, ReportError> {
    let next = AtomicUsize::new(0);
    let priced = Mutex::new(vec![Vec::new(); tables.len()]);
    let work = || {
        while let Some((place, (name, game))) = nth(tables, &next) {
            if progress.is_stopped() {
                break;
            }
            progress.say_step(&format!("pricing {name}"), place + 1, tables.len());
            let prices = croupier_maths::odds(game, &PriceQuery::default())
                .map(|report| report.prices)
                .unwrap_or_default();
            priced.lock().expect("no thread has panicked")[place] = prices;
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..progress.threads().min(tables.len()) {
            scope.spawn(work);
        }
    });
    if progress.is_stopped() {
        return Err(ReportError::Stopped);
    }
    Ok(priced.into_inner().expect("no thread has panicked"))
}

fn nth<'t, T>(all: &'t [T], next: &AtomicUsize) -> Option<(usize, &'t T)> {
    let place = next.fetch_add(1, Ordering::Relaxed);
    all.get(place).map(|one| (place, one))
}

/// The effect of every other value of these settings, for those that change a price.
///
/// # Errors
/// When whoever waits for it has stopped it.
pub fn worths(
    book: &Book,
    game: &GameBook,
    chosen: &Chosen,
    base: &[Price],
    progress: &dyn ReportProgress,
    of: &dyn Fn(&Setting) -> bool,
) -> Result<Vec<SettingWorth>, ReportError> {
    let all: Vec<Variant<'_>> =
        variants(game, chosen).into_iter().filter(|variant| of(variant.setting)).collect();
    let tables: Vec<(String, AnyGame)> = all
        .iter()
        .map(|variant| (format!("{}={}", variant.setting.key, variant.value), game.table(&variant.chosen)))
        .collect();
    let worth = |(variant, prices): (Variant<'_>, Vec<Price>)| {
        let setting = variant.setting;
        let now = chosen.get(&setting.key).or(setting.default.as_deref()).unwrap_or_default();
        SettingWorth {
            key: setting.key.to_string(),
            now: now.to_owned(),
            value: variant.value,
            cites: setting.cites.iter().map(|rule| book.citations().text(rule).to_owned()).collect(),
            edges: changes(base, &prices),
        }
    };
    let priced = price_all(&tables, progress)?;
    let worths = all.into_iter().zip(priced).map(worth);
    Ok(worths.filter(|worth| worth.edges.iter().any(EdgeChange::matters)).collect())
}

/// A change of an edge with a sign: `+0.12 %`.
pub fn signed_percent(value: f64) -> String {
    let text = format!("{:+.4} %", value * 100.0);
    if text.trim_start_matches(['+', '-']).starts_with("0.0000 ") { "±0 %".to_owned() } else { text }
}
