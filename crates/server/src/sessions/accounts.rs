//! Passwords and sessions on disk.

use std::fmt;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use croupier_house::ids::{HouseId, PersonId};
use croupier_house::office::Role;
use rusqlite::{Connection, OptionalExtension, Row, backup::Backup};

use super::{Carried, Session};

/// So many wrong passwords in a row, and nobody logs in under that name for a while.
const FAILURES_MAX: u32 = 5;
/// How long that is, in milliseconds.
const LOCKED_FOR: i64 = 15 * 60 * 1000;

const STEPS: [&str; 1] = ["create table accounts (
         house integer not null, handle text not null, hash text not null,
         failures integer not null default 0, locked_until integer not null default 0,
         primary key (house, handle)) strict, without rowid;
     create table sessions (
         key blob primary key, house integer not null, person integer not null, handle text not null,
         role text not null, csrf text not null, bearer integer not null, expires integer not null
     ) strict, without rowid;"];

/// Why accounts cannot be read or kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountsError(pub String);

impl fmt::Display for AccountsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the accounts cannot be used: {}", self.0)
    }
}

impl std::error::Error for AccountsError {}

impl From<rusqlite::Error> for AccountsError {
    fn from(error: rusqlite::Error) -> Self {
        Self(error.to_string())
    }
}

fn private(path: &Path) -> Result<(), AccountsError> {
    croupier_store::make_private(path).map_err(|error| AccountsError(format!("{}: {error}", path.display())))
}

/// What is known of an account.
pub(crate) enum Standing {
    /// There is no such account.
    None,
    /// Too many wrong passwords: nobody logs in until then.
    Locked,
    /// The hash of its password.
    Open(String),
}

/// A password that was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tried {
    Right,
    Wrong,
}

/// Whether it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counted {
    InTime,
    /// The name was locked meanwhile.
    TooLate,
}

/// Passwords and sessions.
pub struct Accounts {
    connection: Mutex<Connection>,
}

