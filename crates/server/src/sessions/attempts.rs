//! Wrong passwords slow down the one who tries.
//!
//! Attempts are counted by address and account together. Beside that, an address that tries many names is slowed down,
//! and so are all strangers together who try one account. A place from which the owner has logged in before has a
//! counter of its own with a short delay, so that nobody elsewhere can lock the owner out. Known and unknown names are
//! counted alike. The counters are in memory and bounded: strangers write nothing to the disk. Where several nodes serve a
//! house, each learns of the failures at the others by a notice.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use croupier_house::ids::HouseId;
use rustc_hash::FxHashMap;

use crate::node::{Notice, NoticeBoard};

/// The maximum number of counters of each kind. Above it, the one that is needed least is dropped.
pub const COUNTERS_MAX: usize = 65_536;
/// The time after which a counter is forgotten, in milliseconds.
const FORGOTTEN_AFTER: i64 = 60 * 60 * 1000;

/// How a counter slows attempts down: after `free` failures the delay doubles with each, from a second up to `longest`.
#[derive(Clone, Copy)]
struct Slowdown {
    free: u32,
    longest: i64,
}

/// One account from one address.
const PAIR: Slowdown = Slowdown { free: 5, longest: 15 * 60 * 1000 };
/// One account from a place that its owner uses.
const KNOWN_PLACE: Slowdown = Slowdown { free: 5, longest: 30 * 1000 };
/// One address, all names.
const ADDRESS: Slowdown = Slowdown { free: 50, longest: 60 * 1000 };
/// One account, all addresses that its owner does not use.
const STRANGERS: Slowdown = Slowdown { free: 100, longest: 60 * 1000 };

impl Slowdown {
    fn delay(self, failures: u32) -> i64 {
        match failures.checked_sub(self.free) {
            None => 0,
            Some(over) => 1000_i64.checked_shl(over.min(32)).map_or(self.longest, |ms| ms.min(self.longest)),
        }
    }
}

#[derive(Clone, Copy)]
struct Counter {
    failures: u32,
    /// When the next attempt is accepted.
    until: i64,
    /// When it last changed.
    at: i64,
}

/// Counters by the hash of what they count. Keys have a fixed size, however long the names are.
#[derive(Default)]
struct Counters(FxHashMap<[u8; 16], Counter>);

impl Counters {
    fn wait(&self, key: &[u8; 16], now: i64) -> i64 {
        self.0.get(key).map_or(0, |counter| counter.until.saturating_sub(now).max(0))
    }

    fn add(&mut self, key: [u8; 16], slowdown: Slowdown, now: i64) {
        if self.0.len() >= COUNTERS_MAX && !self.0.contains_key(&key) {
            self.make_room(now);
        }
        let counter = self.0.entry(key).or_insert(Counter { failures: 0, until: 0, at: now });
        if now.saturating_sub(counter.at) > FORGOTTEN_AFTER {
            counter.failures = 0;
        }
        counter.failures = counter.failures.saturating_add(1);
        counter.at = now;
        counter.until = now.saturating_add(slowdown.delay(counter.failures));
    }

    fn make_room(&mut self, now: i64) {
        self.0.retain(|_, counter| now.saturating_sub(counter.at) <= FORGOTTEN_AFTER);
        if self.0.len() >= COUNTERS_MAX {
            let least = self.0.iter().min_by_key(|(_, counter)| (counter.failures, counter.at));
            if let Some(key) = least.map(|(key, _)| *key) {
                self.0.remove(&key);
            }
        }
    }
}

#[derive(Default)]
struct AllCounters {
    pairs: Counters,
    addresses: Counters,
    accounts: Counters,
}

/// The number of locks that attempts take. Attempts of one address on one account share a lock, so that they run one
/// after another and trying many passwords at the same time gains nothing.
const TURNS: usize = 64;

