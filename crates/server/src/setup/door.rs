//! The door to the set-up: a token that works once, and the way to the task that founds the house.

use std::sync::Arc;

use croupier_house::command::Founding;
use croupier_house::ids::PersonId;
use tokio::sync::{Mutex, mpsc, oneshot};

use crate::houses::OpenHouse;
use crate::wire::{Problem, ProblemCode, SetupLink};

/// A house that was founded, and its first manager.
pub(crate) type FoundedHouse = (Arc<OpenHouse>, PersonId);

/// The order to found the house.
pub(crate) struct FoundingOrder {
    pub(crate) founding: Founding,
    pub(crate) reply: oneshot::Sender<Result<FoundedHouse, Problem>>,
}

/// Where the set-up stands.
pub(crate) enum SetUpState {
    /// There is nothing to set up.
    Closed,
    /// The hash of the token that opens it.
    Open([u8; 32]),
    /// The house was created by this request. The same request gets the same answer.
    Done(CreatedHouse),
}

/// The answer to the request that created the house.
pub(crate) struct CreatedHouse {
    pub(crate) token: [u8; 32],
    pub(crate) key: Option<u128>,
    pub(crate) founded: FoundedHouse,
    /// The name with which the manager logs in.
    pub(crate) manager: String,
    pub(crate) links: Vec<SetupLink>,
    pub(crate) file: String,
}

/// The door to the set-up.
pub(crate) struct SetUpDoor {
    /// Only one request at a time creates the house.
    pub(crate) state: Mutex<SetUpState>,
    orders: mpsc::Sender<FoundingOrder>,
}

impl SetUpDoor {
    /// A door that this token opens, or none.
    pub(crate) fn new(token: Option<&str>, orders: mpsc::Sender<FoundingOrder>) -> Self {
        let state = token.map_or(SetUpState::Closed, |token| SetUpState::Open(hash_of(token)));
        Self { state: Mutex::new(state), orders }
    }

    /// Checks that the token opens the set-up.
    pub(crate) async fn check(&self, token: &str) -> Result<(), Problem> {
        self.state.lock().await.check(token)
    }

    /// Founds the house, and returns when it is on disk and open.
    pub(crate) async fn found(&self, founding: Founding) -> Result<FoundedHouse, Problem> {
        let (reply, answer) = oneshot::channel();
        let stopping = || Problem::unavailable("the server is shutting down");
        self.orders.send(FoundingOrder { founding, reply }).await.map_err(|_| stopping())?;
        answer.await.map_err(|_| stopping())?
    }
}

impl SetUpState {
    /// Checks that the token opens the set-up.
    pub(crate) fn check(&self, token: &str) -> Result<(), Problem> {
        match self {
            Self::Open(hash) if is_hash_of(hash, token) => Ok(()),
            Self::Open(_) => Err(Problem::new(
                ProblemCode::Authority,
                "the link to the set-up is wrong",
                "use the link that the server printed at its last start",
            )),
            Self::Done(_) => Err(Problem::new(
                ProblemCode::Order,
                "the link to the set-up was used: the house is created",
                "log in as its manager",
            )),
            Self::Closed => {
                Err(Problem::new(ProblemCode::Order, "this server has a house already", "log in to it"))
            }
        }
    }

    /// The house, if the same request created it before.
    pub(crate) fn created_by(&self, token: &str, key: Option<u128>) -> Option<&CreatedHouse> {
        match self {
            Self::Done(created)
                if key.is_some() && created.key == key && is_hash_of(&created.token, token) =>
            {
                Some(created)
            }
            _ => None,
        }
    }
}

pub(crate) fn hash_of(token: &str) -> [u8; 32] {
    *blake3::hash(token.as_bytes()).as_bytes()
}

/// Whether this is the hash of a token. Hashes are compared in constant time.
fn is_hash_of(hash: &[u8; 32], token: &str) -> bool {
    blake3::hash(token.as_bytes()) == blake3::Hash::from_bytes(*hash)
}
