//! Reads the commission on a wager.

use std::borrow::Cow;

use croupier_kit::{Money, Odds};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use toml::Spanned;

use super::citations::Citations;
use super::faults::Faults;
use super::located::{Citation, Located};
use crate::commission::{Breakage, ChargedOn, ChargedWhen, Commission, Rate, Rounded};

/// A charge on a wager, apart from its odds.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Commission")]
pub(crate) struct CommissionDraft {
    /// The rate.
    rate: Located<RateText>,
    /// What it is a share of: the bet, or what it wins.
    of: ChargedOn,
    /// Whether it is charged in advance, as part of the stake, or on a win.
    when: ChargedWhen,
    /// How it is rounded, with `unit`; default: nothing is rounded, and bets that would need it are refused.
    breakage: Option<Located<Rounded>>,
    /// The amount that it is rounded to a multiple of.
    unit: Option<Located<AmountText>>,
    /// The provision that sets it.
    cite: Located<Citation>,
}

/// A rate as people write it: `5 %`.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
struct RateText(String);

impl JsonSchema for RateText {
    fn schema_name() -> Cow<'static, str> {
        "Rate".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "a rate, more than 0 % and less than 100 %: `5 %`, `4.5 %`",
            "type": "string",
            "pattern": r"^\d{1,2}(\.\d{1,2})? *%$",
        })
    }
}

/// An amount of money as records write it: `1`, `0.25`.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct AmountText(String);

/// Reads an amount of money.
pub(crate) fn read_amount(text: &Spanned<AmountText>, faults: &mut Faults) -> Option<Money> {
    let amount = text.get_ref().0.parse::<Money>();
    amount.map_err(|error| faults.add(text.span(), format!("`{}` {error}", text.get_ref().0))).ok()
}

impl JsonSchema for AmountText {
    fn schema_name() -> Cow<'static, str> {
        "Amount".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "an amount of money, as records write it: `1`, `0.25`",
            "type": "string",
            "pattern": r"^\d+(\.\d{1,2})?$",
        })
    }
}

/// Reads a commission on wagers that are paid at these odds; `None` if it is not one.
pub(crate) fn read_commission(
    draft: &CommissionDraft,
    paid: impl IntoIterator<Item = Odds>,
    cites: &mut Citations,
    faults: &mut Faults,
) -> Option<Commission> {
    let cite = cites.read(&draft.cite, faults);
    let rate = draft.rate.get_ref().0.parse::<Rate>();
    let rate = rate.map_err(|error| faults.add(draft.rate.span(), error.to_string())).ok()?;
    let breakage = read_breakage(draft, faults)?;
    let commission = Commission { rate, of: draft.of, when: draft.when, breakage, cite };
    if let Some(odds) = paid.into_iter().find(|odds| commission.takes_all(*odds)) {
        let message = format!("a commission of {commission} leaves nothing of a win at {odds}");
        faults.add(draft.rate.span(), message);
    }
    Some(commission)
}

/// Reads the rule for breakage and its unit, which go together.
#[allow(clippy::option_option, reason = "no rule, and no commission, are two things")]
fn read_breakage(draft: &CommissionDraft, faults: &mut Faults) -> Option<Option<Breakage>> {
    match (&draft.breakage, &draft.unit) {
        (None, None) => Some(None),
        (Some(rounded), Some(unit)) => {
            let unit = read_amount(unit, faults)?;
            Some(Some(Breakage { rounded: *rounded.get_ref(), unit }))
        }
        (Some(rounded), None) => {
            faults.add(rounded.span(), "a rule for breakage needs the `unit` that is rounded to");
            None
        }
        (None, Some(unit)) => {
            faults.add(unit.span(), "a `unit` needs the rule for `breakage`: down, up or nearest");
            None
        }
    }
}
