//! Who is logged in.
//!
//! Passwords and sessions are kept in a database of their own beside the journal: they are secrets, they are
//! forgotten when they end, and they are no part of what a regulator or a copy of the journal gets to see.

mod accounts;
mod guard;
mod password;
mod rate;
mod sockets;

use std::sync::{Arc, PoisonError, RwLock};

use croupier_house::ids::{HouseId, PersonId};
use croupier_house::office::Role;
use rustc_hash::FxHashMap;

pub use accounts::{Accounts, AccountsError};
pub(crate) use accounts::{Counted, Standing, Tried};
pub(crate) use guard::{Caller, MaybeCaller, guard};
pub(crate) use password::{check_password, hash_now, hash_of, verify};
pub use rate::{Rate, Rates};
pub(crate) use sockets::Place;
pub use sockets::Sockets;

use crate::clock::wall;

/// How a session is carried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Carried {
    /// In a cookie, which a browser sends whoever asks it to: other requests than reading carry a token against that.
    Cookie,
    /// In a header, which only a program that knows it sends.
    Bearer,
}

/// Somebody who is logged in.
#[derive(Clone, Debug)]
pub struct Session {
    /// The hash of the token.
    pub(crate) key: [u8; 32],
    /// The house.
    pub house: HouseId,
    /// Who.
    pub person: PersonId,
    /// By what name.
    pub handle: Box<str>,
    /// As what.
    pub role: Role,
    /// The token that other requests than reading carry.
    pub csrf: Box<str>,
    /// How it is carried.
    pub carried: Carried,
    /// When it ends.
    pub expires: i64,
}

/// All who are logged in.
pub struct Sessions {
    known: RwLock<FxHashMap<[u8; 32], Arc<Session>>>,
    accounts: Arc<Accounts>,
    lasts: i64,
}

/// A fresh secret, as text.
///
/// # Errors
/// When the operating system gives no randomness.
pub fn secret() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(blake3::Hash::from_bytes(bytes).to_hex().to_string())
}

/// What a token is kept as.
pub(crate) fn key_of(token: &str) -> [u8; 32] {
    *blake3::hash(token.as_bytes()).as_bytes()
}

impl Sessions {
    /// Those that were open when the server was stopped, and have not ended since.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn open(accounts: Arc<Accounts>, lasts: i64) -> Result<Self, AccountsError> {
        let known = accounts.sessions(wall())?;
        let known = known.into_iter().map(|session| (session.key, Arc::new(session))).collect();
        Ok(Self { known: RwLock::new(known), accounts, lasts })
    }

    /// Where passwords are kept.
    pub fn accounts(&self) -> &Arc<Accounts> {
        &self.accounts
    }

    /// The session with a token, unless it has ended.
    pub fn find(&self, token: &str) -> Option<Arc<Session>> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.get(&key_of(token)).filter(|session| wall() < session.expires).map(Arc::clone)
    }

    /// Whether a session still holds: it has not ended, and nobody has logged out of it.
    pub fn holds(&self, session: &Session) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        wall() < session.expires && known.contains_key(&session.key)
    }

    /// Logs somebody in; the token is told once.
    ///
    /// # Errors
    /// When it cannot be kept.
    pub fn begin(
        &self,
        house: HouseId,
        person: PersonId,
        handle: &str,
        role: Role,
        carried: Carried,
    ) -> Result<(String, Arc<Session>), AccountsError> {
        let token = secret().map_err(|error| AccountsError(error.to_string()))?;
        let csrf = secret().map_err(|error| AccountsError(error.to_string()))?;
        let session = Arc::new(Session {
            key: key_of(&token),
            house,
            person,
            handle: handle.into(),
            role,
            csrf: csrf.into(),
            carried,
            expires: wall().saturating_add(self.lasts),
        });
        self.accounts.keep_session(&session)?;
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(session.key, Arc::clone(&session));
        Ok((token, session))
    }

    /// Logs somebody out.
    ///
    /// # Errors
    /// When it cannot be kept.
    pub fn end(&self, session: &Session) -> Result<(), AccountsError> {
        self.known.write().unwrap_or_else(PoisonError::into_inner).remove(&session.key);
        self.accounts.drop_session(&session.key)
    }

    /// Logs somebody out wherever he is logged in.
    ///
    /// # Errors
    /// When it cannot be kept.
    pub fn end_all_of(&self, house: HouseId, person: PersonId) -> Result<(), AccountsError> {
        let is_his = |session: &Session| (session.house, session.person) == (house, person);
        self.known.write().unwrap_or_else(PoisonError::into_inner).retain(|_, session| !is_his(session));
        self.accounts.drop_sessions_of(house, person)
    }

    /// Forgets those that have ended.
    ///
    /// # Errors
    /// When they cannot be forgotten on disk.
    pub fn sweep(&self) -> Result<(), AccountsError> {
        let now = wall();
        self.known.write().unwrap_or_else(PoisonError::into_inner).retain(|_, session| now < session.expires);
        self.accounts.sweep(now)
    }
}
