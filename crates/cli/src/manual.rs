//! `croupier man`: the manual pages.

use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory;

use crate::args::Args;
use crate::failure::Failure;
use crate::output::print;

pub(crate) fn run(folder: Option<&Path>) -> Result<ExitCode, Failure> {
    match folder {
        Some(folder) => {
            let failed = |error: std::io::Error| {
                Failure::usage(format!("cannot write manual pages to {}: {error}", folder.display()))
            };
            std::fs::create_dir_all(folder).map_err(failed)?;
            clap_mangen::generate_to(Args::command(), folder).map_err(failed)?;
            print(format!("The manual pages are in {}", folder.display()))?;
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Args::command()).render(&mut page)?;
            print(String::from_utf8_lossy(&page).trim_end())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
