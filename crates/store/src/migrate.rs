//! The migration runner. Every database of the program uses it.

use croupier_house::store::StoreError;
use rusqlite::Connection;

use crate::error::failed;

/// Migrates a database to the current version. `steps` has one step per version, in order; a released step is never
/// changed. The version is stored in `user_version`.
///
/// # Errors
/// When a step fails, or the database has a later version than this program knows.
pub fn migrate(connection: &mut Connection, steps: &[&str]) -> Result<(), StoreError> {
    let version: i64 =
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
    let version = usize::try_from(version).unwrap_or(usize::MAX);
    if version > steps.len() {
        let latest = steps.len();
        let why = format!("it has version {version}, but this program only knows versions up to {latest}");
        return Err(StoreError::Failed(why));
    }
    for (step, number) in steps.iter().zip(1_i64..).skip(version) {
        let transaction = connection.transaction().map_err(failed)?;
        transaction.execute_batch(step).map_err(failed)?;
        transaction.pragma_update(None, "user_version", number).map_err(failed)?;
        transaction.commit().map_err(failed)?;
    }
    Ok(())
}
