//! A session and its tokens.

use croupier_house::ids::{HouseId, PersonId};
use croupier_house::office::Role;

/// How a request transmits its session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Carrier {
    /// In a cookie. Browsers send it with requests from any page, so every request except GET must also have a CSRF
    /// token.
    Cookie,
    /// In the `Authorization` header.
    Bearer,
}

/// The session of a person.
#[derive(Clone, Debug)]
pub struct Session {
    /// The hash of the token.
    pub(crate) key: [u8; 32],
    /// The house.
    pub house: HouseId,
    /// The person.
    pub person: PersonId,
    /// The name of the person.
    pub handle: Box<str>,
    /// The role of the person.
    pub role: Role,
    /// The CSRF token.
    pub csrf: Box<str>,
    /// How requests transmit it.
    pub carrier: Carrier,
    /// When it expires, in milliseconds since 1970.
    pub expires: i64,
    /// When it began, in milliseconds since 1970; 0 if an earlier version began it.
    pub started: i64,
    /// Whether the house demands a second factor that the person has not set up yet. Then it can only be set up.
    pub restricted: bool,
}

/// A new secret, as text.
///
/// # Errors
/// When the operating system provides no randomness.
pub fn secret() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(blake3::Hash::from_bytes(bytes).to_hex().to_string())
}

/// The hash of a token, for storage.
pub(crate) fn key_of(token: &str) -> [u8; 32] {
    *blake3::hash(token.as_bytes()).as_bytes()
}
