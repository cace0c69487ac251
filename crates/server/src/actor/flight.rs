//! Groups on their way to the disk. While the store writes one group, the actor decides the next.
//!
//! Groups are stored in the order in which they left, and a group that follows one that failed cannot be stored, because
//! its entries do not follow what is on disk. What waits for a group is released in the same order.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use croupier_house::ids::HouseId;
use croupier_house::store::StoreError;
use croupier_store::index::EndedRound;

use super::group::{CommandGroup, Effects};
use super::mailbox::Mailbox;
use super::message::Message;
use super::shared::{SharedState, TableLabel};
use crate::storage::HouseStore;

/// The maximum number of commands on their way to the disk. The house has the keys of more commands in memory.
pub(crate) const IN_FLIGHT_MAX: u64 = 4_096;

#[derive(Default)]
struct FlightState {
    /// The groups that are not released yet, and those of them that are not written yet.
    groups: u64,
    unwritten: u64,
    commands: u64,
    failure: Option<String>,
    succeeded: bool,
    /// Whether a group could not be stored since the house was opened.
    has_failed: bool,
    /// The groups that are written and wait to be released, and whether somebody is releasing them.
    written: VecDeque<(Landing, Result<(), StoreError>)>,
    is_releasing: bool,
}

/// The groups of a house that are on their way to the disk.
#[derive(Default)]
pub(super) struct Flight {
    state: Mutex<FlightState>,
    landed: Condvar,
}

impl Flight {
    fn lock(&self) -> MutexGuard<'_, FlightState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether nothing is on its way.
    pub(super) fn is_empty(&self) -> bool {
        self.lock().groups == 0
    }

    /// Whether nothing is being written.
    pub(super) fn is_written(&self) -> bool {
        self.lock().unwritten == 0
    }

    /// Notes a group that leaves. Waits while too many commands are on their way.
    pub(super) fn depart(&self, commands: u64) {
        let is_full = |state: &mut FlightState| state.groups > 0 && state.commands + commands > IN_FLIGHT_MAX;
        let state = self.landed.wait_while(self.lock(), is_full);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        state.groups += 1;
        state.unwritten += 1;
        state.commands += commands;
    }

    fn note_written(&self) {
        self.lock().unwritten -= 1;
    }

    fn arrive(&self, commands: u64, failure: Option<String>) {
        let mut state = self.lock();
        state.groups -= 1;
        state.commands -= commands;
        state.succeeded |= failure.is_none();
        state.has_failed |= failure.is_some();
        // The first failure is the cause of those after it.
        state.failure = state.failure.take().or(failure);
        drop(state);
        self.landed.notify_all();
    }

    /// Waits until nothing is on its way.
    pub(super) fn wait(&self) {
        drop(self.landed.wait_while(self.lock(), |state| state.groups > 0));
    }

    /// The reason why a group could not be stored, since this was last asked.
    pub(super) fn take_failure(&self) -> Option<String> {
        self.lock().failure.take()
    }

    /// Whether a group could not be stored since the house was opened. Those after it were decided on a state that is in no journal.
    fn has_failed(&self) -> bool {
        self.lock().has_failed
    }

    /// The house is opened again, and nothing is on its way. What failed after the first failure had the same cause.
    pub(super) fn begin_again(&self) {
        let mut state = self.lock();
        (state.failure, state.has_failed) = (None, false);
    }

    /// Whether a group was stored since this was last asked.
    pub(super) fn take_success(&self) -> bool {
        std::mem::take(&mut self.lock().succeeded)
    }

    /// Takes the next group that is to be released; `None` when there is none, and nobody is releasing any more.
    fn next_written(&self) -> Option<(Landing, Result<(), StoreError>)> {
        let mut state = self.lock();
        let next = state.written.pop_front();
        state.is_releasing = next.is_some();
        next
    }
}

/// What happens when a group is on disk, or cannot be stored.
pub(super) struct Landing {
    pub(super) house: HouseId,
    /// The group. Its batch is with the store.
    pub(super) group: CommandGroup,
    /// The sequence of the last entry up to this group.
    pub(super) sequence: u64,
    /// The tables, if they have changed.
    pub(super) tables: Option<Arc<[TableLabel]>>,
    /// Results of rounds for the index.
    pub(super) ended: Vec<EndedRound>,
    pub(super) shared: Arc<SharedState>,
    pub(super) store: Arc<HouseStore>,
    pub(super) flight: Arc<Flight>,
    pub(super) mailbox: Arc<Mailbox<Message>>,
    /// Whether the actor waits for the group before it writes another.
    pub(super) is_awaited: bool,
}

impl Landing {
    /// Releases or fails what waits for the group. Groups that left before it have arrived.
    pub(super) fn land(self, stored: Result<(), StoreError>) {
        self.flight.note_written();
        self.finish(stored);
    }

