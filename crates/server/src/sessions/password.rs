//! Passwords: argon2id, a few at a time.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

use crate::wire::{Kind, Problem};

/// Each takes a good part of a core and 19 MiB: more at once would let anybody stop the tables.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

/// A hash that no password has: whoever asks for a name that is not there waits as long as for one that is.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// A password is long enough and not endless.
///
/// # Errors
/// When it is not.
pub(crate) fn check_password(password: &str) -> Result<(), Problem> {
    match password.len() {
        10..=200 => Ok(()),
        _ => Err(Problem::malformed("the password is too short or too long", "10 to 200 characters")),
    }
}

async fn at_once<T: Send + 'static>(work: impl FnOnce() -> Option<T> + Send + 'static) -> Result<T, Problem> {
    let busy = |_| Problem::new(Kind::Unavailable, "too many log in at once", "try again in a moment");
    let _turn = AT_ONCE.acquire().await.map_err(busy)?;
    let done = tokio::task::spawn_blocking(work).await.ok().flatten();
    done.ok_or_else(Problem::internal)
}

/// The hash that a password is kept as.
///
/// # Errors
/// When the server is at fault.
pub(crate) async fn hash_of(password: String) -> Result<String, Problem> {
    at_once(move || hash_now(&password).ok()).await
}

/// The same at once, before anything is served.
///
/// # Errors
/// When the server is at fault.
pub(crate) fn hash_now(password: &str) -> Result<String, Problem> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(|_| Problem::internal())?;
    let hash = Argon2::default().hash_password_with_salt(password.as_bytes(), &salt);
    let hash: PasswordHash = hash.map_err(|_| Problem::internal())?;
    Ok(hash.to_string())
}

/// Whether a password is the one that a hash is of; without one it is not, and that takes as long.
///
/// # Errors
/// When the server is at fault.
pub(crate) async fn verify(password: String, hash: Option<String>) -> Result<bool, Problem> {
    at_once(move || {
        let known = PasswordHash::new(hash.as_deref().unwrap_or(NOBODY)).ok()?;
        let is = Argon2::default().verify_password(password.as_bytes(), &known).is_ok();
        Some(is && hash.is_some())
    })
    .await
}
