//! A request with what its idempotency key says about its own age.

use croupier_house::House;
use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::ids::IdempotencyKey;

use crate::wire::{Problem, ProblemCode};

/// A request, the time at which its key was made, and the round that it is meant for.
#[derive(Clone, Debug)]
pub struct KeyedRequest {
    /// The request.
    pub request: Request,
    /// The time at which the key was made, in milliseconds since 1970, where the key says it (UUID of version 7).
    pub made: Option<i64>,
    /// The round of the table that the command is meant for, if it is meant for one.
    pub in_round: Option<u64>,
    /// The other key under which the command may be stored: an earlier program, or a house that must write an earlier format, does
    /// not store keys in the order in which they were made.
    pub former: Option<IdempotencyKey>,
}

impl KeyedRequest {
    /// A request. The key says when it was made, or does not.
    pub const fn new(request: Request, made: Option<i64>, in_round: Option<u64>) -> Self {
        Self { request, made, in_round, former: None }
    }

    /// Gives the request the key under which it is stored. Keys made after `former_until` cannot be stored in another form.
    pub(super) fn order_key(&mut self, former_until: i64) {
        let (Some(key), Some(made)) = (self.request.key, self.made) else { return };
        self.request.key = Some(key.in_order_of(made));
        self.former = (made <= former_until).then_some(key);
    }

    /// The keys under which the command may be stored.
    pub(super) fn keys(&self) -> impl Iterator<Item = IdempotencyKey> {
        self.request.key.into_iter().chain(self.former)
    }
}

impl From<Request> for KeyedRequest {
    /// A request whose key does not say when it was made.
    fn from(request: Request) -> Self {
        Self::new(request, None, None)
    }
}

/// Checks that a table is in the round that a command is meant for. What was sent before a connection was lost would
/// otherwise be done in another round.
pub(super) fn check_round(house: &House<'_>, command: &Command, wanted: u64) -> Result<(), Problem> {
    let Command::Table(table, act) = command else { return Ok(()) };
    let round = house.table(*table)?.rounds;
    if round == wanted {
        return Ok(());
    }
    let found = format!(
        "the round has changed: this was meant for round {wanted}, and the table is in round {round}"
    );
    let allowed = match act {
        TableCommand::Bet { .. } => "the stake was not placed; bet again if you want to",
        _ => "nothing was done; look at the table and decide again",
    };
    Err(Problem::new(ProblemCode::Stale, found, allowed))
}
