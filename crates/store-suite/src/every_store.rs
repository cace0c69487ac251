//! One suite for every store behind the storage trait.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{SystemTime, UNIX_EPOCH};

use croupier_house::EntryRange;
use croupier_house::ids::{DAY_MS, HouseId, IdempotencyKey, KEY_DAYS, StreamId, TableId};
use croupier_house::journal::Entry;
use croupier_house::ledger::{Account, Location, Unit};
use croupier_house::store::{BalanceChange, Batch, HouseHead, Store, StoreError, StoredKey};

use crate::batches::{batch, batch_at};
use crate::played::{PlayedHouse, house, played};

fn stream(table: u16) -> StreamId {
    StreamId { house: HouseId(1), table: Some(TableId(table)) }
}

/// What every store must do; `open` gives an empty one, in which house 1 may be written.
pub fn suite<S: Store + 'static>(open: impl Fn(&str) -> Arc<S>) {
    stores_in_order(&*open("order"));
    rejects_a_stale_version(&*open("stale"));
    stores_all_of_a_batch_or_nothing(&*open("atomic"));
    rejects_a_used_key(&*open("keys"));
    rejects_an_overdraft(&*open("overdrawn"));
    checks_every_step_of_a_balance(&*open("steps"));
    answers_each_batch_of_a_group(&*open("group"));
    lets_one_of_two_writers_win(&open("race"));
    stores_snapshots_as_a_cache(&*open("snapshots"));
    finds_many_keys_and_entries(&*open("pages"));
    a_house_is_rebuilt_from_it(&*open("house"));
}

fn stores_in_order(store: &dyn Store) {
    let mut sequences = 1..;
    let mut next = || sequences.next().unwrap();
    let mut all = Batch::default();
    for version in 1..=3000 {
        all.entries.extend(batch_at(stream(1), version, next(), 1).entries);
        if version % 3 == 0 {
            all.entries.extend(batch_at(stream(2), version / 3, next(), 1).entries);
        }
        if version % 20 == 0 {
            store.append(std::mem::take(&mut all)).unwrap();
        }
    }
    store.append(batch_at(stream(3), 1, next(), 1)).unwrap();
    assert_eq!((store.version(stream(1)).unwrap(), store.version(stream(2)).unwrap()), (3000, 1000));
    assert_eq!(store.version(stream(9)).unwrap(), 0);
    for from in [1, 2, 1024, 1025, 1026, 2999, 3000, 3001] {
        let versions: Vec<u64> =
            store.read(stream(1), from, 10).unwrap().iter().map(|entry| entry.version).collect();
        let expected: Vec<u64> = (from..=3000).take(10).collect();
        assert_eq!(versions, expected);
    }
    assert_eq!(store.read(stream(2), 1, usize::MAX).unwrap().len(), 1000);
    assert_eq!(store.read(stream(3), 1, 9).unwrap()[0].sequence, 4001);
    assert_eq!(store.read(stream(2), u64::MAX, 9).unwrap(), []);
    let mut all = Vec::new();
    store
        .read_all(HouseId(1), 1, &mut |entry| {
            all.push(entry.sequence);
            Ok(())
        })
        .unwrap();
    assert!(all.into_iter().eq(1..=4001));
    let page: Vec<u64> =
        store.entries(HouseId(1), 3990, 5).unwrap().iter().map(|entry| entry.sequence).collect();
    assert_eq!(page, [3990, 3991, 3992, 3993, 3994]);
    assert_eq!(store.entries(HouseId(1), u64::MAX, 5).unwrap(), []);
    store.read_all(HouseId(2), 1, &mut |_| Err(StoreError::Full)).unwrap();
    let last = store.entries(HouseId(1), 4001, 5).unwrap().pop().unwrap();
    assert_eq!(store.head(HouseId(1)).unwrap(), Some(HouseHead { sequence: 4001, hash: last.hash }));
    assert_eq!((store.houses().unwrap(), store.head(HouseId(2)).unwrap()), (vec![HouseId(1)], None));
}

