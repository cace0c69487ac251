//! Accepting that acknowledged entries of a database are lost: two people sign for it, the gap is journalled, and the house
//! goes on as after a restore. No node may use the database meanwhile.

use std::path::Path;

use croupier_house::ids::HouseId;
use croupier_house::store::HouseHead;
use croupier_postgres::{HouseRepair, PostgresReader, PostgresRepair};
use croupier_rules::book::Shelf;
use croupier_store::index::{KnownStanding, known_houses};
use croupier_store::{JournalPart, remove_caches};

use super::loss::{
    Acknowledged, LossStatement, WORK, begin_incarnations, lost_houses, note, noted, published,
};
use super::report::DoctorReport;
use crate::checkpoints::CheckpointLog;
use crate::clock::wall;
use crate::config::{Config, StoreAddress};
use crate::copies::check_unused;
use crate::error::{ServeError, failed};
use crate::folder;
use crate::storage::{DatabaseState, Tables};

/// The name of the node that owns the houses meanwhile.
const NODE: &str = "doctor";

/// Accepts the loss of every house of a database that has lost acknowledged entries. `data` is the data folder of a node, which has
/// the house key. Returns the houses.
///
/// # Errors
/// When a node uses the database, its journals are damaged, or the two people may not accept it. Then its houses are not served
/// before the command was given again.
pub fn accept_database_loss(
    data: &Path,
    address: &StoreAddress,
    report: &DoctorReport,
    statement: &LossStatement,
    shelf: &'static Shelf,
    say: &mut dyn FnMut(&str),
) -> Result<Vec<u16>, ServeError> {
    folder::check_store(data, true)?;
    if !data.exists() {
        return Err(ServeError(format!(
            "{} does not exist: name the data folder of a node, which has the house key",
            data.display()
        )));
    }
    let reader = PostgresReader::open(address.text()).map_err(failed)?;
    let tables = Tables::Database(reader.tables());
    DatabaseState::read(&tables).map_err(failed)?.check(Some(WORK))?;
    let lost = match noted(data)? {
        Some(lost) => lost,
        None => begin(data, &reader, &tables, report, say)?,
    };
    if lost.is_empty() {
        return Ok(Vec::new());
    }
    let repair = PostgresRepair::open(address.text()).map_err(failed)?;
    for lost in &lost {
        let house = HouseId(lost.house);
        repair.repair(&everything(house), wall()).map_err(failed)?;
    }
    drop((repair, reader));
    // It has seen what is lost, and is made again.
    remove_caches(data).map_err(failed)?;
    let (store, node) = (Some(address.clone()), Some(NODE.to_owned()));
    let config = Config { data: data.to_owned(), store, node, ..Config::default() };
    begin_incarnations(config, &lost, statement, shelf)?;
    DatabaseState::end_work(&tables).map_err(failed)?;
    folder::end_work(data)?;
    Ok(lost.into_iter().map(|lost| lost.house).collect())
}

/// Everything that follows from the entries that are left.
fn everything(house: HouseId) -> HouseRepair {
    use JournalPart::{Balances, Head, Keys, Marks, Versions};
    HouseRepair { house, parts: vec![Head, Versions, Balances, Keys, Marks], resumes: true }
}

/// Notes what was acknowledged, and marks the database and the folder: nobody serves the houses before the loss is journalled.
fn begin(
    data: &Path,
    reader: &PostgresReader,
    tables: &Tables,
    report: &DoctorReport,
    say: &mut dyn FnMut(&str),
) -> Result<Vec<Acknowledged>, ServeError> {
    let _lock = folder::lock(data)?;
    let mut lost: Vec<Acknowledged> = Vec::new();
    for house in lost_houses(report)? {
        let head = acknowledged(data, reader, house)?;
        lost.extend(head.map(|HouseHead { sequence, hash }| Acknowledged { house: house.0, sequence, hash }));
    }
    if lost.is_empty() {
        return Ok(lost);
    }
    check_unused(tables, say)?;
    DatabaseState::begin_work(tables, WORK).map_err(failed)?;
    note(data, &lost)?;
    folder::begin_work(data, WORK)?;
    Ok(lost)
}

/// The farthest entry that a house is known to have acknowledged: by its head, by a checkpoint, or by the index of the folder.
fn acknowledged(
    data: &Path,
    reader: &PostgresReader,
    house: HouseId,
) -> Result<Option<HouseHead>, ServeError> {
    let heads = reader.heads().map_err(failed)?;
    let by_head = heads.into_iter().find(|(known, _)| *known == house).map(|(_, head)| head);
    let by_log = published(&CheckpointLog::at(Tables::Database(reader.tables())), house)?;
    let mut by_index = None;
    for known in known_houses(data).map_err(failed)?.into_iter().filter(|known| known.house == house) {
        if known.standing(reader).map_err(failed)? == KnownStanding::Rolled {
            by_index = Some(known.head);
        }
    }
    Ok([by_head, by_log, by_index].into_iter().flatten().max_by_key(|head| head.sequence))
}
