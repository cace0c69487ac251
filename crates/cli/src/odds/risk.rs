//! The options of risk: how far results deviate from the expectation, and how likely the bankroll is lost.

use clap::Args;
use croupier_kit::Money;
use croupier_report::BettingPlan;

use crate::count::count_above_zero;
use crate::failure::Failure;

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
