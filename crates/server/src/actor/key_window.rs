//! Which idempotency keys need no lookup.
//!
//! A house has the keys of its latest commands in memory. Older keys are in the store, and looking one up costs about
//! as much as a command. A key of version 7 says when it was made. If it was made after the oldest command in memory,
//! a command with it would be in memory too; if it is not, the key is new. Clocks of clients are not trusted: a key
//! that was made in the future of the house moves the window, so that keys up to its time are looked up. Whatever a
//! key claims, the store stores it only once.
//!
//! A node that takes a house over does not know what clients said of their keys before. It takes those for new that were made
//! since: if one was used, the store refuses the group, and everything is decided again with lookups. Only what leaves nothing in
//! the store has to be sure, a refusal: its key is looked up before it is answered.
//!
//! A key is stored in one of two forms ([`croupier_house::event::ORDERED_KEYS`]). The window knows until when a command can have
//! been stored in the former one.

use std::collections::VecDeque;

use croupier_house::KEYS_CACHED;
use croupier_house::ids::{DAY_MS, KEY_DAYS};

use super::keyed_request::KeyedRequest;

/// How long after a start keys are looked up that were made since. A client whose clock is ahead has used them before
/// the start, perhaps, and the house no longer knows it. In milliseconds: ten minutes.
pub(crate) const LOOKED_UP_AFTER_START: i64 = 10 * 60 * 1000;

/// The keys that need no lookup: those made after a time.
pub(super) struct KeyWindow {
    /// The times of the commands whose keys are in memory, the earliest first.
    times: VecDeque<i64>,
    /// Keys made after this time, and not in the future, are taken for new if they are not in memory.
    from: i64,
    /// … and are new if they were made after this time too.
    sure_from: i64,
    /// Keys made up to this time may be stored in their former form.
    former_until: i64,
}

impl KeyWindow {
    /// The window of a house that was opened at this time.
    pub(super) const fn new(now: i64) -> Self {
        let from = now.saturating_add(LOOKED_UP_AFTER_START);
        Self { times: VecDeque::new(), from, sure_from: from, former_until: from }
    }

    /// The window of a house that a node has taken over at this time.
    pub(super) fn taken_over(now: i64) -> Self {
        Self { from: now, ..Self::new(now) }
    }

    /// Notes a command with a key.
    pub(super) fn note(&mut self, at: i64, made: Option<i64>) {
        if self.times.len() == KEYS_CACHED
            && let Some(oldest) = self.times.pop_front()
        {
            self.from = self.from.max(oldest);
        }
        self.times.push_back(at);
        if let Some(made) = made.filter(|made| *made > at) {
            self.from = self.from.max(made);
        }
    }

    /// Notes that keys are stored in their former form at this time.
    pub(super) fn note_former(&mut self, now: i64) {
        self.former_until = self.former_until.max(now.saturating_add(LOOKED_UP_AFTER_START));
    }

    /// Gives a request the key under which it is stored.
    pub(super) fn order_key(&self, keyed: &mut KeyedRequest) {
        keyed.order_key(self.former_until);
    }

    /// Whether a key that is not in memory is taken for one that was never used before.
    pub(super) fn is_new(&self, made: Option<i64>, now: i64) -> bool {
        made.is_some_and(|made| made > self.from && made <= now)
    }

    /// Whether a key that is not in memory was never used before.
    pub(super) fn is_surely_new(&self, made: Option<i64>, now: i64) -> bool {
        self.is_new(made, now) && made.is_some_and(|made| made > self.sure_from)
    }
}

/// Whether a key is so old that nobody knows any more whether it was used.
pub(super) fn is_too_old(made: Option<i64>, now: i64) -> bool {
    made.is_some_and(|made| now.saturating_sub(made) > KEY_DAYS * DAY_MS)
}

#[cfg(test)]
mod tests {
    use croupier_house::command::{Command, Request, TableCommand};
    use croupier_house::ids::{Actor, IdempotencyKey, TableId};

    use super::*;

    const START: i64 = 1_000_000_000_000;
    const LATER: i64 = START + LOOKED_UP_AFTER_START;

    #[test]
    fn keys_that_are_newer_than_the_oldest_in_memory_need_no_lookup() {
        let mut window = KeyWindow::new(START);
        let now = LATER + 1_000_000;
        assert!(window.is_new(Some(LATER + 1), now));
        assert!(
            !window.is_new(Some(LATER), now) && !window.is_new(Some(START - 1), now),
            "from before the start"
        );
        assert!(!window.is_new(None, now), "other versions");
        assert!(!window.is_new(Some(now + 1), now), "from the future");
        let count = i64::try_from(KEYS_CACHED).unwrap();
        (0..=count).for_each(|number| window.note(LATER + 10 + number, Some(LATER + 10 + number)));
        assert!(!window.is_new(Some(LATER + 10), now), "its command is no longer in memory");
        assert!(window.is_new(Some(LATER + 11), now));
        assert_eq!(window.times.len(), KEYS_CACHED);
    }

    #[test]
    fn keys_made_since_a_take_over_are_taken_for_new_and_are_surely_so_after_a_while() {
        let (mut window, now) = (KeyWindow::taken_over(START), LATER + 9);
        assert!(!window.is_new(Some(START), now) && window.is_new(Some(START + 1), now));
        assert!(!window.is_surely_new(Some(START + 1), now) && !window.is_surely_new(Some(LATER), now));
        assert!(window.is_surely_new(Some(LATER + 1), now) && !window.is_surely_new(Some(now + 1), now));
        window.note(now, Some(now + 5));
        assert!(!window.is_surely_new(Some(now + 5), now + 5), "made in the future");
    }

    #[test]
    fn a_key_from_the_future_is_looked_up_when_its_time_has_come() {
        let mut window = KeyWindow::new(START);
        let (at, made) = (LATER + 5, LATER + 5_000);
        window.note(at, Some(made));
        assert!(!window.is_new(Some(made), made + 1) && !window.is_new(Some(made - 1), made + 1));
        assert!(window.is_new(Some(made + 1), made + 1));
    }

    #[test]
    fn keys_made_while_or_shortly_after_the_former_form_was_stored_are_known_in_both() {
        let key = IdempotencyKey(u128::MAX);
        let command = Command::Table(TableId(1), TableCommand::Tick);
        let keys = |window: &KeyWindow, made| {
            let request = Request { key: Some(key), by: Actor::House, command: command.clone() };
            let mut keyed = KeyedRequest::new(request, made, None);
            window.order_key(&mut keyed);
            keyed.keys().collect::<Vec<_>>()
        };
        let mut window = KeyWindow::new(START);
        assert_eq!(keys(&window, Some(LATER)), [key.in_order_of(LATER), key]);
        assert_eq!(keys(&window, Some(LATER + 1)), [key.in_order_of(LATER + 1)]);
        assert_eq!(keys(&window, None), [key], "it does not say when it was made");
        window.note_former(LATER);
        let until = LATER + LOOKED_UP_AFTER_START;
        assert_eq!(keys(&window, Some(until)), [key.in_order_of(until), key]);
        assert_eq!(keys(&window, Some(until + 1)), [key.in_order_of(until + 1)]);
    }

    #[test]
    fn keys_are_too_old_after_thirty_days() {
        assert!(!is_too_old(Some(START), START + KEY_DAYS * DAY_MS) && !is_too_old(None, i64::MAX));
        assert!(is_too_old(Some(START), START + KEY_DAYS * DAY_MS + 1));
    }
}
