//! Exporting houses: each is replayed for its rounds, and its journal is read once more.

use std::path::PathBuf;

use croupier_export::{
    EVENTS, ExportFormat, ExportTable, FIGURES_BY_GAME, FIGURES_BY_TABLE, FIGURES_BY_WAGER, LEDGER,
    SIGNIFICANT_EVENTS,
};
use croupier_house::ids::HouseId;
use croupier_house::store::Store;
use croupier_postgres::PostgresReader;
use croupier_rules::book::Shelf;
use croupier_store::JournalReader;

use super::figures::FigureExport;
use super::files::{ExportFiles, ExportedFile};
use super::journal_rows::write_journal;
use super::periods::FigurePeriod;
use super::pricing::TermPricer;
use super::rounds::RoundExport;
use crate::actor::replay_observed;
use crate::config::StoreAddress;
use crate::error::{ServeError, failed};
use crate::folder;

/// What is exported.
#[derive(Clone, Debug)]
pub struct ExportRequest {
    /// The data folder with the journals.
    pub data: PathBuf,
    /// The database that has them instead.
    pub store: Option<StoreAddress>,
    /// The folder for the files; it is created.
    pub out: PathBuf,
    /// The format of the files.
    pub format: ExportFormat,
    /// The tables.
    pub tables: Vec<&'static ExportTable>,
    /// Only this house.
    pub house: Option<u16>,
    /// From this time on, and until before this one, in milliseconds since 1970.
    pub between: (i64, i64),
    /// What figures are summed over.
    pub period: FigurePeriod,
    /// The time by the clock: of what comes later, figures do not say that nothing happened.
    pub now: i64,
}

/// Writes the tables of houses to files. A server may use the houses meanwhile: what is stored when the export begins is written.
///
/// # Errors
/// When there is no such house, its journal is damaged, or a file is there already or cannot be written.
pub fn export(
    request: &ExportRequest,
    shelf: &'static Shelf,
    report: &mut dyn FnMut(&str),
) -> Result<Vec<ExportedFile>, ServeError> {
    if request.store.is_none() {
        folder::check_store(&request.data, false)?;
    }
    let store: Box<dyn Store> = match &request.store {
        Some(address) => Box::new(PostgresReader::open(address.text()).map_err(failed)?),
        None if !request.data.join(croupier_store::JOURNAL_FILE).exists() => {
            return Err(ServeError(format!("{} does not contain a house", request.data.display())));
        }
        None => Box::new(JournalReader::open(&request.data).map_err(failed)?),
    };
    let houses = wanted_houses(&*store, request.house)?;
    folder::make(&request.out)?;
    let mut files = ExportFiles::begin(&request.out, request.format, &request.tables, request.between)?;
    let mut pricer = TermPricer::new(shelf)?;
    for house in houses {
        export_house(request, &*store, house, &mut pricer, &mut files, report)?;
    }
    files.end()
}

fn export_house(
    request: &ExportRequest,
    store: &dyn Store,
    id: HouseId,
    pricer: &mut TermPricer,
    files: &mut ExportFiles,
    report: &mut dyn FnMut(&str),
) -> Result<(), ServeError> {
    let head = store.head(id).map_err(failed)?.unwrap_or_default().sequence;
    report(&format!("replaying house {}: {head} entries", id.0));
    let wants = |tables: &[&ExportTable], files: &ExportFiles| tables.iter().any(|table| files.wants(table));
    let mut rounds = RoundExport::default();
    let shelf = pricer.shelf();
    let has_figures = wants(&[&FIGURES_BY_TABLE, &FIGURES_BY_GAME, &FIGURES_BY_WAGER], files);
    let mut figures = has_figures.then(|| FigureExport::new(pricer, request.period, request.between));
    let house = replay_observed(id, shelf, store, head, &mut |house, entry, moment| {
        rounds.note(house, entry, moment, files)?;
        figures.as_mut().map_or(Ok(()), |figures| figures.note(house, entry, moment, files))
    });
    let house = house.map_err(failed)?;
    let open = rounds.end(&house, files).map_err(failed)?;
    if let Some(figures) = figures {
        figures.end(&house, &open, request.now, files).map_err(failed)?;
    }
    if wants(&[&LEDGER, &EVENTS, &SIGNIFICANT_EVENTS], files) {
        report(&format!("reading the journal of house {}", id.0));
        write_journal(store, &house, head, &open, files)?;
    }
    Ok(())
}

fn wanted_houses(store: &dyn Store, wanted: Option<u16>) -> Result<Vec<HouseId>, ServeError> {
    let mut houses = store.houses().map_err(failed)?;
    if let Some(wanted) = wanted {
        houses.retain(|house| house.0 == wanted);
        if houses.is_empty() {
            return Err(ServeError(format!("there is no house {wanted}")));
        }
    }
    Ok(houses)
}
