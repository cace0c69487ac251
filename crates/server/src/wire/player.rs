//! What a person reads about himself: balances, limits, rounds played, statement.

use serde::Serialize;
use utoipa::ToSchema;

use super::amount::{Amount, Signed, TotalAmount};
use super::kinds::{ChipRequestKind, Role, Unit};
use super::paperwork::Exchange;
use super::table::Balances;

/// The person who asks.
#[derive(Serialize, ToSchema)]
pub struct Me {
    /// The name.
    pub handle: Box<str>,
    /// The role.
    pub role: Role,
    /// What the person has.
    pub balances: Balances,
    /// The numbers of the tables where the person sits.
    pub seated: Vec<u16>,
    /// Winnings less losses today; standing stakes and a bank that is held do not count yet.
    pub net_today: TotalAmount,
    /// Winnings less losses in all; standing stakes and a bank that is held count as lost.
    pub net_total: TotalAmount,
    /// Bought in today.
    pub bought_today: TotalAmount,
    /// The person's own limits.
    pub limits: OwnLimits,
    /// Whether the person is excluded.
    pub excluded: bool,
    /// When the exclusion ends, in milliseconds since 1970; null where it does not end, or there is none.
    pub excluded_until: Option<i64>,
    /// Exchanges that wait to be confirmed.
    pub exchanges: Vec<PendingExchange>,
    /// Open requests for chips or cash: at most one of each kind.
    pub chip_requests: Vec<ChipRequestView>,
}

/// The limits that a person has set.
#[derive(Serialize, ToSchema)]
pub struct OwnLimits {
    /// The largest single stake.
    pub stake: OwnLimit,
    /// The largest loss of a day.
    pub loss: OwnLimit,
    /// The largest buy-in of a day.
    pub buy_in: OwnLimit,
}

/// A limit that a person has set.
#[derive(Serialize, ToSchema)]
pub struct OwnLimit {
    /// The limit now; null where there is none.
    pub now: Option<Amount>,
    /// The higher limit that applies later; null where none was asked for.
    pub next: Option<NextLimit>,
}

/// A limit that applies later.
#[derive(Serialize, ToSchema)]
pub struct NextLimit {
    /// The limit; null where there will be none.
    pub amount: Option<Amount>,
    /// When it applies, in milliseconds since 1970.
    pub from: i64,
}

/// An exchange that waits to be confirmed.
#[derive(Serialize, ToSchema)]
pub struct PendingExchange {
    /// The number of the table; null at the cage.
    pub table: Option<u16>,
    /// The number of the exchange.
    pub number: u32,
    /// What is exchanged for what.
    pub exchange: Exchange,
}

/// An exchange that waits to be confirmed, as the staff see it.
#[derive(Serialize, ToSchema)]
pub struct ExchangeView {
    /// The number of the table; null at the cage.
    pub table: Option<u16>,
    /// The number of the exchange.
    pub number: u32,
    /// The number of the person whose money or chips they are.
    pub person: u32,
    /// The name of that person.
    pub handle: Box<str>,
    /// The name of the person who requested it: the same, or a member of the staff.
    pub by: Box<str>,
    /// What is exchanged for what.
    pub exchange: Exchange,
}

/// An open request of a player for chips or cash.
#[derive(Serialize, ToSchema)]
pub struct ChipRequestView {
    /// The number of the request.
    pub number: u32,
    /// The number of the player.
    pub person: u32,
    /// The name of the player.
    pub handle: Box<str>,
    /// Chips for cash, or cash for chips.
    pub kind: ChipRequestKind,
    /// The amount.
    pub amount: Amount,
    /// When it was made, in milliseconds since 1970.
    pub at: i64,
    /// Whether it is laid out: then the player confirms it.
    pub laid_out: bool,
    /// The number of the table where it is laid out; null at the cage, and while it is not laid out.
    pub table: Option<u16>,
}

/// A round that the person who asks has played.
#[derive(Serialize, ToSchema)]
pub struct OwnRound {
    /// The number of the table.
    pub table: u16,
    /// The name of the table.
    pub name: Box<str>,
    /// The game, as `RULEBOOK/GAME`.
    pub game: Box<str>,
    /// The number of the round.
    pub round: u64,
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
    /// The sum of the stakes placed in it, with a bank that was taken.
    pub staked: Amount,
    /// The sum of the returns in it, for stakes of this round and of earlier ones, with a bank that was given up.
    pub returned: Amount,
    /// Returned less staked.
    pub net: TotalAmount,
    /// The result in a few words; null while the round is being played.
    pub outcome: Option<Box<str>>,
    /// Its place among all: the next page continues from it (`before`).
    pub place: u64,
}

/// The statement of the person who asks.
#[derive(Serialize, ToSchema)]
pub struct Statement {
    /// The currency, as three letters.
    pub currency: Box<str>,
    /// Movements, the latest first; at most 500.
    pub rows: Vec<StatementRow>,
}

/// A movement of money.
#[derive(Serialize, ToSchema)]
pub struct StatementRow {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What it was, in words.
    pub text: String,
    /// What moved.
    pub unit: Unit,
    /// The amount; negative where it was paid.
    pub amount: Signed,
    /// The balance after it.
    pub balance: Signed,
    /// Its place among all: the next page continues from it (`before`).
    pub place: u64,
}
