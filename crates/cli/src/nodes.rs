//! `croupier nodes`.

use std::process::ExitCode;

use clap::Args;
use croupier_server::config::StoreAddress;
use croupier_server::nodes::{HouseStanding, NodesReport, look};

use crate::failure::Failure;
use crate::output::{print, print_json, table};

/// What the command shows, in the help.
const HELP: &str = "\
Shows the nodes that serve the houses of a database, who owns which house, its fence, and how many entries each node has \
not applied yet. Nothing is changed. A node that was killed is listed for six seconds more.

Exit status: 0 every house has an owner, 1 a house has none or is suspended, 2 the database cannot be read.";

#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct NodesArgs {
    /// The `PostgreSQL` database that has the journals, as with `serve`
    #[arg(long, value_name = "ADDRESS", env = "CROUPIER_STORE", hide_env_values = true)]
    store: StoreAddress,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(command: &NodesArgs) -> Result<ExitCode, Failure> {
    let report = look(&command.store).map_err(|error| Failure::usage(error.to_string()))?;
    if command.json {
        print_json(&serde_json::to_value(&report).map_err(std::io::Error::from)?)?;
    } else {
        show(&report)?;
    }
    let is_well = report.houses.iter().all(|house| house.owner.is_some() && house.suspended.is_none());
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn show(report: &NodesReport) -> Result<(), Failure> {
    if report.nodes.is_empty() {
        print(
            "No node serves this database. Start one: croupier serve DATA --store ADDRESS --node NAME --advertise ADDRESS",
        )?;
    } else {
        let mut nodes = table(["node", "address", "version", "state", "owns"]);
        for node in &report.nodes {
            let state = if node.draining { "gives its houses away" } else { "serves" };
            let owns = node.owns.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let owns = if owns.is_empty() { "nothing".to_owned() } else { format!("house {owns}") };
            nodes.add_row([&*node.name, &*node.address, &*node.version, state, &*owns]);
        }
        print(nodes)?;
    }
    if !report.houses.is_empty() {
        let mut houses = table(["house", "owner", "fence", "entries", "behind"]);
        houses.align_right(&[0, 2, 3]);
        for house in &report.houses {
            houses.add_row(row(house));
        }
        print(houses)?;
    }
    for house in &report.houses {
        if let Some(why) = &house.suspended {
            print(format!("House {} is suspended, nobody may write to it: {why}", house.house))?;
        }
    }
    Ok(())
}

fn row(house: &HouseStanding) -> [String; 5] {
    let owner = house.owner.clone().unwrap_or_else(|| "nobody".to_owned());
    let behind = house.behind.iter().map(|(node, behind)| match behind {
        Some(behind) => format!("{node} {behind}"),
        None => format!("{node} silent"),
    });
    let behind = behind.collect::<Vec<_>>().join(", ");
    [house.house.to_string(), owner, house.fence.to_string(), house.entries.to_string(), behind]
}
