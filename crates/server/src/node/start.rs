//! Starting the node of a server whose houses are in a database.

use std::sync::Arc;

use croupier_house::store::Store;

use super::running::{NodeOptions, RunningNode};
use crate::config::Config;
use crate::dealing::{KEY_FILE, KeyFile};
use crate::error::{ServeError, failed};
use crate::storage::HouseStore;

/// Starts the node of a server whose houses are in a database.
pub(crate) fn start_node(
    config: &Config,
    store: &Arc<HouseStore>,
    key: &mut KeyFile,
) -> Result<Option<RunningNode>, ServeError> {
    let (Some(database), Some(name)) = (store.database(), config.node.as_deref()) else { return Ok(None) };
    if matches!(key, KeyFile::Missing) && store.houses().map_err(failed)?.is_empty() {
        *key = KeyFile::create(&config.data).map_err(ServeError)?;
    }
    let keys = match &*key {
        KeyFile::Keys(keys) => keys,
        KeyFile::Missing => {
            let path = config.data.join(KEY_FILE);
            return Err(ServeError(format!(
                "{} is missing: copy it from another node of this database",
                path.display()
            )));
        }
        KeyFile::Unreadable(why) => return Err(ServeError(format!("{KEY_FILE} cannot be read: {why}"))),
    };
    let (advertise, lease, reads_format) = (config.advertise.as_deref(), config.lease, config.reads_format);
    RunningNode::start(database, &NodeOptions { name, advertise, lease, reads_format, keys }).map(Some)
}