    /// Has what waits for the group released by a thread that serves: answers wake tasks, which costs the thread of the
    /// store much more than such a thread. Groups are released one after another.
    pub(super) fn land_elsewhere(self, stored: Result<(), StoreError>) {
        let (flight, shared) = (Arc::clone(&self.flight), Arc::clone(&self.shared));
        flight.note_written();
        let mut state = flight.lock();
        state.written.push_back((self, stored));
        let is_releasing = std::mem::replace(&mut state.is_releasing, true);
        drop(state);
        if is_releasing {
            return;
        }
        let release = Release(flight);
        match shared.runtime() {
            Some(runtime) => drop(runtime.spawn(async move { drop(release) })),
            None => drop(release),
        }
    }

    fn finish(self, stored: Result<(), StoreError>) {
        let (flight, mailbox, commands) =
            (Arc::clone(&self.flight), Arc::clone(&self.mailbox), self.group.commands);
        let is_awaited = self.is_awaited;
        // A group without entries can be written after one that could not.
        let stored = match stored {
            Ok(()) if flight.has_failed() => {
                Err(StoreError::Failed("a group before it was not stored".to_owned()))
            }
            stored => stored,
        };
        // A panic in an effect must not end the thread.
        let landed = catch_unwind(AssertUnwindSafe(|| match stored {
            Ok(()) => {
                self.succeed();
                None
            }
            Err(error) => Some(self.fail(&error)),
        }));
        let failure = landed.unwrap_or_else(|_| Some("an answer could not be given".to_owned()));
        let has_failed = failure.is_some();
        flight.arrive(commands, failure);
        if has_failed || is_awaited {
            mailbox.put_first(Message::Wake);
        }
    }

    /// Everything up to this group is on disk. That is noted before anybody is answered: whoever reads then finds it in
    /// the index.
    fn succeed(mut self) {
        metrics::counter!(crate::telemetry::COMMANDS_STORED).increment(self.group.commands);
        self.shared.set_stored_to(self.sequence);
        if let Some(tables) = self.tables {
            self.shared.set_tables(tables);
        }
        if !self.ended.is_empty()
            && let Err(error) = self.store.index().put_results(self.ended)
        {
            // The next snapshot, or the next start, puts them again; sums cannot be continued without them.
            self.store.index().miss_plays(self.house);
            tracing::warn!(house = self.house.0, %error, "results of rounds are indexed later");
        }
        self.group.release();
    }

    fn fail(mut self, error: &StoreError) -> String {
        tracing::error!(house = self.house.0, %error, "the store failed");
        metrics::counter!(crate::telemetry::STORE_FAILURES).increment(1);
        let why = format!("the store failed: {error}");
        // Whoever gets this answer also finds that the house is not ready.
        self.shared.set_open(false);
        self.group.fail(&why);
        why
    }
}

/// Releases all written groups when it is dropped: by the runtime, or at once if the runtime has ended.
struct Release(Arc<Flight>);

impl Drop for Release {
    fn drop(&mut self) {
        while let Some((landing, stored)) = self.0.next_written() {
            landing.finish(stored);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn no_more_leave_than_the_bound_until_some_have_arrived() {
        let flight = Arc::new(Flight::default());
        flight.depart(IN_FLIGHT_MAX);
        let other = Arc::clone(&flight);
        let waiting = thread::spawn(move || other.depart(1));
        thread::sleep(Duration::from_millis(20));
        assert!(!waiting.is_finished());
        flight.arrive(IN_FLIGHT_MAX, None);
        waiting.join().unwrap();
        flight.arrive(1, None);
        assert!(flight.is_empty() && flight.take_success() && !flight.take_success());
    }

    #[test]
    fn a_group_larger_than_the_bound_leaves_alone_and_the_first_failure_is_the_reason() {
        let flight = Flight::default();
        flight.depart(IN_FLIGHT_MAX * 2);
        flight.arrive(IN_FLIGHT_MAX * 2, Some("full".to_owned()));
        flight.depart(1);
        flight.arrive(1, Some("out of sequence".to_owned()));
        flight.wait();
        assert_eq!((flight.take_failure().as_deref(), flight.take_failure()), (Some("full"), None));
        assert!(!flight.take_success());
    }

    #[test]
    fn a_failure_counts_until_the_house_is_opened_again() {
        let flight = Flight::default();
        flight.depart(1);
        flight.depart(1);
        flight.arrive(1, Some("full".to_owned()));
        assert!(flight.has_failed() && flight.take_failure().is_some() && flight.has_failed());
        flight.arrive(1, None);
        assert!(flight.has_failed(), "what is stored after it does not change that");
        flight.begin_again();
        assert!(!flight.has_failed() && flight.take_failure().is_none());
    }
}
