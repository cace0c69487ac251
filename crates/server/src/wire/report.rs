//! The schemas of reports. The reports themselves are written by `croupier-report`, as the command writes them; a test
//! holds every report against these schemas.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::kinds::Family;
use super::strategy::{ChartMove, StrategyChart};

/// How far a report is that is being computed.
#[derive(Serialize, ToSchema)]
pub struct ReportStageView {
    /// What is being done, in words.
    #[schema(example = "pricing decks=8 (3 of 40)")]
    pub computing: String,
}

/// The game mathematics of a table, as `croupier par --json` gives them.
#[derive(Serialize, ToSchema)]
pub struct ParReportView {
    /// Always `game mathematics`.
    pub report: String,
    /// The game, as `RULEBOOK/GAME`.
    pub rules: String,
    /// The title of the game.
    pub title: String,
    /// The day whose law it is about.
    pub law_of: String,
    /// The rulebook.
    pub rulebook: ReportBook,
    /// The program that made it.
    pub program: ReportProgram,
    /// The settings in force, by name.
    pub house: BTreeMap<String, String>,
    /// The provisions of the game that are in force.
    pub provisions: Vec<ReportProvision>,
    /// The price of every wager, of combinations last.
    pub wagers: Vec<PricedWager>,
    /// Best play; null where nothing is decided.
    pub strategy: Option<ReportStrategy>,
    /// The risk of every wager, in the order of the wagers.
    pub risk: Vec<WagerRisk>,
    /// What another value of each setting is worth.
    pub settings: Vec<SettingChange>,
    /// How the prices were computed.
    pub method: Vec<String>,
    /// What they were checked against.
    pub proof: Vec<String>,
}

/// The rulebook of a report.
#[derive(Serialize, ToSchema)]
pub struct ReportBook {
    /// The title.
    pub title: String,
    /// The digest of the edition.
    pub digest: String,
}

/// The program that made a report.
#[derive(Serialize, ToSchema)]
pub struct ReportProgram {
    /// The version.
    pub version: String,
    /// The digest of the program.
    pub digest: String,
}

/// A provision in a report.
#[derive(Serialize, ToSchema)]
pub struct ReportProvision {
    /// The provision.
    pub id: String,
    /// What it says, in our words.
    pub gist: String,
    /// How it is read, where it is unclear.
    pub reading: Option<String>,
}

/// The price of a wager, as `croupier odds --json` gives it. What does not apply is absent.
#[derive(Serialize, ToSchema)]
pub struct PricedWager {
    /// The wager.
    pub wager: String,
    /// The odds, if there is one kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<String>,
    /// The odds, if there are several kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pays: Option<Vec<PaidOdds>>,
    /// The commission.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commission: Option<String>,
    /// The probability to win: a fraction where it is exact, otherwise a decimal.
    pub win: String,
    /// The probability to lose.
    pub lose: String,
    /// The probability that the bet is returned.
    pub void: String,
    /// The probability that half of the bet is lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub halved: Option<String>,
    /// The house edge per bet made, as a fraction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge: Option<String>,
    /// The house edge per bet made, as a decimal.
    pub edge_decimal: f64,
    /// `player` where the player has the edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub favours: Option<String>,
    /// The variance of one bet.
    pub variance_decimal: f64,
    /// The figures that are estimates, with their error bounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated: Option<BTreeMap<String, f64>>,
    /// The edge per bet decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge_decided: Option<String>,
    /// The edge per unit staked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element_of_risk: Option<String>,
    /// What is staked in a round, in bets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub staked: Option<String>,
    /// How the price was computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// The provisions.
    pub cites: Vec<String>,
}

/// Odds that a wager pays, and how often.
#[derive(Serialize, ToSchema)]
pub struct PaidOdds {
    /// The odds.
    pub odds: String,
    /// The probability.
    pub probability: String,
}

/// Best play in a report, or why it is not known. What does not apply is absent.
#[derive(Serialize, ToSchema)]
pub struct ReportStrategy {
    /// Why best play is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsolved: Option<String>,
    /// The title of the charts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The moves that cells name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<ChartMove>>,
    /// The charts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charts: Option<Vec<StrategyChart>>,
    /// Notes to the charts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<String>>,
    /// How they were computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
}

