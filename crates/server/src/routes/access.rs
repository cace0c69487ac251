//! Access: the house that a request is about, and the person who gives a command.

use std::sync::Arc;

use croupier_house::command::{Command, Request};
use croupier_house::ids::{Actor, HouseId, IdempotencyKey, uuid_time};

use super::audience::another_house;
use crate::actor::KeyedRequest;
use crate::app::App;
use crate::houses::OpenHouse;
use crate::sessions::Session;
use crate::wire::Problem;

/// The house of a request. The person must be logged in at this house.
pub(super) fn own_house(app: &App, h: u16, session: &Session) -> Result<Arc<OpenHouse>, Problem> {
    let house = app.house(h)?;
    if session.house.0 == h {
        return Ok(house);
    }
    Err(another_house())
}

/// A command by the logged-in person.
pub(super) fn order_of(session: &Session, key: Option<u128>, command: Command) -> KeyedRequest {
    let by = Actor::Person(session.person);
    let request = Request { key: key.map(|key| own_key(session.house, by, key)), by, command };
    KeyedRequest::new(request, key.and_then(uuid_time), None)
}

/// The key of a person's command. It includes the house and the person, so that nobody can use up the keys of others.
fn own_key(house: HouseId, by: Actor, given: u128) -> IdempotencyKey {
    let person = by.person().map_or(0, |person| person.0);
    let mut hasher = blake3::Hasher::new_derive_key("croupier 2026 idempotency key");
    hasher.update(&house.0.to_le_bytes()).update(&person.to_le_bytes()).update(&given.to_le_bytes());
    let mut key = [0; 16];
    hasher.finalize_xof().fill(&mut key);
    IdempotencyKey(u128::from_le_bytes(key))
}

/// Parses a UUID, with or without hyphens.
///
/// # Errors
/// When the text is not a UUID.
pub(super) fn parse_key(text: &str) -> Result<u128, Problem> {
    let digits: String = text.chars().filter(|c| *c != '-').collect();
    let is_hex = digits.len() == 32 && digits.bytes().all(|b| b.is_ascii_hexdigit());
    let read = is_hex.then(|| u128::from_str_radix(&digits, 16).ok()).flatten();
    read.ok_or_else(|| Problem::malformed("the idempotency key is not a UUID", "send a UUID"))
}
