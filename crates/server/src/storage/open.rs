//! Opening the store of a configuration.

use std::ops::ControlFlow;

use croupier_postgres::PostgresOptions;
use croupier_store::{MIGRATION_CHUNK, Migration, MigrationProgress, StoreOptions};

use super::house_store::HouseStore;
use crate::config::Config;
use crate::error::{ServeError, failed};
use crate::folder;

/// Opens the store of a configuration.
///
/// # Errors
/// When the configuration is not complete, or the store cannot be opened.
pub(crate) fn open_store(config: &Config) -> Result<HouseStore, ServeError> {
    let Some(address) = &config.store else {
        if config.node.is_some() || config.advertise.is_some() {
            return Err(ServeError("--node and --advertise are for a server with --store".to_owned()));
        }
        let mut report = report_migration;
        let migration = Migration { chunk: MIGRATION_CHUNK, report: &mut report };
        let options = StoreOptions { pages_max: config.pages_max, busy: config.busy };
        return HouseStore::open_folder(&config.data, options, migration).map_err(failed);
    };
    let unnamed = || ServeError("a server with --store needs a name for its leases: --node NAME".to_owned());
    let node = config.node.as_deref().ok_or_else(unnamed)?;
    let options = PostgresOptions {
        address: config.advertise.clone(),
        patience: config.patience,
        ..PostgresOptions::named(node)
    };
    let store = HouseStore::open_database(&config.data, config.busy, address.text(), options);
    let store = store.map_err(failed)?;
    folder::mark_store(&config.data)?;
    Ok(store)
}

/// Reports how far the migration of an older database is.
fn report_migration(progress: MigrationProgress) -> ControlFlow<()> {
    let MigrationProgress { stage, done, of } = progress;
    tracing::info!(
        ?stage,
        done,
        of,
        "migrating the journal; it can be interrupted and continues at the next start"
    );
    ControlFlow::Continue(())
}
