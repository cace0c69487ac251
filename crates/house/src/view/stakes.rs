//! The stakes of a table as everybody sees them.

use croupier_kit::Money;
use croupier_rules::table::{BehindRoom, Outcome, StakeVerdict};
use serde::Serialize;

use crate::table::LiveTable;

/// What can still be bet behind a stake: multiples of the step, up to the most.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BehindView {
    /// What it is paid, such as `2 to 1`.
    pub odds: String,
    /// The smallest amount that is paid exactly.
    pub step: Money,
    /// The largest amount.
    pub most: Money,
}

impl From<BehindRoom> for BehindView {
    fn from(room: BehindRoom) -> Self {
        let BehindRoom { odds, step, most } = room;
        Self { odds: odds.to_string(), step, most }
    }
}

/// A stake and its outcome.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StakeView {
    /// Its number in the record.
    pub stake: u32,
    /// The player.
    pub player: String,
    /// The wager.
    pub wager: String,
    /// The hand it follows.
    pub hand: Option<String>,
    /// The amount.
    pub amount: Money,
    /// The outcome: `standing`, `won`, `lost` …
    pub outcome: &'static str,
    /// The amount returned.
    pub returned: Money,
    /// The provisions.
    pub cites: Vec<String>,
    /// The odds at which it was, or would have been, paid.
    pub odds: Option<String>,
    /// The profit; negative for a loss, `None` while the stake is standing.
    pub profit: Option<Money>,
    /// The number of the stake it belongs to.
    pub of: Option<u32>,
    /// Its intermediate state, such as a point.
    pub life: Option<String>,
    /// Whether its player may call it on and off.
    pub calls: bool,
    /// What its player can take now of a stake that is held: half of it.
    pub half: Option<Money>,
    /// What its player can still bet behind it.
    pub behind: Option<BehindView>,
    /// Why it was refused.
    pub reason: Option<String>,
}

impl From<StakeVerdict> for StakeView {
    fn from(row: StakeVerdict) -> Self {
        Self {
            stake: row.bet,
            player: row.player,
            wager: row.wager,
            hand: row.hand,
            amount: row.stake,
            outcome: row.outcome.name(),
            returned: row.returned,
            cites: row.cites,
            odds: row.odds.map(|odds| odds.to_string()),
            profit: (row.outcome != Outcome::Standing).then_some(row.profit),
            of: row.of,
            life: None,
            calls: false,
            half: None,
            behind: None,
            reason: row.reason,
        }
    }
}

/// The stakes that belong to this round or are standing.
pub(super) fn stakes(live: &LiveTable<'_>) -> Vec<StakeView> {
    let of_round =
        live.stakes().filter(|(number, _)| *number >= live.round_from() || live.is_carried(*number));
    let seen = |number| {
        let carried = || live.is_carried(number).then(|| "carried".to_owned());
        let life = live.rules.progress_of(number).or_else(carried);
        let calls = live.rules.is_callable(number);
        let offered = live.rules.is_half_offered(number);
        let behind = live.rules.behind_room(number).map(BehindView::from);
        live.rules.row_of(number).map(|row| {
            let half = offered.then(|| Money::from_minor(row.stake.minor() / 2));
            StakeView { life, calls, half, behind, ..row.into() }
        })
    };
    of_round.filter_map(|(number, _)| seen(number)).collect()
}
