//! Figures of tables, games and wagers over an interval, and patterns that an exact model finds unlikely.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::amount::TotalAmount;
use super::kinds::Role;

/// What the rows of figures are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FigureBy {
    /// Tables.
    #[default]
    Table,
    /// Games.
    Game,
    /// Wagers of a game.
    Wager,
}

/// How the variance of bets was computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VarianceMethod {
    /// All bets that one ball, one throw or the same cards decide together, so that what they win and lose together is
    /// counted.
    Joint,
    /// Some bets alone, as if they were independent: `inexact` says why.
    EachAlone,
}

/// Why a deviation is not exact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InexactReason {
    /// Bets that can stand over several balls or throws are counted each alone: others beside them were made earlier or
    /// later.
    Standing,
    /// Bets are counted each alone where every player or box has cards and decisions of its own, beside those that all share.
    OwnCards,
    /// The variance of a bet is only known as an estimate: that of a box whose hands can be split.
    Estimated,
}

/// Figures of a house over an interval.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FiguresView {
    /// The currency, as three letters.
    pub currency: String,
    /// The beginning of the interval, in milliseconds since 1970; null for the beginning of the house.
    pub from: Option<i64>,
    /// The end of the interval; null for now. A round belongs to it if it ended before.
    pub to: Option<i64>,
    /// The rows, in the order of the tables.
    pub rows: Vec<FigureRow>,
    /// All rows together.
    pub total: FigureRow,
}

/// Figures of a table, a game or a wager.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct FigureRow {
    /// The number of the table; null for other rows.
    pub table: Option<u16>,
    /// What the row is called.
    pub name: String,
    /// The game, as `RULEBOOK/GAME`; null for the total.
    pub game: Option<String>,
    /// The wager, as prices name it; null for other rows.
    pub wager: Option<String>,
    /// The rounds with a decided bet against the house.
    pub rounds: u64,
    /// The bets that were decided.
    pub bets: u64,
    /// The stakes, with everything that decisions added to them.
    pub handle: TotalAmount,
    /// The cash that went into the drop box; null for a wager, which has none.
    pub drop: Option<TotalAmount>,
    /// What was returned for the stakes.
    pub returned: TotalAmount,
    /// What the house won: the handle less what was returned.
    pub win: TotalAmount,
    /// What the house wins of these bets on average, at best play; without those that have no price.
    pub theoretical: TotalAmount,
    /// The same as an exact fraction of the currency's minor unit; null where a price is only known as a decimal.
    pub theoretical_exact: Option<String>,
    /// The win as a share of the handle; null without any.
    pub hold: Option<f64>,
    /// The theoretical win as a share of the handle of the bets that have a price.
    pub theoretical_hold: Option<f64>,
    /// The standard deviation of the win of the bets that have a price, in the currency; null without any.
    pub deviation: Option<f64>,
    /// How many standard deviations their win is above the theoretical one; null without any deviation.
    pub z: Option<f64>,
    /// How the deviation was computed; null without any.
    pub variance: Option<VarianceMethod>,
    /// Why the deviation and z are not exact; empty if they are.
    pub inexact: Vec<InexactReason>,
    /// The bets without a price. They are in the handle and the win, and not in what is compared with theory.
    pub unpriced: u64,
}

/// What a pattern is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PatternKind {
    /// More corrected rounds than the rate of the house lets expect.
    Corrections,
    /// A player has won more than the variance of their own bets lets expect.
    Result,
    /// More bets after the last call than the rate of all players lets expect.
    LateBets,
    /// Two people authorise each other more often than their share in all authorisations lets expect.
    Pairs,
}

/// A person in a pattern.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PatternPerson {
    /// The number of the person.
    pub person: u32,
    /// The name.
    pub handle: String,
    /// The role.
    pub role: Role,
}

/// Something that an exact model finds unlikely. It accuses nobody: among many people, something unlikely happens to some.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PatternView {
    /// What it is about.
    pub kind: PatternKind,
    /// The people.
    pub people: Vec<PatternPerson>,
    /// The table, if it is about one.
    pub table: Option<u16>,
    /// What was found: rounds, authorisations, or an amount in the currency.
    pub found: f64,
    /// What the model expects, in the same unit.
    pub expected: f64,
    /// The chance of this or more under the model; for results, a proved bound above it.
    pub chance: f64,
    /// The figures in words.
    pub text: String,
}
