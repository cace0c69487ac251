//! `croupier lab evidence`: the folder for a test lab.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Arg, Args, Command, ValueHint};
use croupier_evidence::{
    BillOfMaterials, CheckedHouse, ClauseState, EvidencePack, EvidenceSources, chapters,
};
use croupier_rules::book::Shelf;
use croupier_server::dealing::SelfTest;
use jiff::civil::Date;
use serde_json::{Value, json};

use crate::check::check_json;
use crate::failure::Failure;
use crate::output::print;
use crate::serve::ServeArgs;
use crate::spinner::Spinner;
use crate::version;

#[derive(Args)]
pub(crate) struct EvidenceArgs {
    /// The folder, which must not exist yet, or be empty
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    into: PathBuf,
    /// A house file to put in, with the check of it; can be repeated
    #[arg(long, value_name = "HOUSE.toml", value_hint = ValueHint::FilePath)]
    house: Vec<PathBuf>,
    /// A bill of materials to put in, as `make sbom` writes it; can be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    sbom: Vec<PathBuf>,
}

pub(crate) fn run(
    command: &EvidenceArgs,
    shelf: &Shelf,
    chosen: Option<Date>,
    today: Date,
) -> Result<ExitCode, Failure> {
    check_folder(&command.into)?;
    let spinner = Spinner::start("reading the files");
    let program = program()?;
    let sources = EvidenceSources {
        program: &program,
        version: version::verified(shelf),
        options: options(),
        generator_fault: SelfTest::at_start().err().map(|fault| fault.to_string()),
        shelf,
        day: chosen,
        houses: houses(&command.house, shelf, today)?,
        bills: bills(&command.sbom)?,
    };
    let pack = EvidencePack::make(&sources, &spinner)?;
    drop(spinner);
    write_pack(&pack, &command.into)?;
    print(summary(&pack, &command.into))?;
    Ok(ExitCode::SUCCESS)
}

/// A pack is made at once and whole: what is in the folder already would be taken for a part of it.
fn check_folder(folder: &Path) -> Result<(), Failure> {
    let unreadable = |error| Failure::unreadable(&folder.display().to_string(), &error);
    let first = match std::fs::read_dir(folder) {
        Ok(mut entries) => entries.next(),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(unreadable(error)),
    };
    match first {
        None => Ok(()),
        Some(_) => Err(Failure::usage(format!(
            "{} is not empty: name a folder that does not exist yet, or empty this one",
            folder.display()
        ))),
    }
}

/// The bytes of the running program.
fn program() -> Result<Vec<u8>, Failure> {
    std::env::current_exe()
        .and_then(std::fs::read)
        .map_err(|error| Failure::unreadable("the program itself", &error))
}

/// Every option of the server. What is set on this machine is left out, because it may hold passwords.
fn options() -> Value {
    let text = |value: &std::ffi::OsStr| value.to_string_lossy().into_owned();
    let option = |arg: &Arg| {
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        // Options of the configuration file say their default in the help, because the file comes before it.
        let (sets, said) = help.split_once(" [default: ").unwrap_or((&help, ""));
        let declared = arg.get_default_values().iter().map(|value| text(value));
        let said = std::iter::once(said.trim_end_matches(']').to_owned());
        let default = declared.chain(said).find(|default| !default.is_empty());
        json!({
            "option": arg.get_long().map(|long| format!("--{long}")),
            "environment": arg.get_env().map(text),
            "sets": sets,
            "default": default,
        })
    };
    ServeArgs::augment_args(Command::new("serve")).get_arguments().map(option).collect()
}

/// The name of a file without its folder. Two files of one name would be one in the pack.
fn file_names(paths: &[PathBuf]) -> Result<Vec<String>, Failure> {
    let mut names: Vec<String> = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        if names.contains(&name) {
            let why = format!("{}: another file is called {name} too: rename one of them", path.display());
            return Err(Failure::usage(why));
        }
        names.push(name);
    }
    Ok(names)
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::unreadable(&path.display().to_string(), &error))
}

fn houses(paths: &[PathBuf], shelf: &Shelf, today: Date) -> Result<Vec<CheckedHouse>, Failure> {
    let checked = |(path, name): (&PathBuf, String)| {
        let text = String::from_utf8(read(path)?)
            .map_err(|_| Failure::usage(format!("{} is not UTF-8 text", path.display())))?;
        let check = check_json(&name, &text, shelf, today)?;
        Ok(CheckedHouse { name, text, check })
    };
    paths.iter().zip(file_names(paths)?).map(checked).collect()
}

fn bills(paths: &[PathBuf]) -> Result<Vec<BillOfMaterials>, Failure> {
    let read_bill = |(path, name): (&PathBuf, String)| {
        let bytes = read(path)?;
        let format =
            serde_json::from_slice(&bytes).map(|bill: Value| bill["bomFormat"] == json!("CycloneDX"));
        if !format.unwrap_or(false) {
            let why =
                format!("{} is no bill of materials in CycloneDX: `make sbom` writes two", path.display());
            return Err(Failure::usage(why));
        }
        Ok(BillOfMaterials { name, bytes })
    };
    paths.iter().zip(file_names(paths)?).map(read_bill).collect()
}

/// Writes the files in their order: the list of all others is the last.
fn write_pack(pack: &EvidencePack, folder: &Path) -> Result<(), Failure> {
    for file in pack.files() {
        let path = folder.join(&file.path);
        let failed = |error| Failure::usage(format!("cannot write {}: {error}", path.display()));
        let above = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(above).map_err(failed)?;
        let mut out = File::create_new(&path).map_err(failed)?;
        out.write_all(&file.bytes).map_err(failed)?;
    }
    Ok(())
}

fn summary(pack: &EvidencePack, folder: &Path) -> String {
    let chapters = chapters();
    let count = |state: ClauseState| {
        let count: usize = chapters.iter().map(|chapter| chapter.count(state)).sum();
        format!("{state} {count}")
    };
    format!(
        "wrote {} files to {}: open index.html first\nclauses: {}",
        pack.files().len(),
        folder.display(),
        ClauseState::ALL.map(count).join(", ")
    )
}
