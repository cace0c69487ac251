//! A suspended table as it is stored.

use croupier_kit::{Money, MoneySum};
use serde::{Deserialize, Serialize};

use super::chain::ChainSnapshot;
use super::error::SnapshotError;
use super::live::{PlacedSnapshot, RulesSnapshot};
use crate::ids::PersonId;
use crate::library::Library;
use crate::table::{LaidStakes, Mode, Suspension};

/// A suspended table.
#[derive(Serialize, Deserialize)]
pub(super) struct SuspensionSnapshot {
    reason: Box<str>,
    mode: Mode,
    settings: u32,
    rules: Option<RulesSnapshot>,
    laid: LaidSnapshot,
    seed_chain: Option<ChainSnapshot>,
}

/// What lies on it.
#[derive(Serialize, Deserialize)]
struct LaidSnapshot {
    placed: Vec<(u32, PlacedSnapshot)>,
    round_from: u32,
    carried: Vec<u32>,
    declared: Vec<(PersonId, Money)>,
    bank: Option<(PersonId, Money)>,
    began: bool,
    staked: MoneySum,
    returned: MoneySum,
}

impl SuspensionSnapshot {
    pub(super) fn of(suspension: &Suspension<'_>) -> Self {
        let Suspension { reason, mode, settings, in_force, laid, seed_chain } = suspension;
        Self {
            reason: reason.clone(),
            mode: *mode,
            settings: *settings,
            rules: in_force.as_ref().map(RulesSnapshot::of),
            laid: LaidSnapshot::of(laid),
            seed_chain: seed_chain.as_ref().map(ChainSnapshot::of),
        }
    }

    pub(super) fn restore<'b>(self, library: &Library<'b>) -> Result<Suspension<'b>, SnapshotError> {
        Ok(Suspension {
            reason: self.reason,
            mode: self.mode,
            settings: self.settings,
            in_force: self.rules.map(|rules| rules.restore(library)).transpose()?,
            laid: self.laid.restore(),
            seed_chain: self.seed_chain.map(ChainSnapshot::restore).transpose()?,
        })
    }
}

impl LaidSnapshot {
    fn of(laid: &LaidStakes) -> Self {
        let LaidStakes { placed, round_from, carried, declared, bank, began, staked, returned } = laid;
        Self {
            placed: placed.iter().map(|(number, placed)| (*number, PlacedSnapshot::of(placed))).collect(),
            round_from: *round_from,
            carried: carried.clone(),
            declared: declared.clone(),
            bank: *bank,
            began: *began,
            staked: *staked,
            returned: *returned,
        }
    }

    fn restore(self) -> LaidStakes {
        let Self { placed, round_from, carried, declared, bank, began, staked, returned } = self;
        let placed = placed.into_iter().map(|(number, placed)| (number, placed.restore())).collect();
        LaidStakes { placed, round_from, carried, declared, bank, began, staked, returned }
    }
}
