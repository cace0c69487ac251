//! Figures as an export: sums that other tables have, the figures that the staff read, z by whole numbers, and rows that say where
//! nothing happened.

use std::path::Path;

use croupier_export::{
    EVENTS, ExportFormat, FIGURES_BY_GAME, FIGURES_BY_TABLE, FIGURES_BY_WAGER, ROUNDS as ROUND_TABLE,
    SIGNIFICANT_EVENTS, WAGERS,
};
use croupier_house::ids::DAY_MS;
use croupier_server::export::{ExportRequest, FigurePeriod};
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::common::{Server, config, folder, shelf};
use crate::exported_rows::{Rows, exported, request};
use crate::figures::{Evening, POCKETS, ROUNDS, due, gcd};

const FIGURES: [&str; 3] = [FIGURES_BY_TABLE.name, FIGURES_BY_GAME.name, FIGURES_BY_WAGER.name];

/// The figures of an export have what its wagers have, whatever they are summed by.
pub(crate) fn assert_figures(name: &str, out: &Path) {
    let [tables, games, wagers] = FIGURES.map(|table| Rows::read(out, table));
    for column in ["staked", "returned", "win", "priced_win", "bets", "unpriced"] {
        let [of_tables, of_games, of_wagers] =
            [&tables, &games, &wagers].map(|rows| rows.sum(column, |_| true));
        assert_eq!((of_tables, of_tables), (of_games, of_wagers), "{name}: {column}");
    }
    for column in ["cash_dropped", "rounds"] {
        let [of_tables, of_games] = [&tables, &games].map(|rows| rows.sum(column, |_| true));
        assert_eq!(of_tables, of_games, "{name}: {column}");
    }
    let stakes = Rows::read(out, WAGERS.name);
    let [void, interrupted] = [void_rounds(out), interrupted_rounds(out)];
    let is_counted = |row: &dyn Fn(&str) -> String| {
        let is_decided = !["cancelled", "refused"].contains(&&*row("outcome")) && !row("kind").is_empty();
        is_decided && !void.contains(&PLACE.map(row))
    };
    // Against the bank of a player the house wins nothing.
    let has_banker = stakes.all("game").iter().any(|game| game.contains("chemin"));
    for column in ["staked", "returned"] {
        let most = stakes.sum(column, is_counted);
        // Of a round that was interrupted when it was over, what had been decided counts; of others nothing does.
        let least = stakes.sum(column, |row| is_counted(row) && !interrupted.contains(&PLACE.map(row)));
        let found = tables.sum(column, |_| true);
        let is_due = (least..=most).contains(&found) || has_banker && found < most;
        assert!(is_due, "{name}: {column} {found} instead of {least} to {most}");
    }
    for rows in [&tables, &games, &wagers] {
        for row in &rows.rows {
            let sums = ["rounds", "bets", "staked", "returned"].map(|column| rows.at(row, column));
            let is_active = sums.iter().any(|sum| !["0", "0.00"].contains(sum));
            let says = rows.at(row, "activity");
            assert!(says == "activity" || says == "no activity" && !is_active, "{name}: {row:?}");
        }
    }
}

/// What names a round.
const PLACE: [&str; 3] = ["house", "table_id", "round"];

fn void_rounds(out: &Path) -> Vec<[String; 3]> {
    let rounds = Rows::read(out, ROUND_TABLE.name);
    let void = rounds.rows.iter().filter(|row| rounds.at(row, "void") == "true");
    void.map(|row| PLACE.map(|column| rounds.at(row, column).to_owned())).collect()
}

fn interrupted_rounds(out: &Path) -> Vec<[String; 3]> {
    let events = Rows::read(out, EVENTS.name);
    let interrupted = events.rows.iter().filter(|row| events.at(row, "kind") == "round-interrupted");
    let round = |row: &csv::StringRecord| {
        let [house, table] = ["house", "table_id"].map(|column| events.at(row, column).to_owned());
        let event: Value = serde_json::from_str(events.at(row, "event")).unwrap();
        let round = event.as_object().unwrap().values().find_map(|fields| fields.get("round"));
        [house, table, round.unwrap().to_string()]
    };
    interrupted.map(round).collect()
}

fn figures_of(data: &Path, period: FigurePeriod) -> [Rows; 3] {
    let out = folder("export-figures");
    exported(&ExportRequest { period, ..request(data, &out) }, shelf());
    assert_figures("figures", &out);
    FIGURES.map(|table| Rows::read(&out, table))
}

