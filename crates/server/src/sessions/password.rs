//! Passwords: argon2id, with at most two computations at a time.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

use crate::wire::{Problem, ProblemCode};

/// The limit on simultaneous computations. Each uses much of a core and 19 MiB, so more at once would let anybody
/// stall the tables.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

/// A hash that matches no password. With it, a login with an unknown name takes as long as one with a known name.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// The length of a password.
pub(crate) const PASSWORD_BYTES: std::ops::RangeInclusive<usize> = 10..=200;

/// Checks that a password has 10 to 200 characters.
///
/// # Errors
/// When it is shorter or longer.
pub(crate) fn check_password(password: &str) -> Result<(), Problem> {
    match PASSWORD_BYTES.contains(&password.len()) {
        true => Ok(()),
        false => Err(Problem::malformed("the password is too short or too long", "use 10 to 200 characters")),
    }
}

async fn at_once<T: Send + 'static>(work: impl FnOnce() -> Option<T> + Send + 'static) -> Result<T, Problem> {
    let busy =
        |_| Problem::new(ProblemCode::Unavailable, "too many people are logging in", "try again in a moment");
    let _turn = AT_ONCE.acquire().await.map_err(busy)?;
    let done = tokio::task::spawn_blocking(work).await.ok().flatten();
    done.ok_or_else(Problem::internal)
}

/// The hash of a password, for storage.
///
/// # Errors
/// When the server fails.
pub(crate) async fn hash_of(password: String) -> Result<String, Problem> {
    at_once(move || hash_blocking(&password).ok()).await
}

/// The same without a runtime, for use before the server runs.
///
/// # Errors
/// When the server fails.
pub(crate) fn hash_blocking(password: &str) -> Result<String, Problem> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(|_| Problem::internal())?;
    let hash = Argon2::default().hash_password_with_salt(password.as_bytes(), &salt);
    let hash: PasswordHash = hash.map_err(|_| Problem::internal())?;
    Ok(hash.to_string())
}

/// Whether a password has this hash. Without a hash the answer is no, after the same time.
///
/// # Errors
/// When the server fails.
pub(crate) async fn verify(password: String, hash: Option<String>) -> Result<bool, Problem> {
    at_once(move || {
        let known = PasswordHash::new(hash.as_deref().unwrap_or(NOBODY)).ok()?;
        let is = Argon2::default().verify_password(password.as_bytes(), &known).is_ok();
        Some(is && hash.is_some())
    })
    .await
}
