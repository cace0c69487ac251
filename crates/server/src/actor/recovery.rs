//! An actor whose store has failed: it opens its house again, and tests the store until it works.

use super::group::{CommandGroup, Effects};
use super::house_actor::HouseActor;
use super::key_window::KeyWindow;
use super::opening::OpenedState;
use super::shared::HouseOpening;

impl HouseActor {
    /// Marks the house in memory as different from its journal. No commands are accepted until it has been replayed
    /// and the store works again.
    pub(super) fn fail(&mut self, why: String) {
        self.shared.set_open(false);
        self.broken = Some(why);
    }

    /// Answers everybody who waits for the group of a house that has failed.
    pub(super) fn discard_group(&mut self) {
        if let Some(why) = &self.broken {
            self.group.fail(why);
            self.group = CommandGroup::default();
        }
    }

    /// Opens the house again from its snapshot and journal after a failure.
    pub(super) fn recover(&mut self) {
        if self.broken.is_none() || self.backoff.is_waiting() {
            return;
        }
        self.flight.wait();
        self.discard_group();
        self.flight.begin_again();
        match self.settings.open() {
            Ok(OpenedState { state, from, applied }) => {
                self.state = state;
                self.shared.set_opening(HouseOpening { from, applied });
                self.key_window = KeyWindow::new(self.clock.now().at);
                self.is_compared = false;
                self.shared.set_stored_to(self.state.house.last().sequence);
                self.broken = None;
                self.all_changed();
            }
            Err(error) => {
                tracing::error!(house = self.settings.house.0, %error, "the house cannot be opened again");
            }
        }
        match (&self.settings.link, &self.broken) {
            // The node that drives it knows whether the store works.
            (Some(_), None) => {
                self.backoff.recover();
                self.shared.set_open(self.closing.is_none());
            }
            _ => self.backoff.fail(),
        }
    }

    /// Tests the store after the back-off: writes data that changes nothing, in the same way as a command.
    pub(super) fn probe(&mut self) {
        if self.backoff.retry_at().is_none() || self.backoff.is_waiting() || self.broken.is_some() {
            return;
        }
        match self.settings.store.probe(self.settings.house) {
            Ok(()) => {
                self.backoff.recover();
                self.shared.set_open(self.closing.is_none());
            }
            Err(error) => {
                tracing::warn!(house = self.settings.house.0, %error, "the store still fails");
                self.backoff.fail();
            }
        }
    }
}