impl Accounts {
    /// Opens the file, or makes one.
    ///
    /// # Errors
    /// When that cannot be done.
    pub fn open(path: &Path) -> Result<Self, AccountsError> {
        private(path)?;
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.query_row("pragma journal_mode = wal", [], |_| Ok(()))?;
        let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let done = usize::try_from(version).unwrap_or(usize::MAX);
        for (step, number) in STEPS.iter().zip(1_i64..).skip(done) {
            let transaction = connection.transaction()?;
            transaction.execute_batch(step)?;
            transaction.pragma_update(None, "user_version", number)?;
            transaction.commit()?;
        }
        Ok(Self { connection: Mutex::new(connection) })
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copies the file while it is in use.
    ///
    /// # Errors
    /// When the copy cannot be written.
    pub fn backup(&self, to: &Path) -> Result<(), AccountsError> {
        let from = self.lock();
        private(to)?;
        let mut copy = Connection::open(to)?;
        Ok(Backup::new(&from, &mut copy)?.run_to_completion(1024, Duration::ZERO, None)?)
    }

    /// Sets the password of an account.
    ///
    /// # Errors
    /// When it cannot be kept.
    pub fn put(&self, house: HouseId, handle: &str, hash: &str) -> Result<(), AccountsError> {
        let sql = "insert or replace into accounts (house, handle, hash) values (?, ?, ?)";
        self.lock().execute(sql, (house.0, handle, hash))?;
        Ok(())
    }

    /// Whether there is such an account.
    ///
    /// # Errors
    /// When that cannot be read.
    pub fn has(&self, house: HouseId, handle: &str) -> Result<bool, AccountsError> {
        let sql = "select exists (select 1 from accounts where house = ? and handle = ?)";
        Ok(self.lock().query_row(sql, (house.0, handle), |row| row.get(0))?)
    }

    /// Takes an account away.
    ///
    /// # Errors
    /// When that cannot be kept.
    pub fn remove(&self, house: HouseId, handle: &str) -> Result<(), AccountsError> {
        self.lock().execute("delete from accounts where house = ? and handle = ?", (house.0, handle))?;
        Ok(())
    }

    /// Whether somebody may try to log in, and what the password is held against.
    pub(crate) fn standing(&self, house: HouseId, handle: &str, now: i64) -> Result<Standing, AccountsError> {
        let sql = "select hash, locked_until from accounts where house = ? and handle = ?";
        let row = |row: &Row<'_>| -> rusqlite::Result<(String, i64)> { Ok((row.get(0)?, row.get(1)?)) };
        let found = self.lock().query_row(sql, (house.0, handle), row).optional()?;
        Ok(match found {
            None => Standing::None,
            Some((_, until)) if now < until => Standing::Locked,
            Some((hash, _)) => Standing::Open(hash),
        })
    }

    /// Counts a password that was looked at, and says whether it counts. A wrong one is one more, and after several
    /// nobody logs in for a while; a right one makes forget them. Whatever was looked at while others locked the name
    /// comes too late, right or wrong: many at once try no more than as many one after another.
    pub(crate) fn count(
        &self,
        house: HouseId,
        handle: &str,
        tried: Tried,
        now: i64,
    ) -> Result<Counted, AccountsError> {
        let connection = self.lock();
        let sql = "select failures, locked_until from accounts where house = ? and handle = ?";
        let row = |row: &Row<'_>| -> rusqlite::Result<(u32, i64)> { Ok((row.get(0)?, row.get(1)?)) };
        let (before, until) = connection.query_row(sql, (house.0, handle), row).optional()?.unwrap_or((0, 0));
        if now < until {
            return Ok(Counted::TooLate);
        }
        let (failures, until) = match tried {
            Tried::Right => (0, 0),
            Tried::Wrong if before + 1 >= FAILURES_MAX => (0, now.saturating_add(LOCKED_FOR)),
            Tried::Wrong => (before + 1, 0),
        };
        if (failures, until) != (before, 0) {
            let sql = "update accounts set failures = ?, locked_until = ? where house = ? and handle = ?";
            connection.execute(sql, (failures, until, house.0, handle))?;
        }
        Ok(Counted::InTime)
    }

    pub(super) fn keep_session(&self, session: &Session) -> Result<(), AccountsError> {
        let sql = "insert into sessions (key, house, person, handle, role, csrf, bearer, expires)
                   values (?, ?, ?, ?, ?, ?, ?, ?)";
        let bearer = session.carried == Carried::Bearer;
        let role = role_name(session.role);
        let row =
            (&session.key[..], session.house.0, session.person.0, &*session.handle, role, &*session.csrf);
        let (key, house, person, handle, role, csrf) = row;
        self.lock().execute(sql, (key, house, person, handle, role, csrf, bearer, session.expires))?;
        Ok(())
    }

    pub(super) fn drop_session(&self, key: &[u8; 32]) -> Result<(), AccountsError> {
        self.lock().execute("delete from sessions where key = ?", [&key[..]])?;
        Ok(())
    }

    pub(super) fn drop_sessions_of(&self, house: HouseId, person: PersonId) -> Result<(), AccountsError> {
        self.lock().execute("delete from sessions where house = ? and person = ?", (house.0, person.0))?;
        Ok(())
    }

    pub(super) fn sweep(&self, now: i64) -> Result<(), AccountsError> {
        self.lock().execute("delete from sessions where expires <= ?", [now])?;
        Ok(())
    }

    pub(super) fn sessions(&self, now: i64) -> Result<Vec<Session>, AccountsError> {
        let connection = self.lock();
        let sql =
            "select key, house, person, handle, role, csrf, bearer, expires from sessions where expires > ?";
        let mut select = connection.prepare(sql)?;
        let rows = select.query_map([now], session)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

fn session(row: &Row<'_>) -> rusqlite::Result<Session> {
    let role: String = row.get(4)?;
    let (handle, csrf): (String, String) = (row.get(3)?, row.get(5)?);
    Ok(Session {
        key: row.get(0)?,
        house: HouseId(row.get(1)?),
        person: PersonId(row.get(2)?),
        handle: handle.into(),
        role: ROLES.into_iter().find(|known| role_name(*known) == role).unwrap_or(Role::Player),
        csrf: csrf.into(),
        carried: if row.get(6)? { Carried::Bearer } else { Carried::Cookie },
        expires: row.get(7)?,
    })
}

const ROLES: [Role; 6] =
    [Role::Player, Role::Dealer, Role::Inspector, Role::Cashier, Role::Manager, Role::Regulator];

/// The name of a role on the wire.
pub(crate) const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Player => "player",
        Role::Dealer => "dealer",
        Role::Inspector => "inspector",
        Role::Cashier => "cashier",
        Role::Manager => "manager",
        Role::Regulator => "regulator",
    }
}