fn rejects_a_stale_version(store: &dyn Store) {
    store.append(batch(stream(1), 1, 3)).unwrap();
    for wrong in [1, 2, 3, 5] {
        let refused = store.append(batch_at(stream(1), wrong, 4, 1)).unwrap_err();
        assert_eq!(refused, StoreError::Stale { stream: stream(1), expected: wrong - 1 });
    }
    for wrong in [1, 3, 5] {
        let refused = store.append(batch_at(stream(1), 4, wrong, 1)).unwrap_err();
        assert_eq!(refused, StoreError::OutOfSequence { house: HouseId(1), expected: wrong - 1 });
    }
    store.append(batch(stream(1), 4, 1)).unwrap();
}

fn account(person: u32) -> Account {
    let location = Location::Player(croupier_house::ids::PersonId(person));
    Account { house: HouseId(1), unit: Unit::Chips, location }
}

fn with_changes(mut of: Batch, changes: &[(u32, i64, bool)]) -> Batch {
    of.changes = changes
        .iter()
        .map(|(person, by, may_overdraw)| BalanceChange {
            account: account(*person),
            by: *by,
            may_overdraw: *may_overdraw,
        })
        .collect();
    of
}

fn stores_all_of_a_batch_or_nothing(store: &dyn Store) {
    store.append(with_changes(batch(stream(1), 1, 1), &[(1, 100, false)])).unwrap();
    let mut two = batch(stream(1), 2, 1);
    two.entries.extend(batch_at(stream(2), 7, 3, 1).entries);
    let refused = store.append(with_changes(two, &[(1, 50, false)])).unwrap_err();
    assert_eq!(refused, StoreError::Stale { stream: stream(2), expected: 6 });
    assert_eq!((store.version(stream(1)).unwrap(), store.version(stream(2)).unwrap()), (1, 0));
    assert_eq!(store.balances(HouseId(1)).unwrap(), [(account(1).number(), 100)]);
    assert_eq!(store.read(stream(1), 1, 9).unwrap().len(), 1);
}

fn stored_key(key: u128, digest: u64, range: EntryRange) -> StoredKey {
    StoredKey { key: IdempotencyKey(key), digest, range, at: 1_000 }
}

fn rejects_a_used_key(store: &dyn Store) {
    let answer = EntryRange { stream: stream(1), from: 1, to: 1, sequence: 1 };
    let keyed =
        |version: u64| Batch { keys: vec![stored_key(5, 42, answer)], ..batch(stream(1), version, 1) };
    store.append(keyed(1)).unwrap();
    assert_eq!(store.append(keyed(2)).unwrap_err(), StoreError::KeyUsed(IdempotencyKey(5)));
    assert_eq!(store.version(stream(1)).unwrap(), 1);
    assert_eq!(store.find_key(IdempotencyKey(5)).unwrap(), Some((42, answer)));
    assert_eq!(store.find_key(IdempotencyKey(6)).unwrap(), None);
    // Many at once: a used key is found wherever it is, and none of the others is stored.
    let many = |keys: std::ops::Range<u128>| {
        let keys = keys.map(|key| stored_key(key, u64::try_from(key).unwrap(), answer)).collect();
        Batch { keys, ..batch(stream(1), 2, 1) }
    };
    for used in [many(0..9), many(5..6), many(3..19)] {
        assert!(matches!(store.append(used).unwrap_err(), StoreError::KeyUsed(_)));
    }
    store.append(many(6..30)).unwrap();
    assert_eq!(store.find_key(IdempotencyKey(4)).unwrap(), None);
    (6..30).for_each(|key| {
        assert_eq!(store.find_key(IdempotencyKey(u128::from(key))).unwrap(), Some((key, answer)))
    });
}

fn rejects_an_overdraft(store: &dyn Store) {
    store.append(with_changes(batch(stream(1), 1, 1), &[(1, 100, false), (2, -100, true)])).unwrap();
    let refused = store.append(with_changes(batch(stream(1), 2, 1), &[(1, -101, false)])).unwrap_err();
    assert_eq!(refused, StoreError::Overdrawn(account(1)));
    store.append(with_changes(batch(stream(1), 2, 1), &[(1, -100, false)])).unwrap();
    assert_eq!(store.balances(HouseId(1)).unwrap(), [(account(2).number(), -100)]);
}

