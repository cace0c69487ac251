//! Reading the journals of a database without taking part in it: nothing is migrated, claimed or written, and nodes may serve its
//! houses meanwhile. A standby can be read too.

use std::sync::Arc;

use croupier_house::ids::HouseId;
use croupier_house::store::{HouseHead, StoreError, StoredEntry};

use crate::address::Address;
use crate::migrate::{check_version, version};
use crate::read::{entries_from, head_in, house_of};
use crate::store::Shared;
use crate::tables::PostgresTables;

/// One statement, so that the heads of all houses are of one moment.
const HEADS: &str = "select house, sequence, hash from heads order by house";

/// The journals of a database, to read only.
pub struct PostgresReader {
    shared: Arc<Shared>,
}

impl PostgresReader {
    /// Opens the journals of a database. The address is that of [`crate::PostgresStore::open`].
    ///
    /// # Errors
    /// When the server cannot be reached, or has no tables of this version.
    pub fn open(address: &str) -> Result<Self, StoreError> {
        let reader = Self::connect(address)?;
        check_version(&*reader.shared.readers.get()?)?;
        Ok(reader)
    }

    /// The houses of a database, which may have no tables yet.
    ///
    /// # Errors
    /// When the server cannot be reached, or has tables of a later version.
    pub fn houses_at(address: &str) -> Result<Vec<HouseId>, StoreError> {
        let reader = Self::connect(address)?;
        let version = version(&*reader.shared.readers.get()?)?;
        // The first step creates the heads.
        if version.unwrap_or_default() == 0 {
            return Ok(Vec::new());
        }
        Ok(reader.heads()?.into_iter().map(|(house, _)| house).collect())
    }

    fn connect(address: &str) -> Result<Self, StoreError> {
        Ok(Self { shared: Arc::new(Shared::start(Address::read(address)?)?) })
    }

    /// The heads of all houses, as of one moment. What is before them never changes.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn heads(&self) -> Result<Vec<(HouseId, HouseHead)>, StoreError> {
        let rows = self.shared.readers.get()?.query(HEADS, &[])?;
        rows.iter().map(|row| Ok((house_of(row.get(0))?, head_in(row, 1, 2)?))).collect()
    }

    /// Entries of a house from a sequence on.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn entries(
        &self,
        house: HouseId,
        from_sequence: u64,
        most: usize,
    ) -> Result<Vec<StoredEntry>, StoreError> {
        entries_from(&self.shared, house, from_sequence, most)
    }

    /// The other tables of the database.
    pub fn tables(&self) -> PostgresTables {
        PostgresTables::of(Arc::clone(&self.shared))
    }
}
