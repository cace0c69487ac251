//! `croupier audit`: a house's journal decided, judged and posted again.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueHint};
use croupier_audit::{
    AuditFinding, AuditOptions, AuditProgress, AuditReport, ExportedJournal, FindingKind, JournalExportError,
    JournalSource, ReadSoFar, audit, write_export,
};
use croupier_house::ids::HouseId;
use croupier_house::store::{Store, StoreError, StoredEntry};
use croupier_postgres::PostgresReader;
use croupier_report::ReportProgress;
use croupier_rules::book::Shelf;
use croupier_server::config::StoreAddress;
use croupier_server::dealing::KEY_FILE;
use croupier_server::doctor::{self, DoctorPart};
use croupier_store::JournalReader;

use crate::count::count;
use crate::failure::Failure;
use crate::output::{print, write};
use crate::spinner::Spinner;

/// What is checked, in the help.
const HELP: &str = "\
Every entry is hashed and read; the command that it came from is decided again by the law that the journal has; rounds are \
judged, transactions derived and outcomes recomputed from revealed seeds. In a data folder or a database, head, balances, keys, index and \
checkpoints are compared with the journal too. Nothing is changed, and a server may use the folder or the database meanwhile. \
docs/audit.md lists every kind of finding.

Exit status: 0 nothing is wrong, 1 findings, 2 it cannot be read.";

#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct AuditArgs {
    /// The data folder, or a journal that `--export` has written
    #[arg(value_name = "DATA", env = "CROUPIER_DATA", default_value = "data", value_hint = ValueHint::AnyPath)]
    data: PathBuf,
    /// Audit the houses of this `PostgreSQL` database; nodes may serve it meanwhile
    #[arg(long, value_name = "ADDRESS", env = "CROUPIER_STORE", hide_env_values = true)]
    store: Option<StoreAddress>,
    /// Write every entry to a file, one a line, which can be audited without the house; nothing is audited
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    export: Option<PathBuf>,
    /// Audit the journal alone, and nothing that lies beside it in the folder
    #[arg(long)]
    journal_only: bool,
    /// Entries up to this number were decided by earlier versions of the program: play them again, but do not decide them
    /// again by the rules of this version
    #[arg(long, value_name = "ENTRY", default_value_t = 0, value_parser = count::<u64>)]
    earlier_until: u64,
    /// The number of threads; 0 for as many as the machine has
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = count::<usize>)]
    threads: usize,
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// Write a page with the report to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,
}

/// A database, to read only.
struct DatabaseJournal(PostgresReader);

impl JournalSource for DatabaseJournal {
    fn houses(&self) -> Result<Vec<HouseId>, StoreError> {
        Ok(self.0.heads()?.into_iter().map(|(house, _)| house).collect())
    }

    fn page(&self, house: HouseId, after: ReadSoFar, most: usize) -> Result<Vec<StoredEntry>, StoreError> {
        self.0.entries(house, after.sequence + 1, most)
    }
}