fn lets_one_of_two_writers_win<S: Store + 'static>(store: &Arc<S>) {
    let (sender, receiver) = channel();
    for _ in 0..50 {
        let sender = sender.clone();
        store.submit(batch(stream(1), 1, 1), Box::new(move |result| sender.send(result).unwrap()));
    }
    drop(sender);
    let won = receiver.iter().flatten().count();
    assert_eq!((won, store.version(stream(1)).unwrap()), (1, 1));
}

fn stores_snapshots_as_a_cache(store: &dyn Store) {
    store.append(batch(stream(1), 1, 10)).unwrap();
    assert_eq!(store.snapshot(HouseId(1)).unwrap(), None);
    store.put_snapshot(HouseId(1), 7, b"seven").unwrap();
    store.put_snapshot(HouseId(1), 9, b"nine").unwrap();
    assert_eq!(store.snapshot(HouseId(1)).unwrap(), Some((9, b"nine".to_vec())));
    assert_eq!(store.snapshot(HouseId(2)).unwrap(), None);
}

/// Replaying the entries of a house gives the same house and balances.
fn a_house_is_rebuilt_from_it(store: &dyn Store) {
    let PlayedHouse { house: live, batches } = played(12);
    for batch in batches {
        store.append(batch).unwrap();
    }
    let mut again = house();
    store
        .read_all(HouseId(1), 1, &mut |entry| {
            let hash = entry.hash;
            let entry = Entry::read(entry.stream, entry.sequence, entry.bytes).unwrap();
            assert_eq!(entry.hash, hash);
            again.apply(&entry).unwrap();
            Ok(())
        })
        .unwrap();
    assert_eq!(again.heads(), live.heads());
    let balances = |accounts: Vec<(Account, croupier_kit::Money)>| -> Vec<(i64, i64)> {
        let mut all: Vec<(i64, i64)> =
            accounts.iter().map(|(account, money)| (account.number(), money.minor())).collect();
        all.retain(|(_, minor)| *minor != 0);
        all.sort_unstable();
        all
    };
    assert_eq!(balances(again.ledger.accounts()), balances(live.ledger.accounts()));
    assert_eq!(store.balances(HouseId(1)).unwrap(), balances(live.ledger.accounts()));
}

/// In a group a balance may not be negative at any step, though it ends above zero.
fn checks_every_step_of_a_balance(store: &dyn Store) {
    store.append(with_changes(batch(stream(1), 1, 1), &[(1, 10, false)])).unwrap();
    let short = with_changes(batch(stream(1), 2, 1), &[(1, -30, false), (1, 50, false)]);
    assert_eq!(store.append(short).unwrap_err(), StoreError::Overdrawn(account(1)));
    // An account that is not there yet has a balance of 0.
    let absent = with_changes(batch(stream(1), 2, 1), &[(7, -1, false), (7, 1, false)]);
    assert_eq!(store.append(absent).unwrap_err(), StoreError::Overdrawn(account(7)));
    let enough = with_changes(batch(stream(1), 2, 1), &[(1, -10, false), (1, 50, false), (3, -4, true)]);
    store.append(enough).unwrap();
    let too_large = with_changes(batch(stream(1), 3, 1), &[(1, i64::MAX, false)]);
    assert!(matches!(store.append(too_large).unwrap_err(), StoreError::Failed(_)));
    let mut balances = vec![(account(1).number(), 50), (account(3).number(), -4)];
    balances.sort_unstable();
    assert_eq!(store.balances(HouseId(1)).unwrap(), balances);
    assert_eq!(store.head(HouseId(1)).unwrap().unwrap().sequence, 2);
}

