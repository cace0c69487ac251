//! Errors of the server become those of the storage trait, and a refused group leaves nothing.

use croupier_house::ids::{HouseId, StreamId};
use croupier_house::store::{Batch, Store, StoreError};
use croupier_store_suite::batch;

use crate::common::{HOUSE, TABLE, assert_whole, chip, database, owner_of};

/// Makes the server refuse every chunk with an SQLSTATE.
fn refuse_with(sql: &impl Fn(&str) -> String, state: &str) {
    sql(&format!(
        "create or replace function croupier.refuse() returns trigger language plpgsql as $$
         begin raise exception using errcode = '{state}', message = 'refused by the test'; end $$;
         create or replace trigger refuse before insert on croupier.chunks execute function croupier.refuse()"
    ));
}

#[test]
fn a_full_disk_a_lock_and_damage_are_named_and_stored_entries_remain() {
    let (address, sql) = database();
    let store = owner_of(&address, "full");
    store.append(chip(TABLE, 1)).unwrap();
    for (state, error) in [
        ("53100", StoreError::Full),
        ("55P03", StoreError::Locked),
        ("40P01", StoreError::Locked),
        ("XX001", StoreError::Damaged("refused by the test".to_owned())),
        ("22000", StoreError::Failed("refused by the test (SQLSTATE 22000)".to_owned())),
    ] {
        refuse_with(&sql, state);
        assert_eq!(store.append(chip(TABLE, 2)), Err(error));
        assert_whole(&store, TABLE, 1);
    }
    sql("drop trigger refuse on croupier.chunks");
    store.append(chip(TABLE, 2)).unwrap();
    assert_whole(&store, TABLE, 2);
}

/// Whether a batch is stored is found by its entries, so one without entries must not change anything.
#[test]
fn what_could_not_be_found_again_is_refused() {
    let (address, _) = database();
    let store = owner_of(&address, "odd");
    let without_entries = Batch { entries: Vec::new(), ..chip(TABLE, 1) };
    assert!(matches!(store.append(without_entries), Err(StoreError::Failed(_))));
    assert_eq!(store.append(Batch::default()), Ok(()));
    let nowhere = StreamId { house: HouseId(2000), table: None };
    assert!(matches!(store.append(batch(nowhere, 1, 1)), Err(StoreError::Failed(_))));
    assert_eq!((store.houses().unwrap(), store.balances(HOUSE).unwrap()), (vec![], vec![]));
    let beyond = StoreError::Stale { stream: TABLE, expected: u64::MAX - 1 };
    assert_eq!(store.append(batch(TABLE, u64::MAX, 1)), Err(beyond));
}

/// A house that this store does not own is refused, and those beside it in the group are stored.
#[test]
fn a_house_of_somebody_else_does_not_take_the_others_with_it() {
    let (address, _) = database();
    let store = owner_of(&address, "one");
    let other = StreamId { house: HouseId(2), table: None };
    let (sender, answers) = std::sync::mpsc::channel();
    for batch in [chip(TABLE, 1), chip(other, 1), chip(TABLE, 2)] {
        let sender = sender.clone();
        store.submit(batch, Box::new(move |stored| sender.send(stored).unwrap()));
    }
    drop(sender);
    let answers: Vec<Result<(), StoreError>> = answers.iter().collect();
    assert_eq!(answers, [Ok(()), Err(StoreError::NotOwner { house: HouseId(2) }), Ok(())]);
    assert_whole(&store, TABLE, 2);
    assert_eq!(store.put_snapshot(HouseId(2), 1, b"two"), Err(StoreError::NotOwner { house: HouseId(2) }));
    assert_eq!(store.houses().unwrap(), [HOUSE]);
}
