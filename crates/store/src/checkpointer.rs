//! Moving the write-ahead log of the journals into the database, beside the writer.
//!
//! `SQLite` would do it within the commit that fills the log, and whoever waits for that commit would wait for thousands
//! of pages. Here a thread of its own moves and syncs all but the newest pages while the writer goes on, and holds the
//! writer only for those that were written meanwhile. The log can then start again from its beginning.

use std::fs::File;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use croupier_house::store::StoreError;
use rusqlite::Connection;

use crate::background::give_way;
use crate::error::failed;
use crate::sqlite::{LOG_PAGES_FROM, Sqlite, StoreOptions, open_writer};

/// The number of pages at which the writer moves the log itself, because the thread does not get it done.
pub const LOG_PAGES_MAX: u32 = 8 * LOG_PAGES_FROM;
/// The number of pages for which the writer can be held.
const FEW_PAGES: u32 = LOG_PAGES_FROM / 32;
/// The number of passes beside the writer before it is held for the rest, however many pages they are.
const PASSES_MAX: u32 = 4;

/// What the thread is asked to do.
enum Work {
    Move,
    Stop,
}

/// The thread that moves the log. It ends when this is dropped.
pub(crate) struct Checkpointer {
    work: SyncSender<Work>,
    thread: Option<JoinHandle<()>>,
}

impl Checkpointer {
    /// Moves the log of this database from now on, instead of the commits of the engine. `database` is its file.
    pub(crate) fn start(
        path: &Path,
        database: &Arc<File>,
        options: StoreOptions,
        engine: &Arc<Mutex<Sqlite>>,
    ) -> Result<Self, StoreError> {
        let connection = open_writer(path, options)?;
        let database = Arc::clone(database);
        let (work, asked) = sync_channel(1);
        let writer = Arc::clone(engine);
        let run = move || {
            give_way();
            run(&connection, &database, &writer, &asked);
        };
        let thread = std::thread::Builder::new().name("checkpoint".to_owned()).spawn(run);
        let thread = thread.map_err(|error| StoreError::Failed(error.to_string()))?;
        let ask = work.clone();
        engine.lock().unwrap_or_else(PoisonError::into_inner).on_log(move |pages| {
            // If the thread is at work already, it goes on until few pages are left.
            if pages >= LOG_PAGES_FROM {
                let _ = ask.try_send(Work::Move);
            }
            pages >= LOG_PAGES_MAX
        })?;
        Ok(Self { work, thread: Some(thread) })
    }
}

impl Drop for Checkpointer {
    fn drop(&mut self) {
        let sent = self.work.send(Work::Stop);
        if let (Ok(()), Some(thread)) = (sent, self.thread.take()) {
            drop(thread.join());
        }
    }
}

fn run(connection: &Connection, database: &File, writer: &Mutex<Sqlite>, asked: &Receiver<Work>) {
    while let Ok(Work::Move) = asked.recv() {
        // A disk that is full, or a reader of an old state, is met again at the next commit.
        let _ = move_log(connection, database, writer);
    }
}

/// Moves the log until few pages are left, then those while the writer waits.
fn move_log(connection: &Connection, database: &File, writer: &Mutex<Sqlite>) -> Result<(), StoreError> {
    for _ in 0..PASSES_MAX {
        if checkpoint(connection)?.remaining() <= FEW_PAGES {
            break;
        }
    }
    // `SQLite` syncs the database only after the last page of the log, so that the writer would wait for all of them.
    database.sync_data().map_err(|error| StoreError::Failed(error.to_string()))?;
    let mut writer = writer.lock().unwrap_or_else(PoisonError::into_inner);
    checkpoint(writer.connection()).map(drop)
}

/// The state of the log after a checkpoint.
struct Log {
    pages: u32,
    moved: u32,
}

impl Log {
    const fn remaining(&self) -> u32 {
        self.pages - self.moved
    }
}

/// Moves what can be moved without waiting for anybody.
fn checkpoint(connection: &Connection) -> Result<Log, StoreError> {
    let sql = "pragma wal_checkpoint(passive)";
    let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, Log { pages: row.get(1)?, moved: row.get(2)? }));
    let (busy, log): (bool, Log) = connection.query_row(sql, [], row).map_err(failed)?;
    if busy { Err(StoreError::Busy) } else { Ok(log) }
}
