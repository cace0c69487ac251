//! Accepting that acknowledged entries are lost: two people sign for it, the gap is journalled, and the house goes on as
//! after a restore.

use std::path::Path;

use croupier_house::ids::HouseId;
use croupier_house::office::AcceptedLoss;
use croupier_house::store::HouseHead;
use croupier_rules::book::Shelf;
use croupier_store::{HeadFile, Repair, StoreOptions};
use croupier_transparency::SignedCheckpoint;
use serde::{Deserialize, Serialize};

use super::report::{DoctorReport, Remedy};
use crate::checkpoints::CheckpointLog;
use crate::config::Config;
use crate::error::{ServeError, failed};
use crate::folder;
use crate::installation::{Installation, RestoredHouse};

/// Who accepts the loss, and whether the original is gone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LossStatement {
    /// The names of two people of the staff, of different posts.
    pub by: [String; 2],
    /// Whether the operator states that no other copy of the house is in use. Only then are open seeds revealed.
    pub original_gone: bool,
}

/// What was acknowledged, noted in the folder before the head file is written again, so that an interrupted
/// acceptance can go on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Acknowledged {
    pub(super) house: u16,
    pub(super) sequence: u64,
    pub(super) hash: [u8; 32],
}

/// What the mark of a folder says meanwhile.
pub(super) const WORK: &str = "accepting a loss";

/// The file in which this is noted.
const NOTE: &str = "loss.json";

/// Accepts the loss of every house that has lost acknowledged entries. Returns the houses.
///
/// # Errors
/// When a server uses the folder, the journals are damaged, or the two people may not accept it.
pub fn accept_loss(
    data: &Path,
    report: &DoctorReport,
    statement: &LossStatement,
    shelf: &'static Shelf,
) -> Result<Vec<u16>, ServeError> {
    let lost = match noted(data)? {
        Some(lost) => lost,
        None => begin(data, report)?,
    };
    if lost.is_empty() {
        return Ok(Vec::new());
    }
    let config = Config { data: data.to_owned(), ..Config::default() };
    begin_incarnations(config, &lost, statement, shelf)?;
    folder::end_work(data)?;
    Ok(lost.into_iter().map(|lost| lost.house).collect())
}

/// Begins a new incarnation of each house that has lost entries, with the people who accept that, and removes the note of it.
pub(super) fn begin_incarnations(
    config: Config,
    lost: &[Acknowledged],
    statement: &LossStatement,
    shelf: &'static Shelf,
) -> Result<(), ServeError> {
    let data = config.data.clone();
    let installation = Installation::open_offline(config, shelf, WORK)?;
    for lost in lost {
        let house = HouseId(lost.house);
        let by = installation.people_named(house, &statement.by)?;
        let loss = Some(AcceptedLoss { acknowledged: (lost.sequence, lost.hash), by });
        let restored = RestoredHouse { original_gone: statement.original_gone, loss };
        installation.begin_incarnation(house, &restored, false)?;
    }
    installation.close_offline();
    std::fs::remove_file(data.join(NOTE)).map_err(failed)
}

/// The houses that have lost entries by a report, each once.
///
/// # Errors
/// When something else is wrong that must be put right before.
pub(super) fn lost_houses(report: &DoctorReport) -> Result<Vec<HouseId>, ServeError> {
    let gaps = report.findings.iter().filter(|finding| finding.remedy == Remedy::AcceptLoss);
    let mut houses: Vec<HouseId> = gaps.filter_map(|finding| finding.house).map(HouseId).collect();
    houses.sort_unstable();
    houses.dedup();
    if houses.is_empty() {
        return Ok(houses);
    }
    match report.findings.iter().find(|finding| finding.remedy == Remedy::RestoreCopy) {
        Some(other) => Err(ServeError(format!("the loss cannot be accepted while this is wrong: {other}"))),
        None => Ok(houses),
    }
}

/// Notes what was acknowledged, and lets the head file end where the journals end.
fn begin(data: &Path, report: &DoctorReport) -> Result<Vec<Acknowledged>, ServeError> {
    let _lock = folder::lock(data)?;
    let houses = lost_houses(report)?;
    if houses.is_empty() {
        return Ok(Vec::new());
    }
    let mut lost: Vec<Acknowledged> = Vec::new();
    for house in houses {
        if let Some(HouseHead { sequence, hash }) = acknowledged(data, house)? {
            lost.push(Acknowledged { house: house.0, sequence, hash });
        }
    }
    note(data, &lost)?;
    folder::begin_work(data, WORK)?;
    Repair::open(data, StoreOptions::default())
        .and_then(|repair| repair.rewrite_head_file())
        .map_err(failed)?;
    Ok(lost)
}

/// The farthest entry that a house is known to have acknowledged: by the head file, or by a checkpoint.
fn acknowledged(data: &Path, house: HouseId) -> Result<Option<HouseHead>, ServeError> {
    let file = HeadFile::open(data).map_err(failed)?;
    let heads = file.iter().flat_map(HeadFile::heads);
    let by_file = heads.into_iter().find(|(known, _)| *known == house).map(|(_, head)| *head);
    let by_log = published(&CheckpointLog::open(data)?, house)?;
    Ok(by_file.into_iter().chain(by_log).max_by_key(|head| head.sequence))
}

/// The entry that the last published checkpoint of a house names.
pub(super) fn published(log: &CheckpointLog, house: HouseId) -> Result<Option<HouseHead>, ServeError> {
    let Some(published) = log.latest(house)? else { return Ok(None) };
    let signed: SignedCheckpoint = published.note.parse().map_err(failed)?;
    Ok(Some(HouseHead { sequence: signed.checkpoint.sequence, hash: signed.checkpoint.hash }))
}

/// Writes the note of what was acknowledged.
pub(super) fn note(data: &Path, lost: &[Acknowledged]) -> Result<(), ServeError> {
    let note = serde_json::to_vec(lost).map_err(failed)?;
    croupier_store::make_private(&data.join(NOTE)).map_err(failed)?;
    std::fs::write(data.join(NOTE), note).map_err(failed)
}

/// What was noted by an acceptance that was interrupted.
pub(super) fn noted(data: &Path) -> Result<Option<Vec<Acknowledged>>, ServeError> {
    match std::fs::read(data.join(NOTE)) {
        Ok(text) => serde_json::from_slice(&text).map(Some).map_err(failed),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(error)),
    }
}
