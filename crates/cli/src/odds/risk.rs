//! Risk: how far a player strays from what is expected, and how likely a bankroll is to be lost.

use clap::Args;
use croupier_kit::Money;
use croupier_maths::risk::{After, Risk, Ruin};
use croupier_maths::{Figure, Price};
use serde_json::{Value, json};

use super::json::figure_text;
use super::text::percent;
use crate::failure::Failure;
use crate::output::table;

#[derive(Args)]
pub(crate) struct RiskArgs {
    /// Variance, deviation, risk of ruin and the chance to be ahead, instead of probabilities
    #[arg(long)]
    risk: bool,
    /// What is bet each round
    #[arg(long, value_name = "AMOUNT", default_value = "1", requires = "risk", allow_hyphen_values = true)]
    bet: String,
    /// What the player has to lose
    #[arg(long, value_name = "AMOUNT", requires = "risk", allow_hyphen_values = true)]
    bankroll: Option<String>,
    /// For how many rounds
    #[arg(long, value_name = "N", requires = "risk", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// How many rounds an hour
    #[arg(long, value_name = "N", default_value_t = 60, requires = "risk", value_parser = clap::value_parser!(u32).range(1..))]
    per_hour: u32,
}

/// How somebody plays.
pub(crate) struct Play {
    pub(crate) bet: Money,
    pub(crate) bankroll: Option<Money>,
    pub(crate) rounds: u32,
    pub(crate) per_hour: u32,
}

impl RiskArgs {
    /// How somebody plays, if risk is asked for.
    pub(crate) fn read(&self) -> Result<Option<Play>, Failure> {
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
        Ok(Some(Play { bet: amount("--bet", &self.bet)?, bankroll, rounds, per_hour: self.per_hour }))
    }
}

/// The risk of one wager for one way of playing.
pub(crate) struct RiskOf {
    pub(crate) risk: Risk,
    pub(crate) after: After,
    pub(crate) ruin: Option<(Ruin, Ruin)>,
    bet: f64,
    per_hour: f64,
}

impl RiskOf {
    pub(crate) fn of(price: &Price, play: &Play) -> Self {
        let risk = Risk::of(price);
        let ruin = play.bankroll.map(|bankroll| {
            let bets = minor(bankroll) / minor(play.bet);
            (risk.ruin(bets), risk.ruin_within(bets, play.rounds))
        });
        Self {
            after: risk.after(play.rounds),
            ruin,
            risk,
            bet: minor(play.bet) / 100.0,
            per_hour: f64::from(play.per_hour),
        }
    }

    /// What is lost or won in an hour on average, in money.
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

/// An amount as a decimal, for risks alone: nothing is paid by it.
#[allow(clippy::cast_precision_loss, reason = "a risk needs no more than fifteen figures")]
const fn minor(amount: Money) -> f64 {
    amount.minor() as f64
}

/// The risks of some wagers, for people.
pub(crate) fn risk_text(name: &str, prices: &[Price], play: &Play) -> String {
    let mut rows = table([
        "wager",
        "variance",
        "SD a round",
        "expected an hour",
        "SD an hour",
        "N0",
        "ahead",
        "level",
        "behind",
    ]);
    let mut ruin = table(["wager", "ruin, ever", "by", "ruin within the rounds", "by"]);
    let mut hows: Vec<&str> = Vec::new();
    for price in prices {
        let of = RiskOf::of(price, play);
        rows.add_row(row(price, &of));
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
    let ruin = play
        .bankroll
        .map(|bankroll| format!("\nA bankroll of {bankroll}, lost when less than one bet is left:\n{ruin}"));
    format!(
        "{name}: bets of {} each, {} an hour; ahead, level and behind after {} rounds\n{rows}\nVariance is of one bet, in squared bets. N0 is the rounds after which the expected result is as large as the deviation.\nAhead, level, behind: {}.{}",
        play.bet,
        play.per_hour,
        play.rounds,
        hows.join("; "),
        ruin.unwrap_or_default()
    )
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

/// The risk of one wager, for machines.
pub(crate) fn risk_json(price: &Price, play: &Play) -> Value {
    let of = RiskOf::of(price, play);
    let figure = |figure: &Figure| {
        let text = figure_text(figure);
        // A fraction of thousands of digits serves nobody.
        let exact = figure.exact().is_some().then_some(text).filter(|text| text.len() < 400);
        json!({ "decimal": figure.value(), "fraction": exact, "within": figure.within() })
    };
    let ruin = |ruin: &Ruin| json!({ "chance": figure(&ruin.chance), "formula": ruin.formula.words() });
    json!({
        "wager": price.wager,
        "bet": play.bet.to_string(),
        "rounds": play.rounds,
        "per_hour": play.per_hour,
        "bankroll": play.bankroll.map(|bankroll| bankroll.to_string()),
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
