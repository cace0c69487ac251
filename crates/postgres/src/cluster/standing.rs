//! How the nodes of a database stand, for somebody who only looks.

use std::collections::BTreeMap;

use croupier_house::store::StoreError;
use tokio::runtime::Runtime;

use super::look::{ClusterLook, LOOK, read_look};
use crate::address::Address;
use crate::migrate::check_version;
use crate::session::Session;

/// Nothing is changed by who looks.
const SETTINGS: &str = "set default_transaction_read_only = on; set statement_timeout = '10s'";
const HEADS: &str = "select house, sequence from heads";
/// What nodes have said of themselves in the last ten seconds.
const NOTICES: &str = "select body from notices \
     where at > (extract(epoch from clock_timestamp()) * 1000)::bigint - 10000 order by number";

/// How the nodes of a database stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClusterStanding {
    /// Members and leases.
    pub look: ClusterLook,
    /// The last sequence of each house.
    pub heads: BTreeMap<u16, u64>,
    /// What nodes have said of themselves in the last ten seconds, the oldest first.
    pub notices: Vec<Vec<u8>>,
}

impl ClusterStanding {
    /// Reads how the nodes of a database stand. Nothing is changed.
    ///
    /// # Errors
    /// When the database cannot be read, or has no tables of this version.
    pub fn read(address: &str) -> Result<Self, StoreError> {
        let failed = |error: std::io::Error| StoreError::Failed(error.to_string());
        let runtime: Runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(failed)?;
        let session = Session::open(runtime.handle(), &Address::read(address)?, SETTINGS)?;
        check_version(&session)?;
        let look = read_look(&session.query(LOOK, &[])?).map_err(|lost| StoreError::Failed(lost.0))?;
        let damaged = || StoreError::Damaged("a head belongs to no house".to_owned());
        let mut heads = BTreeMap::new();
        for row in session.query(HEADS, &[])? {
            let (house, sequence): (i16, i64) = (row.get(0), row.get(1));
            let house = u16::try_from(house).map_err(|_| damaged())?;
            heads.insert(house, u64::try_from(sequence).map_err(|_| damaged())?);
        }
        let notices = session.query(NOTICES, &[])?.iter().map(|row| row.get(0)).collect();
        Ok(Self { look, heads, notices })
    }
}
