//! What a database says about its houses as a whole: whether they were moved elsewhere, whether something was begun on them that is not
//! finished, and which key they have. Folders have files for the same (`folder`).

use croupier_house::store::StoreError;

use super::tables::{Tables, values};
use crate::dealing::{KeyFile, nodes_check, nodes_secret};
use crate::error::ServeError;

/// What a database says about its houses.
pub(crate) struct DatabaseState {
    /// Where they were moved to; empty if they were not.
    pub(crate) moved: String,
    /// The work that was begun on them and is not finished; empty if there is none.
    pub(crate) unfinished: String,
    /// The check value of their key; 0 before a node has noted it.
    key_check: i64,
}

impl DatabaseState {
    /// Reads what the database of these tables says.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn read(tables: &Tables) -> Result<Self, StoreError> {
        let rows =
            tables.query("select moved, unfinished, coalesce(key_check, 0) from cluster", &values![])?;
        let gone = || StoreError::Damaged("the row of the cluster is gone".to_owned());
        let row = rows.first().ok_or_else(gone)?;
        let (moved, unfinished) = (row.text(0)?.to_owned(), row.text(1)?.to_owned());
        Ok(Self { moved, unfinished, key_check: row.number(2)? })
    }

    /// Checks that the houses may be used, by whoever does this work; `None` for whoever serves them.
    ///
    /// # Errors
    /// When they were moved, or other work was begun on them.
    pub(crate) fn check(&self, work: Option<&str>) -> Result<(), ServeError> {
        let moved = &self.moved;
        if moved.is_empty() {
            return self.check_work(work);
        }
        Err(ServeError(format!("the houses of this database were moved: serve them with the folder {moved}")))
    }

    /// Checks that no other work was begun on the houses. They may have been moved.
    ///
    /// # Errors
    /// When it was.
    pub(crate) fn check_work(&self, work: Option<&str>) -> Result<(), ServeError> {
        let unfinished = &self.unfinished;
        if unfinished.is_empty() || work == Some(unfinished.as_str()) {
            return Ok(());
        }
        Err(ServeError(format!("{unfinished} of this database did not finish: give that command again")))
    }

    /// Whether the keys of a folder are those of the houses, as far as that is known.
    pub(crate) fn fits(&self, key: &KeyFile) -> bool {
        let check = |keys| nodes_check(&nodes_secret(keys)).cast_signed();
        key.keys().is_some_and(|keys| self.key_check == 0 || check(keys) == self.key_check)
    }

    /// Marks the houses as unusable until [`Self::end_work`].
    ///
    /// # Errors
    /// When the mark cannot be stored.
    pub(crate) fn begin_work(tables: &Tables, what: &str) -> Result<(), StoreError> {
        tables.query("update cluster set unfinished = $1", &values![what]).map(drop)
    }

    /// The houses can be served, here.
    ///
    /// # Errors
    /// When that cannot be stored.
    pub(crate) fn end_work(tables: &Tables) -> Result<(), StoreError> {
        tables.query("update cluster set unfinished = '', moved = ''", &values![]).map(drop)
    }
}
