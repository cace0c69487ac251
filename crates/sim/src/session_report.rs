//! The report on sessions: how often and how soon players are ruined, their drawdown, and what they have left.

use croupier_kit::Money;
use croupier_maths::risk::{Bankroll, Formula, Risk};
use croupier_maths::{Figure, Price};
use serde_json::{Value, json};

use crate::part::PartialResult;
use crate::staking::{Histogram, Progression, SessionTotals, Staking};
use crate::stats::Agreement;

/// The reported quantiles, in thousandths.
pub const QUANTILES: [u16; 7] = [10, 50, 250, 500, 750, 950, 990];

/// The results of sessions beside what is known exactly.
pub struct SessionReport<'p> {
    /// How the player stakes.
    pub staking: &'p Staking,
    /// The totals of the sessions.
    pub sessions: &'p SessionTotals,
    /// The exact chance of ruin, where every course of a session can be enumerated.
    pub exact_ruin: Option<Figure>,
    /// The expected result, from edge and turnover, and the distance of the actual result from it in standard errors, if these
    /// sessions say anything about it.
    pub expected: Option<(f64, Option<f64>)>,
}

/// The report on the sessions of a part; `price` is the exact price of the wager.
pub fn session_report<'p>(part: &'p PartialResult, price: Option<&Price>) -> Option<SessionReport<'p>> {
    let (staking, sessions) = (part.job.stakes.as_ref()?, part.found.sessions.as_ref()?);
    let exact_ruin = price.and_then(|price| exact_ruin(part, staking, price));
    let expected = price.and_then(|price| sessions.against(price.edge.value()));
    let expected = expected.map(|(expected, z)| (expected, sessions.is_even().then_some(z)));
    Some(SessionReport { staking, sessions, exact_ruin, expected })
}

/// The exact chance of ruin with flat stakes, found by enumerating every course of the rounds.
fn exact_ruin(part: &PartialResult, staking: &Staking, price: &Price) -> Option<Figure> {
    let one_bet = part.counted.first().is_some_and(|counted| counted.bets == 1);
    if staking.progression != Progression::Flat || !one_bet {
        return None;
    }
    let bankroll = Bankroll::new(Money::from_minor(staking.bankroll?), Money::from_minor(staking.unit))?;
    let ruin = Risk::of(price).ruin_within(bankroll, u32::try_from(staking.rounds).ok()?).ok()?;
    (ruin.formula == Formula::Walked).then_some(ruin.chance)
}

#[allow(clippy::cast_precision_loss, reason = "a share needs no more digits")]
impl SessionReport<'_> {
    /// The share of ruined sessions, and its standard error.
    pub fn ruin(&self) -> (f64, f64) {
        let played = self.sessions.played.max(1) as f64;
        let share = self.sessions.ruined() as f64 / played;
        (share, (share * (1.0 - share) / played).sqrt())
    }

    /// The distance of the share of ruined sessions from the exact chance, in standard errors.
    pub fn ruin_z(&self) -> Option<f64> {
        let exact = self.exact_ruin.as_ref()?.value();
        let error = (exact * (1.0 - exact) / self.sessions.played.max(1) as f64).sqrt();
        let apart = self.ruin().0 - exact;
        // With a chance of 0 or 1 there is no variance.
        if error > 0.0 { Some(apart / error) } else { (apart == 0.0).then_some(0.0) }
    }

    /// The number of figures that are compared with exact ones.
    pub fn verdicts(&self) -> usize {
        usize::from(self.ruin_z().is_some()) + usize::from(self.expected.is_some_and(|(_, z)| z.is_some()))
    }

    /// The report as JSON; its verdicts are some of `among` verdicts of the run.
    pub fn as_json(&self, among: usize) -> Value {
        let Self { staking, sessions, .. } = self;
        let (ruin, ruin_error) = self.ruin();
        let mut value = json!({
            "stakes": staking.progression.name(),
            "unit": money(staking.unit),
            "bankroll": staking.bankroll.map(money),
            "most_units": staking.most,
            "rounds": staking.rounds,
            "sessions": sessions.played,
            "bets": sessions.bets,
            "turnover": large(sessions.turnover),
            "result": large(sessions.won),
            "ruined": sessions.ruined(),
            "ruin_decimal": ruin,
            "ruin_standard_error": ruin_error,
            "rounds_to_ruin": quantiles(&sessions.to_ruin, |rounds| json!(rounds)),
            "drawdown": quantiles(&sessions.drawdown, |amount| json!(money(amount))),
            "last": sessions.last().map(|last| quantiles(last, |amount| json!(money(amount)))),
        });
        let more = value.as_object_mut();
        if let (Some(more), Some(exact), Some(z)) = (more, &self.exact_ruin, self.ruin_z()) {
            more.insert("exact_ruin_decimal".to_owned(), json!(exact.value()));
            more.insert("ruin_z".to_owned(), json!(z));
            more.insert("ruin_verdict".to_owned(), json!(Agreement::of(z, among).name()));
        }
        if let (Some(more), Some((expected, z))) = (value.as_object_mut(), self.expected) {
            more.insert("expected_decimal".to_owned(), json!(expected / 100.0));
            more.insert("z".to_owned(), json!(z));
            more.insert("verdict".to_owned(), json!(z.map(|z| Agreement::of(z, among).name())));
        }
        value
    }
}

fn quantiles(spread: &Histogram, write: impl Fn(i64) -> Value) -> Value {
    let of = |permille: u16| spread.quantile(permille).map(|value| json!([permille, write(value)]));
    QUANTILES.iter().filter_map(|permille| of(*permille)).collect()
}

/// An amount as text.
pub fn money(minor: i64) -> String {
    Money::from_minor(minor).to_string()
}

/// A sum of many amounts as text.
pub fn large(minor: i128) -> String {
    let sign = if minor < 0 { "-" } else { "" };
    let units = minor.unsigned_abs();
    format!("{sign}{}.{:02}", units / 100, units % 100)
}