/// The attempts to log in.
pub struct Attempts {
    /// Where other nodes learn of failures; `None` where there are none.
    board: Option<Arc<NoticeBoard>>,
    counters: Mutex<AllCounters>,
    turns: [tokio::sync::Mutex<()>; TURNS],
}

impl Default for Attempts {
    fn default() -> Self {
        Self::shared(None)
    }
}

/// What an attempt is counted by.
struct AttemptKeys {
    pair: [u8; 16],
    address: [u8; 16],
    account: [u8; 16],
    is_known_place: bool,
}

/// An attempt that was accepted. The next one of the same address on the same account waits until it is dropped.
pub(crate) struct LoginAttempt<'a> {
    keys: AttemptKeys,
    _turn: tokio::sync::MutexGuard<'a, ()>,
}

impl AttemptKeys {
    fn new(house: HouseId, handle: &str, address: IpAddr, is_known_place: bool) -> Self {
        let network = network_of(address);
        Self {
            pair: key_of(&[b"pair", &house.0.to_le_bytes(), handle.as_bytes(), &network]),
            address: key_of(&[b"address", &network]),
            account: key_of(&[b"account", &house.0.to_le_bytes(), handle.as_bytes()]),
            is_known_place,
        }
    }
}

impl Attempts {
    /// No attempts yet. Other nodes learn of those that fail here.
    pub(crate) fn shared(board: Option<Arc<NoticeBoard>>) -> Self {
        let turns = std::array::from_fn(|_| tokio::sync::Mutex::new(()));
        Self { board, counters: Mutex::default(), turns }
    }

    /// Counts an attempt that failed at another node.
    pub(crate) fn failed_elsewhere(
        &self,
        [pair, address, account]: [[u8; 16]; 3],
        is_known_place: bool,
        now: i64,
    ) {
        self.count(&AttemptKeys { pair, address, account, is_known_place }, now);
    }

    /// Begins an attempt to log in, or answers how many milliseconds to wait. `is_known_place` is whether the account
    /// has been used from this address before.
    pub(crate) async fn begin(
        &self,
        house: HouseId,
        handle: &str,
        address: IpAddr,
        is_known_place: bool,
        now: impl Fn() -> i64,
    ) -> Result<LoginAttempt<'_>, i64> {
        let keys = AttemptKeys::new(house, handle, address, is_known_place);
        let turn = self.turns[usize::from(keys.pair[0]) % TURNS].lock().await;
        match self.wait(&keys, now()) {
            0 => Ok(LoginAttempt { keys, _turn: turn }),
            wait => Err(wait),
        }
    }

    fn lock(&self) -> MutexGuard<'_, AllCounters> {
        self.counters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time until the next attempt is accepted.
    fn wait(&self, keys: &AttemptKeys, now: i64) -> i64 {
        let counters = self.lock();
        let own = counters.pairs.wait(&keys.pair, now);
        if keys.is_known_place {
            return own;
        }
        own.max(counters.addresses.wait(&keys.address, now)).max(counters.accounts.wait(&keys.account, now))
    }

    fn count(&self, keys: &AttemptKeys, now: i64) {
        let mut counters = self.lock();
        counters.pairs.add(keys.pair, if keys.is_known_place { KNOWN_PLACE } else { PAIR }, now);
        if !keys.is_known_place {
            counters.addresses.add(keys.address, ADDRESS, now);
            counters.accounts.add(keys.account, STRANGERS, now);
        }
    }

    /// Counts an attempt that failed.
    pub(crate) fn fail(&self, attempt: &LoginAttempt<'_>, now: i64) {
        self.count(&attempt.keys, now);
        if let Some(board) = &self.board {
            let AttemptKeys { pair, address, account, is_known_place } = attempt.keys;
            board.put(&Notice::LoginFailed { pair, address, account, is_known_place });
        }
    }

    /// Notes an attempt that succeeded: earlier ones of this address on this account count no more.
    pub(crate) fn succeed(&self, attempt: &LoginAttempt<'_>) {
        self.lock().pairs.0.remove(&attempt.keys.pair);
    }
}