/// A chance with its error bound.
#[derive(Serialize, ToSchema)]
pub struct RiskChance {
    /// The chance as a decimal.
    pub decimal: f64,
    /// The chance as a fraction; null where it is not exact or too long.
    pub fraction: Option<String>,
    /// The error bound.
    pub within: f64,
}

/// A chance of ruin.
#[derive(Serialize, ToSchema)]
pub struct RuinChance {
    /// The chance.
    pub chance: RiskChance,
    /// How it was computed.
    pub formula: String,
}

/// The risk of one wager.
#[derive(Serialize, ToSchema)]
pub struct WagerRisk {
    /// The wager.
    pub wager: String,
    /// The bet of each round.
    pub bet: String,
    /// The number of rounds.
    pub rounds: u32,
    /// The number of rounds per hour.
    pub per_hour: u32,
    /// The bankroll.
    pub bankroll: Option<String>,
    /// The variance of one bet.
    pub variance_decimal: f64,
    /// The standard deviation of one bet.
    pub standard_deviation: f64,
    /// The standard deviation of one round, in money.
    pub standard_deviation_round: f64,
    /// The expected result of an hour, in money.
    pub expected_hour: f64,
    /// The standard deviation of an hour, in money.
    pub standard_deviation_hour: f64,
    /// The rounds after which the expected result is as large as the standard deviation; null if never.
    pub n_zero: Option<f64>,
    /// The chance to be ahead after the rounds.
    pub ahead: RiskChance,
    /// The chance to be level.
    pub level: Option<RiskChance>,
    /// The chance to be behind.
    pub behind: RiskChance,
    /// How these chances were computed.
    pub how: String,
    /// The chance of ruin, ever.
    pub ruin: Option<RuinChance>,
    /// The chance of ruin within the rounds.
    pub ruin_within: Option<RuinChance>,
}

/// The change of the edge of a wager.
#[derive(Serialize, ToSchema)]
pub struct WagerChange {
    /// The wager.
    pub wager: String,
    /// The edge after the change.
    pub edge_decimal: f64,
    /// The change as a fraction; null where it is not exact.
    pub change: Option<String>,
    /// The change as a decimal.
    pub change_decimal: f64,
}

/// What another value of a setting is worth.
#[derive(Serialize, ToSchema)]
pub struct SettingChange {
    /// The setting.
    pub setting: String,
    /// Its value now.
    pub now: String,
    /// The other value.
    pub value: String,
    /// The provisions that limit it.
    pub cites: Vec<String>,
    /// The edges with the other value.
    pub wagers: Vec<WagerChange>,
}

/// A family of games under several rulebooks, as `croupier compare --json` gives it.
#[derive(Serialize, ToSchema)]
pub struct ComparisonView {
    /// The family.
    pub family: Family,
    /// The games that are compared, as `RULEBOOK/GAME`.
    pub tables: Vec<String>,
    /// The parts of the comparison.
    pub parts: Vec<ComparisonPart>,
    /// The prices.
    pub prices: ComparisonPrices,
}

/// A part of a comparison.
#[derive(Serialize, ToSchema)]
pub struct ComparisonPart {
    /// Its title.
    pub part: String,
    /// Its rows.
    pub rows: Vec<ComparisonRow>,
}

/// A topic, and what each game says about it.
#[derive(Serialize, ToSchema)]
pub struct ComparisonRow {
    /// The topic.
    pub topic: String,
    /// Whether the games differ.
    pub differs: bool,
    /// What each game says, in the order of `tables`; null where it has no such thing.
    pub says: Vec<Option<String>>,
}

/// The prices of a comparison.
#[derive(Serialize, ToSchema)]
pub struct ComparisonPrices {
    /// The prices of each game.
    pub tables: Vec<ComparedPrices>,
    /// What each clause of another game would change.
    pub differences: Vec<ClauseChange>,
    /// What another value of each setting would change.
    pub choices: Vec<ClauseChange>,
}

/// The prices of one game.
#[derive(Serialize, ToSchema)]
pub struct ComparedPrices {
    /// The game, as `RULEBOOK/GAME`.
    pub rules: String,
    /// The price of every wager.
    pub wagers: Vec<PricedWager>,
}

/// What one changed clause does to the edges of a game.
#[derive(Serialize, ToSchema)]
pub struct ClauseChange {
    /// The game, as `RULEBOOK/GAME`.
    pub rules: String,
    /// The change.
    pub change: String,
    /// The edges with the change.
    pub wagers: Vec<WagerChange>,
}
