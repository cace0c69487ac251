//! `croupier recover`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueHint};
use croupier_rules::book::Shelf;
use croupier_server::config::StoreAddress;
use croupier_server::recover::{RecoveryRequest, recover};

use crate::count::count;
use crate::failure::Failure;

#[derive(Args)]
pub(crate) struct RecoverArgs {
    /// The data folder; no server may use it
    #[arg(value_name = "DATA", value_hint = ValueHint::DirPath)]
    data: PathBuf,
    /// The `PostgreSQL` database that has the journals, as with `serve`
    #[arg(long, value_name = "ADDRESS", env = "CROUPIER_STORE", hide_env_values = true)]
    store: Option<StoreAddress>,
    /// The number of the house
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = count::<u16>)]
    house: u16,
    /// The manager, by the name in the house file; needed if there are several
    #[arg(long, value_name = "NAME")]
    manager: Option<String>,
    /// The reason, which the journal of the house will show
    #[arg(long, value_name = "TEXT", default_value = "recovered from the shell")]
    reason: String,
}

pub(crate) fn run(command: &RecoverArgs, shelf: Shelf) -> Result<ExitCode, Failure> {
    // The rulebooks are used until the program ends.
    let shelf: &'static Shelf = Box::leak(Box::new(shelf));
    let RecoverArgs { data, store, house, manager, reason } = command;
    let request = RecoveryRequest {
        data: data.clone(),
        store: store.clone(),
        house: *house,
        manager: manager.clone(),
        reason: reason.clone(),
    };
    let recovered = recover(&request, shelf).map_err(|error| Failure::usage(error.to_string()))?;
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{} can set a password with this link, which works once. Start the server and open it there:\n{}\n\
         The recovery is in the journal of house {house}, for the regulator too.",
        recovered.manager, recovered.path
    )?;
    Ok(ExitCode::SUCCESS)
}
