//! Risk: how far results deviate from the expectation, and how likely the bankroll is lost.

use croupier_kit::Money;
use croupier_maths::risk::{After, Bankroll, Risk, Ruin, TooManySteps};
use croupier_maths::{Figure, Price};
use serde_json::{Value, json};

use crate::error::ReportError;
use crate::figure::{figure_text, percent};
use crate::layout::paragraph;
use crate::text_table::TextTable;

/// The betting plan of a player.
pub struct BettingPlan {
    /// What is staked in each round.
    pub bet: Money,
    /// The bankroll, if ruin is of interest.
    pub bankroll: Option<Money>,
    /// How many rounds are played.
    pub rounds: u32,
    /// How many rounds are played per hour.
    pub per_hour: u32,
}

/// The risk of one wager under one betting plan.
pub struct RiskOf {
    /// The risk of one bet.
    pub risk: Risk,
    /// After the rounds of the plan.
    pub after: After,
    /// The chances of ruin, ever and within the rounds.
    pub ruin: Option<(Ruin, Ruin)>,
    bet: f64,
    per_hour: f64,
}

impl RiskOf {
    /// # Errors
    /// When the bankroll cannot be counted exactly.
    fn of(price: &Price, plan: &BettingPlan) -> Result<Self, ReportError> {
        let risk = Risk::of(price);
        let bankroll = plan.bankroll.and_then(|held| Bankroll::new(held, plan.bet));
        let ruin = bankroll.map(|bankroll| ruin(&risk, bankroll, plan.rounds)).transpose();
        Ok(Self {
            after: risk.after(plan.rounds),
            ruin: ruin.map_err(|error| ReportError::refused(format!("{}: {error}", price.wager)))?,
            risk,
            bet: minor(plan.bet) / 100.0,
            per_hour: f64::from(plan.per_hour),
        })
    }

    /// The expected result of an hour, in money.
    pub fn mean_hour(&self) -> f64 {
        self.risk.mean() * self.per_hour * self.bet
    }

    /// The standard deviation of an hour, in money.
    pub fn deviation_hour(&self) -> f64 {
        self.risk.deviation() * self.per_hour.sqrt() * self.bet
    }

    /// The standard deviation of a round, in money.
    pub fn deviation_round(&self) -> f64 {
        self.risk.deviation() * self.bet
    }
}

/// The risk of each wager.
///
/// # Errors
/// When the bankroll cannot be counted exactly.
pub fn risks(prices: &[Price], plan: &BettingPlan) -> Result<Vec<RiskOf>, ReportError> {
    prices.iter().map(|price| RiskOf::of(price, plan)).collect()
}

/// The chances of ruin, ever and within some rounds.
fn ruin(risk: &Risk, bankroll: Bankroll, rounds: u32) -> Result<(Ruin, Ruin), TooManySteps> {
    Ok((risk.ruin(bankroll)?, risk.ruin_within(bankroll, rounds)?))
}

/// An amount as a floating-point number. Only for risks, never for payments.
#[allow(clippy::cast_precision_loss, reason = "a risk needs no more than fifteen figures")]
const fn minor(amount: Money) -> f64 {
    amount.minor() as f64
}

/// What is assumed of bets that grow during a round.
const ADDED: &str = "Results are those of the whole round, with all that is added to the bet by raises, doubles, splits or a bet \
                     behind it. It is added even if the bankroll does not cover it.";

/// The risks of wagers, as text that is set to this width.
pub fn risk_text(
    name: &str,
    prices: &[Price],
    risks: &[RiskOf],
    plan: &BettingPlan,
    width: Option<usize>,
) -> String {
    let columns = [
        "wager",
        "variance",
        "SD per round",
        "expected per hour",
        "SD per hour",
        "N0",
        "ahead",
        "level",
        "behind",
    ];
    let mut rows = TextTable::new(columns, width);
    let mut ruin = TextTable::new(["wager", "ruin, ever", "by", "ruin within the rounds", "by"], width);
    let mut hows: Vec<&str> = Vec::new();
    for (price, of) in prices.iter().zip(risks) {
        rows.add_row(row(price, of));
        if let Some((ever, within)) = &of.ruin {
            ruin.add_row([
                price.wager.clone(),
                percent(&ever.chance),
                ever.formula.words().to_owned(),
                percent(&within.chance),
                within.formula.words().to_owned(),
            ]);
        }
        if !hows.contains(&of.after.how.words()) {
            hows.push(of.after.how.words());
        }
    }
    let ruin = plan.bankroll.map(|bankroll| {
        format!("\nRuin of a bankroll of {bankroll}, which is when less than one bet is left:\n{ruin}")
    });
    let head = format!(
        "{name}: bets of {}, {} rounds per hour; ahead, level and behind after {} rounds",
        plan.bet, plan.per_hour, plan.rounds
    );
    let note = "Variance is of one bet, in squared bets. SD is the standard deviation. N0 is the number of rounds after which \
        the expected result is as large as the standard deviation.";
    let added = prices.iter().any(|price| price.staked.is_some()).then_some(ADDED);
    let method = format!("Ahead, level, behind: {}.", hows.join("; "));
    let mut parts = vec![paragraph(&head, width), rows.to_string(), paragraph(note, width)];
    parts.extend(added.map(|text| paragraph(text, width)));
    parts.push(paragraph(&method, width));
    parts.join("\n") + &ruin.unwrap_or_default()
}

fn row(price: &Price, of: &RiskOf) -> [String; 9] {
    [
        price.wager.clone(),
        format!("{:.4}", of.risk.variance()),
        format!("{:.2}", of.deviation_round()),
        format!("{:+.2}", of.mean_hour()),
        format!("{:.2}", of.deviation_hour()),
        of.risk.n_zero().map_or_else(|| "never".to_owned(), |rounds| format!("{rounds:.0}")),
        percent(&of.after.ahead),
        of.after.level.as_ref().map_or_else(|| "–".to_owned(), percent),
        percent(&of.after.behind),
    ]
}

/// The risk of one wager, as JSON.
pub fn risk_json(price: &Price, of: &RiskOf, plan: &BettingPlan) -> Value {
    let figure = |figure: &Figure| {
        let text = figure_text(figure);
        // A fraction with thousands of digits is useless.
        let exact = figure.exact().is_some().then_some(text).filter(|text| text.len() < 400);
        json!({ "decimal": figure.value(), "fraction": exact, "within": figure.within() })
    };
    let ruin = |ruin: &Ruin| json!({ "chance": figure(&ruin.chance), "formula": ruin.formula.words() });
    json!({
        "wager": price.wager,
        "bet": plan.bet.to_string(),
        "rounds": plan.rounds,
        "per_hour": plan.per_hour,
        "bankroll": plan.bankroll.map(|bankroll| bankroll.to_string()),
        "variance_decimal": of.risk.variance(),
        "standard_deviation": of.risk.deviation(),
        "standard_deviation_round": of.deviation_round(),
        "expected_hour": of.mean_hour(),
        "standard_deviation_hour": of.deviation_hour(),
        "n_zero": of.risk.n_zero(),
        "ahead": figure(&of.after.ahead),
        "level": of.after.level.as_ref().map(figure),
        "behind": figure(&of.after.behind),
        "how": of.after.how.words(),
        "ruin": of.ruin.as_ref().map(|(ever, _)| ruin(ever)),
        "ruin_within": of.ruin.as_ref().map(|(_, within)| ruin(within)),
    })
}
