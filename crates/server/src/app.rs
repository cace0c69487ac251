//! What the routes share.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use croupier_house::ids::HouseId;
use croupier_house::store::Store;
use croupier_rules::book::Shelf;
use metrics_exporter_prometheus::PrometheusHandle;
use rustc_hash::FxHashMap;
use tokio::sync::watch;

use crate::game_cache::GameCache;
use crate::houses::{Houses, OpenHouse};
use crate::sessions::{RateLimiter, SessionStore, SocketLimit};
use crate::wire::Problem;

/// What the routes share.
pub struct App {
    /// The houses, by number.
    pub houses: Houses,
    /// Where the journals are.
    pub store: Arc<dyn Store>,
    /// The rulebooks.
    pub shelf: &'static Shelf,
    /// Who is logged in.
    pub sessions: SessionStore,
    /// The limit on requests.
    pub rates: RateLimiter,
    /// The limit on sockets.
    pub sockets: Arc<SocketLimit>,
    /// The hashes of the one-time tokens for the first managers.
    pub first_managers: Mutex<FxHashMap<HouseId, [u8; 32]>>,
    /// One person is enrolled at a time, so that a name and its password belong together.
    pub enrolling: tokio::sync::Mutex<()>,
    /// Games and their best play, computed once.
    pub games: GameCache,
    /// Whether cookies are sent over TLS only.
    pub secure: bool,
    /// How long a message may take to be sent to a socket.
    pub socket_timeout: Duration,
    /// Becomes true when the server stops.
    pub stopping: watch::Receiver<bool>,
    /// Where metrics are read.
    pub metrics: Option<PrometheusHandle>,
}

impl App {
    /// A house.
    ///
    /// # Errors
    /// When there is none with this number.
    pub fn house(&self, id: u16) -> Result<&Arc<OpenHouse>, Problem> {
        let found = self.houses.iter().find(|(known, _)| known.0 == id);
        found.map(|(_, house)| house).ok_or_else(|| Problem::unknown("house"))
    }
}
