//! Risk: how far results deviate from the expectation, and how likely the bankroll is lost.

use clap::Args;
use croupier_kit::Money;
use croupier_maths::risk::{After, Bankroll, Risk, Ruin, TooManySteps};
use croupier_maths::{Figure, Price};
use serde_json::{Value, json};

use super::figure::{figure_text, percent};
use crate::count::count_above_zero;
use crate::failure::Failure;
use crate::layout::paragraph;
use crate::output::table;

#[derive(Args)]
pub(crate) struct RiskArgs {
    /// Show variance, standard deviation, risk of ruin and the chance to be ahead, instead of probabilities
    #[arg(long)]
    risk: bool,
    /// What is staked in each round: the bet, with a commission that is charged in advance
    #[arg(long, value_name = "AMOUNT", default_value = "1", requires = "risk", allow_hyphen_values = true)]
    bet: String,
    /// The player's bankroll
    #[arg(long, value_name = "AMOUNT", requires = "risk", allow_hyphen_values = true)]
    bankroll: Option<String>,
    /// How many rounds [default: one hour]
    #[arg(long, value_name = "N", requires = "risk", value_parser = count_above_zero::<u32>)]
    rounds: Option<u32>,
    /// How many rounds per hour
    #[arg(long, value_name = "N", default_value_t = 60, requires = "risk", value_parser = count_above_zero::<u32>)]
    per_hour: u32,
}

/// The betting plan of a player.
pub(crate) struct BettingPlan {
    pub(crate) bet: Money,
    pub(crate) bankroll: Option<Money>,
    pub(crate) rounds: u32,
    pub(crate) per_hour: u32,
}

impl RiskArgs {
    /// The betting plan, if `--risk` was given.
    pub(crate) fn read(&self) -> Result<Option<BettingPlan>, Failure> {
        if !self.risk {
            return Ok(None);
        }
        let amount = |name: &str, text: &str| {
            let amount: Money =
                text.parse().map_err(|error| Failure::usage(format!("{name}: `{text}` {error}")))?;
            Ok::<Money, Failure>(amount)
        };
        let bankroll = self.bankroll.as_ref().map(|text| amount("--bankroll", text)).transpose()?;
        let rounds = self.rounds.unwrap_or(self.per_hour);
        Ok(Some(BettingPlan { bet: amount("--bet", &self.bet)?, bankroll, rounds, per_hour: self.per_hour }))
    }
}

/// The risk of one wager under one betting plan.
pub(crate) struct RiskOf {
    pub(crate) risk: Risk,
    pub(crate) after: After,
    pub(crate) ruin: Option<(Ruin, Ruin)>,
    bet: f64,
    per_hour: f64,
}

impl RiskOf {
    /// # Errors
    /// When the bankroll cannot be counted exactly.
    fn of(price: &Price, plan: &BettingPlan) -> Result<Self, Failure> {
        let risk = Risk::of(price);
        let bankroll = plan.bankroll.and_then(|held| Bankroll::new(held, plan.bet));
        let ruin = bankroll.map(|bankroll| ruin(&risk, bankroll, plan.rounds)).transpose();
        Ok(Self {
            after: risk.after(plan.rounds),
            ruin: ruin.map_err(|error| Failure::usage(format!("{}: {error}", price.wager)))?,
            risk,
            bet: minor(plan.bet) / 100.0,
            per_hour: f64::from(plan.per_hour),
        })
    }

    /// The expected result of an hour, in money.
    pub(crate) fn mean_hour(&self) -> f64 {
        self.risk.mean() * self.per_hour * self.bet
    }

    /// The standard deviation of an hour, in money.
    pub(crate) fn deviation_hour(&self) -> f64 {
        self.risk.deviation() * self.per_hour.sqrt() * self.bet
    }

    /// The standard deviation of a round, in money.
    pub(crate) fn deviation_round(&self) -> f64 {
        self.risk.deviation() * self.bet
    }
}

/// The risk of each wager.
///
/// # Errors
/// When the bankroll cannot be counted exactly.
pub(crate) fn risks(prices: &[Price], plan: &BettingPlan) -> Result<Vec<RiskOf>, Failure> {
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
pub(crate) const ADDED: &str = "Results are those of the whole round, with all that is added to the bet by raises, doubles, splits or a bet \
                     behind it. It is added even if the bankroll does not cover it.";

/// The risks of wagers, as text.
pub(crate) fn risk_text(name: &str, prices: &[Price], risks: &[RiskOf], plan: &BettingPlan) -> String {
    let mut rows = table([
        "wager",
        "variance",
        "SD per round",
        "expected per hour",
        "SD per hour",
        "N0",
        "ahead",
        "level",
        "behind",
    ]);
    let mut ruin = table(["wager", "ruin, ever", "by", "ruin within the rounds", "by"]);
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
    let mut parts = vec![paragraph(&head), rows.to_string(), paragraph(note)];
    parts.extend(added.map(paragraph));
    parts.push(paragraph(&method));
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
pub(crate) fn risk_json(price: &Price, of: &RiskOf, plan: &BettingPlan) -> Value {
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
