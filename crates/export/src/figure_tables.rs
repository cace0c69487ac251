//! The tables of figures: what was won in each period, beside the theory of the same bets.

use crate::column::ColumnType::{Decimal, Integer, Money, Text, Time};
use crate::column::{ExportColumn, ExportTable, HOUSE, column, joined};

const BEGINS: ExportColumn = column("begins", Time, "the beginning of the period");
const ENDS: ExportColumn = column("ends", Time, "its end: a round belongs to it if it was over before");
const GAME: ExportColumn =
    column("game", Text, "the game, as `RULEBOOK/GAME`; empty where the house had no table").optional();
const ACTIVITY: ExportColumn = column(
    "activity",
    Text,
    "`activity`, or `no activity` where no bet was decided and no cash went into a drop box",
);
const ROUNDS_OF: ExportColumn = column("rounds", Integer, "the rounds with a decided bet against the house");
const BETS: ExportColumn = column("bets", Integer, "these bets");
const STAKED: ExportColumn =
    column("staked", Money, "what was staked on them, with doubles, splits and raises");
const RETURNED: ExportColumn = column("returned", Money, "what was paid back, the stakes included");
const WIN: ExportColumn = column("win", Money, "what the house won: `staked` less `returned`");
const CASH_DROPPED: ExportColumn =
    column("cash_dropped", Money, "the cash that went into the drop box of a table");
const UNPRICED: ExportColumn =
    column("unpriced", Integer, "the bets without a proved price, which theory and z leave out");
const PRICED_WIN: ExportColumn = column("priced_win", Money, "what the house won of the other bets");
const THEORETICAL: ExportColumn = column("theoretical", Money, "the mean of that at best play, rounded");
const THEORETICAL_EXACT: ExportColumn = column(
    "theoretical_exact",
    Text,
    "the same as a fraction in minor units; empty where a price is only known as a decimal",
)
.optional();
const VARIANCE_EXACT: ExportColumn = column(
    "variance_exact",
    Text,
    "the variance as a fraction in squares of minor units; empty where that of a price is only known as a decimal",
)
.optional();
const DEVIATION: ExportColumn = column(
    "deviation",
    Decimal,
    "the standard deviation, the root of the variance, in the currency; empty without a variance",
)
.optional();
const Z: ExportColumn = column(
    "z",
    Decimal,
    "`priced_win` less its mean, in standard deviations; rounded correctly where `z_squared` is there",
)
.optional();
const Z_SQUARED: ExportColumn = column(
    "z_squared",
    Text,
    "the square of z as a fraction; empty where mean or variance are only known as decimals",
)
.optional();
const METHOD: ExportColumn = column(
    "variance",
    Text,
    "`joint` or `each-alone`, as [figures.md](figures.md#variance) has it; empty without priced bets",
)
.optional();
const INEXACT: ExportColumn = column(
    "inexact",
    Text,
    "why deviation and z are not exact: `standing`, `own-cards`, `estimated`, with `; ` between them; empty if they are",
)
.optional();

/// What was won in a period.
const WON: &[ExportColumn] = &[ACTIVITY, ROUNDS_OF, BETS, STAKED, RETURNED, WIN];
/// The theory of the same bets, and how far it is from what was won.
const THEORY: &[ExportColumn] = &[
    UNPRICED,
    PRICED_WIN,
    THEORETICAL,
    THEORETICAL_EXACT,
    VARIANCE_EXACT,
    DEVIATION,
    Z,
    Z_SQUARED,
    METHOD,
    INEXACT,
];

/// The figures of each table in each period.
pub const FIGURES_BY_TABLE: ExportTable = ExportTable {
    name: "figures_by_table",
    meaning: "a table in a period, also where nothing happened at it; or a house without tables",
    columns: &joined::<23>(&[
        &[
            HOUSE,
            BEGINS,
            ENDS,
            column("table_id", Integer, "the number of the table in the house").optional(),
            column("table_name", Text, "the name of the table in the house file").optional(),
            GAME,
        ],
        WON,
        &[CASH_DROPPED],
        THEORY,
    ]),
};

/// The figures of each game in each period.
pub const FIGURES_BY_GAME: ExportTable = ExportTable {
    name: "figures_by_game",
    meaning: "a game in a period, also where nobody played it at its tables; or a house without tables",
    columns: &joined::<21>(&[&[HOUSE, BEGINS, ENDS, GAME], WON, &[CASH_DROPPED], THEORY]),
};

/// The figures of each wager in each period.
pub const FIGURES_BY_WAGER: ExportTable = ExportTable {
    name: "figures_by_wager",
    meaning: "a wager of a game that was bet on in a period; a game without bets has a row without a wager",
    columns: &joined::<21>(&[
        &[
            HOUSE,
            BEGINS,
            ENDS,
            GAME,
            column(
                "wager",
                Text,
                "the kind of wager, as `kind` in `wagers` names it; empty where there was no bet",
            )
            .optional(),
        ],
        WON,
        THEORY,
    ]),
};
