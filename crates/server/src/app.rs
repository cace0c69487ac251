//! What the routes have in common.

use std::sync::Arc;

use croupier_house::command::{Command, Request};
use croupier_house::ids::{Actor, HouseId, IdempotencyKey};
use croupier_house::store::Store;
use croupier_rules::book::Shelf;
use rustc_hash::FxHashMap;
use tokio::sync::watch;

use crate::desk::Desk;
use crate::sessions::{Rates, Sessions, Sockets};
use crate::wire::{Done, Problem};

/// A house that is open.
pub struct OpenHouse {
    /// The way to its desk.
    pub desk: Desk,
    /// Who holds its licence.
    pub name: String,
    /// Its currency, by its three letters.
    pub currency: String,
    /// The time zone of its hours.
    pub time_zone: String,
    /// Whether visitors are given chips to play with.
    pub kind: HouseKind,
}

/// What a house is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HouseKind {
    /// To show how it goes: visitors are given chips, and robots play.
    Demo,
    /// To play in.
    Real,
}

/// What the routes have in common.
pub struct App {
    /// The houses, by number.
    pub houses: Vec<(HouseId, Arc<OpenHouse>)>,
    /// Where the houses are kept.
    pub store: Arc<dyn Store>,
    /// The books.
    pub shelf: &'static Shelf,
    /// Who is logged in.
    pub sessions: Sessions,
    /// How often somebody may ask.
    pub rates: Rates,
    /// How many sockets somebody may have.
    pub sockets: Arc<Sockets>,
    /// The hashes of the one-time tokens by which the first managers come in.
    pub first_managers: std::sync::Mutex<FxHashMap<HouseId, [u8; 32]>>,
    /// One person is enrolled at a time, so that a name and its password belong to the same one.
    pub enrolling: tokio::sync::Mutex<()>,
    /// What the games are, and how they are best played.
    pub lessons: crate::lessons::Lessons,
    /// Whether cookies are sent over TLS only.
    pub secure: bool,
    /// How long a page that reads nothing is waited for.
    pub socket_patience: std::time::Duration,
    /// Becomes true when the server stops.
    pub stopping: watch::Receiver<bool>,
    /// Where metrics are read.
    pub metrics: Option<metrics_exporter_prometheus::PrometheusHandle>,
}

impl App {
    /// A house.
    ///
    /// # Errors
    /// When there is none with this number.
    pub fn house(&self, id: u16) -> Result<&Arc<OpenHouse>, Problem> {
        let found = self.houses.iter().find(|(known, _)| known.0 == id);
        found.map(|(_, house)| house).ok_or_else(|| Problem::unknown("such house"))
    }
}

impl OpenHouse {
    /// Gives a command and waits until it is on disk.
    ///
    /// # Errors
    /// The refusal, or that the house cannot answer.
    pub async fn give(&self, by: Actor, command: Command) -> Result<Done, Problem> {
        self.desk.give(Request { key: None, by, command }, None).await
    }
}

/// A key that is one person's own: nobody can use up another's, in this house or in another.
pub(crate) fn own_key(house: HouseId, by: Actor, given: u128) -> IdempotencyKey {
    let person = by.person().map_or(0, |person| person.0);
    let mut hasher = blake3::Hasher::new_derive_key("croupier 2026 idempotency key");
    hasher.update(&house.0.to_le_bytes()).update(&person.to_le_bytes()).update(&given.to_le_bytes());
    let mut key = [0; 16];
    hasher.finalize_xof().fill(&mut key);
    IdempotencyKey(u128::from_le_bytes(key))
}

/// Reads a UUID, with or without its hyphens.
///
/// # Errors
/// When it is none.
pub(crate) fn read_key(text: &str) -> Result<u128, Problem> {
    let figures: String = text.chars().filter(|c| *c != '-').collect();
    let is_hex = figures.len() == 32 && figures.bytes().all(|b| b.is_ascii_hexdigit());
    let read = is_hex.then(|| u128::from_str_radix(&figures, 16).ok()).flatten();
    read.ok_or_else(|| Problem::malformed("the key of the command is no UUID", "a UUID"))
}
