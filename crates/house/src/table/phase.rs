//! The phases of a round, and their durations at an automatic table.

use serde::{Deserialize, Serialize};

/// The phase of a table, in the words of the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The table is closed.
    Closed,
    /// Between two rounds.
    Waiting,
    /// Betting is open.
    PlaceYourBets,
    /// Last call for bets.
    FinalBets,
    /// Betting is closed and there is no outcome yet.
    NoMoreBets,
    /// The outcome is being dealt.
    Outcome,
    /// Insurance and even money are offered.
    Insurance,
    /// A player has to decide.
    Decision,
    /// The round is over and paid.
    Payment,
}

/// The duration of each phase of an automatic table, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Betting.
    pub bets: i64,
    /// The last bets.
    pub finals: i64,
    /// From no more bets until the outcome.
    pub closed: i64,
    /// Insurance.
    pub insurance: i64,
    /// A decision.
    pub decision: i64,
    /// The pause after payment.
    pub payment: i64,
    /// The showing time of each card that falls or is turned. It comes before the time of the phase that follows, as
    /// the two below do, so that nobody loses time to decide or to see a result.
    pub card: i64,
    /// The showing time of a ball that falls.
    pub ball: i64,
    /// The showing time of a throw of the dice.
    pub dice: i64,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            bets: 20_000,
            finals: 5_000,
            closed: 3_000,
            insurance: 10_000,
            decision: 20_000,
            payment: 5_000,
            card: 700,
            ball: 4_000,
            dice: 1_600,
        }
    }
}

impl Pace {
    /// No waiting.
    pub const NONE: Self = Self {
        bets: 0,
        finals: 0,
        closed: 0,
        insurance: 0,
        decision: 0,
        payment: 0,
        card: 0,
        ball: 0,
        dice: 0,
    };

    /// The longest time that a setting may name: an hour.
    pub const LONGEST: i64 = 60 * 60 * 1000;

    /// Every setting with its name.
    pub const fn settings(&self) -> [(&'static str, i64); 9] {
        [
            ("bets", self.bets),
            ("finals", self.finals),
            ("closed", self.closed),
            ("insurance", self.insurance),
            ("decision", self.decision),
            ("payment", self.payment),
            ("card", self.card),
            ("ball", self.ball),
            ("dice", self.dice),
        ]
    }

    /// The duration of a phase.
    pub const fn of(&self, phase: Phase) -> i64 {
        match phase {
            Phase::PlaceYourBets => self.bets,
            Phase::FinalBets => self.finals,
            Phase::NoMoreBets => self.closed,
            Phase::Insurance => self.insurance,
            Phase::Decision => self.decision,
            Phase::Payment => self.payment,
            Phase::Closed | Phase::Waiting | Phase::Outcome => 0,
        }
    }
}