/// An amount as the files have it.
fn amount(minor: i128) -> String {
    let sign = if minor < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", minor.abs() / 100, minor.abs() % 100)
}

/// A fraction in lowest terms.
fn fraction(numerator: i128, denominator: i128) -> String {
    let divisor = gcd(numerator.abs(), denominator);
    match denominator / divisor {
        1 => (numerator / divisor).to_string(),
        of => format!("{}/{of}", numerator / divisor),
    }
}

/// Numerator and denominator.
fn parts(fraction: &str) -> (i128, i128) {
    let (numerator, denominator) = fraction.split_once('/').unwrap_or((fraction, "1"));
    (numerator.parse().unwrap(), denominator.parse().unwrap())
}

/// Whether a number in millionths is the root of a fraction, rounded correctly.
fn is_root(millionths: i128, square: (i128, i128)) -> bool {
    let due = 4 * 1_000_000_000_000 * square.0;
    let (below, above) = (2 * millionths.abs() - 1, 2 * millionths.abs() + 1);
    below * below * square.1 <= due && due < above * above * square.1
}

fn millionths(decimal: &str) -> i128 {
    assert_eq!(decimal.split_once('.').unwrap().1.len(), 6, "{decimal}");
    decimal.replace('.', "").parse().unwrap()
}

#[test]
fn mean_variance_and_z_are_exact() {
    let mut evening = Evening::begin("export-exact");
    ROUNDS.iter().for_each(|(bets, ball)| evening.play(bets, *ball));
    let due = due(&ROUNDS);
    for rows in &figures_of(&evening.server.data, FigurePeriod::Whole)[..2] {
        let of_table: Vec<_> =
            rows.rows.iter().filter(|row| rows.at(row, "activity") == "activity").collect();
        let [row] = of_table[..] else { panic!("{of_table:?}") };
        let at = |column: &str| rows.at(row, column);
        assert_eq!((at("staked"), at("win")), (&*amount(due.staked), &*amount(due.won)));
        assert_eq!((at("rounds"), at("unpriced"), at("priced_win")), ("4", "0", &*amount(due.won)));
        assert_eq!(at("theoretical_exact"), fraction(due.mean, POCKETS));
        assert_eq!(at("variance_exact"), fraction(due.variance, POCKETS * POCKETS));
        assert_eq!((at("variance"), at("inexact")), ("joint", ""));
        // The pockets cancel out: (37 won - mean)² / variance.
        let above = POCKETS * due.won - due.mean;
        assert_eq!(at("z_squared"), fraction(above * above, due.variance));
        let z = millionths(at("z"));
        assert!(is_root(z, parts(at("z_squared"))) && (z < 0) == (above < 0), "{}", at("z"));
        // In the currency, not in minor units.
        let (numerator, denominator) = parts(at("variance_exact"));
        assert!(is_root(millionths(at("deviation")), (numerator, 10_000 * denominator)));
    }
}

