//! The model database, asked one call after the other: what another database is compared with.

use crate::database::{DatabaseAnswer, DatabaseCall};
use crate::ids::RunId;
use crate::simulation::model_database::{DatabaseEffect, HungCommit, ModelDatabase, ModelRequest};

/// The model database, asked one call after the other.
#[derive(Debug)]
pub struct ReferenceDatabase {
    model: ModelDatabase,
    /// The number of calls so far: also the time, and the connection of each.
    calls: u64,
}

impl ReferenceDatabase {
    /// A database with so many houses, which nobody owns.
    pub fn new(houses: u16) -> Self {
        Self { model: ModelDatabase::new(houses, None), calls: 0 }
    }

    /// The answer to a call that waits for nothing.
    ///
    /// # Panics
    /// When it waits for a write that hangs.
    pub fn answer(&mut self, run: RunId, what: DatabaseCall) -> DatabaseAnswer {
        let (call, mut answers) = self.send(run, what);
        answers.retain(|(answered, _)| *answered == call);
        answers.pop().expect("the call waits for another").1
    }

    /// Sends a write that holds the lock of its lease and never commits, unless it is refused before that: then returns the answer.
    pub fn hang(&mut self, run: RunId, write: DatabaseCall) -> Option<DatabaseAnswer> {
        self.model.hangs.insert(0, HungCommit::ForTheClient);
        let (_, mut answers) = self.send(run, write);
        self.model.hangs.clear();
        answers.pop().map(|(_, answer)| answer)
    }

    /// Sends a call, which may end a write that hangs. Returns its number, and all answers with theirs.
    fn send(&mut self, run: RunId, what: DatabaseCall) -> (u64, Vec<(u64, DatabaseAnswer)>) {
        self.calls += 1;
        let (call, mut answers, mut effects) = (self.calls, Vec::new(), Vec::new());
        let request = ModelRequest { node: 0, run, call, connection: call, server: 0, what };
        self.model.arrive(request, call, &mut effects);
        while let Some(effect) = effects.pop() {
            match effect {
                DatabaseEffect::Answer { call, answer, .. } => answers.push((call, answer)),
                DatabaseEffect::Commit { house, transaction, hangs: false } => {
                    self.model.commit(house, transaction, call, &mut effects);
                }
                DatabaseEffect::Commit { hangs: true, .. } => {}
            }
        }
        (call, answers)
    }
}
