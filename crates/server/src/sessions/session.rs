//! Sessions of logged-in people.

use std::sync::{Arc, PoisonError, RwLock};

use croupier_house::ids::{HouseId, PersonId};
use croupier_house::office::Role;
use rustc_hash::FxHashMap;

use super::accounts::{Accounts, AccountsError};
use super::token::{Carrier, Session, key_of, secret};
use crate::clock::wall;
use crate::node::{Notice, NoticeBoard};

/// The number of sessions of one person. A further login ends the oldest.
pub(crate) const SESSIONS_PER_PERSON: usize = 16;
/// The number of sessions in all. Further logins are refused until some have ended.
pub(crate) const SESSIONS_MAX: usize = 131_072;

pub(crate) type SessionKey = [u8; 32];
type PersonKey = (HouseId, PersonId);

/// The sessions in memory.
#[derive(Default)]
struct Known {
    by_key: FxHashMap<SessionKey, Arc<Session>>,
    /// The sessions of each person, the oldest first.
    by_person: FxHashMap<PersonKey, Vec<SessionKey>>,
}

impl Known {
    fn insert(&mut self, session: Arc<Session>) {
        self.by_person.entry((session.house, session.person)).or_default().push(session.key);
        self.by_key.insert(session.key, session);
    }

    fn remove(&mut self, key: &SessionKey) {
        let Some(session) = self.by_key.remove(key) else { return };
        let person = (session.house, session.person);
        if let Some(keys) = self.by_person.get_mut(&person) {
            keys.retain(|known| known != key);
            if keys.is_empty() {
                self.by_person.remove(&person);
            }
        }
    }

    /// The oldest sessions of a person that have to end so that there is room for one more.
    fn surplus(&self, person: PersonKey) -> Vec<SessionKey> {
        let keys = self.by_person.get(&person).map_or(&[][..], Vec::as_slice);
        let surplus = (keys.len() + 1).saturating_sub(SESSIONS_PER_PERSON);
        keys.iter().take(surplus).copied().collect()
    }
}

/// All sessions.
pub struct SessionStore {
    known: RwLock<Known>,
    accounts: Arc<Accounts>,
    lasts: i64,
    /// Where other nodes learn of changes; `None` where there are none.
    board: Option<Arc<NoticeBoard>>,
}