/// Batches that were submitted together are answered in order and each on its own: one that cannot be stored leaves
/// nothing, and does not take the others with it.
fn answers_each_batch_of_a_group(store: &dyn Store) {
    let key = |number: u128, from: u64| {
        stored_key(number, 1, EntryRange { stream: stream(1), from, to: from, sequence: from })
    };
    let keyed = |number, from| Batch { keys: vec![key(number, from)], ..batch(stream(1), from, 1) };
    let overdrawn = with_changes(keyed(3, 2), &[(1, 5, false), (2, -1, false)]);
    let group = [
        ("first", with_changes(keyed(1, 1), &[(1, 100, false)])),
        ("nothing", Batch::default()),
        ("overdrawn", overdrawn),
        ("used", keyed(1, 2)),
        ("second", with_changes(keyed(2, 2), &[(1, -40, false)])),
        ("stale", batch_at(stream(1), 2, 3, 1)),
        ("third", keyed(3, 3)),
    ];
    let (sender, answers) = channel();
    for (name, batch) in group {
        let sender = sender.clone();
        store.submit(batch, Box::new(move |stored| sender.send((name, stored)).unwrap()));
    }
    drop(sender);
    let answers: Vec<(&str, Result<(), StoreError>)> = answers.iter().collect();
    let due = [
        ("first", Ok(())),
        ("nothing", Ok(())),
        ("overdrawn", Err(StoreError::Overdrawn(account(2)))),
        ("used", Err(StoreError::KeyUsed(IdempotencyKey(1)))),
        ("second", Ok(())),
        ("stale", Err(StoreError::Stale { stream: stream(1), expected: 1 })),
        ("third", Ok(())),
    ];
    assert_eq!(answers, due);
    assert_eq!(store.balances(HouseId(1)).unwrap(), [(account(1).number(), 60)]);
    assert_eq!(store.head(HouseId(1)).unwrap().unwrap().sequence, 3);
    for (number, sequence) in [(1, 1), (2, 2), (3, 3)] {
        let (_, range) = store.find_key(IdempotencyKey(number)).unwrap().unwrap();
        assert_eq!(range.sequence, sequence);
    }
}

/// More entries and keys than a page has, in one batch.
fn finds_many_keys_and_entries(store: &dyn Store) {
    let count = 3_000;
    let range = |sequence| EntryRange { stream: stream(1), from: sequence, to: sequence, sequence };
    let keys = (1..=count).map(|number| stored_key(number.into(), number, range(number))).collect();
    store.append(Batch { keys, ..batch(stream(1), 1, count) }).unwrap();
    assert_eq!(store.entries(HouseId(1), 1, usize::MAX).unwrap().len() as u64, count);
    assert_eq!(store.read(stream(1), 2, usize::MAX).unwrap().len() as u64, count - 1);
    assert_eq!(store.entries(HouseId(1), 1, 0).unwrap(), []);
    for number in (1..=count).step_by(250) {
        assert_eq!(store.find_key(IdempotencyKey(number.into())).unwrap(), Some((number, range(number))));
    }
}

/// What one step of the removal of old keys says: the place to continue from, and how many keys it saw and removed.
pub type Pruned = ([u8; 16], usize, usize);

/// Keys are removed after thirty days, at most `step_max` at a time; `prune` is a step from a place at a time. The keys are of
/// this day, because the store removes older ones by itself now and then.
pub fn keys_are_removed_after_thirty_days(
    store: &dyn Store,
    step_max: usize,
    prune: impl Fn([u8; 16], i64) -> Pruned,
) {
    let answer = EntryRange { stream: stream(1), from: 1, to: 1, sequence: 1 };
    let spread = |key: u128| key.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    let today = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock that is set").as_millis();
    let today = i64::try_from(today).expect("a time of this age");
    let at = |key: u128| if key.is_multiple_of(3) { today } else { today + 20 * DAY_MS };
    let keys =
        (1..=3_500).map(|key| StoredKey { at: at(key), ..stored_key(spread(key), 1, answer) }).collect();
    store.append(Batch { keys, ..batch(stream(1), 1, 1) }).unwrap();
    let removed_at = |now: i64| {
        let (mut place, mut removed) = ([0; 16], 0);
        loop {
            let (next, seen, now_removed) = prune(place, now);
            assert!(seen <= step_max);
            (place, removed) = (next, removed + now_removed);
            if place == [0; 16] {
                return removed;
            }
        }
    };
    assert_eq!(removed_at(today + KEY_DAYS * DAY_MS), 0);
    assert_eq!(removed_at(today + KEY_DAYS * DAY_MS + 1), 3_500 / 3);
    for key in 1..=3_500 {
        let known = store.find_key(IdempotencyKey(spread(key))).unwrap().is_some();
        assert_eq!(known, !key.is_multiple_of(3), "{key}");
    }
    assert_eq!(removed_at(today + 60 * DAY_MS), 3_500 - 3_500 / 3);
}
