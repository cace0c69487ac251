//! `croupier migrate`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueHint};
use croupier_rules::book::Shelf;
use croupier_server::config::StoreAddress;
use croupier_server::migration::{MigrationRequest, migrate};

use crate::failure::Failure;
use crate::output::print;

/// What is moved and proved, in the help.
const HELP: &str = "\
Journals, accounts, sessions, checkpoints and the house key go to the new place. Then every entry, key and balance is \
compared, and every house is replayed at both ends: every round is judged and paid again, and both states must be equal. \
Only then may the new place be served, and the old one no longer; its files stay as a copy. No server may use either.

An interrupted migration goes on where it stopped when the command is given again.

Exit status: 0 moved and proved, 2 not moved; the houses are served where they were.";

#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct MigrateArgs {
    /// The data folder of the houses
    #[arg(value_name = "FROM", value_hint = ValueHint::DirPath)]
    from: PathBuf,
    /// The data folder that they move to; it is created
    #[arg(value_name = "TO", value_hint = ValueHint::DirPath)]
    to: PathBuf,
    /// Move the journals into this `PostgreSQL` database
    #[arg(
        long,
        value_name = "ADDRESS",
        conflicts_with = "from_store",
        required_unless_present = "from_store"
    )]
    to_store: Option<StoreAddress>,
    /// Move the journals out of this `PostgreSQL` database
    #[arg(long, value_name = "ADDRESS")]
    from_store: Option<StoreAddress>,
}

pub(crate) fn run(command: &MigrateArgs, shelf: Shelf) -> Result<ExitCode, Failure> {
    // The rulebooks are used until the program ends.
    let shelf: &'static Shelf = Box::leak(Box::new(shelf));
    let MigrateArgs { from, to, to_store, from_store } = command;
    let (from, to) = (from.clone(), to.clone());
    let request = MigrationRequest { from, from_store: from_store.clone(), to, to_store: to_store.clone() };
    let proved = migrate(&request, shelf, &mut |line| eprintln!("{line}"))
        .map_err(|error| Failure::usage(error.to_string()))?;
    for house in proved {
        print(format!(
            "House {}: {} entries and {} rounds are the same at both ends.\n  last entry {}\n  state {}",
            house.house, house.entries, house.rounds, house.head, house.state
        ))?;
    }
    let store = if to_store.is_some() { " --store ADDRESS --node NAME" } else { "" };
    print(format!("Serve them now with: croupier serve {}{store}", request.to.display()))?;
    Ok(ExitCode::SUCCESS)
}
