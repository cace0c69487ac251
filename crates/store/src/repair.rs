//! Making again what follows from the entries of a data folder: heads, versions, balances, keys and the index. Entries
//! are never touched. No server may use the folder meanwhile.

use std::path::{Path, PathBuf};

use croupier_house::ids::HouseId;
use croupier_house::store::StoreError;
use rusqlite::{Connection, TransactionBehavior};

use crate::error::failed;
use crate::findings::JournalPart;
use crate::folder_check::SqliteRows;
use crate::heads::HeadFile;
use crate::index::INDEX_FILE;
use crate::journal_rows::{heads_of, houses_with_entries};
use crate::private::remove_database;
use crate::rebuild::rebuild;
use crate::schema::{JOURNAL_FILE, VERSION};
use crate::sqlite::{StoreOptions, open_writer};

/// A data folder that is repaired. It is opened without the checks that a server makes.
pub struct Repair {
    connection: Connection,
    folder: PathBuf,
}

impl Repair {
    /// Opens the journals of a folder.
    ///
    /// # Errors
    /// When there are none, they have another schema, or another process has locked them.
    pub fn open(folder: &Path, options: StoreOptions) -> Result<Self, StoreError> {
        let path = folder.join(JOURNAL_FILE);
        if !path.exists() {
            return Err(StoreError::Failed(format!("{} is missing", path.display())));
        }
        let connection = open_writer(&path, options)?;
        let version: i64 =
            connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
        if version != VERSION {
            let why = format!("it has schema {version}, and {VERSION} is needed: start the server once");
            return Err(StoreError::Failed(why));
        }
        Ok(Self { connection, folder: folder.to_owned() })
    }

    /// The houses that have entries.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn houses(&self) -> Result<Vec<HouseId>, StoreError> {
        houses_with_entries(&self.connection)
    }

    /// Makes a part of a house again from its entries: all of it or nothing. Keys of commands that are too old at `now` are
    /// left out.
    ///
    /// # Errors
    /// As [`rebuild`].
    pub fn rebuild(&mut self, house: HouseId, part: JournalPart, now: i64) -> Result<(), StoreError> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        rebuild(&mut SqliteRows(&transaction), house, part, now)?;
        transaction.commit().map_err(failed)
    }

    /// Writes the head file anew from the heads of the houses. What it knew about entries that are lost is given up:
    /// only after the loss was accepted.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn rewrite_head_file(&self) -> Result<(), StoreError> {
        HeadFile::create(&self.folder, &heads_of(&self.connection)?).map(drop)
    }

    /// Throws the index away. It is made again from the journal when the folder is opened.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn remove_index(&self) -> Result<(), StoreError> {
        remove_database(&self.folder, INDEX_FILE)
    }
}
