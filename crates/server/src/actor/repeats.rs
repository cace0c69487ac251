//! Commands that are sent again: what their first execution led to.

use croupier_house::ids::{IdempotencyKey, KEY_DAYS, Now};
use croupier_house::journal::{Entry, digest_of};
use croupier_house::store::{Store, StoreError, StoredEntry};
use croupier_house::{EntryRange, Rejection, RejectionCode};

use super::answer::{is_breach, number_of, refusal_of};
use super::house_actor::HouseActor;
use super::key_window::is_too_old;
use super::keyed_request::KeyedRequest;
use super::message::Outcome;
use crate::node::ForwardedCommand;
use crate::wire::{CommandResult, Problem};

impl HouseActor {
    /// The result of an earlier command with this key. The house has the latest keys, the store all keys on disk.
    pub(super) fn earlier_result(
        &mut self,
        keyed: &KeyedRequest,
        now: Now,
    ) -> Result<Option<CommandResult>, Problem> {
        let KeyedRequest { request: order, made, .. } = keyed;
        let Some(key) = order.key else { return Ok(None) };
        let refused =
            |found: String, allowed: &str| Rejection::new(RejectionCode::Key, found, allowed).into();
        if is_too_old(*made, now.at) {
            return Err(refused(
                format!("this key was made more than {KEY_DAYS} days ago"),
                "send a command with a new key, if it was not executed before",
            ));
        }
        let known = match self.state.house.entries_of_key(key) {
            Some(late) => Some(late),
            None if !self.looked_up.contains_key(&key) && self.key_window.is_new(*made, now.at) => None,
            None => self.find_key(key)?,
        };
        let Some((digest, answer)) = known else { return Ok(None) };
        if digest != digest_of(order.by, &order.command).map_err(|_| Problem::internal())? {
            return Err(refused(
                "this key was used for another command".to_owned(),
                "send each command with a key of its own",
            ));
        }
        self.result_of(&answer).map(Some)
    }

    /// Looks up the keys of a group that may have been used before, all at once.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(super) fn look_up_keys<'g>(
        &mut self,
        group: impl Iterator<Item = &'g ForwardedCommand>,
    ) -> Result<(), StoreError> {
        self.looked_up.clear();
        let now = self.clock.now().at;
        let wanted = group.filter_map(|command| {
            let key = command.request.key?;
            let is_known = self.state.house.entries_of_key(key).is_some();
            (!is_known && !self.key_window.is_new(command.made, now)).then_some(key)
        });
        let wanted: Vec<IdempotencyKey> = wanted.collect();
        self.look_up(wanted)
    }

    fn look_up(&mut self, wanted: Vec<IdempotencyKey>) -> Result<(), StoreError> {
        if wanted.is_empty() {
            return Ok(());
        }
        let found = self.key_lookup.find_all(&wanted)?;
        self.looked_up.extend(wanted.into_iter().map(|key| (key, None)));
        self.looked_up.extend(found.into_iter().map(|(key, digest, range)| (key, Some((digest, range)))));
        Ok(())
    }

    /// Looks up the keys of refused commands that were only taken for new, all at once. Returns those that were used before.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(super) fn look_up_refused<'g>(
        &mut self,
        refused: impl Iterator<Item = &'g ForwardedCommand>,
    ) -> Result<Vec<IdempotencyKey>, StoreError> {
        let now = self.clock.now().at;
        let unsure = refused.filter_map(|command| {
            let key = command.request.key?;
            let is_sure =
                self.looked_up.contains_key(&key) || self.key_window.is_surely_new(command.made, now);
            (!is_sure).then_some(key)
        });
        let unsure: Vec<IdempotencyKey> = unsure.collect();
        self.look_up(unsure.clone())?;
        Ok(unsure.into_iter().filter(|key| matches!(self.looked_up.get(key), Some(Some(_)))).collect())
    }

    /// Looks up the key of an old command.
    fn find_key(&self, key: IdempotencyKey) -> Result<Option<(u64, EntryRange)>, Problem> {
        if let Some(found) = self.looked_up.get(&key) {
            return Ok(*found);
        }
        let found = self.key_lookup.find(key).and_then(|found| match found {
            // It was stored before there were sequences.
            Some((_, range)) if range.sequence == 0 => self.settings.store.find_key(key),
            found => Ok(found),
        });
        found.map_err(|error| Problem::unavailable(error.to_string()))
    }

    /// The result of a command that was executed before. It is in this group, on its way to the disk, or there.
    pub(super) fn result_of(&mut self, answer: &EntryRange) -> Outcome {
        let versions = answer.from..=answer.to;
        let pending = self.group.batch.entries.iter();
        let pending =
            pending.filter(|entry| entry.stream == answer.stream && versions.contains(&entry.version));
        let mut all: Vec<StoredEntry> = pending.cloned().collect();
        if all.is_empty() {
            if answer.sequence > self.shared.stored_to() {
                self.flight.wait();
            }
            let stored = self.key_lookup.entries(answer);
            all = stored.map_err(|error| Problem::unavailable(error.to_string()))?;
        }
        let entries = all.into_iter().map(|entry| Entry::read(entry.stream, entry.sequence, entry.bytes));
        let entries = entries.collect::<Result<Vec<_>, _>>().map_err(|_| Problem::internal())?;
        if let Some(rejection) = entries.iter().find_map(refusal_of) {
            self.is_refusal_recorded = true;
            return Err(rejection.into());
        }
        let (number, breached) = (entries.iter().find_map(number_of), entries.iter().any(is_breach));
        let (EntryRange { from, to, sequence, .. }, again) = (*answer, true);
        Ok(CommandResult { from, to, again, number, breached, sequence })
    }
}
