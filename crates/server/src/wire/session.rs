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
}
