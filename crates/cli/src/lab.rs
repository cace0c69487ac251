//! `croupier lab`: what a test lab asks for. Faults are planted in copies of a good journal, and the audit must find them.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand, ValueHint};
use croupier_audit::{ExportedJournal, write_export};
use croupier_house::ids::HouseId;
use croupier_lab::{GoodJournal, LabReport, NAMED, PlantedFault, Sealing, generated, named, planted, prove};
use croupier_report::ReportProgress;
use croupier_rules::book::Shelf;
use jiff::civil::Date;
use serde_json::json;

use crate::audit::open_journal;
use crate::count::{count, count_above_zero};
use crate::evidence::{self, EvidenceArgs};
use crate::failure::Failure;
use crate::output::{print, print_json, write};
use crate::spinner::Spinner;

/// How many faults are proved before the progress is shown again.
const AT_ONCE: usize = 256;

#[derive(Args)]
pub(crate) struct LabArgs {
    #[command(subcommand)]
    action: LabAction,
}

#[derive(Subcommand)]
enum LabAction {
    /// Write copies of a good journal with one fault each
    ///
    /// Every copy is an exported journal (docs/audit.md), sealed again: its sequence, versions and hashes are made as the
    /// house itself would make them, so that its chain alone shows nothing. FOLDER/faults.json says what was planted where.
    Plant(PlantArgs),
    /// Plant faults, audit each copy, and say which were found
    ///
    /// For every kind of fault: by which finding the audit found it, or why the changed journal is lawful. The copies are
    /// made in memory.
    ///
    /// Exit status: 0 every fault was found or is lawful, 1 some were not found, 2 no faults can be planted.
    Prove(ProveArgs),
    /// List the faults that have a name
    Faults,
    /// Write a folder for a test lab: clause by clause, where GLI-19 is met and what shows it
    ///
    /// With digests of the program and of the rulebooks, the exact price of every wager, the test vectors of the generator,
    /// the tables of roles, and the documents. What is not met is said first. docs/evidence.md describes every file.
    ///
    /// The same program, rulebooks, files and day give the same bytes.
    Evidence(EvidenceArgs),
}

#[derive(Args)]
struct FaultArgs {
    /// The good journal: a data folder, or a journal that `croupier audit --export` has written
    #[arg(value_name = "DATA", value_hint = ValueHint::AnyPath)]
    data: PathBuf,
    /// The house [default: the first]
    #[arg(long, value_name = "NUMBER", value_parser = count::<u16>)]
    house: Option<u16>,
    /// Only faults whose kind contains these letters, such as `payout` or `field:acted`
    #[arg(long, value_name = "LETTERS")]
    kind: Option<String>,
    /// Only the faults that have a name, and none that are made from the events
    #[arg(long)]
    named: bool,
    /// Only every so many of the faults that are made from the events
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = count_above_zero::<usize>)]
    every: usize,
    /// Do not seal the copies again: only the bytes are changed
    #[arg(long)]
    bare: bool,
}

#[derive(Args)]
struct PlantArgs {
    #[command(flatten)]
    faults: FaultArgs,
    /// The folder for the copies, which must not exist yet
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    into: PathBuf,
}

#[derive(Args)]
struct ProveArgs {
    #[command(flatten)]
    faults: FaultArgs,
    /// The number of threads; 0 for as many as the machine has
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = count::<usize>)]
    threads: usize,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl FaultArgs {
    fn good(&self, shelf: &'static Shelf) -> Result<GoodJournal, Failure> {
        let name = self.data.display().to_string();
        let failed = |why: String| Failure::usage(format!("{name}: {why}"));
        let source = open_journal(&self.data)?;
        let houses = source.houses().map_err(|error| failed(error.to_string()))?;
        let house = match self.house {
            Some(number) => houses.iter().find(|house| house.0 == number),
            None => houses.first(),
        };
        let house: HouseId = *house.ok_or_else(|| failed("it has no entries of such a house".to_owned()))?;
        GoodJournal::read(&name, &*source, house, shelf).map_err(|why| failed(why.to_string()))
    }

    fn faults(&self, good: &GoodJournal) -> Vec<PlantedFault> {
        let made = if self.named { Vec::new() } else { generated(good) };
        let all = named(good).into_iter().chain(made.into_iter().step_by(self.every));
        let wanted = |fault: &PlantedFault| {
            self.kind.as_deref().is_none_or(|letters| fault.kind.to_string().contains(letters))
        };
        all.filter(wanted).collect()
    }

    const fn sealing(&self) -> Sealing {
        if self.bare { Sealing::Bare } else { Sealing::Sealed }
    }
}

