//! The database of passwords and sessions: a file of the data folder, or tables beside the journals (`storage::Tables`).

use std::fmt;
use std::path::Path;

use croupier_house::ids::{DAY_MS, HouseId, PersonId};
use croupier_house::office::Role;
use croupier_house::store::StoreError;
use zeroize::Zeroizing;

use super::token::{Carrier, Session};
use crate::storage::{FileLog, TableRow, Tables, values};

/// The name of the database in a data folder.
pub(crate) const ACCOUNTS: &str = "accounts.db";

/// The migrations of the file, in order. `failures` and `locked_until` of the first step are no longer used: wrong
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

/// How each table is read and written when accounts are moved.
const COPIED: [(&str, &str); 7] = [
    (
        "select house, handle, hash from accounts",
        "insert into accounts (house, handle, hash) values ($1, $2, $3) on conflict do nothing",
    ),
    (
        "select key, house, person, handle, role, csrf, bearer, expires, started, restricted from sessions",
        "insert into sessions (key, house, person, handle, role, csrf, bearer, expires, started, restricted)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing",
    ),
    (
        "select key, house, handle, purpose, expires from links",
        "insert into links (key, house, handle, purpose, expires) values ($1, $2, $3, $4, $5) on conflict do nothing",
    ),
    (
        "select house, handle, address, at from places",
        "insert into places (house, handle, address, at) values ($1, $2, $3, $4) on conflict do nothing",
    ),
    (
        "select house, handle, secret, confirmed, last_step from factors",
        "insert into factors (house, handle, secret, confirmed, last_step) values ($1, $2, $3, $4, $5)
         on conflict do nothing",
    ),
    (
        "select house, handle, key from recovery_codes",
        "insert into recovery_codes (house, handle, key) values ($1, $2, $3) on conflict do nothing",
    ),
    (
        "select key, house, at_table, reader from reader_keys",
        "insert into reader_keys (key, house, at_table, reader) values ($1, $2, $3, $4) on conflict do nothing",
    ),
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

impl From<StoreError> for AccountsError {
    fn from(error: StoreError) -> Self {
        Self(error.to_string())
    }
}

/// Passwords and sessions.
pub struct Accounts {
    pub(super) tables: Tables,
}

impl Accounts {
    /// Opens or creates the database in a file.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(path: &Path) -> Result<Self, AccountsError> {
        Ok(Self { tables: Tables::open_file(path, FileLog::WriteAhead, &MIGRATIONS)? })
    }

    /// The accounts in tables that are there.
    pub(crate) const fn at(tables: Tables) -> Self {
        Self { tables }
    }

    /// The bytes of a file with everything in these accounts, as of one moment.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(crate) fn picture(&self) -> Result<Zeroizing<Vec<u8>>, AccountsError> {
        let copy = Self { tables: Tables::in_memory(&MIGRATIONS)? };
        copy.copy_from(self)?;
        Ok(copy.tables.picture()?)
    }

    /// Copies everything from other accounts, as of one moment, except what is here already.
    pub(crate) fn copy_from(&self, other: &Self) -> Result<(), AccountsError> {
        let all = other.tables.read_together(|tables| {
            COPIED.iter().map(|(read, _)| tables.query(read, &values![])).collect::<Result<Vec<_>, _>>()
        })?;
        for ((_, write), rows) in COPIED.iter().zip(all) {
            for row in rows {
                self.tables.query(write, row.values())?;
            }
        }
        Ok(())
    }

    /// Sets the password of an account.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub fn put(&self, house: HouseId, handle: &str, hash: &str) -> Result<(), AccountsError> {
        let sql = "insert into accounts (house, handle, hash) values ($1, $2, $3)
                   on conflict (house, handle) do update set hash = excluded.hash";
        self.tables.query(sql, &values![house.0, handle, hash])?;
        Ok(())
    }

    /// Whether the account exists.
    ///
    /// # Errors
    /// When that cannot be read.
    pub fn has(&self, house: HouseId, handle: &str) -> Result<bool, AccountsError> {
        Ok(self.hash(house, handle)?.is_some())
    }

    /// The hash of the password of an account; `None` if the account has no password.
    pub(crate) fn hash(&self, house: HouseId, handle: &str) -> Result<Option<String>, AccountsError> {
        let sql = "select hash from accounts where house = $1 and handle = $2";
        let found = self.tables.query(sql, &values![house.0, handle])?;
        Ok(found.first().map(|row| row.text(0).map(ToOwned::to_owned)).transpose()?)
    }

    /// Deletes everything of a house that is not founded: a set-up before may have been interrupted.
    ///
    /// # Errors
    /// When that cannot be stored.
    pub(crate) fn remove_house(&self, house: HouseId) -> Result<(), AccountsError> {
        let all = [
            "delete from accounts where house = $1",
            "delete from factors where house = $1",
            "delete from recovery_codes where house = $1",
            "delete from places where house = $1",
            "delete from links where house = $1",
            "delete from sessions where house = $1",
        ];
        let of = values![house.0];
        Ok(self.tables.transact(|tables| all.iter().try_for_each(|sql| tables.query(sql, &of).map(drop)))?)
    }

    /// Deletes an account: its password, second factor and known places.
    ///
    /// # Errors
    /// When that cannot be stored.
    pub fn remove(&self, house: HouseId, handle: &str) -> Result<(), AccountsError> {
        let all = [
            "delete from accounts where house = $1 and handle = $2",
            "delete from factors where house = $1 and handle = $2",
            "delete from recovery_codes where house = $1 and handle = $2",
            "delete from places where house = $1 and handle = $2",
        ];
        let of = values![house.0, handle];
        Ok(self.tables.transact(|tables| all.iter().try_for_each(|sql| tables.query(sql, &of).map(drop)))?)
    }

    /// Whether the account has logged in from this address in the last 30 days.
    pub(crate) fn knows_place(
        &self,
        house: HouseId,
        handle: &str,
        address: &str,
        now: i64,
    ) -> Result<bool, AccountsError> {
        let sql = "select 1 from places where house = $1 and handle = $2 and address = $3 and at > $4";
        let since = now.saturating_sub(PLACE_LASTS);
        Ok(!self.tables.query(sql, &values![house.0, handle, address, since])?.is_empty())
    }

    /// Notes a login from this address.
    pub(crate) fn note_place(
        &self,
        house: HouseId,
        handle: &str,
        address: &str,
        now: i64,
    ) -> Result<(), AccountsError> {
        let note = "insert into places (house, handle, address, at) values ($1, $2, $3, $4)
                    on conflict (house, handle, address) do update set at = excluded.at";
        let forget = "delete from places where house = $1 and handle = $2 and address not in (
                          select address from places where house = $1 and handle = $2 and at > $3
                          order by at desc limit $4)";
        let since = now.saturating_sub(PLACE_LASTS);
        Ok(self.tables.transact(|tables| {
            tables.query(note, &values![house.0, handle, address, now])?;
            tables.query(forget, &values![house.0, handle, since, PLACES_MAX]).map(drop)
        })?)
    }

    pub(super) fn store_session(&self, session: &Session) -> Result<(), AccountsError> {
        let sql = "insert into sessions (key, house, person, handle, role, csrf, bearer, expires, started, restricted)
                   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
        let bearer = session.carrier == Carrier::Bearer;
        let (key, house, person) = (&session.key[..], session.house.0, session.person.0);
        let (handle, role, csrf) = (&*session.handle, role_name(session.role), &*session.csrf);
        let (expires, started, restricted) = (session.expires, session.started, session.restricted);
        let row = values![key, house, person, handle, role, csrf, bearer, expires, started, restricted];
        self.tables.query(sql, &row)?;
        Ok(())
    }

    /// Stores that the sessions of a person are no longer restricted.
    pub(super) fn lift_restriction(&self, house: HouseId, person: PersonId) -> Result<(), AccountsError> {
        let sql = "update sessions set restricted = 0 where house = $1 and person = $2";
        self.tables.query(sql, &values![house.0, person.0])?;
        Ok(())
    }

    pub(super) fn delete_session(&self, key: &[u8; 32]) -> Result<(), AccountsError> {
        self.tables.query("delete from sessions where key = $1", &values![&key[..]])?;
        Ok(())
    }

    pub(super) fn delete_sessions_of(&self, house: HouseId, person: PersonId) -> Result<(), AccountsError> {
        let sql = "delete from sessions where house = $1 and person = $2";
        self.tables.query(sql, &values![house.0, person.0])?;
        Ok(())
    }

    pub(super) fn delete_expired(&self, now: i64) -> Result<(), AccountsError> {
        self.tables.query("delete from sessions where expires <= $1", &values![now])?;
        Ok(())
    }

    /// The session with this key, unless it has expired.
    pub(super) fn session(&self, key: &[u8; 32], now: i64) -> Result<Option<Session>, AccountsError> {
        let sql = "select key, house, person, handle, role, csrf, bearer, expires, started, restricted
                   from sessions where key = $1 and expires > $2";
        let rows = self.tables.query(sql, &values![&key[..], now])?;
        Ok(rows.first().map(session).transpose()?)
    }

    pub(super) fn sessions(&self, now: i64) -> Result<Vec<Session>, AccountsError> {
        let sql = "select key, house, person, handle, role, csrf, bearer, expires, started, restricted
                   from sessions where expires > $1";
        let rows = self.tables.query(sql, &values![now])?;
        Ok(rows.iter().map(session).collect::<Result<_, StoreError>>()?)
    }
}