#[test]
fn the_figures_of_an_export_are_those_that_the_staff_read() {
    let mut evening = Evening::begin("export-staff");
    evening.play(ROUNDS[0].0, 17);
    evening.agree(
        &json!({"kind": "correct", "round": 1, "from": "ball 17", "to": "ball 18", "reason": "misread"}),
    );
    evening.play(ROUNDS[1].0, 20);
    evening.agree(&json!({"kind": "void", "round": 2, "reason": "the ball left the wheel"}));
    let buys = json!({"kind": "buy-in", "with": "cash", "amount": "40.00"});
    let laid = evening.players[0].must(evening.table, &json!({"do": "request-exchange", "exchange": buys}));
    evening.dealer.must(evening.table, &json!({"do": "confirm-exchange", "number": laid["number"]}));
    let of_staff = ["table", "game", "wager"].map(|by| evening.figures(&format!("?by={by}")));
    for (rows, staff) in figures_of(&evening.server.data, FigurePeriod::Whole).iter().zip(of_staff) {
        let active = rows.rows.iter().filter(|row| rows.at(row, "activity") == "activity");
        let active: Vec<_> = active.collect();
        let due = staff["rows"].as_array().unwrap().iter();
        let due: Vec<&Value> =
            due.filter(|row| row["bets"] != json!(0) || row["drop"] == json!("40.00")).collect();
        assert_eq!(active.len(), due.len(), "{staff}");
        for (row, due) in active.iter().zip(due) {
            let at = |column: &str| json!(rows.at(row, column));
            let found = ["staked", "returned", "win", "theoretical_exact"].map(at);
            let seen = ["handle", "returned", "win", "theoretical_exact"].map(|key| due[key].clone());
            assert_eq!(found, seen);
            for count in ["rounds", "bets", "unpriced"] {
                assert_eq!(at(count), json!(due[count].to_string()), "{count}");
            }
            for root in ["z", "deviation"] {
                let found: f64 = rows.at(row, root).parse().unwrap();
                assert!((due[root].as_f64().unwrap() - found).abs() < 1e-6, "{root}: {found} {due}");
            }
        }
    }
    let (status, events) = evening.inspector.get("/houses/1/events?limit=200");
    assert_eq!(status, 200, "{events}");
    let out = folder("export-significant");
    let tables = vec![&SIGNIFICANT_EVENTS];
    exported(&ExportRequest { tables, ..request(&evening.server.data, &out) }, shelf());
    let rows = Rows::read(&out, SIGNIFICANT_EVENTS.name);
    let mut due: Vec<[String; 3]> = Vec::new();
    for event in events.as_array().unwrap().iter().rev() {
        let text = |key: &str| event[key].as_str().unwrap().to_owned();
        due.push([event["sequence"].to_string(), text("kind"), text("text")]);
    }
    let found =
        rows.rows.iter().map(|row| ["sequence", "kind", "text"].map(|key| rows.at(row, key).to_owned()));
    assert_eq!(found.collect::<Vec<_>>(), due);
    for kind in ["opening", "correction", "void"] {
        assert!(due.iter().any(|[_, of, _]| of == kind), "{kind}");
    }
}

#[test]
fn where_nobody_played_every_row_says_no_activity() {
    let data = folder("export-idle");
    let server = Server::start(config(&data));
    let head = server.actor.shared().stored_to();
    let tables = server.actor.shared().tables().len();
    for period in FigurePeriod::ALL {
        let [by_table, by_game, by_wager] = figures_of(&data, period);
        assert!(head > 0 && by_table.rows.len() >= tables);
        for rows in [&by_table, &by_game, &by_wager] {
            assert!(!rows.rows.is_empty());
            assert!(rows.all("activity").iter().all(|says| *says == "no activity"));
            assert!(rows.all("z").iter().all(|z| z.is_empty()));
        }
        assert!(by_table.all("table_name").iter().all(|name| !name.is_empty()));
        assert!(by_wager.all("wager").iter().all(|wager| wager.is_empty()));
    }
    // Days that are asked for have rows up to the clock, and none before the house began.
    let out = folder("export-idle-events");
    exported(&ExportRequest { tables: vec![&EVENTS], ..request(&data, &out) }, shelf());
    let first: Timestamp = Rows::read(&out, EVENTS.name).all("at")[0].parse().unwrap();
    let first = first.as_millisecond();
    let today = first.div_euclid(DAY_MS) * DAY_MS;
    let out = folder("export-idle-days");
    let between = (today - 3 * DAY_MS, today + 9 * DAY_MS);
    let of =
        ExportRequest { between, now: first + 4 * DAY_MS, period: FigurePeriod::Day, ..request(&data, &out) };
    exported(&of, shelf());
    let rows = Rows::read(&out, FIGURES_BY_TABLE.name);
    assert_eq!(rows.rows.len(), 5 * tables);
    // Before it began, the house had no tables.
    let out = folder("export-idle-before");
    let between = (today - 3 * DAY_MS, today - DAY_MS);
    let of = ExportRequest { between, period: FigurePeriod::Whole, ..request(&data, &out) };
    exported(&of, shelf());
    for table in FIGURES {
        let rows = Rows::read(&out, table);
        assert_eq!((rows.all("activity"), rows.all("game")), (vec!["no activity"], vec![""]), "{table}");
    }
}

#[test]
fn an_export_that_is_made_again_has_the_same_bytes() {
    let mut evening = Evening::begin("export-again");
    ROUNDS.iter().for_each(|(bets, ball)| evening.play(bets, *ball));
    for format in ExportFormat::ALL {
        let made = [(); 2].map(|()| {
            let out = folder("export-again");
            let files = exported(&ExportRequest { format, ..request(&evening.server.data, &out) }, shelf());
            files.iter().map(|file| std::fs::read(&file.path).unwrap()).collect::<Vec<_>>()
        });
        assert!(made[0] == made[1], "{format:?}");
    }
}