/// Runs the command. A day that was chosen is the law of the evidence; without one, `today` is that of house files alone.
pub(crate) fn run(
    command: &LabArgs,
    shelf: Shelf,
    chosen: Option<Date>,
    today: Date,
) -> Result<ExitCode, Failure> {
    let shelf: &'static Shelf = Box::leak(Box::new(shelf));
    match &command.action {
        LabAction::Plant(plant) => run_plant(plant, shelf),
        LabAction::Prove(prove) => run_prove(prove, shelf),
        LabAction::Faults => {
            for fault in NAMED.iter().copied().flatten() {
                print(format!("{}: {}", fault.id, fault.meaning))?;
            }
            Ok(ExitCode::SUCCESS)
        }
        LabAction::Evidence(command) => evidence::run(command, shelf, chosen, today),
    }
}

fn run_plant(command: &PlantArgs, shelf: &'static Shelf) -> Result<ExitCode, Failure> {
    let good = command.faults.good(shelf)?;
    let failed = |path: &Path, why: &dyn std::fmt::Display| {
        Failure::usage(format!("cannot write {}: {why}", path.display()))
    };
    std::fs::create_dir(&command.into).map_err(|error| failed(&command.into, &error))?;
    let mut list = Vec::new();
    for (number, fault) in (1..).zip(command.faults.faults(&good)) {
        let Some(entries) = planted(&good, &fault, command.faults.sealing()) else { continue };
        let kind = fault.kind.to_string();
        let words: String = kind.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let name = format!("{number:05}-{words}.jsonl");
        let path = command.into.join(&name);
        let mut file = BufWriter::new(File::create_new(&path).map_err(|error| failed(&path, &error))?);
        write_export(&ExportedJournal::of(entries), &mut file).map_err(|error| failed(&path, &error))?;
        file.flush().map_err(|error| failed(&path, &error))?;
        list.push(json!({ "file": name, "kind": kind, "entry": fault.place + 1, "what": fault.what }));
    }
    let text = serde_json::to_string_pretty(&list).map_err(|error| Failure::usage(error.to_string()))?;
    write(&command.into.join("faults.json"), &text)?;
    let journals = if list.len() == 1 { "journal" } else { "journals" };
    print(format!("wrote {} {journals} to {}", list.len(), command.into.display()))?;
    Ok(ExitCode::SUCCESS)
}

fn run_prove(command: &ProveArgs, shelf: &'static Shelf) -> Result<ExitCode, Failure> {
    let good = command.faults.good(shelf)?;
    let faults = command.faults.faults(&good);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(command.threads).build();
    let pool = pool.map_err(|error| Failure::usage(format!("no threads can be started: {error}")))?;
    let spinner = Spinner::start("planting faults");
    let mut proved = Vec::with_capacity(faults.len());
    for some in faults.chunks(AT_ONCE) {
        proved.extend(pool.install(|| prove(&good, some, command.faults.sealing())));
        spinner.say(&format!("{} of {} faults planted", proved.len(), faults.len()));
    }
    drop(spinner);
    let report = LabReport::of(&good.name, good.entries.len(), &proved);
    if command.json {
        print_json(&serde_json::to_value(&report).map_err(|error| Failure::usage(error.to_string()))?)?;
    } else {
        print(&report)?;
    }
    Ok(if report.not_found.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