fn session(row: &TableRow) -> Result<Session, StoreError> {
    let role = row.text(4)?;
    Ok(Session {
        key: row.bytes(0)?,
        house: HouseId(row.number(1)?),
        person: PersonId(row.number(2)?),
        handle: row.text(3)?.into(),
        // A role that a later version stored has the fewest rights here.
        role: ROLES.into_iter().find(|known| role_name(*known) == role).unwrap_or(Role::Player),
        csrf: row.text(5)?.into(),
        carrier: if row.number::<i64>(6)? != 0 { Carrier::Bearer } else { Carrier::Cookie },
        expires: row.number(7)?,
        started: row.number(8)?,
        restricted: row.number::<i64>(9)? != 0,
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

#[cfg(test)]
mod tests {
    use croupier_house::ids::TableId;
    use croupier_postgres::{PostgresOptions, PostgresStore};
    use croupier_store_suite::PostgresServer;

    use super::*;
    use crate::sessions::token::key_of;
    use crate::sessions::totp::{SECRET_BYTES, STEP, code_of};
    use crate::sessions::{FactorState, KeyedReader, LinkPurpose};

    const HOUSE: HouseId = HouseId(1);
    const OTHER: HouseId = HouseId(2);
    const NOW: i64 = 1_800_000_000_000;

    fn code_at(secret: &[u8; SECRET_BYTES], now: i64) -> String {
        code_of(secret, now.div_euclid(1000 * STEP)).unwrap()
    }

    fn session_of(person: u32, token: &str, expires: i64) -> Session {
        Session {
            key: key_of(token),
            house: HOUSE,
            person: PersonId(person),
            handle: "ann".into(),
            role: Role::Inspector,
            csrf: "csrf".into(),
            carrier: Carrier::Bearer,
            expires,
            started: 7,
            restricted: true,
        }
    }

    fn passwords_and_places(accounts: &Accounts) -> Result<(), AccountsError> {
        accounts.put(HOUSE, "ann", "first")?;
        accounts.put(HOUSE, "ann", "second")?;
        accounts.put(OTHER, "ann", "other")?;
        assert_eq!(accounts.hash(HOUSE, "ann")?.as_deref(), Some("second"));
        assert!(!accounts.has(HOUSE, "bob")?);
        for place in 0..PLACES_MAX + 2 {
            accounts.note_place(HOUSE, "ann", &place.to_string(), NOW + i64::from(place))?;
        }
        accounts.note_place(HOUSE, "ann", "33", NOW + 99)?;
        let known = |place| accounts.knows_place(HOUSE, "ann", place, NOW + 100);
        assert_eq!((known("1")?, known("2")?, known("33")?), (false, true, true));
        assert!(!accounts.knows_place(HOUSE, "ann", "33", NOW + 100 + PLACE_LASTS)?);
        accounts.remove(HOUSE, "ann")?;
        assert!(!accounts.has(HOUSE, "ann")? && !known("33")? && accounts.has(OTHER, "ann")?);
        accounts.remove_house(OTHER)?;
        assert!(!accounts.has(OTHER, "ann")?);
        Ok(())
    }

    fn sessions(accounts: &Accounts) -> Result<(), AccountsError> {
        for (person, token, expires) in [(1, "a", NOW + 5), (1, "b", NOW + 9), (2, "c", NOW + 9)] {
            accounts.store_session(&session_of(person, token, expires))?;
        }
        assert_eq!(accounts.sessions(NOW + 8)?.len(), 2);
        accounts.delete_expired(NOW + 5)?;
        accounts.lift_restriction(HOUSE, PersonId(2))?;
        let mut left = accounts.sessions(0)?;
        left.sort_by_key(|session| session.person);
        let lifted = Session { restricted: false, ..session_of(2, "c", NOW + 9) };
        let whole = |session: &Session| {
            (session.key, session.role, session.carrier, session.restricted, session.started)
        };
        let due = [session_of(1, "b", NOW + 9), lifted];
        assert_eq!(left.iter().map(whole).collect::<Vec<_>>(), due.iter().map(whole).collect::<Vec<_>>());
        accounts.delete_session(&key_of("b"))?;
        accounts.delete_sessions_of(HOUSE, PersonId(2))?;
        assert!(accounts.sessions(0)?.is_empty());
        Ok(())
    }

    fn links(accounts: &Accounts) -> Result<(), AccountsError> {
        let password = LinkPurpose::Password;
        let first = accounts.make_link(HOUSE, "ann", password, NOW)?.token;
        let link = accounts.make_link(HOUSE, "ann", password, NOW)?;
        assert_eq!(accounts.use_link(HOUSE, &first, password, NOW)?, None, "a newer one replaces it");
        assert!(accounts.has_link(HOUSE, "ann", password, NOW)?);
        assert_eq!(accounts.link_expires(HOUSE, &link.token, password, NOW)?, Some(link.expires));
        assert_eq!(accounts.use_link(HOUSE, &link.token, password, NOW)?.as_deref(), Some("ann"));
        assert_eq!(accounts.use_link(HOUSE, &link.token, password, NOW)?, None, "it works once");
        for _ in 0..2 {
            accounts.return_link(HOUSE, "ann", &link.token, password, link.expires)?;
        }
        assert_eq!(accounts.use_link(HOUSE, &link.token, password, link.expires)?, None, "it expires");
        let invited = accounts.make_link(HOUSE, "", LinkPurpose::Invitation, NOW)?;
        accounts.make_link(HOUSE, "", LinkPurpose::Invitation, NOW)?;
        assert!(accounts.use_link(HOUSE, &invited.token, LinkPurpose::Invitation, NOW)?.is_some());
        Ok(())
    }

    fn factors(accounts: &Accounts) -> Result<(), AccountsError> {
        assert_eq!(accounts.factor_state(HOUSE, "ann")?, FactorState::None);
        accounts.begin_factor(HOUSE, "ann")?.unwrap();
        let secret = accounts.begin_factor(HOUSE, "ann")?.unwrap();
        assert_eq!(accounts.factor_state(HOUSE, "ann")?, FactorState::Begun);
        assert_eq!(accounts.confirm_factor(HOUSE, "ann", "no code", NOW)?, None);
        let codes = accounts.confirm_factor(HOUSE, "ann", &code_at(&secret, NOW), NOW)?.unwrap();
        assert_eq!(accounts.factor_state(HOUSE, "ann")?, FactorState::Confirmed);
        assert_eq!(accounts.begin_factor(HOUSE, "ann")?, None, "one that is confirmed stays");
        assert!(!accounts.use_code(HOUSE, "ann", &code_at(&secret, NOW), NOW)?, "its first code is used");
        let later = NOW + 60_000;
        assert!(accounts.use_code(HOUSE, "ann", &code_at(&secret, later), later)?);
        assert!(accounts.use_code(HOUSE, "ann", &codes[0], later)?);
        assert!(!accounts.use_code(HOUSE, "ann", &codes[0], later)?, "a recovery code works once");
        accounts.remove_factor(HOUSE, "ann")?;
        assert_eq!(accounts.factor_state(HOUSE, "ann")?, FactorState::None);
        Ok(())
    }

    fn reader_keys(accounts: &Accounts) -> Result<(), AccountsError> {
        let reader = KeyedReader { house: HOUSE, table: TableId(3), reader: 4 };
        let (first, second) = (accounts.make_reader_key(reader)?, accounts.make_reader_key(reader)?);
        assert_eq!(accounts.reader_of(&first)?, None, "an earlier one no longer works");
        assert_eq!(accounts.reader_of(&second)?, Some(reader));
        accounts.delete_reader_key(reader)?;
        assert_eq!(accounts.reader_of(&second)?, None);
        Ok(())
    }

    #[test]
    fn a_file_and_a_database_do_the_same() {
        let path = std::env::temp_dir().join(format!("croupier-accounts-{}", std::process::id()));
        drop(std::fs::remove_file(&path));
        let address = PostgresServer::shared().database();
        let store = PostgresStore::open(&address, PostgresOptions::named("node")).unwrap();
        for accounts in [Accounts::open(&path).unwrap(), Accounts::at(Tables::Database(store.tables()))] {
            let all = [passwords_and_places, sessions, links, factors, reader_keys];
            all.into_iter().for_each(|part| part(&accounts).unwrap());
        }
        std::fs::remove_file(&path).unwrap();
    }
}
