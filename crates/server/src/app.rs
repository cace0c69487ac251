//! The state that all routes share.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use croupier_house::ids::HouseId;
use croupier_rules::book::Shelf;
use metrics_exporter_prometheus::PrometheusHandle;
use rustc_hash::FxHashMap;
use tokio::sync::watch;

use crate::checkpoints::CheckpointSigner;
use crate::door::{CountLimit, DoorLimits, TrustedProxies};
use crate::game_cache::GameCache;
use crate::houses::{HouseList, Houses, OpenHouse};
use crate::node::{NodeOverview, NoticeBoard};
use crate::presence::Presence;
use crate::reports::Reports;
use crate::sessions::{Attempts, RateLimiter, SessionStore};
use crate::setup::SetUpDoor;
use crate::storage::HouseStore;
use crate::wire::Problem;

/// The state that all routes share.
pub struct App {
    /// The houses, by number. A server that sets its house up has none until it is created.
    pub(crate) house_list: Arc<HouseList>,
    /// The node that this server is; `None` for houses in a data folder.
    pub(crate) node: Option<NodeOverview>,
    /// What nodes let each other know; `None` for houses in a data folder.
    pub(crate) board: Option<Arc<NoticeBoard>>,
    /// The door to the set-up of the first house.
    pub(crate) set_up: SetUpDoor,
    /// The store with the journals.
    pub store: Arc<HouseStore>,
    /// The checkpoints of the houses.
    pub checkpoints: Arc<CheckpointSigner>,
    /// The rulebooks, with every edition that a house plays by.
    pub shelf: &'static Shelf,
    /// The sessions of logged-in people.
    pub sessions: SessionStore,
    /// The rate limit on requests and messages.
    pub rates: RateLimiter,
    /// The rate limit on new accounts.
    pub enrolments: RateLimiter,
    /// The cap on sockets of a person, or of an address without a login.
    pub sockets: Arc<CountLimit>,
    /// The cap on requests of a person in flight.
    pub requests_of_people: Arc<CountLimit>,
    /// The cap on requests of an address in flight.
    pub requests_of_addresses: Arc<CountLimit>,
    /// The limits of the door.
    pub limits: DoorLimits,
    /// The proxies that are trusted.
    pub proxies: TrustedProxies,
    /// The hashes of the one-time tokens of first managers.
    pub first_managers: Mutex<FxHashMap<HouseId, [u8; 32]>>,
    /// The attempts to log in, which slow down those who try wrong passwords.
    pub attempts: Attempts,
    /// Only one person is enrolled at a time, so that a name and its password belong together.
    pub enrolling: tokio::sync::Mutex<()>,
    /// Who is at which table.
    pub presence: Arc<Presence>,
    /// Games and their best play, computed once and cached.
    pub games: Arc<GameCache>,
    /// The places in which papers are drawn.
    pub(crate) prints: Arc<tokio::sync::Semaphore>,
    /// Reports that take long, computed once and cached.
    pub(crate) reports: Reports,
    /// Whether cookies are sent only over TLS.
    pub secure: bool,
    /// The maximum time to send a message to a socket.
    pub socket_timeout: Duration,
    /// Becomes true when the server stops.
    pub stopping: watch::Receiver<bool>,
    /// The source of the metrics.
    pub metrics: Option<PrometheusHandle>,
}

impl App {
    /// The houses, by number.
    pub fn houses(&self) -> Houses {
        self.house_list.all()
    }

    /// A house.
    ///
    /// # Errors
    /// When no house has this number.
    pub fn house(&self, id: u16) -> Result<Arc<OpenHouse>, Problem> {
        self.house_list.get(HouseId(id)).ok_or_else(|| Problem::unknown("house"))
    }
}
