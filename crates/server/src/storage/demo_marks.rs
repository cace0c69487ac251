//! Which houses are for trying out: a mark in the data folder, or a row of the database that has the journals.

use std::path::{Path, PathBuf};

use croupier_house::ids::HouseId;
use croupier_postgres::PostgresTables;

use super::tables::{Tables, values};
use crate::config::HouseKind;
use crate::error::{ServeError, failed};

/// What a house is for. Earlier versions made its mark readable for others.
///
/// # Errors
/// When that cannot be read.
pub(crate) fn kind_of(
    tables: Option<PostgresTables>,
    data: &Path,
    id: HouseId,
) -> Result<HouseKind, ServeError> {
    let is_file = tables.is_none();
    let is_demo = match tables {
        Some(tables) => {
            let sql = "select 1 from demo_houses where house = $1";
            !Tables::Database(tables).query(sql, &values![id.0]).map_err(failed)?.is_empty()
        }
        None => mark_of(data, id).exists(),
    };
    if !is_demo {
        return Ok(HouseKind::Real);
    }
    if is_file {
        croupier_store::make_private(&mark_of(data, id)).map_err(failed)?;
    }
    Ok(HouseKind::Demo)
}

/// Marks a house as one for trying out.
///
/// # Errors
/// When that cannot be stored.
pub(crate) fn mark_demo(tables: Option<PostgresTables>, data: &Path, id: HouseId) -> Result<(), ServeError> {
    let Some(tables) = tables else {
        return croupier_store::make_private(&mark_of(data, id)).map_err(failed);
    };
    let sql = "insert into demo_houses (house) values ($1) on conflict do nothing";
    Tables::Database(tables).query(sql, &values![id.0]).map(drop).map_err(failed)
}

fn mark_of(data: &Path, id: HouseId) -> PathBuf {
    data.join(format!("demo-{}", id.0))
}
