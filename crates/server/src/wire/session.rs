//! Logging in and enrolling.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::kinds::Role;

/// Credentials to log in with.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Login {
    /// The number of the house.
    pub house: u16,
    /// The name.
    #[schema(max_length = 64)]
    pub handle: String,
    /// The password.
    #[schema(max_length = 200)]
    pub password: String,
    /// Whether to answer with a token for the `Authorization` header instead of a cookie; for programs.
    #[serde(default)]
    pub bearer: bool,
    /// The code of the second factor, or a recovery code, where the account has one.
    #[schema(max_length = 64)]
    pub code: Option<String>,
}

/// A new player.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPlayer {
    /// The number of the house.
    pub house: u16,
    /// The name by which records will call the player: 2 to 32 letters, digits, `_` and `-`.
    #[schema(max_length = 64)]
    pub handle: String,
    /// The password, at least ten characters.
    #[schema(min_length = 10, max_length = 200)]
    pub password: String,
    /// The number of an identity document. A house that is not a demo needs it. Only a keyed hash is stored.
    #[schema(max_length = 64)]
    pub document: Option<String>,
    /// The token of an invitation, where the house enrols invited players only.
    #[schema(max_length = 64)]
    pub invitation: Option<String>,
}

/// The first manager of a house.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstManager {
    /// The token that the server printed. It works once.
    pub token: String,
    /// The number of the house.
    pub house: u16,
    /// The name by which records will call the manager: 2 to 32 letters, digits, `_` and `-`.
    #[schema(max_length = 64)]
    pub handle: String,
    /// The password, at least ten characters.
    #[schema(min_length = 10, max_length = 200)]
    pub password: String,
}

/// A visit to a demo house.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Visit {
    /// The number of the house.
    pub house: u16,
}

/// The person who is logged in.
#[derive(Serialize, ToSchema)]
pub struct SessionView {
    /// The CSRF token. With the session cookie, every request except GET sends it as `X-Csrf-Token`.
    pub csrf: Box<str>,
    /// The number of the house.
    pub house: u16,
    /// The number of the person.
    pub person: u32,
    /// The name of the person.
    pub handle: Box<str>,
    /// The role of the person in the house.
    pub role: Role,
    /// The currency of the house, as three letters.
    pub currency: String,
    /// The token for the `Authorization` header, where `bearer` was asked for; otherwise null.
    pub token: Option<String>,
    /// Whether a second factor must be set up before anything else.
    pub restricted: bool,
}

/// A new password, set with a one-time link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkedPassword {
    /// The number of the house.
    pub house: u16,
    /// The token of the link. It works once.
    #[schema(max_length = 64)]
    pub token: String,
    /// The password, at least ten characters.
    #[schema(min_length = 10, max_length = 200)]
    pub password: String,
}

/// A change of one's own password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    /// The password so far.
    #[schema(max_length = 200)]
    pub old: String,
    /// The new password, at least ten characters.
    #[schema(min_length = 10, max_length = 200)]
    pub password: String,
}

/// A one-time link to hand over to the person it is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OneTimeLink {
    /// The address on this server, such as `/password?house=1&token=…`.
    pub path: String,
    /// The token in it.
    pub token: String,
    /// When it expires, in milliseconds since 1970.
    pub expires: i64,
}

/// One of the sessions of the person who asks.
#[derive(Serialize, ToSchema)]
pub struct OwnSession {
    /// When it began, in milliseconds since 1970; 0 where that is not known.
    pub started: i64,
    /// When it ends, in milliseconds since 1970.
    pub expires: i64,
    /// Whether a program has it, with a token; a page has a cookie.
    pub bearer: bool,
    /// Whether this request belongs to it.
    pub current: bool,
}

/// The secret of a second factor. It is shown once.
#[derive(Serialize, ToSchema)]
pub struct NewFactor {
    /// The secret in base 32, to type into an authenticator program.
    pub secret: String,
    /// The same as an `otpauth:` address.
    pub address: String,
}

/// The credentials with which a second factor is removed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FactorRemoval {
    /// The password.
    #[schema(max_length = 200)]
    pub password: String,
    /// The code that the authenticator program shows, or a recovery code.
    #[schema(max_length = 64)]
    pub code: String,
}

/// The credentials with which a second factor is begun.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FactorPassword {
    /// The password.
    #[schema(max_length = 200)]
    pub password: String,
}

/// A code of the second factor.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FactorCode {
    /// The code that the authenticator program shows.
    #[schema(max_length = 64)]
    pub code: String,
}

/// Recovery codes. They are shown once, and each replaces one code of the second factor.
#[derive(Serialize, ToSchema)]
pub struct RecoveryCodes {
    /// The codes.
    pub codes: Vec<String>,
}
