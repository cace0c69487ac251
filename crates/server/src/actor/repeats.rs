//! Commands that are sent again: what their first execution led to.

use croupier_house::command::Request;
use croupier_house::event::ORDERED_KEYS;
use croupier_house::ids::{IdempotencyKey, KEY_DAYS, Now};
use croupier_house::journal::{Entry, digest_of};
use croupier_house::store::{Store, StoreError, StoredEntry};
use croupier_house::{EntryRange, Rejection, RejectionCode};

use super::answer::{is_breach, number_of, refusal_of};
use super::executed::{BetEntry, Executed};
use super::house_actor::HouseActor;
use super::key_window::is_too_old;
use super::keyed_request::KeyedRequest;
use super::message::Outcome;
use crate::wire::{CommandResult, Problem};

impl HouseActor {
    /// The result of an earlier command with this key. The house has the latest keys, the store all keys on disk.
    pub(super) fn earlier_result(
        &mut self,
        keyed: &KeyedRequest,
        now: Now,
    ) -> Result<Option<Executed>, Problem> {
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
        let known = match keyed.keys().find_map(|key| self.state.house.entries_of_key(key)) {
            Some(late) => Some(late),
            None if !self.looked_up.contains_key(&key) && self.key_window.is_new(*made, now.at) => None,
            None => self.find_keys(keyed)?,
        };
        let Some((digest, answer)) = known else { return Ok(None) };
        if digest != digest_of(order.by, &order.command).map_err(|_| Problem::internal())? {
            return Err(refused(
                "this key was used for another command".to_owned(),
                "send each command with a key of its own",
            ));
        }
        self.result_of(order, &answer).map(Some)
    }

    /// Gives a request the key under which it is stored.
    pub(super) fn order_key(&mut self, keyed: &mut KeyedRequest) {
        if self.state.house.permitted_format() < ORDERED_KEYS {
            self.key_window.note_former(self.clock.now().at);
        } else {
            self.key_window.order_key(keyed);
        }
    }

    /// Looks up the keys of a group that may have been used before, all at once.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(super) fn look_up_keys<'g>(
        &mut self,
        group: impl Iterator<Item = &'g KeyedRequest>,
    ) -> Result<(), StoreError> {
        self.looked_up.clear();
        let now = self.clock.now().at;
        let is_unknown = |key| self.state.house.entries_of_key(key).is_none();
        let wanted = group.filter(|keyed| !self.key_window.is_new(keyed.made, now));
        let wanted = wanted.filter(|keyed| keyed.keys().all(is_unknown)).flat_map(KeyedRequest::keys);
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
        refused: impl Iterator<Item = &'g KeyedRequest>,
    ) -> Result<Vec<IdempotencyKey>, StoreError> {
        let now = self.clock.now().at;
        let unsure = refused.filter(|keyed| !self.key_window.is_surely_new(keyed.made, now));
        let unsure = unsure.flat_map(KeyedRequest::keys).filter(|key| !self.looked_up.contains_key(key));
        let unsure: Vec<IdempotencyKey> = unsure.collect();
        self.look_up(unsure.clone())?;
        Ok(unsure.into_iter().filter(|key| matches!(self.looked_up.get(key), Some(Some(_)))).collect())
    }

    /// Looks up the keys of an old command.
    fn find_keys(&self, keyed: &KeyedRequest) -> Result<Option<(u64, EntryRange)>, Problem> {
        let mut found = keyed.keys().map(|key| self.find_key(key));
        found.find_map(Result::transpose).transpose()
    }

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
    pub(super) fn result_of(&mut self, order: &Request, answer: &EntryRange) -> Outcome {
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
        let result = CommandResult { from, to, again, number, breached, sequence };
        let bet = BetEntry::of(order, &entries);
        Ok(Executed { result, bet })
    }
}
