//! The house file of a private house, with everything that a rulebook may require before a table can open.

use std::fmt::Write;

use croupier_kit::Money;
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::house::{Breach, HouseFile, check_table};
use jiff::civil::Date;

use crate::failure::Failure;
use crate::table::SelectedTable;

/// The name of the one table.
pub(super) const TABLE: &str = "Private table";
/// The holder of the licence.
const HOLDER: &str = "Private house";
/// The premises.
const PREMISES: &str = "this terminal";
/// A day before the start of every rulebook.
const LONG_AGO: &str = "1800-01-01";
/// The limits if a rulebook requires limits and none are chosen, in whole units.
const LIMITS: (i64, i64) = (1, 1000);

/// The staff of the house: names and posts.
pub(super) const STAFF: [(&str, &str); 6] = [
    ("Manager", "manager"),
    ("Inspector", "inspector"),
    ("Dealer", "dealer"),
    ("Cashier", "cashier"),
    ("Palette person", "palette-person"),
    ("Base dealer", "base-dealer"),
];

/// The kind of bank.
#[derive(Clone, Copy)]
enum Bank {
    House,
    Players,
}

/// The house file for a table on a day: the first variant that has no breach of its rulebook.
pub(super) fn write(of: &SelectedTable<'_>, shelf: &Shelf, day: Date) -> Result<String, Failure> {
    let mut fewest: Option<Vec<Breach>> = None;
    for limits in [of.chosen.clone(), limited(&of.chosen)] {
        for bank in [Bank::House, Bank::Players] {
            let file = file(of, &limits, bank, day);
            let house = HouseFile::read("the private house", &file, shelf).map_err(Failure::Book)?;
            let breaches: Vec<Breach> =
                house.tables.iter().flat_map(|table| check_table(&house, table, shelf, day)).collect();
            if breaches.is_empty() {
                return Ok(file);
            }
            if fewest.as_ref().is_none_or(|fewest| breaches.len() < fewest.len()) {
                fewest = Some(breaches);
            }
        }
    }
    Err(Failure::Breaches(describe(&fewest.expect("every variant has a breach"), of)))
}

/// Describes the provisions that a private house breaches.
fn describe(breaches: &[Breach], of: &SelectedTable<'_>) -> String {
    let line = |breach: &Breach| {
        let cites =
            if breach.cites.is_empty() { String::new() } else { format!(" ({})", breach.cites.join(", ")) };
        format!("\n  {}; {}{cites}", breach.found, breach.allowed)
    };
    let lines: String = breaches.iter().map(line).collect();
    format!("{} cannot be played in a private house:{lines}", of.name())
}

/// The same settings, with limits if none are chosen.
fn limited(chosen: &Chosen) -> Chosen {
    let mut chosen = chosen.clone();
    let whole = |units: i64| Money::from_minor(units * 100);
    let min = chosen
        .stake_min
        .unwrap_or_else(|| chosen.stake_max.map_or(whole(LIMITS.0), |max| max.min(whole(LIMITS.0))));
    chosen.stake_min = Some(min);
    chosen.stake_max = Some(chosen.stake_max.unwrap_or_else(|| whole(LIMITS.1).max(min)));
    chosen
}

fn file(of: &SelectedTable<'_>, chosen: &Chosen, bank: Bank, day: Date) -> String {
    let (game, book) = (of.name(), of.book.id());
    // The code of ISO 4217 for no currency.
    let currency = of.currency().unwrap_or("XXX");
    let packs: Vec<String> = (1..=16).map(|packs: u32| packs.to_string()).collect();
    let mut file = format!(
        r#"licence_holder = "{HOLDER}"
premises = "{PREMISES}"
currency = "{currency}"
time_zone = "UTC"
date = {day}

[management]
games = ["{game}"]

[disputes]
heard_by = "Manager"
escalated_to = "nobody: this is play money"

[[licence]]
reference = "play money"
rulebook = "{book}"
holder = "{HOLDER}"
premises = "{PREMISES}"
from = {LONG_AGO}

[[approval]]
reference = "hours"
date = {LONG_AGO}
of = "hours"
hours = "00:00-24:00"

[[approval]]
reference = "packs"
date = {LONG_AGO}
of = "packs"
packs = [{}]
"#,
        packs.join(", ")
    );
    for of in ["layout", "shuffler"] {
        let _ = write!(file, "\n[[approval]]\nreference = \"{of}\"\ndate = {LONG_AGO}\nof = \"{of}\"\n");
    }
    for (name, post) in STAFF {
        let _ = write!(file, "\n[[staff]]\nname = \"{name}\"\npost = \"{post}\"\nemployer = \"{HOLDER}\"\n");
    }
    let (held_by, shares) = match bank {
        Bank::House => (HOLDER, format!("\"{HOLDER}\"")),
        Bank::Players => ("the player who has it", String::new()),
    };
    let _ = write!(file, "\n[[bank]]\nname = \"bank\"\nheld_by = \"{held_by}\"\nshares = [{shares}]\n");
    file + &table(&game, chosen)
}

fn table(game: &str, chosen: &Chosen) -> String {
    let mut table = format!(
        r#"
[[table]]
name = "{TABLE}"
game = "{game}"
hours = "00:00-24:00"
dealer = "Dealer"
palette_person = "Palette person"
base_dealers = ["Base dealer"]
inspector = "Inspector"
bank = "bank"
shuffle = "by-hand"
shows = ["limits", "odds", "rules", "version"]
tells = ["limits", "odds", "rules", "version"]
"#
    );
    for (key, limit) in [("min", chosen.stake_min), ("max", chosen.stake_max)] {
        if let Some(limit) = limit {
            let _ = writeln!(table, "{key} = \"{limit}\"");
        }
    }
    let settings: Vec<String> = chosen.iter().map(|(key, value)| format!("{key} = \"{value}\"")).collect();
    let _ = writeln!(table, "settings = {{ {} }}", settings.join(", "));
    table
}
