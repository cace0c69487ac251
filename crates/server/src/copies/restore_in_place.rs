//! Beginning a new incarnation of the houses of a database where it is: for a database that the tools of `PostgreSQL` have restored to
//! an earlier moment, or whose last entries were lost with a machine.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use croupier_house::store::{Store, StoreError};
use croupier_postgres::{LEASE, PostgresOptions, PostgresStore};
use croupier_rules::book::Shelf;
use croupier_store::remove_caches;

use super::manifest::{CopiedHouse, MANIFEST_FILE};
use super::restore_folder::{RestoreOptions, begin_incarnations};
use crate::actor::replay_house;
use crate::config::{Config, StoreAddress};
use crate::dealing::{KEY_FILE, KeyFile};
use crate::error::{ServeError, failed};
use crate::folder;
use crate::storage::{DatabaseState, TableRow, Tables, values};

/// What the marks of the folder and the database say meanwhile.
const WORK: &str = "a restore in place";
/// The name of the node that owns the houses meanwhile.
const NODE: &str = "restore";
/// How long members are watched: one that lives gives a sign several times meanwhile.
const WATCHED: Duration = LEASE;

/// The houses are owned and suspended by nobody: what the leases say is of another time or place.
const FREE: &str = "update leases set owner = null, address = null, incarnation = null, backend = null, began = null, \
     fence = fence + 1, renewals = renewals + 1, suspended = null, suspended_sequence = null, suspended_found = null";

/// Begins a new incarnation of all houses of a database. `data` is the data folder of a node, which has the house key.
///
/// # Errors
/// When a node uses the database, a house cannot be replayed, or something cannot be stored. Houses on which this was begun cannot be
/// served until it is repeated.
pub fn restore_in_place(
    data: &Path,
    address: &StoreAddress,
    options: &RestoreOptions,
    shelf: &'static Shelf,
    report: &mut dyn FnMut(&str),
) -> Result<Vec<CopiedHouse>, ServeError> {
    if folder::unfinished_work(data).as_deref() != Some(WORK) {
        folder::check_usable(data, data.join(MANIFEST_FILE).exists())?;
    }
    folder::check_store(data, true)?;
    folder::make(data)?;
    let lock = folder::lock(data)?;
    let store = PostgresStore::open(address.text(), PostgresOptions::named(NODE)).map_err(failed)?;
    let tables = Tables::Database(store.tables());
    let state = DatabaseState::read(&tables).map_err(failed)?;
    state.check(Some(WORK))?;
    check_key(data, &state, options)?;
    // From now on no node can start.
    DatabaseState::begin_work(&tables, WORK).map_err(failed)?;
    let houses = check(&store, &tables, options, shelf, report).inspect_err(|_| {
        if state.unfinished.is_empty() {
            drop(DatabaseState::begin_work(&tables, ""));
        }
    })?;
    folder::begin_work(data, WORK)?;
    prepare(data, &tables, options)?;
    drop((store, lock));
    report("beginning a new incarnation of every house");
    let (store, node) = (Some(address.clone()), Some(NODE.to_owned()));
    let config = Config { data: data.to_owned(), store, node, ..Config::default() };
    begin_incarnations(config, options, WORK, shelf, report)?;
    DatabaseState::end_work(&tables).map_err(failed)?;
    folder::end_work(data)?;
    Ok(houses)
}

/// Checks that the key is there, or is to be made.
fn check_key(data: &Path, state: &DatabaseState, options: &RestoreOptions) -> Result<(), ServeError> {
    let (key, path) = (KeyFile::read(data), data.join(KEY_FILE));
    match (&key, options.new_key) {
        (KeyFile::Missing, true) => Ok(()),
        (KeyFile::Keys(_), true) if state.unfinished.is_empty() => Err(ServeError(format!(
            "{} is there already: leave --new-key out, or move it away",
            path.display()
        ))),
        (KeyFile::Keys(_), true) => Ok(()),
        (KeyFile::Keys(_), false) if state.fits(&key) => Ok(()),
        (KeyFile::Keys(_), false) => {
            Err(ServeError(format!("{} is not the key of these houses", path.display())))
        }
        (KeyFile::Missing, false) => Err(ServeError(format!(
            "{} is missing: copy it from a node or a copy of the secrets, or use --new-key if it is lost",
            path.display()
        ))),
        (KeyFile::Unreadable(why), _) => Err(ServeError(format!("{}: {why}", path.display()))),
    }
}

/// Checks that no node uses the database, and that every house can be replayed. Returns where they end.
fn check(
    store: &PostgresStore,
    tables: &Tables,
    options: &RestoreOptions,
    shelf: &'static Shelf,
    report: &mut dyn FnMut(&str),
) -> Result<Vec<CopiedHouse>, ServeError> {
    check_unused(tables, report)?;
    let mut found = Vec::new();
    for house in store.houses().map_err(failed)? {
        let head = store.head(house).map_err(failed)?.unwrap_or_default();
        if !options.quick {
            report(&format!("replaying house {}: {} entries", house.0, head.sequence));
            let damaged = |error| ServeError(format!("the journal of house {} is damaged: {error}", house.0));
            replay_house(house, shelf, store).map_err(damaged)?;
        }
        let hash = blake3::Hash::from_bytes(head.hash).to_hex().to_string();
        found.push(CopiedHouse { house: house.0, sequence: head.sequence, hash });
    }
    if found.is_empty() {
        return Err(ServeError("the database does not contain a house".to_owned()));
    }
    Ok(found)
}

/// Checks that no node lives. Those of a database that was restored are in it, and give no sign.
///
/// # Errors
/// When one does, or the database cannot be read.
pub(crate) fn check_unused(tables: &Tables, report: &mut dyn FnMut(&str)) -> Result<(), ServeError> {
    let before = members(tables)?;
    if before.is_empty() {
        return Ok(());
    }
    report("waiting whether a node uses this database");
    std::thread::sleep(WATCHED);
    match members(tables)?.iter().find(|(run, now)| before.get(*run) != Some(*now)) {
        None => Ok(()),
        Some((_, (node, _))) => {
            Err(ServeError(format!("node `{node}` uses this database: stop all nodes first")))
        }
    }
}

/// The members by their runs: their names, and their signs of life.
fn members(tables: &Tables) -> Result<BTreeMap<String, (String, i64)>, ServeError> {
    let rows = tables.query("select run, node, beats from members", &values![]).map_err(failed)?;
    let member = |row: &TableRow| Ok((row.text(0)?.to_owned(), (row.text(1)?.to_owned(), row.number(2)?)));
    rows.iter().map(member).collect::<Result<_, StoreError>>().map_err(failed)
}

/// Forgets what belongs to another time or place: sessions, nodes and their leases, and the index of the folder.
fn prepare(data: &Path, tables: &Tables, options: &RestoreOptions) -> Result<(), ServeError> {
    let forget = || {
        tables.query("delete from sessions", &values![])?;
        tables.query(FREE, &values![])?;
        tables.query("delete from members", &values![])?;
        if options.new_key {
            tables.query("update cluster set key_check = null", &values![])?;
        }
        Ok::<_, StoreError>(())
    };
    forget().map_err(failed)?;
    if options.new_key && matches!(KeyFile::read(data), KeyFile::Missing) {
        KeyFile::create(data).map_err(ServeError)?;
    }
    remove_caches(data).map_err(failed)
}