pub(crate) fn run(command: &AuditArgs, shelf: Shelf) -> Result<ExitCode, Failure> {
    let shelf: &'static Shelf = Box::leak(Box::new(shelf));
    let source = open(command)?;
    if let Some(file) = &command.export {
        return export(&*source, file);
    }
    let mut report = audited(command, &*source, shelf)?;
    if !command.journal_only {
        beside(command, shelf, &mut report)?;
    }
    if let Some(page) = &command.html {
        write(page, &report.to_html())?;
    }
    if command.json {
        let json =
            serde_json::to_string_pretty(&report).map_err(|error| Failure::usage(error.to_string()))?;
        print(json)?;
    } else {
        print(report.to_string().trim_end())?;
    }
    Ok(if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn open(command: &AuditArgs) -> Result<Box<dyn JournalSource>, Failure> {
    if let Some(address) = &command.store {
        let reader =
            PostgresReader::open(address.text()).map_err(|error| Failure::usage(error.to_string()))?;
        return Ok(Box::new(DatabaseJournal(reader)));
    }
    open_journal(&command.data)
}

/// Opens the journals of a data folder, or a journal that was exported.
pub(crate) fn open_journal(data: &Path) -> Result<Box<dyn JournalSource>, Failure> {
    let failed = |why: String| Failure::usage(format!("{}: {why}", data.display()));
    if data.is_file() {
        let file = File::open(data).map_err(|error| failed(error.to_string()))?;
        let journal =
            ExportedJournal::read(BufReader::new(file)).map_err(|error| failed(error.to_string()))?;
        return Ok(Box::new(journal));
    }
    if !data.join("journal.db").exists() {
        return Err(failed("it is neither a data folder nor an exported journal".to_owned()));
    }
    Ok(Box::new(JournalReader::open(data).map_err(|error| failed(error.to_string()))?))
}

fn export(source: &dyn JournalSource, to: &Path) -> Result<ExitCode, Failure> {
    let failed = |error: JournalExportError| Failure::usage(format!("{}: {error}", to.display()));
    let file = File::create_new(to).map_err(|error| failed(error.into()))?;
    let mut file = BufWriter::new(file);
    let count = write_export(source, &mut file).map_err(failed)?;
    let written = file.flush().and_then(|()| file.get_ref().sync_all());
    written.map_err(|error| failed(error.into()))?;
    print(format!("wrote {count} entries to {}", to.display()))?;
    Ok(ExitCode::SUCCESS)
}

fn audited(
    command: &AuditArgs,
    source: &dyn JournalSource,
    shelf: &'static Shelf,
) -> Result<AuditReport, Failure> {
    let subject = match &command.store {
        Some(_) => "a database".to_owned(),
        None => command.data.display().to_string(),
    };
    let spinner = Spinner::start(format!("auditing {subject}"));
    let options = AuditOptions { threads: command.threads, subject, replayed_until: command.earlier_until };
    let progress = |AuditProgress { house, entries, findings }: AuditProgress| {
        spinner.say(&format!("house {house}: {entries} entries, {findings} findings"));
    };
    audit(source, shelf, &options, &progress).map_err(|error| Failure::usage(error.to_string()))
}

/// Compares what lies beside the journals in a data folder or a database with them.
fn beside(command: &AuditArgs, shelf: &'static Shelf, report: &mut AuditReport) -> Result<(), Failure> {
    let data = &command.data;
    let examined = match &command.store {
        Some(address) => doctor::examine_database(data, address, shelf),
        None if data.is_dir() => doctor::examine(data, shelf),
        None => return Ok(()),
    };
    let examined = examined.map_err(|error| Failure::usage(error.to_string()))?;
    for finding in examined.findings {
        let kind = match finding.part {
            DoctorPart::Head | DoctorPart::Versions => FindingKind::StoredHead,
            DoctorPart::HeadFile | DoctorPart::Acknowledged => FindingKind::LostEntries,
            DoctorPart::Keys => FindingKind::StoredKey,
            DoctorPart::Balances => FindingKind::StoredBalance,
            DoctorPart::Index => FindingKind::StoredProjection,
            DoctorPart::Checkpoints => FindingKind::WrongCheckpoint,
            DoctorPart::Texts => FindingKind::UnreadableText,
            // A copy without secrets can be audited.
            DoctorPart::HouseKey if data.join(KEY_FILE).exists() => FindingKind::WrongHouseKey,
            // The audit has these itself, with their places, and the others are no matter of the journal.
            DoctorPart::Entries
            | DoctorPart::Replay
            | DoctorPart::HouseKey
            | DoctorPart::Folder
            | DoctorPart::Database
            | DoctorPart::Marks
            | DoctorPart::Format
            | DoctorPart::Members
            | DoctorPart::Leases
            | DoctorPart::Suspended
            | DoctorPart::Accounts
            | DoctorPart::Permissions => continue,
        };
        let expected = "what follows from the journal; `croupier doctor` says what can be done";
        report.findings.push(AuditFinding::of_house(finding.house, kind, finding.found, expected));
    }
    Ok(())
}