/// The network of an address: for version 6 the first 64 bits, because one subscriber has all of them.
fn network_of(address: IpAddr) -> [u8; 16] {
    let mut network = match address {
        IpAddr::V4(address) => return address.to_ipv6_mapped().octets(),
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(address) => return address.to_ipv6_mapped().octets(),
            None => address.octets(),
        },
    };
    network[8..].fill(0);
    network
}

/// A network as text, to note the places of an account.
pub(crate) fn place_of(address: IpAddr) -> String {
    std::net::Ipv6Addr::from(network_of(address)).to_canonical().to_string()
}

fn key_of(parts: &[&[u8]]) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    let mut key = [0; 16];
    hasher.finalize_xof().fill(&mut key);
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUSE: HouseId = HouseId(1);

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    /// Fails this often, waits as long as it must in between, and returns the wait after it.
    fn fail(attempts: &Attempts, handle: &str, from: IpAddr, times: u32, known: bool, at: &mut i64) -> i64 {
        let keys = AttemptKeys::new(HOUSE, handle, from, known);
        for _ in 0..times {
            *at += attempts.wait(&keys, *at);
            attempts.count(&keys, *at);
        }
        attempts.wait(&keys, *at)
    }

    fn wait(attempts: &Attempts, handle: &str, from: IpAddr, known: bool, at: i64) -> i64 {
        attempts.wait(&AttemptKeys::new(HOUSE, handle, from, known), at)
    }

    #[test]
    fn the_delay_doubles_and_is_bounded() {
        let (attempts, mut at) = (Attempts::default(), 0);
        assert_eq!(fail(&attempts, "ann", address(1), 4, false, &mut at), 0);
        assert_eq!(fail(&attempts, "ben", address(2), 5, false, &mut at), 1_000);
        assert_eq!(fail(&attempts, "cal", address(3), 7, false, &mut at), 4_000);
        assert_eq!(fail(&attempts, "dan", address(4), 40, false, &mut at), PAIR.longest);
    }

    #[test]
    fn a_stranger_does_not_slow_the_owner_down() {
        let (attempts, mut at) = (Attempts::default(), 0);
        fail(&attempts, "ann", address(1), 200, false, &mut at);
        assert_eq!(wait(&attempts, "ann", address(9), true, at), 0);
        assert!(fail(&attempts, "ann", address(9), 50, true, &mut at) <= KNOWN_PLACE.longest);
    }

    #[test]
    fn many_strangers_and_many_names_are_slowed_down_too() {
        let (attempts, mut at) = (Attempts::default(), 0);
        for last in 0..100 {
            fail(&attempts, "ann", address(last), 1, false, &mut at);
        }
        assert!(wait(&attempts, "ann", address(200), false, at) > 0, "many addresses");
        at += 2 * FORGOTTEN_AFTER;
        for number in 0..50 {
            fail(&attempts, &format!("name{number}"), address(7), 1, false, &mut at);
        }
        assert!(wait(&attempts, "another", address(7), false, at) > 0, "many names");
        assert_eq!(wait(&attempts, "another", address(8), false, at), 0);
    }

    #[test]
    fn the_number_of_counters_is_bounded() {
        let mut counters = Counters::default();
        for number in 0..u64::try_from(COUNTERS_MAX).unwrap() + 100 {
            counters.add(key_of(&[&number.to_le_bytes()]), PAIR, 0);
        }
        assert_eq!(counters.0.len(), COUNTERS_MAX);
    }

    #[test]
    fn addresses_of_one_subscriber_are_one_place() {
        let six = |text: &str| place_of(text.parse().unwrap());
        assert_eq!(six("2001:db8::1"), six("2001:db8::ffff:2"));
        assert_ne!(six("2001:db8::1"), six("2001:db8:0:1::1"));
        assert_eq!(six("::ffff:192.0.2.1"), place_of(address(1)));
    }
}
