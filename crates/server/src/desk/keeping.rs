//! What a desk has carried out is put on disk; and what it does when the store fails.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use croupier_house::ledger::{Account, Location, Unit};
use croupier_house::store::{BalanceChange, Batch};

use super::Settings;
use super::group::Group;
use super::rebuild::rebuild;
use super::run::Running;

/// How long no commands are taken after a failure of the store, at first and at most.
pub(super) const REST: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(30)];

/// Whether the store keeps what it is given.
#[derive(Clone, Copy)]
pub(super) enum Health {
    /// As far as anybody knows it does: commands are taken.
    Well,
    /// It has failed, and is left alone until then.
    Resting(Instant),
}

impl Running {
    /// Puts the group that was made on disk and tells those who wait; tells at once what waits for nothing. The desk writes
    /// itself: to wake a writer, and be woken by it, costs more than the disk does.
    pub(super) fn send_off(&mut self) {
        if self.making.batch.is_empty() {
            self.making.release();
            return;
        }
        let mut group = std::mem::take(&mut self.making);
        let batch = std::mem::take(&mut group.batch);
        metrics::histogram!("croupier_group_commands")
            .record(f64::from(u32::try_from(group.commands).unwrap_or(u32::MAX)));
        match self.settings.store.append(batch) {
            Ok(()) => {
                self.rest = REST[0];
                metrics::counter!("croupier_commands_stored_total").increment(group.commands);
                group.release();
            }
            Err(error) => {
                tracing::error!(house = self.settings.house.0, %error, "the store has failed");
                metrics::counter!("croupier_store_failures_total").increment(1);
                let why = format!("the store has failed: {error}");
                group.fail(&why);
                self.fail(why);
            }
        }
    }

    /// The house is no longer what its journal has: no commands are taken until it is, and the store keeps them again.
    pub(super) fn fail(&mut self, why: String) {
        self.shared.open.store(false, Ordering::Release);
        self.broken = Some(why);
    }

    fn rest(&mut self) {
        self.health = Health::Resting(Instant::now() + self.rest);
        self.rest = (self.rest * 2).min(REST[1]);
    }

    pub(super) fn is_resting(&self) -> bool {
        matches!(self.health, Health::Resting(until) if Instant::now() < until)
    }

    /// After a rest asks the store to keep something that changes nothing, by the same way as a command.
    pub(super) fn probe(&mut self) {
        if !matches!(self.health, Health::Resting(_)) || self.is_resting() || self.broken.is_some() {
            return;
        }
        let account = Account { house: self.settings.house, unit: Unit::Cash, location: Location::Cage };
        let penny = |by| BalanceChange { account, by, may_overdraw: true };
        let nothing = Batch { changes: vec![penny(1), penny(-1)], ..Batch::default() };
        match self.settings.store.append(nothing) {
            Ok(()) => {
                self.health = Health::Well;
                self.shared.open.store(self.closing.is_none(), Ordering::Release);
            }
            Err(error) => {
                tracing::warn!(house = self.settings.house.0, %error, "the store still fails");
                self.rest();
            }
        }
    }

    /// Reads the house from its journal again, when something has failed.
    pub(super) fn recover(&mut self) {
        let Some(why) = &self.broken else { return };
        if self.is_resting() {
            return;
        }
        self.making.fail(why);
        self.making = Group::default();
        let Settings { house, shelf, build, pace, store, .. } = &self.settings;
        match rebuild(*house, shelf, build, *pace, &**store) {
            Ok(rebuilt) => {
                self.rebuilt = rebuilt;
                self.broken = None;
                self.changed.extend(self.rebuilt.house.tables().iter().map(|table| table.id));
                self.stirred.extend(&self.changed);
                self.touched.extend(self.purses.keys());
            }
            Err(error) => tracing::error!(house = house.0, %error, "the house cannot be read again"),
        }
        self.rest();
    }
}
