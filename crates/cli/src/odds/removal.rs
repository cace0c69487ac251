//! The effect of removing one card from the shoe.

use std::process::ExitCode;

use croupier_maths::{PriceQuery, Removal, removals};
use croupier_report::{figure_text, signed_percent};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output::{print, print_json, table};
use crate::table::SelectedTable;

pub(super) fn run(of: &SelectedTable<'_>, ask: &PriceQuery, as_json: bool) -> Result<ExitCode, Failure> {
    let found =
        removals(&of.rules, ask).map_err(|error| Failure::usage(format!("{}: {error}", of.name())))?;
    if as_json {
        let row = |removal: &Removal| {
            json!({
                "card": removal.card,
                "wager": removal.wager,
                "gain": figure_text(&removal.gain),
                "gain_decimal": removal.gain.value(),
            })
        };
        let rows: Vec<Value> = found.iter().map(row).collect();
        print_json(&json!({ "rules": of.name(), "removals": rows }))?;
    } else {
        print(text(of, &found))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(of: &SelectedTable<'_>, found: &[Removal]) -> String {
    let mut drawn = table(["card removed", "wager", "the house gains"]);
    for removal in found {
        drawn.add_row([removal.card.clone(), removal.wager.clone(), signed_percent(removal.gain.value())]);
    }
    format!("{}: what removing one card is worth, per unit of the bet as made\n{drawn}", of.name())
}
