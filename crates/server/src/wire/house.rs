//! A house, and the records that its staff read.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::amount::{Amount, Signed, TotalAmount};
use super::event::EventKind;
use super::kinds::{DisputeState, ProposalKind, Role, SlipKind, SlipState, Unit};
use super::paperwork::ChipCount;

/// A house.
#[derive(Serialize, ToSchema)]
pub struct HouseView {
    /// The number of the house.
    pub id: u16,
    /// The holder of its licence.
    pub name: String,
    /// Its currency, as three letters.
    pub currency: String,
    /// The time zone of its hours, such as `Europe/London`.
    pub time_zone: String,
    /// Whether it is a demo house: visitors get chips, and robots play.
    pub demo: bool,
    /// Who may create a player account.
    pub enrolment: Enrolment,
}

/// Who may create a player account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Enrolment {
    /// Everybody.
    #[default]
    Open,
    /// Those who have an invitation, which is a link that works once.
    Invited,
    /// Nobody: the staff enrol players.
    Closed,
}

/// A person of a house.
#[derive(Serialize, ToSchema)]
pub struct PersonView {
    /// The number of the person.
    pub person: u32,
    /// The name.
    pub handle: Box<str>,
    /// The role.
    pub role: Role,
    /// The person's name in the house file; null for players.
    pub staff: Option<Box<str>>,
    /// Why service is refused; null where it is not.
    pub refused: Option<Box<str>>,
    /// Whether the person is excluded.
    pub excluded: bool,
    /// When the exclusion ends, in milliseconds since 1970; null where it does not end, or there is none.
    pub excluded_until: Option<i64>,
    /// The value chips of the person.
    pub chips: Signed,
}

/// The ledger of a house.
#[derive(Serialize, ToSchema)]
pub struct LedgerView {
    /// The currency, as three letters.
    pub currency: Box<str>,
    /// Accounts that have moved, in order.
    pub accounts: Vec<AccountView>,
    /// The sum over all accounts of each unit: always zero.
    pub sums: Vec<UnitSum>,
}

/// An account of the ledger.
#[derive(Serialize, ToSchema)]
pub struct AccountView {
    /// The number of the account. Pages continue after it.
    pub account: String,
    /// The unit.
    pub unit: Unit,
    /// The account: `cage`, `float Wheel 1`, `held ann` …
    pub place: String,
    /// The balance.
    pub balance: Signed,
}

/// The sum over all accounts of one unit.
#[derive(Serialize, ToSchema)]
pub struct UnitSum {
    /// The unit.
    pub unit: Unit,
    /// The sum, in minor units.
    pub sum: String,
}

/// The paperwork of a table.
#[derive(Serialize, ToSchema)]
pub struct PaperworkView {
    /// The currency, as three letters.
    pub currency: Box<str>,
    /// Proposals that wait for a second person.
    pub proposals: Vec<ProposalView>,
    /// Fills and credits.
    pub slips: Vec<SlipView>,
    /// The money of the shift.
    pub shift: ShiftView,
    /// The chips in the float of the table, by the ledger.
    pub float: Signed,
    /// The wheel chips of the table that players have. They are changed out of the float when the table closes.
    pub wheel_chips: Signed,
}

/// A proposal that waits for a second person.
#[derive(Serialize, ToSchema)]
pub struct ProposalView {
    /// The number of the proposal.
    pub proposal: u32,
    /// The name of the person who made it.
    pub by: String,
    /// What it is about.
    pub matter: ProposalKind,
    /// The count by denomination, where it has one.
    pub count: Vec<ChipCount>,
    /// The reason; for a correction also the wrong and the right line, for a count what the counter says about it.
    pub text: String,
}

/// A fill or a credit.
#[derive(Serialize, ToSchema)]
pub struct SlipView {
    /// The number of the slip.
    pub number: u32,
    /// Fill or credit.
    pub kind: SlipKind,
    /// Its state.
    pub state: SlipState,
    /// The value of the chips.
    pub amount: Signed,
    /// The chips, by denomination.
    pub chips: Vec<ChipCount>,
    /// The names of those who requested it and took each step since, in order.
    pub people: Vec<Box<str>>,
}

/// The money of a table from opening to closing.
#[derive(Serialize, ToSchema)]
pub struct ShiftView {
    /// The float at opening.
    pub opening: Signed,
    /// The float at closing; null before.
    pub closing: Option<Signed>,
    /// The sum of all fills.
    pub fills: TotalAmount,
    /// The sum of all credits.
    pub credits: TotalAmount,
    /// The cash in the drop box, by the ledger.
    pub drop: TotalAmount,
    /// The cash that was counted in the drop box.
    pub drop_counted: TotalAmount,
    /// The sum of all stakes.
    pub staked: TotalAmount,
    /// The sum of all returns to players.
    pub returned: TotalAmount,
    /// Drop + closing + credits − opening − fills; null before the closing.
    pub win_by_drop: Option<TotalAmount>,
    /// Stakes less returns.
    pub true_win: TotalAmount,
    /// The win by drop less the true win; null before the closing.
    pub difference: Option<TotalAmount>,
}

/// A dispute about a round.
#[derive(Serialize, ToSchema)]
pub struct DisputeView {
    /// The number of the dispute.
    pub dispute: u32,
    /// The number of the table.
    pub table: u16,
    /// The number of the round.
    pub round: u64,
    /// The name of the player who opened it.
    pub by: String,
    /// What is disputed.
    pub about: Box<str>,
    /// Its state.
    pub state: DisputeState,
    /// The ruling; null before.
    pub ruling: Option<Box<str>>,
    /// The authority it was taken to; null where it was not.
    pub escalated_to: Option<Box<str>>,
    /// When it was opened, in milliseconds since 1970.
    pub at: i64,
    /// When it got its ruling, in milliseconds since 1970; null before.
    pub ruled_at: Option<i64>,
    /// The name of the person who ruled; where two did, of the one who authorised it. Null before, and for the player.
    pub ruled_by: Option<String>,
    /// What the ruling paid the player, in chips from the cage; null where it paid nothing.
    pub paid: Option<Amount>,
}

/// An entry of a journal.
#[derive(Serialize, ToSchema)]
pub struct JournalEntry {
    /// The version: entries of a journal are numbered from 1.
    pub version: u64,
    /// Its place among all entries of the house.
    pub sequence: u64,
    /// When it was written, in milliseconds since 1970.
    pub at: i64,
    /// The number of the person who caused it; null for the house itself.
    pub by: Option<u32>,
    /// The kind of event.
    pub what: EventKind,
    /// The event as the journal has it. Seeds that are not revealed yet are encrypted.
    pub event: serde_json::Value,
    /// The hash of the entry.
    pub hash: String,
    /// The hash of the entry before it.
    pub prev: String,
    /// The bytes that are stored and hashed, in hexadecimal.
    pub bytes: String,
    /// What it posted to the ledger: for each amount the account that it left, then the one that it went to.
    pub postings: Vec<Posting>,
}

/// An amount that was posted to an account.
#[derive(Serialize, ToSchema)]
pub struct Posting {
    /// The unit.
    pub unit: Unit,
    /// The account: `cage`, `float Wheel 1`, `held ann` …
    pub place: String,
    /// The amount; negative where it left the account.
    pub amount: Signed,
}
