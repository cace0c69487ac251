//! The database of passwords and sessions.

use std::fmt;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use croupier_house::ids::{DAY_MS, HouseId, PersonId};
use croupier_house::office::Role;
use croupier_house::store::StoreError;
use rusqlite::{Connection, OptionalExtension, Row};

use super::token::{Carrier, Session};

/// The migrations of the database, in order. `failures` and `locked_until` of the first step are no longer used: wrong
/// passwords slow down the address they come from (`attempts`) and lock nobody out.
const MIGRATIONS: [&str; 3] = [
    "create table accounts (
         house integer not null, handle text not null, hash text not null,
         failures integer not null default 0, locked_until integer not null default 0,
         primary key (house, handle)) strict, without rowid;
     create table sessions (
         key blob primary key, house integer not null, person integer not null, handle text not null,
         role text not null, csrf text not null, bearer integer not null, expires integer not null
     ) strict, without rowid;",
    "create table links (
         key blob primary key, house integer not null, handle text not null, purpose text not null,
         expires integer not null) strict, without rowid;
     create index links_of on links (house, handle, purpose);
     create table places (
         house integer not null, handle text not null, address text not null, at integer not null,
         primary key (house, handle, address)) strict, without rowid;
     create table factors (
         house integer not null, handle text not null, secret blob not null, confirmed integer not null,
         last_step integer not null, primary key (house, handle)) strict, without rowid;
     create table recovery_codes (
         house integer not null, handle text not null, key blob not null,
         primary key (house, handle, key)) strict, without rowid;
     alter table sessions add column started integer not null default 0;
     alter table sessions add column restricted integer not null default 0;",
    "create table reader_keys (
         key blob primary key, house integer not null, at_table integer not null, reader integer not null,
         unique (house, at_table, reader)) strict, without rowid;",
];

/// How long a place counts as known after a login from it, in milliseconds.
const PLACE_LASTS: i64 = 30 * DAY_MS;
/// The maximum number of known places of an account; the oldest is dropped first.
pub const PLACES_MAX: u32 = 32;

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

    pub(super) fn lock(&self) -> MutexGuard<'_, Connection> {
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

    /// The hash of the password of an account; `None` if the account has no password.
    pub(crate) fn hash(&self, house: HouseId, handle: &str) -> Result<Option<String>, AccountsError> {
        let sql = "select hash from accounts where house = ? and handle = ?";
        Ok(self.lock().query_row(sql, (house.0, handle), |row| row.get(0)).optional()?)
    }

    /// Deletes everything of a house that is not founded: a set-up before may have been interrupted.
    ///
    /// # Errors
    /// When that cannot be stored.
    pub(crate) fn remove_house(&self, house: HouseId) -> Result<(), AccountsError> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        for table in ["accounts", "factors", "recovery_codes", "places", "links", "sessions"] {
            transaction.execute(&format!("delete from {table} where house = ?"), [house.0])?;
        }
        Ok(transaction.commit()?)
    }

    /// Deletes an account: its password, second factor and known places.
    ///
    /// # Errors
    /// When that cannot be stored.
    pub fn remove(&self, house: HouseId, handle: &str) -> Result<(), AccountsError> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        for table in ["accounts", "factors", "recovery_codes", "places"] {
            let sql = format!("delete from {table} where house = ? and handle = ?");
            transaction.execute(&sql, (house.0, handle))?;
        }
        Ok(transaction.commit()?)
    }

    /// Whether the account has logged in from this address in the last 30 days.
    pub(crate) fn knows_place(
        &self,
        house: HouseId,
        handle: &str,
        address: &str,
        now: i64,
    ) -> Result<bool, AccountsError> {
        let sql =
            "select exists (select 1 from places where house = ? and handle = ? and address = ? and at > ?)";
        let since = now.saturating_sub(PLACE_LASTS);
        Ok(self.lock().query_row(sql, (house.0, handle, address, since), |row| row.get(0))?)
    }

    /// Notes a login from this address.
    pub(crate) fn note_place(
        &self,
        house: HouseId,
        handle: &str,
        address: &str,
        now: i64,
    ) -> Result<(), AccountsError> {
        let connection = self.lock();
        let sql = "insert or replace into places (house, handle, address, at) values (?, ?, ?, ?)";
        connection.execute(sql, (house.0, handle, address, now))?;
        let sql = "delete from places where house = ?1 and handle = ?2 and address not in (
                       select address from places where house = ?1 and handle = ?2 and at > ?3
                       order by at desc limit ?4)";
        connection.execute(sql, (house.0, handle, now.saturating_sub(PLACE_LASTS), PLACES_MAX))?;
        Ok(())
    }

    pub(super) fn store_session(&self, session: &Session) -> Result<(), AccountsError> {
        let sql = "insert into sessions (key, house, person, handle, role, csrf, bearer, expires, started, restricted)
                   values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        let bearer = session.carrier == Carrier::Bearer;
        let role = role_name(session.role);
        let row =
            (&session.key[..], session.house.0, session.person.0, &*session.handle, role, &*session.csrf);
        let (key, house, person, handle, role, csrf) = row;
        let (expires, started, restricted) = (session.expires, session.started, session.restricted);
        self.lock()
            .execute(sql, (key, house, person, handle, role, csrf, bearer, expires, started, restricted))?;
        Ok(())
    }

    /// Stores that the sessions of a person are no longer restricted.
    pub(super) fn lift_restriction(&self, house: HouseId, person: PersonId) -> Result<(), AccountsError> {
        let sql = "update sessions set restricted = 0 where house = ? and person = ?";
        self.lock().execute(sql, (house.0, person.0))?;
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
        let sql = "select key, house, person, handle, role, csrf, bearer, expires, started, restricted
                   from sessions where expires > ?";
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
        // A role that a later version stored has the fewest rights here.
        role: ROLES.into_iter().find(|known| role_name(*known) == role).unwrap_or(Role::Player),
        csrf: csrf.into(),
        carrier: if row.get(6)? { Carrier::Bearer } else { Carrier::Cookie },
        expires: row.get(7)?,
        started: row.get(8)?,
        restricted: row.get(9)?,
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
