//! The paperwork of a table: counts, slips, proposals that need a second person, and the win of a shift.

use std::collections::BTreeMap;

use croupier_kit::{Money, MoneySum, Overflow};
use serde::{Deserialize, Serialize};

use crate::ids::PersonId;
use crate::table::Mode;

/// A count by denomination: the value of one piece, and the number of pieces.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Count(pub Vec<(Money, u32)>);

impl Count {
    /// The total.
    ///
    /// # Errors
    /// When the total is too large.
    pub fn total(&self) -> Result<Money, Overflow> {
        self.0.iter().try_fold(Money::ZERO, |sum, (value, count)| sum.plus(value.times(i64::from(*count))?))
    }

    /// Whether every denomination is one that the house uses, and is listed only once.
    pub fn is_of(&self, denominations: &[Money]) -> bool {
        let mut seen: Vec<Money> = self.0.iter().map(|(value, _)| *value).collect();
        seen.sort_unstable();
        let named_once = seen.windows(2).all(|pair| pair[0] != pair[1]);
        named_once && seen.iter().all(|value| denominations.contains(value))
    }
}

/// An action that needs a second person. New variants go at the end: their index is in the bytes of the journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each field says what it is")]
pub enum ProposedAction {
    /// The table opens with this float.
    Open { mode: Mode, opener: Count },
    /// The table closes with this float.
    Close { closer: Count },
    /// The drop box is emptied and counted.
    Drop { cash: Count },
    /// The round is void: all stakes are returned.
    Void { round: u64, reason: String },
    /// One line of the record of this round is wrong and is replaced by another.
    Correct { round: u64, from: String, to: String, reason: String },
    /// The table opens with this float, and the counter says something about it.
    OpenNoted { mode: Mode, opener: Count, note: String },
    /// The table closes with this float, and the counter says something about it.
    CloseNoted { closer: Count, note: String },
    /// The drop box is emptied and counted, and the counter says something about it.
    DropNoted { cash: Count, note: String },
}

impl ProposedAction {
    /// The round it concerns, if any.
    pub const fn round(&self) -> Option<u64> {
        match self {
            Self::Void { round, .. } | Self::Correct { round, .. } => Some(*round),
            _ => None,
        }
    }

    /// What was counted, if anything.
    pub const fn count(&self) -> Option<&Count> {
        match self {
            Self::Open { opener: count, .. }
            | Self::OpenNoted { opener: count, .. }
            | Self::Close { closer: count }
            | Self::CloseNoted { closer: count, .. }
            | Self::Drop { cash: count }
            | Self::DropNoted { cash: count, .. } => Some(count),
            Self::Void { .. } | Self::Correct { .. } => None,
        }
    }

    /// What the counter says about the count, if anything.
    pub fn note(&self) -> Option<&str> {
        match self {
            Self::OpenNoted { note, .. } | Self::CloseNoted { note, .. } | Self::DropNoted { note, .. } => {
                Some(note)
            }
            _ => None,
        }
    }

    /// Whether it opens the table.
    pub const fn is_opening(&self) -> bool {
        matches!(self, Self::Open { .. } | Self::OpenNoted { .. })
    }

    /// Whether it counts a drop box.
    pub const fn is_drop(&self) -> bool {
        matches!(self, Self::Drop { .. } | Self::DropNoted { .. })
    }
}

/// A proposal that is not authorised yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// Who made it.
    pub by: PersonId,
    /// The action.
    pub action: ProposedAction,
}

/// The direction of a slip.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SlipKind {
    /// From the cage to the table.
    Fill,
    /// From the table to the cage.
    Credit,
}

/// A step of a slip. A fill is sent by the cage, delivered, and confirmed at the table. A credit is sent by the
/// table, delivered, and confirmed by the cage.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SlipStep {
    /// The chips leave their origin.
    Send,
    /// The chips have arrived at their destination.
    Deliver,
    /// The chips have been counted and the amount is correct.
    Confirm,
    /// The slip is void, for a reason.
    Void(String),
}

/// The state of a slip.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the states are their own names")]
pub enum SlipState {
    Requested,
    Sent,
    Delivered,
    Confirmed,
    Void,
}

/// A numbered fill or credit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slip {
    /// The direction.
    pub kind: SlipKind,
    /// The chips, by denomination.
    pub chips: Count,
    /// Their total value.
    pub amount: Money,
    /// Its state.
    pub state: SlipState,
    /// Who requested it, and who took each step so far.
    pub people: Vec<PersonId>,
}

impl Slip {
    /// The state after a step; `None` when the step is not the next.
    pub const fn after(&self, step: &SlipStep) -> Option<SlipState> {
        match (self.state, step) {
            (SlipState::Requested, SlipStep::Send) => Some(SlipState::Sent),
            (SlipState::Sent, SlipStep::Deliver) => Some(SlipState::Delivered),
            (SlipState::Delivered, SlipStep::Confirm) => Some(SlipState::Confirmed),
            (SlipState::Requested | SlipState::Sent | SlipState::Delivered, SlipStep::Void(_)) => {
                Some(SlipState::Void)
            }
            _ => None,
        }
    }
}

/// The paperwork of one table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Papers {
    /// Proposals that are not authorised yet, by number.
    pub proposals: BTreeMap<u32, Proposal>,
    /// The number of proposals made so far.
    pub proposals_made: u32,
    /// Fills and credits that are under way, by number.
    pub slips: BTreeMap<u32, Slip>,
    /// The number of slips made so far.
    pub slips_made: u32,
    /// The current shift; the last one while the table is closed.
    pub shift: Shift,
}

/// The money of a table from its opening to its closing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Shift {
    /// The float as counted at the opening.
    pub opening: Money,
    /// The float as counted at the closing.
    pub closing: Option<Money>,
    /// The float at the opening, according to the ledger.
    pub opening_book: Money,
    /// The float at the closing, according to the ledger.
    pub closing_book: Option<Money>,
    /// Fills that reached the float.
    pub fills: MoneySum,
    /// Credits that left the float.
    pub credits: MoneySum,
    /// Cash and plaques that went into the drop box.
    pub drop: MoneySum,
    /// The drop as counted.
    pub drop_counted: MoneySum,
    /// The sum of the stakes that were decided against the house's bank.
    pub staked: MoneySum,
    /// The sum that was returned for those stakes.
    pub returned: MoneySum,
}

impl Shift {
    /// Win by the drop: drop + closing + credits − opening − fills. `None` before the closing.
    pub fn win_by_drop(&self) -> Option<MoneySum> {
        Some(self.drop + self.closing? + self.credits - self.opening - self.fills)
    }

    /// True win: stakes less returns.
    pub fn true_win(&self) -> MoneySum {
        self.staked - self.returned
    }

    /// The difference between the two: how much the counts are over or short.
    pub fn difference(&self) -> Option<MoneySum> {
        Some(self.win_by_drop()? - self.true_win())
    }
}
