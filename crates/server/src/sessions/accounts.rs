//! The database of passwords and sessions.

use std::fmt;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use croupier_house::ids::{HouseId, PersonId};
use croupier_house::office::Role;
use croupier_house::store::StoreError;
use rusqlite::{Connection, OptionalExtension, Row};

use super::token::{Carrier, Session};

/// The number of wrong passwords in a row after which an account is locked for a while.
const FAILURES_MAX: u32 = 5;
/// The duration of the lock, in milliseconds.
const LOCKED_FOR: i64 = 15 * 60 * 1000;

/// The migrations of the database, in order.
const MIGRATIONS: [&str; 1] = ["create table accounts (
         house integer not null, handle text not null, hash text not null,
         failures integer not null default 0, locked_until integer not null default 0,
         primary key (house, handle)) strict, without rowid;
     create table sessions (
         key blob primary key, house integer not null, person integer not null, handle text not null,
         role text not null, csrf text not null, bearer integer not null, expires integer not null
     ) strict, without rowid;"];

/// Why accounts cannot be read or stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountsError(pub String);

impl fmt::Display for AccountsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot use the accounts database: {}", self.0)
    }
}

impl std::error::Error for AccountsError {}

impl From<rusqlite::Error> for AccountsError {
    fn from(error: rusqlite::Error) -> Self {
        Self(error.to_string())
    }
}

impl From<StoreError> for AccountsError {
    fn from(error: StoreError) -> Self {
        Self(error.to_string())
    }
}

fn private(path: &Path) -> Result<(), AccountsError> {
    croupier_store::make_private(path).map_err(|error| AccountsError(format!("{}: {error}", path.display())))
}

/// The state of an account at a login.
pub(crate) enum AccountState {
    /// There is no such account.
    None,
    /// The account is locked after too many wrong passwords.
    Locked,
    /// The account can be used; this is the hash of its password.
    Open(String),
}

/// The result of a password check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PasswordCheck {
    Right,
    Wrong,
}

/// Whether a check is valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Attempt {
    InTime,
    /// The account was locked in the meantime.
    TooLate,
}

/// Passwords and sessions.
pub struct Accounts {
    connection: Mutex<Connection>,
}

impl Accounts {
    /// Opens or creates the database.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(path: &Path) -> Result<Self, AccountsError> {
        private(path)?;
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.query_row("pragma journal_mode = wal", [], |_| Ok(()))?;
        croupier_store::migrate(&mut connection, &MIGRATIONS)?;
        Ok(Self { connection: Mutex::new(connection) })
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copies the database, which may be in use meanwhile.
    ///
    /// # Errors
    /// When the copy cannot be written.
    pub fn backup(&self, to: &Path) -> Result<(), AccountsError> {
        Ok(croupier_store::backup(&self.lock(), to)?)
    }

    /// Sets the password of an account.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub fn put(&self, house: HouseId, handle: &str, hash: &str) -> Result<(), AccountsError> {
        let sql = "insert or replace into accounts (house, handle, hash) values (?, ?, ?)";
        self.lock().execute(sql, (house.0, handle, hash))?;
        Ok(())
    }

    /// Whether the account exists.
    ///
    /// # Errors
    /// When that cannot be read.
    pub fn has(&self, house: HouseId, handle: &str) -> Result<bool, AccountsError> {
        let sql = "select exists (select 1 from accounts where house = ? and handle = ?)";
        Ok(self.lock().query_row(sql, (house.0, handle), |row| row.get(0))?)
    }

    /// Deletes an account.
    ///
    /// # Errors
    /// When that cannot be stored.
    pub fn remove(&self, house: HouseId, handle: &str) -> Result<(), AccountsError> {
        self.lock().execute("delete from accounts where house = ? and handle = ?", (house.0, handle))?;
        Ok(())
    }

    /// The state of an account, with the hash of its password.
    pub(crate) fn login(
        &self,
        house: HouseId,
        handle: &str,
        now: i64,
    ) -> Result<AccountState, AccountsError> {
        let sql = "select hash, locked_until from accounts where house = ? and handle = ?";
        let row = |row: &Row<'_>| -> rusqlite::Result<(String, i64)> { Ok((row.get(0)?, row.get(1)?)) };
        let found = self.lock().query_row(sql, (house.0, handle), row).optional()?;
        Ok(match found {
            None => AccountState::None,
            Some((_, until)) if now < until => AccountState::Locked,
            Some((hash, _)) => AccountState::Open(hash),
        })
    }

    /// Records a check. A wrong password adds a failure, and several failures lock the account; a right password
    /// resets the count. A check that finishes after others have locked the account is ignored, right or wrong, so
    /// that trying many passwords in parallel gains nothing.
    pub(crate) fn count(
        &self,
        house: HouseId,
        handle: &str,
        check: PasswordCheck,
        now: i64,
    ) -> Result<Attempt, AccountsError> {
        let connection = self.lock();
        let sql = "select failures, locked_until from accounts where house = ? and handle = ?";
        let row = |row: &Row<'_>| -> rusqlite::Result<(u32, i64)> { Ok((row.get(0)?, row.get(1)?)) };
        let (before, until) = connection.query_row(sql, (house.0, handle), row).optional()?.unwrap_or((0, 0));
        if now < until {
            return Ok(Attempt::TooLate);
        }
        let (failures, until) = match check {
            PasswordCheck::Right => (0, 0),
            PasswordCheck::Wrong if before + 1 >= FAILURES_MAX => (0, now.saturating_add(LOCKED_FOR)),
            PasswordCheck::Wrong => (before + 1, 0),
        };
        if (failures, until) != (before, 0) {
            let sql = "update accounts set failures = ?, locked_until = ? where house = ? and handle = ?";
            connection.execute(sql, (failures, until, house.0, handle))?;
        }
        Ok(Attempt::InTime)
    }

    pub(super) fn store_session(&self, session: &Session) -> Result<(), AccountsError> {
        let sql = "insert into sessions (key, house, person, handle, role, csrf, bearer, expires)
                   values (?, ?, ?, ?, ?, ?, ?, ?)";
        let bearer = session.carrier == Carrier::Bearer;
        let role = role_name(session.role);
        let row =
            (&session.key[..], session.house.0, session.person.0, &*session.handle, role, &*session.csrf);
        let (key, house, person, handle, role, csrf) = row;
        self.lock().execute(sql, (key, house, person, handle, role, csrf, bearer, session.expires))?;
        Ok(())
    }

    pub(super) fn delete_session(&self, key: &[u8; 32]) -> Result<(), AccountsError> {
        self.lock().execute("delete from sessions where key = ?", [&key[..]])?;
        Ok(())
    }

    pub(super) fn delete_sessions_of(&self, house: HouseId, person: PersonId) -> Result<(), AccountsError> {
        self.lock().execute("delete from sessions where house = ? and person = ?", (house.0, person.0))?;
        Ok(())
    }

    pub(super) fn delete_expired(&self, now: i64) -> Result<(), AccountsError> {
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
        carrier: if row.get(6)? { Carrier::Bearer } else { Carrier::Cookie },
        expires: row.get(7)?,
    })
}

const ROLES: [Role; 6] =
    [Role::Player, Role::Dealer, Role::Inspector, Role::Cashier, Role::Manager, Role::Regulator];

/// The name of a role, as stored in the database.
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
