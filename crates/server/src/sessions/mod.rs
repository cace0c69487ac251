//! Passwords, sessions and limits on requests.
//!
//! Passwords and sessions have their own database beside the journal: they are secret, they are deleted when they
//! expire, and they must not be visible to a regulator or in a copy of the journal.

mod accounts;
mod attempts;
mod factor;
mod links;
mod password;
mod rate;
mod reader_keys;
mod session;
mod token;
mod totp;

pub(crate) use accounts::ACCOUNTS;
pub use accounts::{Accounts, AccountsError, PLACES_MAX};
pub use attempts::{Attempts, COUNTERS_MAX};
pub(crate) use attempts::{LoginAttempt, place_of};
pub(crate) use factor::FactorState;
pub use factor::RECOVERY_CODES;
pub(crate) use links::LinkPurpose;
pub use links::{INVITATIONS_MAX, LINK_LASTS};
pub(crate) use password::{PASSWORD_BYTES, check_password, hash_blocking, hash_of, verify};
pub(crate) use rate::{BUCKETS_MAX, SocketRate};
pub use rate::{RateLimit, RateLimiter};
pub(crate) use reader_keys::KeyedReader;
pub use session::SessionStore;
pub(crate) use session::{SESSIONS_MAX, SESSIONS_PER_PERSON};
pub use token::{Carrier, Session, secret};
pub(crate) use totp::{address as factor_address, written as written_secret};
