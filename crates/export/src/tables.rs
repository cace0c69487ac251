//! The tables: each column with its type and its meaning.

use crate::column::ColumnType::{Flag, Integer, Money, Text, Time};
use crate::column::{ExportColumn, ExportTable, HOUSE, column};
use crate::figure_tables::{FIGURES_BY_GAME, FIGURES_BY_TABLE, FIGURES_BY_WAGER};

const TABLE: ExportColumn = column("table_id", Integer, "the number of the table in the house");
const TABLE_NAME: ExportColumn = column("table_name", Text, "the name of the table in the house file");
const GAME: ExportColumn = column("game", Text, "the game, as `RULEBOOK/GAME`");
const ROUND: ExportColumn = column("round", Integer, "the number of the round at its table");
const SEQUENCE: ExportColumn =
    column("sequence", Integer, "the position of the entry among all entries of the house");
const AT: ExportColumn = column("at", Time, "when it happened");
const OF_TABLE: ExportColumn =
    column("table_id", Integer, "the table whose journal has the entry; empty for the house's own journal")
        .optional();
const VERSION: ExportColumn = column("version", Integer, "the position of the entry in its journal");

/// The rounds that are over.
pub const ROUNDS: ExportTable = ExportTable {
    name: "rounds",
    meaning: "a round that is over",
    columns: &[
        HOUSE,
        TABLE,
        TABLE_NAME,
        GAME,
        ROUND,
        column(
            "record",
            Integer,
            "the number of the record that has the round; stakes are numbered within it",
        ),
        column("first_sequence", Integer, "the sequence of the entry with which it began"),
        column("began", Time, "when it began"),
        column("ended", Time, "when it was over"),
        column("result", Text, "its result in words; empty for a void round").optional(),
        column("void", Flag, "whether it is void, so that all stakes were returned"),
        column("corrected", Flag, "whether a wrong entry in it was corrected"),
        column("edition", Text, "the digest of the rulebook it was played by, in hexadecimal"),
        column("stakes", Integer, "the number of stakes that were decided in it"),
        column("staked", Money, "the sum of these stakes"),
        column("returned", Money, "what their players got back, the stakes included"),
    ],
};

/// The stakes that were decided.
pub const WAGERS: ExportTable = ExportTable {
    name: "wagers",
    meaning: "a stake, in the round in which it was decided or returned",
    columns: &[
        HOUSE,
        TABLE,
        TABLE_NAME,
        GAME,
        ROUND,
        column("record", Integer, "the number of the record that numbers the stake"),
        column("stake", Integer, "the number of the stake in its record"),
        column("carried", Flag, "whether it was placed in an earlier round"),
        column("at", Time, "when the round was over"),
        column("person", Integer, "the number of the player"),
        column("wager", Text, "what was bet on, in the words of the record"),
        column(
            "kind",
            Text,
            "the kind of wager, as prices and figures name it; empty where they do not count it",
        )
        .optional(),
        column("hand", Text, "the hand it was on").optional(),
        column("unit", Text, "what was staked: `chips`, or `wheel` for the chips of one wheel"),
        column("staked", Money, "the amount"),
        column("returned", Money, "what came back, the stake included"),
        column("commission", Money, "the commission that was charged").optional(),
        column("outcome", Text, "`won`, `lost`, `void`, `halved`, `surrendered`, `cancelled` or `refused`"),
        column("odds", Text, "the odds at which it was, or would have been, paid").optional(),
        column(
            "provisions",
            Text,
            "the provisions that decided it, the deciding one first, with `; ` between them",
        ),
    ],
};

/// The legs of all transactions.
pub const LEDGER: ExportTable = ExportTable {
    name: "ledger",
    meaning: "a leg of a transaction: an amount of one unit that moves from one place to another",
    columns: &[
        HOUSE,
        SEQUENCE,
        AT,
        OF_TABLE,
        VERSION,
        column("transaction", Integer, "the number of the transaction within its entry, from 1"),
        column("leg", Integer, "the number of the leg within its transaction, from 1"),
        column("kind", Text, "the kind of transaction, such as `stake`, `settle` or `buy-in`"),
        column("stake", Integer, "the number of the stake it is about, within the record of the table")
            .optional(),
        column("unit", Text, "`cash`, `chips`, `wheel` or `plaques`"),
        column("amount", Money, "the amount; always more than 0"),
        column("from_place", Text, "the kind of place that it leaves, such as `cage`, `player` or `float`"),
        column("from_table", Integer, "the table of that place").optional(),
        column("from_person", Integer, "the person of that place").optional(),
        column("to_place", Text, "the kind of place that it goes to"),
        column("to_table", Integer, "the table of that place").optional(),
        column("to_person", Integer, "the person of that place").optional(),
    ],
};

/// The events of all journals.
pub const EVENTS: ExportTable = ExportTable {
    name: "events",
    meaning: "an event of a journal",
    columns: &[
        HOUSE,
        SEQUENCE,
        AT,
        OF_TABLE,
        VERSION,
        column("by_person", Integer, "the person who caused it; empty for the house itself").optional(),
        column("kind", Text, "the kind of event"),
        column("event", Text, "the event as JSON, as `GET /houses/{h}/journal` has it"),
        column("hash", Text, "the hash of the entry, in hexadecimal"),
    ],
};

/// The significant events of all houses.
pub const SIGNIFICANT_EVENTS: ExportTable = ExportTable {
    name: "significant_events",
    meaning: "a significant event, as the staff and the regulator see it",
    columns: &[
        HOUSE,
        SEQUENCE,
        AT,
        column("table_id", Integer, "the table it is about").optional(),
        TABLE_NAME.optional(),
        column(
            "kind",
            Text,
            "what it is about, as `GET /houses/{h}/events` has it: `opening`, `correction`, `payout` …",
        ),
        column("by_person", Integer, "the person who caused it; empty for the house itself").optional(),
        column(
            "people",
            Text,
            "the handles of those with a part in it, who caused it first, with `; ` between them",
        ),
        column("text", Text, "the event in one line; cards are not shown"),
        column("hash", Text, "the hash of the entry, in hexadecimal"),
    ],
};

/// All tables.
pub const TABLES: [&ExportTable; 8] = [
    &ROUNDS,
    &WAGERS,
    &LEDGER,
    &EVENTS,
    &FIGURES_BY_TABLE,
    &FIGURES_BY_GAME,
    &FIGURES_BY_WAGER,
    &SIGNIFICANT_EVENTS,
];
