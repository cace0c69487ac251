//! What a simulation knows of houses: enough to run them behind nodes, and to tell whether they went wrong.

use std::fmt;
use std::sync::Arc;

use crate::desk::DecidedCommand;
use crate::ids::{ChainHead, CommandKey, HouseNumber, KeyedCommand, LinkedEntry};
use crate::simulation::random::SimRandom;

/// On what terms a house decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecideTerms {
    /// The fence of the owner.
    pub fence: u64,
    /// The highest format of an event that may be written.
    pub format: u16,
    /// Whether a refusal of a command that was sent again is recorded.
    pub records_refusals: bool,
    /// What the wall clock of the node shows, in microseconds.
    pub wall: i64,
}

/// A house of a simulation, as one node has it.
pub trait SimHouse: fmt::Debug {
    /// The last entry that it has applied.
    fn head(&self) -> ChainHead;

    /// What a reader is shown beside the sequence: a number that follows from the entries.
    fn total(&self) -> i64;

    /// Applies an entry: `false` if it does not follow, its hash is not that of its content, or this house has decided another one in
    /// its place and not been made to forget it.
    fn apply(&mut self, entry: &LinkedEntry) -> bool;

    /// Whether it has decided something that it has not seen committed.
    fn is_ahead(&self) -> bool;

    /// Forgets what was decided and is not committed.
    fn forget_decisions(&mut self);

    /// Decides commands on the house as it is with all that was decided before, each on what those before it lead to.
    fn decide(&mut self, commands: &[KeyedCommand], terms: DecideTerms) -> Vec<DecidedCommand>;

    /// For defects only: applies an entry without comparing anything.
    fn force(&mut self, entry: &LinkedEntry);

    /// For defects only: does once more what an entry does, without moving on.
    fn repeat(&mut self, entry: &LinkedEntry);

    /// For defects only: forgets the keys of the commands that it has executed.
    fn forget_keys(&mut self);
}

/// What a client sends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SimCommand {
    /// The command.
    pub body: Arc<[u8]>,
    /// What it changes the total by, where that is known before.
    pub amount: Option<i64>,
}

/// What an entry says, for the checker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SimLine {
    /// The key of the command that ends with this entry.
    pub key: Option<CommandKey>,
    /// What it changes the total by.
    pub amount: i64,
    /// Whether it records a refusal.
    pub is_refusal: bool,
}

/// The houses of a simulation, with what their clients send.
pub trait SimHouses: fmt::Debug {
    /// A house without entries, on a node.
    fn open(&self, house: HouseNumber) -> Box<dyn SimHouse>;

    /// The entries that a house has at the start.
    fn founding(&self, house: HouseNumber) -> Vec<LinkedEntry>;

    /// The next command of a client.
    fn command(&mut self, house: HouseNumber, random: &mut SimRandom) -> SimCommand;

    /// What an entry says.
    fn line(&self, house: HouseNumber, entry: &LinkedEntry) -> Option<SimLine>;

    /// Called after every change of a journal, with the entries that are new; before them, the database lost those behind the first `still`.
    ///
    /// # Errors
    /// What is wrong with them.
    fn stored(&mut self, house: HouseNumber, still: usize, new: &[LinkedEntry]) -> Result<(), String>;
}
