//! The greatest keys of a database: what tells an owner which keys cannot have been used before.

use croupier_house::ids::IdempotencyKey;
use croupier_postgres::GREATEST_KEYS;

use crate::common::{database, opened};

/// Puts keys into the database, as numbers.
fn put(sql: &impl Fn(&str) -> String, keys: impl Iterator<Item = u128>) {
    let rows: Vec<String> = keys.map(|key| format!("('{key:032x}', 0, 0, 1, 1, 1, 0)")).collect();
    sql(&format!("insert into croupier.keys values {}", rows.join(", ")));
}

#[test]
fn the_greatest_keys_up_to_one_come_first() {
    let (address, sql) = database();
    let store = opened(&address, "keys");
    let greatest = |up_to: u128| -> Vec<u128> {
        let found = store.greatest_keys(IdempotencyKey(up_to)).unwrap();
        found.into_iter().map(|key| key.0).collect()
    };
    assert_eq!(greatest(u128::MAX), []);
    put(&sql, [1, 5, 1 << 127].into_iter());
    assert_eq!(greatest(u128::MAX), [1 << 127, 5, 1]);
    assert_eq!((greatest(5), greatest(4), greatest(0)), (vec![5, 1], vec![1], vec![]));
    put(&sql, 100..400);
    let found = greatest(350);
    assert_eq!((found.len(), found[0], found[GREATEST_KEYS - 1]), (GREATEST_KEYS, 350, 287));
}
