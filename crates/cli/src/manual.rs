//! `croupier completions` and `croupier man`.

use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory;

use crate::args::Args;
use crate::failure::Failure;
use crate::output::print;

pub(crate) fn completions(shell: clap_complete::Shell) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "croupier", &mut script);
    print(String::from_utf8_lossy(&script).trim_end())?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn pages(folder: Option<&Path>) -> Result<ExitCode, Failure> {
    match folder {
        Some(folder) => {
            std::fs::create_dir_all(folder)?;
            clap_mangen::generate_to(Args::command(), folder)?;
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
