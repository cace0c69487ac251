//! The phases of a round, and how long each lasts at an automatic table.

use serde::Serialize;

/// The phase of a table, in the words of the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The table is closed.
    Closed,
    /// Between two rounds.
    Waiting,
    /// Bets are made.
    PlaceYourBets,
    /// The last bets are made.
    FinalBets,
    /// Betting is closed and there is no outcome yet.
    NoMoreBets,
    /// The outcome is being dealt.
    Outcome,
    /// Insurance and even money are on offer.
    Insurance,
    /// Somebody is to decide.
    Decision,
    /// The round is over and paid.
    Payment,
}

/// How long each phase of an automatic table lasts, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Bets are made.
    pub bets: i64,
    /// The last bets are made.
    pub finals: i64,
    /// From no more bets until the outcome.
    pub closed: i64,
    /// Insurance is on offer.
    pub insurance: i64,
    /// Somebody decides.
    pub decision: i64,
    /// The round is over and paid.
    pub payment: i64,
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
        }
    }
}

impl Pace {
    /// No waiting at all.
    pub const NONE: Self = Self { bets: 0, finals: 0, closed: 0, insurance: 0, decision: 0, payment: 0 };

    /// How long a phase lasts.
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
