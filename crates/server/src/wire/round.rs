//! Rounds that are over, and the history board.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::amount::{Amount, Signed};
use super::kinds::{BoardMethod, StakeOutcome};

/// A round that is over.
#[derive(Serialize, ToSchema)]
pub struct RoundView {
    /// The number of the round.
    pub round: u64,
    /// When it began, in milliseconds since 1970.
    pub began: i64,
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
    /// Why it is void; null where it is not.
    pub void: Option<Box<str>>,
    /// Its record in the notation.
    pub record: String,
    /// The verdict of the rules; null where the round is void.
    pub verdict: Option<VerdictView>,
    /// The stakes and returns of the person who asks; null where there were none.
    pub mine: Option<OwnResult>,
}

/// The verdict on a round, as `croupier adjudicate` gives it.
#[derive(Serialize, ToSchema)]
pub struct VerdictView {
    /// The rules, as `RULEBOOK/GAME`.
    pub rules: String,
    /// The stakes of this round, and those that stood from earlier ones.
    pub bets: Vec<VerdictRow>,
    /// The argument, step by step.
    pub why: Vec<String>,
}

/// The verdict on one stake.
#[derive(Serialize, ToSchema)]
pub struct VerdictRow {
    /// The number of the stake in the record.
    pub bet: u32,
    /// The name of the player.
    pub player: String,
    /// The wager, in the notation.
    pub wager: String,
    /// The hand it is on, such as `1.2`.
    pub hand: Option<String>,
    /// The number of the stake that this one belongs to.
    pub of: Option<u32>,
    /// The amount.
    pub stake: Amount,
    /// The outcome.
    pub outcome: StakeOutcome,
    /// The odds it was paid at.
    pub odds: Option<String>,
    /// Why it was refused.
    pub reason: Option<String>,
    /// What it won; negative where it lost.
    pub profit: Signed,
    /// What was returned to the player.
    pub returned: Amount,
    /// The provisions that decided it, the deciding one first.
    pub cites: Vec<String>,
    /// Whether it is a stake of the person who asks.
    pub mine: bool,
}

/// The stakes and returns of one person in a round.
#[derive(Serialize, ToSchema)]
pub struct OwnResult {
    /// The sum of the stakes.
    pub staked: Amount,
    /// The sum of the returns.
    pub returned: Amount,
}

/// The history board of a table: up to 200 results, and how surprising they are.
#[derive(Serialize, ToSchema)]
pub struct HistoryBoard {
    /// The results, the earliest first.
    pub results: Vec<BoardResult>,
    /// How often each result came.
    pub counts: BTreeMap<String, u32>,
    /// The probability that a fair table gives a board at least as uneven; null where it is not computed.
    pub p: Option<String>,
    /// How the probability was computed.
    pub method: BoardMethod,
    /// What was counted, in words.
    pub of: &'static str,
}

/// A result on a history board.
#[derive(Serialize, ToSchema)]
pub struct BoardResult {
    /// The number of the round.
    pub round: u64,
    /// The result in a few words.
    pub result: Box<str>,
}
