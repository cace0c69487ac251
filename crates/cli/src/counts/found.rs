//! What was found of counting systems, for the reports on them.

use std::time::Duration;

use croupier_sim::counts::{
    BetRamp, CountCorrelation, CountFigures, CountOptions, CountPlay, CountRows, CountSystem,
};

use super::args::PlayerMoney;
use crate::table::SelectedTable;

/// What was found of one system.
pub(super) struct Counted {
    pub(super) system: CountSystem,
    pub(super) correlation: CountCorrelation,
    pub(super) play: CountPlay,
    pub(super) played: Option<Played>,
}

/// What the rounds of a system came to.
pub(super) struct Played {
    pub(super) rows: CountRows,
    pub(super) ramp: BetRamp,
    /// With the bets of the ramp.
    pub(super) figures: CountFigures,
    /// With one unit at every count.
    pub(super) flat: CountFigures,
    pub(super) dealt: u64,
    pub(super) took: Duration,
}

/// Everything that a report says.
pub(super) struct CountsReport<'r> {
    pub(super) table: &'r SelectedTable<'r>,
    pub(super) packs: u8,
    pub(super) options: CountOptions,
    pub(super) money: PlayerMoney,
    pub(super) threads: usize,
    pub(super) found: Vec<Counted>,
}

impl Played {
    pub(super) fn new(rows: CountRows, money: &PlayerMoney, boxes: u8, took: Duration) -> Self {
        let ramp = match money.bank {
            Some(bank) => BetRamp::for_bank(&rows, money.spread, bank, money.kelly),
            None => BetRamp::of_highest_score(&rows, money.spread, boxes),
        };
        let figures = CountFigures::of(&rows, &ramp.bets, boxes);
        let flat = CountFigures::of(&rows, &BetRamp::flat(&rows, 1).bets, boxes);
        Self { dealt: rows.dealt, rows, ramp, figures, flat, took }
    }
}