impl SessionStore {
    /// Loads the sessions that have not expired.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn open(accounts: Arc<Accounts>, lasts: i64) -> Result<Self, AccountsError> {
        let mut stored = accounts.sessions(wall())?;
        stored.sort_by_key(|session| session.expires);
        let mut known = Known::default();
        stored.into_iter().for_each(|session| known.insert(Arc::new(session)));
        Ok(Self { known: RwLock::new(known), accounts, lasts, board: None })
    }

    /// The same, shared with other nodes: what changes here they learn, and sessions that begin there are found.
    #[must_use]
    pub(crate) fn shared(self, board: Option<Arc<NoticeBoard>>) -> Self {
        Self { board, ..self }
    }

    /// The keys of tokens whose sessions may have begun at another node.
    pub(crate) fn unknown_keys<'t>(&self, tokens: impl Iterator<Item = &'t str>) -> Vec<SessionKey> {
        if self.board.is_none() {
            return Vec::new();
        }
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        tokens.map(key_of).filter(|key| !known.by_key.contains_key(key)).collect()
    }

    /// Reads a session that may have begun at another node. Returns whether it did.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn load(&self, key: &SessionKey) -> Result<bool, AccountsError> {
        let found = self.accounts.session(key, wall())?;
        let is_found = found.is_some();
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(session) = found.filter(|session| !known.by_key.contains_key(&session.key)) {
            known.insert(Arc::new(session));
        }
        Ok(is_found)
    }

    /// Forgets the sessions of a person in memory: they have changed at another node, and are read again when they are used.
    pub(crate) fn forget(&self, house: HouseId, person: PersonId) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        for key in known.by_person.remove(&(house, person)).unwrap_or_default() {
            known.by_key.remove(&key);
        }
    }

    /// Other nodes learn that the sessions of a person have changed.
    fn announce(&self, house: HouseId, person: PersonId) {
        if let Some(board) = &self.board {
            board.put(&Notice::SessionsChanged { house, person });
        }
    }

    /// The database of passwords.
    pub fn accounts(&self) -> &Arc<Accounts> {
        &self.accounts
    }

    /// The session of a token, unless it has expired.
    pub fn find(&self, token: &str) -> Option<Arc<Session>> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.by_key.get(&key_of(token)).filter(|session| wall() < session.expires).map(Arc::clone)
    }

    /// Whether a session is valid: it has not expired and was not ended by a logout.
    pub fn is_valid(&self, session: &Session) -> bool {
        if wall() >= session.expires {
            return false;
        }
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let is_known = known.by_key.contains_key(&session.key);
        drop(known);
        // Another node may have changed others of this person. If that cannot be read, it is not valid for now.
        is_known || (self.board.is_some() && self.load(&session.key).unwrap_or(false))
    }

    /// The number of sessions in memory.
    pub fn count(&self) -> usize {
        self.known.read().unwrap_or_else(PoisonError::into_inner).by_key.len()
    }

    /// Starts a session and returns its token. The token itself is not stored. Where the person has too many
    /// sessions, the oldest ends.
    ///
    /// # Errors
    /// When it cannot be stored, or there are too many sessions in all.
    pub fn start(
        &self,
        house: HouseId,
        person: PersonId,
        handle: &str,
        role: Role,
        carrier: Carrier,
        restricted: bool,
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
            started: wall(),
            restricted,
        });
        if self.count() >= SESSIONS_MAX {
            return Err(AccountsError(format!("there are {SESSIONS_MAX} sessions: try again later")));
        }
        self.accounts.store_session(&session)?;
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let surplus = known.surplus((house, person));
        surplus.iter().for_each(|key| known.remove(key));
        known.insert(Arc::clone(&session));
        drop(known);
        surplus.iter().try_for_each(|key| self.accounts.delete_session(key))?;
        if !surplus.is_empty() {
            self.announce(house, person);
        }
        Ok((token, session))
    }

    /// Ends a session.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub fn end(&self, session: &Session) -> Result<(), AccountsError> {
        self.known.write().unwrap_or_else(PoisonError::into_inner).remove(&session.key);
        self.accounts.delete_session(&session.key)?;
        self.announce(session.house, session.person);
        Ok(())
    }

    /// The sessions of a person, the latest first.
    pub(crate) fn of_person(&self, house: HouseId, person: PersonId) -> Vec<Arc<Session>> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let keys = known.by_person.get(&(house, person)).map_or(&[][..], Vec::as_slice);
        let own = keys.iter().rev().filter_map(|key| known.by_key.get(key));
        own.filter(|session| wall() < session.expires).map(Arc::clone).collect()
    }

    /// Lifts the restriction of a person's sessions, because the second factor is set up.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub(crate) fn lift_restriction(&self, house: HouseId, person: PersonId) -> Result<(), AccountsError> {
        self.accounts.lift_restriction(house, person)?;
        self.announce(house, person);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let keys = known.by_person.get(&(house, person)).cloned().unwrap_or_default();
        for key in keys {
            if let Some(session) = known.by_key.get_mut(&key) {
                *session = Arc::new(Session { restricted: false, ..Session::clone(session) });
            }
        }
        Ok(())
    }

    /// Ends all sessions of a person except this one.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub(crate) fn end_others_of(&self, current: &Session) -> Result<(), AccountsError> {
        for session in self.of_person(current.house, current.person) {
            if session.key != current.key {
                self.end(&session)?;
            }
        }
        Ok(())
    }

    /// Ends all sessions of a person.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub fn end_all_of(&self, house: HouseId, person: PersonId) -> Result<(), AccountsError> {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        for key in known.by_person.remove(&(house, person)).unwrap_or_default() {
            known.by_key.remove(&key);
        }
        drop(known);
        self.accounts.delete_sessions_of(house, person)?;
        self.announce(house, person);
        Ok(())
    }

    /// Deletes expired sessions from memory and from the database.
    ///
    /// # Errors
    /// When they cannot be deleted.
    pub fn sweep(&self) -> Result<(), AccountsError> {
        self.sweep_at(wall())
    }

    fn sweep_at(&self, now: i64) -> Result<(), AccountsError> {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let has_expired = |session: &Session| session.expires <= now;
        let expired: Vec<SessionKey> =
            known.by_key.values().filter(|session| has_expired(session)).map(|session| session.key).collect();
        expired.iter().for_each(|key| known.remove(key));
        drop(known);
        self.accounts.delete_expired(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUSE: HouseId = HouseId(1);

    fn store(name: &str) -> (SessionStore, std::path::PathBuf) {
        let path = std::env::temp_dir().join(format!("croupier-sessions-{}-{name}", std::process::id()));
        drop(std::fs::remove_file(&path));
        let accounts = Arc::new(Accounts::open(&path).unwrap());
        (SessionStore::open(accounts, 60_000).unwrap(), path)
    }

    fn start(store: &SessionStore, person: u32) -> (String, Arc<Session>) {
        store.start(HOUSE, PersonId(person), "ann", Role::Player, Carrier::Bearer, false).unwrap()
    }

    #[test]
    fn a_login_too_many_ends_the_oldest_session_of_that_person() {
        let (store, _) = store("many");
        let other = start(&store, 2).0;
        let tokens: Vec<String> = (0..SESSIONS_PER_PERSON + 2).map(|_| start(&store, 1).0).collect();
        let valid: Vec<bool> = tokens.iter().map(|token| store.find(token).is_some()).collect();
        assert_eq!(valid.iter().filter(|valid| **valid).count(), SESSIONS_PER_PERSON);
        assert_eq!(&valid[..3], &[false, false, true]);
        assert!(store.find(&other).is_some(), "others are not affected");
        let stored = store.accounts().sessions(wall()).unwrap().len();
        assert_eq!((stored, store.count()), (SESSIONS_PER_PERSON + 1, SESSIONS_PER_PERSON + 1));
    }

    #[test]
    fn expired_sessions_are_swept_from_memory_and_database() {
        let (store, _) = store("swept");
        let (token, session) = start(&store, 1);
        store.sweep_at(session.expires - 1).unwrap();
        assert_eq!(store.count(), 1);
        store.sweep_at(session.expires).unwrap();
        assert!(store.find(&token).is_none());
        assert_eq!((store.count(), store.accounts().sessions(0).unwrap().len()), (0, 0));
        assert!(store.known.read().unwrap().by_person.is_empty());
    }
}
