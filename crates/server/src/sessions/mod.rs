//! Passwords, sessions and limits on requests.
//!
//! Passwords and sessions have their own database beside the journal: they are secret, they are deleted when they
//! expire, and they must not be visible to a regulator or in a copy of the journal.

mod accounts;
mod password;
mod rate;
mod session;
mod token;

pub(crate) use accounts::{AccountState, Attempt, PasswordCheck};
pub use accounts::{Accounts, AccountsError};
pub(crate) use password::{PASSWORD_BYTES, check_password, hash_blocking, hash_of, verify};
pub(crate) use rate::{BUCKETS_MAX, SocketRate};
pub use rate::{RateLimit, RateLimiter};
pub use session::SessionStore;
pub(crate) use session::{SESSIONS_MAX, SESSIONS_PER_PERSON};
pub use token::{Carrier, Session, secret};
