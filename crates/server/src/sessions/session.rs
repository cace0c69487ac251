//! Sessions of logged-in people.

use std::sync::{Arc, PoisonError, RwLock};

use croupier_house::ids::{HouseId, PersonId};
use croupier_house::office::Role;
use rustc_hash::FxHashMap;

use super::accounts::{Accounts, AccountsError};
use super::token::{Carrier, Session, key_of, secret};
use crate::clock::wall;

/// All sessions.
pub struct SessionStore {
    known: RwLock<FxHashMap<[u8; 32], Arc<Session>>>,
    accounts: Arc<Accounts>,
    lasts: i64,
}

impl SessionStore {
    /// Loads the sessions that have not expired.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn open(accounts: Arc<Accounts>, lasts: i64) -> Result<Self, AccountsError> {
        let known = accounts.sessions(wall())?;
        let known = known.into_iter().map(|session| (session.key, Arc::new(session))).collect();
        Ok(Self { known: RwLock::new(known), accounts, lasts })
    }

    /// The database of passwords.
    pub fn accounts(&self) -> &Arc<Accounts> {
        &self.accounts
    }

    /// The session of a token, unless it has expired.
    pub fn find(&self, token: &str) -> Option<Arc<Session>> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.get(&key_of(token)).filter(|session| wall() < session.expires).map(Arc::clone)
    }

    /// Whether a session is valid: it has not expired and was not ended by a logout.
    pub fn is_valid(&self, session: &Session) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        wall() < session.expires && known.contains_key(&session.key)
    }

    /// Starts a session and returns its token. The token itself is not stored.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub fn start(
        &self,
        house: HouseId,
        person: PersonId,
        handle: &str,
        role: Role,
        carrier: Carrier,
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
            carrier,
            expires: wall().saturating_add(self.lasts),
        });
        self.accounts.store_session(&session)?;
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(session.key, Arc::clone(&session));
        Ok((token, session))
    }

    /// Ends a session.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub fn end(&self, session: &Session) -> Result<(), AccountsError> {
        self.known.write().unwrap_or_else(PoisonError::into_inner).remove(&session.key);
        self.accounts.delete_session(&session.key)
    }

    /// Ends all sessions of a person.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub fn end_all_of(&self, house: HouseId, person: PersonId) -> Result<(), AccountsError> {
        let is_theirs = |session: &Session| (session.house, session.person) == (house, person);
        self.known.write().unwrap_or_else(PoisonError::into_inner).retain(|_, session| !is_theirs(session));
        self.accounts.delete_sessions_of(house, person)
    }

    /// Deletes expired sessions.
    ///
    /// # Errors
    /// When they cannot be deleted.
    pub fn sweep(&self) -> Result<(), AccountsError> {
        let now = wall();
        self.known.write().unwrap_or_else(PoisonError::into_inner).retain(|_, session| now < session.expires);
        self.accounts.delete_expired(now)
    }
}
